"""Fuzzing: mutated and generated input for the codec, the hub and a real server (scripts/fuzz.py)."""
