"""What server and client say to each other: messages, bytes and frames, without sockets."""
