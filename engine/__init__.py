"""The game: its cards, its rules, its state, and what each seat may know of it."""
