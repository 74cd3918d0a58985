"""The network: addresses, links, tokens, discovery, a private server."""
