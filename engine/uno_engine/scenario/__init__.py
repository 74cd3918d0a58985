"""Positions of a game and what happens from them, as text: read, set up and played on this engine."""
