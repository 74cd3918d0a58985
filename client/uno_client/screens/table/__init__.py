"""The table in play."""
