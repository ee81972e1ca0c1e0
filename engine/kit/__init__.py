"""Helpers for the rules of any game: turn order, multisets, standings, notation, a random bot, a builder.

It knows no game; the contract of a game and how it is played are left to `engine` itself.
"""
