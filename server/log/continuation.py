"""The log of a table that goes on from a position of an ended game. Pure.

It repeats the steps of that game with their draws, so it is read like every other log; the next draws come
from the table's own seed. The table's options name the game and the position (`server.log.table_options`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine import codec
from engine.records.course import Course
from engine.records.replay import follow, move_of
from server.log.entries import Entry
from tui.host.refusals import refused


def check(course: Course, position: int, seat: int) -> None:
    """Raise Refused if a game cannot go on from a position for a seat: "no-such-seat", "already-resigned";
    "game-over" if nobody is to move there.
    """
    seats = len(course.header.seats)
    if not 1 <= seat <= seats:
        raise refused("no-such-seat", seat=seat, seats=seats)
    at = course.at(position)
    if at.over or not 0 <= position <= course.last:
        raise refused("game-over")
    if seat in at.resigned:
        raise refused("already-resigned", seat=seat)


def entries(seated: Sequence[Entry], course: Course, position: int) -> tuple[Entry, ...]:
    """Return the log of a new table: who sits there, then the game up to the position. All entries have the
    time of the first.
    """
    numbered = enumerate((*seated, *_played(course, position)), 1)
    return tuple(replace(entry, seq=seq, time=seated[0].time) for seq, entry in numbered)


def _played(course: Course, position: int) -> Iterator[Entry]:
    deal, *steps = course.steps[: position + 1]
    yield Entry(kind="start", draws=deal.draws)
    playthrough = course.at(0)
    for step in steps:
        seat = step.seat or 0
        ask, move = playthrough.ask_of(seat), move_of(playthrough, step)
        yield Entry(
            kind="move",
            seat=seat,
            ask=ask.id if ask else 0,
            move=codec.encode(move).decode(),
            draws=step.draws,
        )
        playthrough = follow(playthrough, step).playthrough
