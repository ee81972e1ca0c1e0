"""Takes a finished game from its record apart into positions and decisions.

A decision is a move where there was a choice, made by a seat for itself: moves that were undone do not count,
nor do those that somebody else made for a seat that had resigned.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, NamedTuple

from msgspec import Struct

from engine.playthrough import Playthrough, Resign, Undo
from engine.records.course import Course
from engine.records.replay import follow, move_of


class SeatDecision(Struct, frozen=True):
    """A move that a seat made, with all that it could know."""

    position: int
    seat: int
    round: int
    kind: str
    view: Any
    move: Any


class Played(NamedTuple):
    """A finished game with everything open."""

    seats: int
    states: tuple[Any, ...]
    """By position, the deal first."""
    movers: tuple[int | None, ...]
    """The seat of the step that led to each position; None for the deal, and where a step was undone."""
    moves: tuple[Any, ...]
    """The move of that step, likewise None."""
    rounds: tuple[int, ...]
    """By position."""
    decisions: tuple[SeatDecision, ...]
    """By position, without those that were undone."""
    result: tuple[float, ...]
    """By seat: 1 for a win; a shared win counts as its part."""
    resigned: tuple[tuple[int, ...], ...]
    """By position: the seats that have resigned, in that order."""
    bots: tuple[str, ...]
    """By seat: the key of the bot that its name means; "" for people."""

    def of_seat(self, seat: int) -> tuple[SeatDecision, ...]:
        return tuple(one for one in self.decisions if one.seat == seat)


def played_game(course: Course) -> Played:
    """The positions and decisions of a recorded game."""
    playthroughs = tuple(_positions(course))
    undone = _undone(course)
    movers: list[int | None] = [None]
    moves: list[Any] = [None]
    decisions: list[SeatDecision] = []
    for number, step in enumerate(course.steps[1:], start=1):
        before = playthroughs[number - 1]
        move = move_of(before, step)
        kept = step.seat is not None and number not in undone and not isinstance(move, Undo | Resign)
        movers.append(step.seat if kept else None)
        moves.append(move if kept else None)
        if kept and step.seat is not None and _decides(before, step.seat):
            ask = before.ask_of(step.seat)
            assert ask is not None  # noqa: S101  (the seat moved)
            view, round_ = before.view(step.seat), course.rounds[number - 1]
            decisions.append(SeatDecision(number - 1, step.seat, round_, ask.kind, view, move))
    states = tuple(one.state for one in playthroughs)
    places = [one.place for one in sorted(course.end.standings(), key=lambda one: one.seat)]
    return Played(
        course.end.setup.seats,
        states,
        tuple(movers),
        tuple(moves),
        tuple(course.rounds),
        tuple(decisions),
        tuple([(place == 1) / places.count(1) for place in places]),
        tuple(one.resigned for one in playthroughs),
        tuple(map(course.game.opponents.seated_as, course.header.seats)),
    )


def _positions(course: Course) -> Iterator[Playthrough]:
    playthrough = course.at(0)
    yield playthrough
    for step in course.steps[1:]:
        playthrough = follow(playthrough, step).playthrough
        yield playthrough


def _undone(course: Course) -> set[int]:
    """The numbers of the steps that were undone, and of those that undid them."""
    found: set[int] = set()
    standing: list[int] = []
    for number, step in enumerate(course.steps):
        if step.notation == "undo":
            found |= {number, standing.pop()}
        else:
            standing.append(number)
    return found


def _decides(before: Playthrough, seat: int) -> bool:
    if seat in before.resigned:
        return False
    return len(list(islice(before.game.legal(before.view(seat)), 2))) > 1
