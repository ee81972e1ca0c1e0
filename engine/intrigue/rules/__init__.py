"""What a move of intrigue may do and what it leads to.

What somebody may know of it is left to `views`, good moves to `bots`.
"""
