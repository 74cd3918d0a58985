"""The page's files and WebSocket for browsers (PROTOCOL.md, section 17). No sockets: bytes in, bytes out."""
