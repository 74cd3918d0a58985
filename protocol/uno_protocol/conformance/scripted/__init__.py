"""Tests any client against PROTOCOL.md with a scripted server: `uno-conformance --client CMD`.

It runs the command once per case, plays its server, and judges what the client does and shows. Like the rest of the
suite it is written from the document alone, and shares no code with the server.
"""
