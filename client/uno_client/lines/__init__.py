"""The game as lines of text: typed commands in, sentences out."""
