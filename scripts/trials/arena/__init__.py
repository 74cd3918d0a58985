"""The subcommands of `arena.py`: computer players against each other."""
