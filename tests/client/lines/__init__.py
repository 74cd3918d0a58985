"""What must hold of `uno_client.lines`."""
