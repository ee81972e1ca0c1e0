"""Whole games between bots, without a table: for measuring bots, and games to test with.

Every bot sees its seat's views alone, and its chance is not the table's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from engine.chance import Chance
from engine.course import Applied, Course, apply, start
from engine.game import AnyGame, Bot, Setup


class Ply(NamedTuple):
    """A step of a game: whose (None: the deal), the move, what it led to."""

    seat: int | None
    move: Any
    applied: Applied


class SelfplayResult(Struct, frozen=True):
    """How a game between bots ended. Lists are by seat, seat 1 first."""

    game: str
    places: tuple[int, ...]
    scores: tuple[int, ...]
    rounds: int
    bots: tuple[str, ...]
    plies: int
    """Moves made, the deal not counted."""


def plies(game: AnyGame, setup: Setup, bots: Sequence[Bot], chance: Chance, luck: Chance) -> Iterator[Ply]:
    """A game from its deal to its end; `bots` by seat, `luck` is theirs. Raises Refused from the deal."""
    applied = start(game, setup, chance)
    yield Ply(None, None, applied)
    course = applied.course
    while not course.over:
        ask = course.asks[0]
        move = bots[ask.seat - 1].choose(game, course.view(ask.seat), ask, luck)
        applied = apply(course, ask.seat, ask.id, move, chance)
        yield Ply(ask.seat, move, applied)
        course = applied.course


def play_out(
    game: AnyGame, setup: Setup, bots: Sequence[Bot], chance: Chance, luck: Chance
) -> SelfplayResult:
    """Plays a game to its end."""
    course = None
    for ply in plies(game, setup, bots, chance, luck):
        course = ply.applied.course
    assert course is not None  # noqa: S101  (there is always a deal)
    return outcome(course, bots)


def outcome(course: Course, bots: Sequence[Bot]) -> SelfplayResult:
    """The outcome of a finished game."""
    standings = sorted(course.standings(), key=lambda standing: standing.seat)
    return SelfplayResult(
        course.game.key,
        tuple(standing.place for standing in standings),
        tuple(standing.score for standing in standings),
        course.game.round(course.state),
        tuple(bot.name for bot in bots),
        course.steps,
    )
