"""Plain mode: the lobby and any table in sentences, for screen readers, dumb terminals and pipes.

The words of a game are left to its board's speech, commands to `tui.actions`.
"""
