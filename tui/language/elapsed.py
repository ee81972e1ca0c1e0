"""Elapsed and remaining time in words, in steps, so that nothing is painted between two steps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import ceil

from tui.language.texts import Texts

MINUTE, HOUR, DAY = 60, 3600, 86_400
STEPS = (0, 10, 30, 60, 120, 300)
"""Seconds at which the words change, for an open question."""
SLOW_STEPS = (
    0,
    *(minutes * MINUTE for minutes in (1, 2, 5, 10, 20, 30)),
    *(hours * HOUR for hours in (1, 2, 3, 6, 12)),
    *(days * DAY for days in (*range(1, 7), *range(7, 366, 7))),
)
"""The same for less important times: how long a player has been away, since when a table is open."""
LEFT_STEPS = (
    *range(11),
    *(15, 20, 30, 45),
    *(minutes * MINUTE for minutes in range(1, 61)),
    *(hours * HOUR for hours in range(2, 48)),
    *(days * DAY for days in range(2, 31)),
)
"""Remaining seconds at which the words of a running clock change: each of the last ten."""
FEW_LEFT_STEPS = tuple(step for step in LEFT_STEPS if step > 10 or step % 5 == 0)
"""The same on a slow line: of the last ten seconds three."""
HURRY = 10
"""Remaining seconds from which a clock is shown as running out."""


def step_of(seconds: float, steps: Sequence[int] = STEPS) -> int:
    """Returns the last step that was reached."""
    at = bisect_right(steps, seconds)
    return steps[at - 1] if at else 0


def until_next(seconds: float, steps: Sequence[int] = STEPS) -> float | None:
    """Returns the seconds until the words change; None: they stay."""
    return next((step - seconds for step in steps if step > seconds), None)


def until_countdown_changes(left: float, steps: Sequence[int] = LEFT_STEPS) -> float | None:
    """Returns the seconds until the words of a running clock change; None: time is up."""
    return next((left - step for step in reversed(steps) if step < left), None)


def in_words(texts: Texts, seconds: float) -> str:
    """Returns: just now, 10 s, 30 s, 1 min, 2 min, over 5 min."""
    step = step_of(seconds)
    if step == STEPS[-1]:
        return texts._("over {number} min", number=step // 60)
    return _amount(texts, step) if step else texts._("just now")


def in_coarse_words(texts: Texts, seconds: float) -> str:
    """Returns: 1 min, 20 min, 2 h, 3 days; '' for just now."""
    step = step_of(seconds, SLOW_STEPS)
    return _amount(texts, step) if step else ""


def lasted_in_words(texts: Texts, seconds: float) -> str:
    """Returns: 1 min, 24 min, 1 h 5 min, 2 days 3 h: how long something took that is over."""
    return _in_full(texts, max(1, round(seconds / MINUTE)) * MINUTE)


def left_in_words(texts: Texts, left: float) -> str:
    """Returns: 3 min left (three minutes or a bit less), 9 s left, time is up."""
    step = next((step for step in LEFT_STEPS if step >= left), LEFT_STEPS[-1])
    if step >= 2 * DAY:  # in German days have another form here than after "in" and "since"
        return texts.ngettext("{number} day left", "{number} days left", step // DAY)
    return texts._("{time} left", time=_amount(texts, step)) if step else texts._("time is up")


def of_question(texts: Texts, since: float, deadline: float | None, now: float) -> str:
    """Returns how long a question has been open or how much time is left for it, in words."""
    return in_words(texts, now - since) if deadline is None else left_in_words(texts, deadline - now)


def ahead_in_words(texts: Texts, seconds: float) -> str:
    """Returns: 3 min, 2 h, 4 days, each or a bit less; '' for a time that has come."""
    if seconds <= 0:
        return ""
    if seconds > HOUR:
        return _amount(texts, ceil(seconds / HOUR) * HOUR)
    return _amount(texts, next(step for step in LEFT_STEPS if step >= seconds))


def ahead_in_full(texts: Texts, seconds: float) -> str:
    """Returns: 3 min, 1 h 5 min, 2 days 3 h, each less than a minute too much, for what is read later;
    '' for a time that has come.
    """
    if seconds < HOUR:
        return ahead_in_words(texts, seconds)
    return _in_full(texts, ceil(seconds / MINUTE) * MINUTE)


def _in_full(texts: Texts, seconds: int) -> str:
    large, small = (DAY, HOUR) if seconds >= 2 * DAY else (HOUR, MINUTE)
    amounts = seconds // large * large, seconds % large // small * small
    return " ".join(_amount(texts, amount) for amount in amounts if amount)


def _amount(texts: Texts, seconds: int) -> str:
    if seconds >= 2 * DAY:
        return texts.ngettext("{number} day", "{number} days", seconds // DAY)
    if seconds >= HOUR:
        return texts._("{number} h", number=seconds // HOUR)
    if seconds >= MINUTE:
        return texts._("{number} min", number=seconds // MINUTE)
    return texts._("{number} s", number=seconds)
