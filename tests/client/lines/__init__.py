"""What must hold of `client.lines`."""
