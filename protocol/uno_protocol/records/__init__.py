"""Records of games: the file format, what a record shows, and whether it is true (`engine/RECORD.md`)."""
