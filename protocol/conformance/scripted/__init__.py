"""Does somebody's client keep to PROTOCOL.md? A scripted server, `uno-conformance --client CMD`.

It starts the command once a case, plays the server against it, and judges what the client does, and what it shows. Like
the rest of the suite it is written from the document alone, and shares no code with the server.
"""
