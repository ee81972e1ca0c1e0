"""Looking at an ended game again, on the screen or in plain mode: where one is in it, what is seen from
there, and the words and keys for it; and the report of its analysis. Pure.

The positions are left to `engine.records.course`, drawing and typing to `tui.screens.replay` and `tui.plain`.
"""
