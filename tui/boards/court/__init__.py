"""The board of court: its widget, its controller, and the game in words for plain mode.

What every board has is left to `tui.boards.kit`, the rules to `engine.court`.
"""
