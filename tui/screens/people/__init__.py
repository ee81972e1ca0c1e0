"""Screens over any other screen about players and their games: histories and profiles.

Their words are left to `tui.presenters.people`.
"""
