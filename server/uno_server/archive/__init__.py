"""`uno-journal`: lists, prints, checks and prunes saved games."""
