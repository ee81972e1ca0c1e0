"""Turn clocks: how long a seat may think, and since when it does. Pure.

A clock by minutes counts a turn: while a seat stays among those who are asked, step after step
in the same round, one budget runs. A clock by days counts each question. That downtime of the
host does not count is `server.lobby.uptime`'s business, what happens when time is up
`server.lobby.timeout_scheduler`'s.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from engine.playthrough import Playthrough
from server.identity.names import clean_text
from tui.host.refusals import refused

MINUTES = re.compile(r"([1-9][0-9]?)m")
MOST_MINUTES = 60
DAY = 86_400.0


class Clock(Struct, frozen=True):
    """How many seconds a seat has for a turn or for each question."""

    seconds: float
    per: Literal["turn", "question"]


@cache
def clock_of(word: str) -> Clock | None:
    """What a table's clock means: "none", "5m" or "1d". Raises Refused ("clock-not-possible")."""
    if word == "none":
        return None
    if word == "1d":
        return Clock(DAY, "question")
    minutes = MINUTES.fullmatch(word)
    if minutes is None or int(minutes[1]) > MOST_MINUTES:
        raise refused("clock-not-possible", clock=clean_text(word)[:16], most=MOST_MINUTES)
    return Clock(60.0 * int(minutes[1]), "turn")


def began(
    clock: Clock | None,
    since: Mapping[int, float],
    before: Playthrough | None,
    after: Playthrough,
    now: float,
) -> Mapping[int, float]:
    """Since when each asked seat's time runs, by seat, after a step at `now`; `since` was before it."""
    if clock is None:
        return {}
    goes_on = _same_turn if clock.per == "turn" else _same_question
    return {
        ask.seat: since[ask.seat]
        if ask.seat in since and before and goes_on(before, after, ask.seat)
        else now
        for ask in after.asks
    }


def _same_turn(before: Playthrough, after: Playthrough, _: int) -> bool:
    return before.game.round(before.state) == after.game.round(after.state)


def _same_question(before: Playthrough, after: Playthrough, seat: int) -> bool:
    """Also after a step that can be taken back, or was: nobody wins time by going to and fro."""
    taken_back = bool(before.past) and after.state is before.past[-1]
    return before.ask_of(seat) == after.ask_of(seat) or taken_back or after.undoer == seat
