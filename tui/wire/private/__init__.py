"""All overrides of Textual's private names that this project relies on, and nothing else.

`tests/tui/wire/private/test_private_places.py` names each of them, so that an upgrade of Textual that moves
one is noticed. What is drawn is left to `tui.widgets` and `tui.screens`.
"""
