"""The rules of the game: values and functions without clock, entropy, files or network."""
