"""The screens, a folder for each: what they show as values, and the canvas that shows it."""
