"""The life of one table: who sits there, what is played, what everyone is told."""
