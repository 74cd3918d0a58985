"""What must hold of `uno_client.fullscreen`."""
