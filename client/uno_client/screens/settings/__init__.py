"""The settings of the client: each change is seen immediately."""
