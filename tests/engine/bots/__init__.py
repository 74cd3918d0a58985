"""Tests of `engine.bots`."""
