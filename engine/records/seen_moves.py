"""How the seats of a recorded game played before a position, as far as everybody saw it."""

from __future__ import annotations

from engine.game import telling
from engine.playthrough import Resign, Undo
from engine.records.course import Course
from engine.records.replay import move_of
from engine.value.seats import SeenMove, Sitting

STEPS, MOVES = 64, 8
"""So many steps before the position are looked at, and so many moves of a seat are told at most."""


def sitting(course: Course, position: int) -> tuple[Sitting, ...]:
    """The seats of a game at a position, by their last moves that tell how they play. A record does not say
    which of them are bots.
    """
    kinds, seats = telling(course.game), len(course.header.seats)
    seen: list[list[SeenMove]] = [[] for _ in range(seats)]
    if kinds:
        for number in range(position, max(0, position - STEPS), -1):
            before, step = course.at(number - 1), course.steps[number]
            ask = before.ask_of(step.seat) if step.seat is not None else None
            if ask is None or ask.kind not in kinds or len(seen[ask.seat - 1]) >= MOVES:
                continue
            move = move_of(before, step)
            if not isinstance(move, Undo | Resign):
                seen[ask.seat - 1].insert(0, SeenMove(before.view(None), move))
    return tuple([Sitting(seen=tuple(moves)) for moves in seen])
