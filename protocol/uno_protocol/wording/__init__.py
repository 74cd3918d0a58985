"""Words for players: what servers put into their messages (P-4.9), and what terminals show."""
