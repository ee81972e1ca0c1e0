"""Commands about other people: who is here, whom one follows, ignores, writes to and invites; and what was
played.

What can be typed anywhere is listed in `tui.commands.catalogue`.
"""
