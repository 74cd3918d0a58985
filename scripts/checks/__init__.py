"""The checks of scripts/check.py that are more than a command of somebody else's."""
