"""Fuzzing: mutated and generated input for the codec, the hub and a real server (scripts/torture.py fuzz)."""
