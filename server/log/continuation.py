"""The log of a table that goes on from a position of an ended game. Pure.

It repeats the steps of that game with their draws, so it is read like every other log; the next draws come
from the table's own seed. The table's options name the game and the position (`server.log.table_options`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from engine import codec
from engine.records.course import Course
from engine.records.replay import move_of
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


def entries(seated: Sequence[Entry], course: Course, position: int) -> Iterator[Entry]:
    """Yield the log of a new table: who sits there, then the game up to the position. All entries have the
    time of the first.
    """
    for seq, entry in enumerate((*seated, Entry(kind="start", draws=course.steps[0].draws)), 1):
        yield replace(entry, seq=seq, time=seated[0].time)
    for number in range(1, position + 1):
        before, step = course.at(number - 1), course.steps[number]
        ask, move = before.ask_of(step.seat or 0), move_of(before, step)
        yield Entry(
            seq=len(seated) + 1 + number,
            kind="move",
            time=seated[0].time,
            seat=step.seat or 0,
            ask=ask.id if ask else 0,
            move=codec.encode(move).decode(),
            draws=step.draws,
        )
