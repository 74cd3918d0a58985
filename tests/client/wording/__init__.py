"""What must hold of `client.wording`."""
