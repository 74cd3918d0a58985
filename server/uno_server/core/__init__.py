"""The hub: who is connected, which tables exist, which request goes where."""
