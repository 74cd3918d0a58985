"""The page's files and WebSocket for browsers (TRANSPORT.md, section 17). No sockets: bytes in, bytes out."""
