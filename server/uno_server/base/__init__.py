"""Limits, states, refusals, names and logs: the ground on which the rest of the server stands."""
