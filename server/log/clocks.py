"""Turn clocks: how long a seat may take, and since when its time runs. Pure.

A clock in minutes counts a whole turn: the time runs on while the seat stays among those who are asked, step
after step in the same round. A clock in days counts each question. Downtime of the host is left to
`server.lobby.uptime`, what happens when time is up to `server.lobby.timeout_scheduler`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from engine.playthrough import Playthrough
from server.identity.names import clean_text
from tui.host.refusals import refused

MINUTES = re.compile(r"([1-9][0-9]?)m")
MOST_MINUTES = 60
DAY = 86_400.0


class TurnClock(Struct, frozen=True):
    """The seconds that a seat has for a turn or for each question."""

    seconds: float
    per: Literal["turn", "question"]


@cache
def parse_clock(word: str) -> TurnClock | None:
    """Return the clock that a text means: "none", "5m" or "1d". Raises Refused ("clock-not-possible")."""
    if word == "none":
        return None
    if word == "1d":
        return TurnClock(DAY, "question")
    minutes = MINUTES.fullmatch(word)
    if minutes is None or int(minutes[1]) > MOST_MINUTES:
        raise refused("clock-not-possible", clock=clean_text(word)[:16], most=MOST_MINUTES)
    return TurnClock(60.0 * int(minutes[1]), "turn")


class TurnCredit(Struct, frozen=True):
    """The seconds that a seat's turn was credited with for its line: a round trip, and stalls, which are
    taken off its next turn.
    """

    round_trip: float = 0.0
    stalled: float = 0.0

    def with_more(self, told: str) -> TurnCredit:
        """Return it with what the note of an entry adds."""
        round_trip, stalled = map(float, told.split())
        return TurnCredit(self.round_trip + round_trip, self.stalled + stalled)

    @property
    def seconds(self) -> float:
        """All of it."""
        return self.round_trip + self.stalled


NO_CREDIT = TurnCredit()


def clock_starts(
    clock: TurnClock | None,
    since: Mapping[int, float],
    before: Playthrough | None,
    after: Playthrough,
    now: float,
    lent: Mapping[int, TurnCredit] = MappingProxyType({}),
) -> Mapping[int, float]:
    """Return since when the time of each asked seat runs, by seat, after a step at `now`; `since` is the same
    before the step. What the turn before was lent (`lent`) has run already.
    """
    if clock is None:
        return {}
    goes_on = _same_turn if clock.per == "turn" else _same_question
    return {
        ask.seat: since[ask.seat]
        if ask.seat in since and before and goes_on(before, after, ask.seat)
        else now - lent.get(ask.seat, NO_CREDIT).stalled
        for ask in after.asks
    }


def _same_turn(before: Playthrough, after: Playthrough, _: int) -> bool:
    return before.game.round(before.state) == after.game.round(after.state)


def _same_question(before: Playthrough, after: Playthrough, seat: int) -> bool:
    """True also after a step that can be undone or was undone, so that nobody gains time by undoing."""
    taken_back = bool(before.past) and after.state is before.past[-1]
    return before.ask_of(seat) == after.ask_of(seat) or taken_back or after.undoer == seat
