"""Plays whole games between bots, without a table: to measure bots, and to get games for tests.

Every bot sees only its own seat's views, and draws from a chance of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from engine.chance import Chance
from engine.game import AnyGame, Bot, Setup
from engine.playthrough import PlayedStep, Playthrough, apply, start


class Ply(NamedTuple):
    """A step of a game: its seat (None: the deal), its move, and what it led to."""

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
    """Number of moves, without the deal."""


def plies(game: AnyGame, setup: Setup, bots: Sequence[Bot], chance: Chance, luck: Chance) -> Iterator[Ply]:
    """The steps of a game from its deal to its end. `bots` are by seat; `luck` is the chance they draw from.

    Raises Refused if the game cannot be played with this setup.
    """
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
    """Plays a game to its end. Arguments and errors are those of `plies`."""
    playthrough = None
    for ply in plies(game, setup, bots, chance, luck):
        playthrough = ply.applied.playthrough
    assert playthrough is not None  # noqa: S101  (there is always a deal)
    return result_of(playthrough, bots)


def result_of(playthrough: Playthrough, bots: Sequence[Bot]) -> SelfplayResult:
    """The result of a finished game between these bots (by seat)."""
    standings = sorted(playthrough.standings(), key=lambda standing: standing.seat)
    return SelfplayResult(
        playthrough.game.key,
        tuple(standing.place for standing in standings),
        tuple(standing.score for standing in standings),
        playthrough.game.round(playthrough.state),
        tuple(bot.name for bot in bots),
        playthrough.steps,
    )
