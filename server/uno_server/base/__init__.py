"""Limits, states, refusals, names and logs: the base of the rest of the server."""
