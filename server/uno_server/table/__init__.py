"""The life of one table: its seats, its games, and its messages to everyone."""
