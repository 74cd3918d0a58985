"""The lesson: a scripted deal in eight beats, played on the engine without a server."""
