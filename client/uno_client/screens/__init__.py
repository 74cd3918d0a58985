"""The screens: each draws a model on a canvas.

Some have a scene of values between: the table, the end of a round, help and rules.
"""
