"""The cases, a module a group; `uno_protocol.conformance.run` finds them."""
