"""What can be typed behind a slash, and what each command does wherever it is typed.

What a screen or plain mode does in its own way is left to them; wording of tables to `tui.presenters`.
"""
