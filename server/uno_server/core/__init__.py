"""The hub: connections, sessions and tables, and the way of each request."""
