"""The subcommands of `bench.py`: what a part of the game costs, side by side with a reference."""
