"""The analysis of a finished game of court: decisions in turns, the luck of dice, chances over the game."""
