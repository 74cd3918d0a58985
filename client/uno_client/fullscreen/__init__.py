"""The game on the whole screen: keys in, screens out."""
