"""The commands that are typed behind a slash: their table, their parser, and what each one does.

Commands that each screen, or plain mode, handles in its own way are left to it; the wording of tables is left
to `tui.presenters`.
"""
