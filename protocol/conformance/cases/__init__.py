"""The cases, a module a group; `protocol.conformance.run` finds them."""
