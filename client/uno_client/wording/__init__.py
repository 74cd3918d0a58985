"""Wording: events, tables and people in plain English, safe to print."""
