"""What a player of intrigue is doing: view model, intents, actions of keys, prompts.

Drawing is left to `panels`, turning keys into moves to the controller beside this room.
"""
