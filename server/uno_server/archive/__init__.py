"""`uno-records`: lists, prints, checks and prunes saved games."""
