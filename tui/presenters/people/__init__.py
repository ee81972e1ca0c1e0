"""Ended games and what they add up to, in words and columns: filters, histories, profiles. Pure.

What is shown comes from `tui.host.history`; screens are left to `tui.screens.people`, lists of plain mode to
`tui.plain.lists`.
"""
