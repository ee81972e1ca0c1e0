"""What a player can ask for, each declared once: its fields, what it asks of the host, what it says and
answers, its words and help behind a slash, in a terminal and in docs/api.md.

`tui.actions.registry` has them all; what is typed is read by `catalogue` and carried out by `dispatch`.
"""
