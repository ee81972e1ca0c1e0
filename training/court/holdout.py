"""What was learned, held against games that it never saw: how often stewards won, and what was said of it.

The chances are those of a seat that plays its best against the clock; who plays here are four stewards.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import fsum, log
from typing import NamedTuple

from engine.court.bots.prospects import (
    BEATEN,
    HELD,
    LAST,
    Prospects,
    king_chance,
    late_chance,
    prospects,
    reach,
    with_queen,
)
from training.court.clock import SEATS, SeenGame, at_the_kings_end, none_beats

BINS = 5
_CERTAIN = 1e-3
"""No chance counts as smaller or as nearer to one: a single surprise would outweigh all else."""
EVEN = 1 / SEATS


class Said(NamedTuple):
    """A chance to win that was said of a seat, and its share of the win."""

    chance: float
    won: float


class Bin(NamedTuple):
    """The mean chance of some positions, how often these seats won, and how many positions there are."""

    chance: float
    won: float
    positions: int


def open_turns(games: Sequence[SeenGame], learned: Prospects) -> list[Said]:
    """What is said before every turn while the King can be taken."""
    return [
        Said(learned.before(turn.owners[turn.seat], turn.round, turn.place), game.won[turn.seat])
        for game in games
        for turn in game.turns
        if not turn.late and turn.round <= LAST
    ]


def log_loss(said: Sequence[Said]) -> float:
    """The mean negative logarithm of the chance of what happened."""
    return fsum(map(_loss, said)) / len(said)


def even(said: Sequence[Said]) -> list[Said]:
    """The same wins, each expected as often as by four equal seats."""
    return [one._replace(chance=EVEN) for one in said]


def scaled(said: Sequence[Said]) -> list[Said]:
    """The same with all chances multiplied, so that their mean is that of the wins."""
    factor = fsum(one.won for one in said) / fsum(one.chance for one in said)
    return [one._replace(chance=factor * one.chance) for one in said]


def _loss(one: Said) -> float:
    chance = min(max(one.chance, _CERTAIN), 1 - _CERTAIN)
    return -(one.won * log(chance) + (1 - one.won) * log(1 - chance))


def bins(said: Sequence[Said]) -> list[Bin]:
    """Positions by their chances, in parts of equal size."""
    ordered = sorted(said)
    parts = [ordered[len(ordered) * at // BINS : len(ordered) * (at + 1) // BINS] for at in range(BINS)]
    return [_bin(part) for part in parts if part]


def _bin(part: Sequence[Said]) -> Bin:
    number = len(part)
    return Bin(fsum(one.chance for one in part) / number, fsum(one.won for one in part) / number, number)


def held(games: Sequence[SeenGame]) -> Bin:
    """Of seats that took the King: their chance to hold it by the households at the table, without HELD."""
    return _bin([_held(game) for game in games])


def _held(game: SeenGame) -> Said:
    seat, owners = at_the_kings_end(game)
    chance = king_chance(none_beats(owners, {seat}), reach(with_queen(owners[seat])), game.mark)
    return Said(chance / HELD, game.won[seat])


def beaten(games: Sequence[SeenGame], learned: Prospects) -> Bin:
    """Of the other seats: their chance to win all the same by what was learned, without BEATEN."""
    return _bin([said for game in games for said in _beaten(game, learned)])


def _beaten(game: SeenGame, learned: Prospects) -> Iterator[Said]:
    taker, owners = at_the_kings_end(game)
    time = min(next(turn.round for turn in game.turns if turn.card == "king"), LAST)
    for seat, own in enumerate(owners):
        if seat != taker:
            row = learned.learned
            yield Said(late_chance(reach(own), row.left[time], row.lower[time]) / BEATEN, game.won[seat])


def late_kings(games: Sequence[SeenGame], first: int) -> tuple[int, int]:
    """The open turns from this round on, and those of them that took the King."""
    turns = [turn for game in games for turn in game.turns if not turn.late and turn.round >= first]
    return len(turns), sum(turn.card == "king" for turn in turns)


def report(games: Sequence[SeenGame]) -> Iterator[str]:
    """What came out, in lines."""
    learned = prospects()
    said = open_turns(games, learned)
    yield f"{len(games)} games of stewards, {len(said)} turns before which the King could be taken"
    losses = [f"{log_loss(one):.3f}" for one in (said, scaled(said), even(said))]
    yield "log loss {}, scaled to the mean of the wins {}, four equal seats {}".format(*losses)
    for one in bins(said):
        yield f"said {one.chance:.1%}, won {one.won:.1%}, {one.positions} positions"
    for name, one, factor in (("held", held(games), HELD), ("beaten", beaten(games, learned), BEATEN)):
        ratio = one.won / one.chance
        yield f"{name}: expected {one.chance:.3f}, won {one.won:.3f}, ratio {ratio:.2f} for {factor}"
    turns, kings = late_kings(games, 8)
    yield f"from round 8 on: {turns} turns, {kings} took the King"
