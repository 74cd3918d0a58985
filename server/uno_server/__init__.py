"""The server: sessions, tables and the wire between them."""
