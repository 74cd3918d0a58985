"""What must hold of `engine`."""
