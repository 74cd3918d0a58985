"""What must hold of the subcommands of `arena.py`."""
