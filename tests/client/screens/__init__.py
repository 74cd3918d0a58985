"""The screens of client/uno_client/screens, at the level of the running program."""
