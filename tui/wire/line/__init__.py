"""Textual's driver for one client: keys in, frames out, one key at a time.

The bytes of a frame are left to `encoding`, what a terminal can show to `terminal`.
"""
