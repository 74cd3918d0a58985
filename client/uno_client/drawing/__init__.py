"""Pictures made of terminal cells: canvas, palettes, cards, block letters. Pure."""
