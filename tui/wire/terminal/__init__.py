"""What a client's terminal can show and understand, and how styles look there.

Bytes of a frame are left to `encoding`.
"""
