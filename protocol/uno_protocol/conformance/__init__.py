"""The conformance suite: tests any server against PROTOCOL.md, from outside (`uno-conformance HOST:PORT`).

It is written from the document alone, talks plain msgpack, and shares no code with the server or
`uno_protocol.messages`. From the engine it uses the cards and the language of scenarios.
"""
