"""Plain mode: the lobby and any table in sentences, for screen readers, dumb terminals and pipes.

What a game says in words is left to its board's speech, what commands do to `tui.commands`.
"""
