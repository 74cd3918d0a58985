"""What must hold of `client.core`."""
