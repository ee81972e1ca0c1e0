"""What stands where at the table of laurin: its panels and their rows.

What keys do is left to the controller beside this room, words to `words`.
"""
