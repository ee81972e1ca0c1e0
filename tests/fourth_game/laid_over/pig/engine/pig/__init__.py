"""Pig, the folk game with one die: roll as often as you dare, or hold what the turn brought.

Rules: John Scarne, "Scarne on Dice" (1945), with a choice of the points that win.
"""
