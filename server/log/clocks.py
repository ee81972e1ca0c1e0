"""Turn clocks: how long a seat may take, and since when its time runs. Pure.

A clock counts a whole turn: the time runs on while the seat stays among those who are asked, step after step
in the same round. A clock of one day counts each question. Of a clock with a bank, what a turn takes comes
out of the bank, and each turn adds to it. Downtime of the host is left to `server.lobby.uptime`; of a bank,
which is used up turn by turn, the log says how long the host was down (`Entry.note` of a move). What the
words of clocks mean is left to `tui.host.turn_clocks`, what happens when time is up to
`server.lobby.timeout_scheduler`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import Literal

from msgspec import Struct

from engine.playthrough import Playthrough
from server.identity.names import clean_start
from tui.host.refusals import refused
from tui.host.turn_clocks import A_DAY_EACH, LONGEST, NO_CLOCK, UNITS, clock_times

DAY = float(UNITS["d"])
OLD = re.compile(r"[1-5]?[0-9]m|60m")
"""The other clocks of versions before 2 of the log."""
HURRIED = 15.0
"""The seconds of a turn once a game has taken longer than its limit."""
MOST_KEPT = float(LONGEST)
"""The most seconds that turns add a bank up to."""


class TurnClock(Struct, frozen=True):
    """The seconds that a seat has for a turn or for each question; with a `bank`, the seconds of the bank and
    those that each turn adds. `slow`: players need not be there between their turns.
    """

    seconds: float
    per: Literal["turn", "question"]
    bank: float = 0.0
    slow: bool = False


@cache
def parse_clock(word: str) -> TurnClock | None:
    """Return the clock that a text means: "none", "5m" or "1h+30s". Raises Refused ("clock-not-possible")."""
    if word == NO_CLOCK:
        return None
    times = clock_times(word)
    if times is None:
        raise refused("clock-not-possible", clock=clean_start(word, 8))
    per: Literal["turn", "question"] = "question" if word == A_DAY_EACH else "turn"
    return TurnClock(times.turn, per, times.bank, times.slow)


def check_clock(word: str, *, alike: bool) -> None:
    """Raise Refused if a new table cannot have a clock: there is none such or, if nodes are not `alike`, an
    older one might not know it.
    """
    parse_clock(word)
    if not (alike or word in {NO_CLOCK, A_DAY_EACH} or OLD.fullmatch(word)):
        raise refused("busy")


class Bank(Struct, frozen=True):
    """The seconds that a seat had when its present turn began, or has now that it has none; and how long the
    host had been down by then, since the deal.
    """

    left: float
    down: float = 0.0


def banks_after(
    clock: TurnClock | None,
    banks: Mapping[int, Bank],
    before: Mapping[int, float],
    after: Mapping[int, float],
    now: float,
    down: float,
) -> Mapping[int, Bank]:
    """Return every seat's bank after a step at `now`, by seat. `before` and `after` are since when whose time
    runs, `down` the seconds since the deal that the host was down.
    """
    if clock is None or not clock.bank:
        return {}
    found = dict(banks)
    for seat, began in before.items():
        if after.get(seat) != began:
            bank = found[seat]
            left = max(0.0, bank.left - max(0.0, now - began - (down - bank.down)))
            found[seat] = Bank(min(left + clock.seconds, max(MOST_KEPT, clock.bank)))
    for seat, began in after.items():
        if before.get(seat) != began:
            found[seat] = Bank(found[seat].left if seat in found else clock.bank, down)
    return found


def time_of(clock: TurnClock, banks: Mapping[int, Bank], seat: int, hurry: float | None = None) -> float:
    """Return the seconds that a seat's turn, or question, may take. `hurry` is in how many seconds after its
    beginning the game is to be over: then HURRIED are left; None: it may take its time.
    """
    if clock.bank:
        return banks[seat].left if seat in banks else clock.bank
    return clock.seconds if hurry is None else min(clock.seconds, max(0.0, hurry) + HURRIED)


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
        return self.round_trip + self.stalled


NO_CREDIT = TurnCredit()


def clock_starts(
    clock: TurnClock | None,
    since: Mapping[int, float],
    before: Playthrough | None,
    after: Playthrough,
    now: float,
    lent: Mapping[int, TurnCredit] = MappingProxyType({}),
    away: Mapping[int, float] = MappingProxyType({}),
) -> Mapping[int, float]:
    """Return since when the time of each asked seat runs, by seat, after a step at `now`; `since` is the same
    before the step. What the turn before was lent (`lent`) has run already; no time runs
    before a vacation is over (`away`).
    """
    if clock is None:
        return {}
    goes_on = _same_turn if clock.per == "turn" else _same_question
    return {
        ask.seat: since[ask.seat]
        if ask.seat in since and before and goes_on(before, after, ask.seat)
        else max(now - lent.get(ask.seat, NO_CREDIT).stalled, away.get(ask.seat, 0.0))
        for ask in after.asks
    }


def _same_turn(before: Playthrough, after: Playthrough, _: int) -> bool:
    """True also after a step was taken back; who had two turns in a row is then in the first one again
    (`TableState.turn_before`).
    """
    return before.game.round(before.state) == after.game.round(after.state) or _taken_back(before, after)


def _same_question(before: Playthrough, after: Playthrough, seat: int) -> bool:
    """True also after a step that can be undone or was undone, so that nobody gains time by undoing."""
    same = before.ask_of(seat) == after.ask_of(seat)
    return same or _taken_back(before, after) or after.undoer == seat


def _taken_back(before: Playthrough, after: Playthrough) -> bool:
    return bool(before.past) and after.state is before.past[-1]
