"""What must hold of `client.net`."""
