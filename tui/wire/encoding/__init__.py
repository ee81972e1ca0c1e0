"""The shortest bytes from what a terminal shows to what it should show.

What the terminal can show is left to `terminal`, when a frame is sent to `line`.
"""
