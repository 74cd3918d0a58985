"""The form for a new table, or for changing one: presets, seats, and every option of the rules."""
