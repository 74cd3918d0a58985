"""What must hold of what `bench.py`, `torture.py` and `arena.py` run."""
