"""What a player of court is doing: the view taken apart, intents, actions of keys, prompts.

Drawing is left to `panels`, turning keys into moves to the controller beside this room.
"""
