"""Real servers that are killed, real clients that play on, and what is compared after each restart."""
