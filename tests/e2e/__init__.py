"""End to end: the real server and real clients as processes of their own, on loopback."""
