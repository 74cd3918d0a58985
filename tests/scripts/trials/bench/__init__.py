"""What must hold of the subcommands of `bench.py`."""
