"""What the rules of any game can use: turn order, counted dice and cards, shared places, notation, a random
bot.

It knows no game; what a game is and how it is played through stands in `engine` itself.
"""
