"""Does somebody's server keep to PROTOCOL.md? A black-box suite, `uno-conformance HOST:PORT`.

It is written from the document alone, speaks through plain msgpack, and shares no code with the server or with
`protocol.messages`; of the engine it uses the cards and the language of scenarios.
"""
