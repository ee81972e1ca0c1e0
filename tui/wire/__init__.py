"""The way from Textual to one client's terminal and back, in as few bytes as the terminal allows.

What is drawn is left to the rooms above.
"""
