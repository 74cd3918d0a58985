"""`uno-records`: lists, prints, checks, exports, counts and prunes saved games."""
