"""A small game with secrets, simultaneous asks, dice and cards: the engine's test game."""
