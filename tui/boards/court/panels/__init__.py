"""What stands where at the table of court: its panels and their rows.

What keys do is left to the controller beside this room, words to `words`.
"""
