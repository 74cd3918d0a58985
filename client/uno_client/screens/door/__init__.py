"""The front door: where everything begins that was not asked for on the command line."""
