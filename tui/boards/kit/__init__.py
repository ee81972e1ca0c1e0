"""What every board has: its shape, one move at a time, intents, speech, names of cards and seats.

Words and pictures of one game are left to its own folder.
"""
