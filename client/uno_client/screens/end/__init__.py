"""The end of a round, and of the game."""
