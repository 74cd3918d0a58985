"""What must hold of the subcommands of `torture.py`."""
