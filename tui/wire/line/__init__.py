"""One client's line as Textual's driver: keys in, frames out, one key at a time.

Which bytes a frame takes is left to `encoding`, what a terminal can show to `terminal`.
"""
