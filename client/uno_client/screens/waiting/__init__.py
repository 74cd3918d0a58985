"""The waiting room of a table."""
