"""How many cases a property test tries: a quarter of those of a night, unless `CASES` names another share.
They are the same each time, so that a change is judged by what it changes; at night others come.
"""

from __future__ import annotations

import os

SHARE = float(os.environ.get("CASES", "0.25"))
IS_NIGHT = SHARE >= 1


def cases(whole: int) -> int:
    """How many of so many cases are tried here."""
    return max(5, round(whole * SHARE))
