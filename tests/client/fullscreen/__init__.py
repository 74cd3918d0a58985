"""What must hold of `client.fullscreen`."""
