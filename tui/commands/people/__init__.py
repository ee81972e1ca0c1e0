"""Commands about other people: who is here, whom one follows, ignores, writes to and invites.

What can be typed anywhere is listed in `tui.commands.catalogue`.
"""
