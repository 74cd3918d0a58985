"""The servers that were found, the one to join, and your name."""
