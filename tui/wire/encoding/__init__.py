"""Encodes the difference between what a terminal shows and what it should show, in as few bytes as possible.

What a terminal can show is left to `terminal`, when a frame is sent to `line`.
"""
