"""The client: the game on a terminal."""
