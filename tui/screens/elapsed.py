"""How long something has lasted, in steps: nothing is painted between them."""

from __future__ import annotations

from tui.texts import Texts

STEPS = (0, 10, 30, 60, 120, 300)
"""Seconds at which the words change."""


def step_of(seconds: float) -> int:
    """The last step that was reached."""
    return max((step for step in STEPS if step <= seconds), default=0)


def until_next(seconds: float) -> float | None:
    """Seconds until the words change; None: they stay."""
    return next((step - seconds for step in STEPS if step > seconds), None)


def in_words(texts: Texts, seconds: float) -> str:
    """Just now, 10 s, 30 s, 1 min, 2 min, over 5 min."""
    step = step_of(seconds)
    if step == STEPS[-1]:
        return texts._("over {number} min", number=step // 60)
    if step >= 60:
        return texts._("{number} min", number=step // 60)
    return texts._("{number} s", number=step) if step else texts._("just now")
