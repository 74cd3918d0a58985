"""What server and client say to each other: typed messages, their bytes, their frames. No sockets."""
