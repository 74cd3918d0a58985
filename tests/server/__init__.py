"""What must hold of `server`."""
