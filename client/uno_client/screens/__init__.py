"""The screens: each draws a model on a canvas; the table and the end of a round have a scene of values between."""
