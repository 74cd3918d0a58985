"""The shells: sockets, the administrator's terminal, announcements on the network."""
