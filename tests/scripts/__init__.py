"""What must hold of `scripts`."""
