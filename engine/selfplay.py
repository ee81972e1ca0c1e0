"""Whole games between bots, without a table: for measuring bots, and games to test with.

Every bot sees its seat's views alone, and its chance is not the table's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from engine.chance import Chance
from engine.game import AnyGame, Bot, Setup
from engine.playthrough import PlayedStep, Playthrough, apply, start


class Ply(NamedTuple):
    """A step of a game: whose (None: the deal), the move, what it led to."""

    seat: int | None
    move: Any
    applied: PlayedStep


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
    playthrough = applied.playthrough
    while not playthrough.over:
        ask = playthrough.asks[0]
        move = bots[ask.seat - 1].choose(game, playthrough.view(ask.seat), ask, luck)
        applied = apply(playthrough, ask.seat, ask.id, move, chance)
        yield Ply(ask.seat, move, applied)
        playthrough = applied.playthrough


def play_out(
    game: AnyGame, setup: Setup, bots: Sequence[Bot], chance: Chance, luck: Chance
) -> SelfplayResult:
    """Plays a game to its end."""
    playthrough = None
    for ply in plies(game, setup, bots, chance, luck):
        playthrough = ply.applied.playthrough
    assert playthrough is not None  # noqa: S101  (there is always a deal)
    return result_of(playthrough, bots)


def result_of(playthrough: Playthrough, bots: Sequence[Bot]) -> SelfplayResult:
    """The outcome of a finished game."""
    standings = sorted(playthrough.standings(), key=lambda standing: standing.seat)
    return SelfplayResult(
        playthrough.game.key,
        tuple(standing.place for standing in standings),
        tuple(standing.score for standing in standings),
        playthrough.game.round(playthrough.state),
        tuple(bot.name for bot in bots),
        playthrough.steps,
    )
