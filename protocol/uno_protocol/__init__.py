"""The protocol of server and client: typed messages, their bytes, their frames. No sockets."""
