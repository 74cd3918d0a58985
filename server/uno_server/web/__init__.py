"""What browsers get: the page's files, and WebSocket (PROTOCOL.md, section 17). No sockets: bytes in, bytes out."""
