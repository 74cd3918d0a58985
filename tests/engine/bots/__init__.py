"""Tests of `uno_engine.bots`."""
