"""What is true of a table: the fold of its log. Pure; who writes the log is `server.table`'s business.

The same function applies an entry that is about to be written (with fair chance, which tells
what was drawn) and one that is read back (with scripted chance, which must be used up).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine import codec, course
from engine.chance import Chance, ScriptedChance
from engine.course import Course
from engine.game import AnyGame, Ask, Refused, Setup
from server.journal import Entry, Opening

HeldBy = Literal["nobody", "player", "bot"]
Stage = Literal["open", "running", "over", "frozen"]


class Holder(Struct, frozen=True):
    """Who has a seat. `who` is an account's id or a bot's key."""

    held_by: HeldBy = "nobody"
    who: str = ""
    name: str = ""


NOBODY = Holder()


class TableState(Struct, frozen=True):
    """A table after `seq` entries. `asked_at` says when each open ask was put."""

    opening: Opening
    holders: tuple[Holder, ...]
    stage: Stage
    since: float
    seq: int = 0
    course: Course | None = None
    asked_at: Mapping[int, float] = {}

    @property
    def draws(self) -> int:
        """How many draws the log holds: the position of the next one."""
        return self.course.draws if self.course else 0

    @property
    def asked_bots(self) -> tuple[Ask, ...]:
        """The open asks of seats that bots have."""
        asks = self.course.asks if self.course else ()
        return tuple(ask for ask in asks if self.holders[ask.seat - 1].held_by == "bot")

    def seat_of(self, player: str) -> int | None:
        """The seat of an account, None: it has none here."""
        for seat, holder in enumerate(self.holders, 1):
            if holder.held_by == "player" and holder.who == player:
                return seat
        return None

    @property
    def players(self) -> tuple[str, ...]:
        """The accounts that sit here, by seat."""
        return tuple(holder.who for holder in self.holders if holder.held_by == "player")

    @property
    def owner(self) -> str:
        """Who may start: whoever opened the table, or, once gone, the first player seated."""
        if not self.players or self.opening.owner in self.players:
            return self.opening.owner
        return self.players[0]

    @property
    def free_seat(self) -> int | None:
        """The first seat nobody has."""
        return next((s for s, holder in enumerate(self.holders, 1) if holder == NOBODY), None)


class Applied(NamedTuple):
    """A table after an entry, what happened in the game, what chance gave."""

    state: TableState
    events: tuple[Any, ...] = ()
    draws: tuple[str, ...] = ()


class Broken(Exception):  # noqa: N818
    """A log that these rules cannot have written."""


def opened(opening: Opening) -> TableState:
    """A table before its first entry."""
    return TableState(opening, (NOBODY,) * opening.seats, "open", opening.opened)


def frozen(state: TableState) -> TableState:
    """The table as it is shown when its game cannot go on."""
    return replace(state, stage="frozen", course=None, asked_at={})


def setup_of(game: AnyGame, opening: Opening) -> Setup:
    """Raises msgspec.ValidationError where the game does not know such options."""
    return Setup(opening.seats, msgspec.convert(opening.options, game.Options))


def apply(state: TableState, entry: Entry, game: AnyGame | None, chance: Chance) -> Applied:
    """The table after `entry`, whose draws come from `chance`. Raises Refused; "table-frozen"
    where it takes rules that are no longer there (None).
    """
    if entry.kind == "end":
        return Applied(replace(state, seq=entry.seq, stage="over", since=entry.time))
    if entry.kind not in {"start", "move"}:
        return Applied(_seated(state, entry))
    if game is None:
        raise Refused("table-frozen")
    if entry.kind == "start":
        return _advanced(state, entry, course.start(game, setup_of(game, state.opening), chance))
    if state.course is None:
        raise Refused("table-open")
    kind = course.move_type(game)
    move = codec.decode(kind, entry.move.encode())
    return _advanced(state, entry, course.apply(state.course, entry.seat, entry.ask, move, chance))


def replay(state: TableState, entries: Sequence[Entry], game: AnyGame | None) -> Applied:
    """The table after entries of its log. Raises Broken where they do not follow from the rules."""
    events: list[Any] = []
    for entry in entries:
        applied = _repeat(state, entry, game)
        state = applied.state
        events += applied.events
    return Applied(state, tuple(events))


def _repeat(state: TableState, entry: Entry, game: AnyGame | None) -> Applied:
    chance = ScriptedChance(entry.draws)
    try:
        applied = apply(state, entry, game, chance)
        chance.finish()
    except Exception as error:
        raise Broken(f"entry {entry.seq} of table {state.opening.id}") from error
    return applied


def _advanced(state: TableState, entry: Entry, applied: course.Applied) -> Applied:
    after = applied.course
    asked_at = {ask.id: state.asked_at.get(ask.id, entry.time) for ask in after.asks}
    stage: Stage = "over" if after.over else "running"
    since = state.since if stage == state.stage else entry.time
    state = replace(state, seq=entry.seq, course=after, asked_at=asked_at, stage=stage, since=since)
    return Applied(state, applied.events, applied.draws)


def _seated(state: TableState, entry: Entry) -> TableState:
    holder = NOBODY
    if entry.kind == "sit":
        holder = Holder("player", entry.who, entry.name)
    elif entry.kind == "bot":
        holder = Holder("bot", entry.who, entry.name)
    holders = (*state.holders[: entry.seat - 1], holder, *state.holders[entry.seat :])
    return replace(state, seq=entry.seq, holders=holders)
