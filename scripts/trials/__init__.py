"""Trials: what `bench.py`, `torture.py` and `arena.py` run, a module for each subcommand, and what these share."""
