"""The cases for clients, a module a group; every entry says what its case does and expects."""
