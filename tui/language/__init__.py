"""Words: gettext, sentences from parts, actions and their keys, spelling, time, and a sentence for every
refusal of the host.

Words of one game are left to its board.
"""
