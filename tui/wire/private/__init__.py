"""Every private place of Textual that this project relies on, and nothing else.

`tests/tui/wire/private/test_private_places.py` names each place, so that an upgrade that moves one is seen.
What is drawn is left to `tui.widgets` and `tui.screens`.
"""
