"""The board of goofspiel: its widget, its controller, its words, and the game in words for plain mode.

What every board has is left to `tui.boards.kit`, the rules to `engine.goofspiel`.
"""
