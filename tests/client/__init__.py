"""What must hold of `client`."""
