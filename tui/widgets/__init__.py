"""Widgets and pieces of lines that any screen can use: panels, cards, dice, the command line.

What they show is left to the screens and boards above them.
"""
