"""What a client's terminal can show and understand, and how styles are shown on it.

The bytes of a frame are left to `encoding`.
"""
