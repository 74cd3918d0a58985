"""What must hold of `protocol`."""
