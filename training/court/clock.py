"""What stewards do in games among themselves, by round: the clock against which a household is valued."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from hashlib import sha256
from math import log, prod
from typing import NamedTuple

from engine.chance import FairChance
from engine.court.bots.master import pace_of, with_card
from engine.court.bots.prospects import (
    LAST,
    MARKS,
    PLACES,
    TAKEABLE,
    Cards,
    Chances,
    above,
    reach,
    with_queen,
)
from engine.court.bots.steward import Steward
from engine.court.game import GAME
from engine.court.model.cards import stock
from engine.court.model.moves import Take
from engine.court.model.state import Kind, State
from engine.game import Setup
from engine.selfplay import plies

SEATS = 4
_OPEN_FROM, _SEEN_TO = 4, 7
"""Rounds in which Kings are held or not, as far as there are enough of them."""
_LATE = (0.75, 0.8, 0.85, 0.9)
"""How often a turn takes the King in rounds that stewards hardly ever reach: from the eighth on."""
_WEAKER = 0.9
"""What is left of the chance that a mark holds, each round later."""
_OVERALL = 0.05
"""The part of all marks in those of a round."""
_ENOUGH = 10


class SeenTurn(NamedTuple):
    """A turn of a steward: the households before it."""

    round: int
    seat: int
    place: int
    owners: tuple[Cards, ...]
    card: Kind | None
    late: bool
    """Another has the King already."""


class SeenGame(NamedTuple):
    """The turns of a game, and with which mark the King was taken."""

    turns: list[SeenTurn]
    mark: int


class Clock(NamedTuple):
    """What was counted; see `engine.court.bots.prospects.Learned`. Lists begin with an empty round 0."""

    hazards: tuple[float, ...]
    held: tuple[Chances, ...]
    left: tuple[Chances, ...]
    lower: tuple[Chances, ...]
    pace: tuple[tuple[float, ...], ...]
    there: dict[Kind, tuple[float, ...]]
    """By kind and round: how often one is left of a kind that the seat has not."""


def seen_games(seed: str, games: int) -> Iterator[SeenGame]:
    """Games among four stewards."""
    bots = [Steward()] * SEATS
    for number in range(games):
        chance = FairChance(sha256(f"{seed} {number}".encode()).digest())
        before: State | None = None
        turns, mark = list[SeenTurn](), None
        for ply in plies(GAME, Setup(SEATS, GAME.Options()), bots, chance, chance):
            state: State = ply.applied.playthrough.state
            if before is not None and before.turn is not None and isinstance(ply.move, Take):
                place = SEATS - 1 - len(before.waiting)
                late = before.final is not None
                turns.append(
                    SeenTurn(before.round, before.turn.seat - 1, place, before.cards, ply.move.card, late)
                )
                if ply.move.card == "king" and state.final is not None:
                    mark = MARKS.index((state.final.mark.count, state.final.mark.face))
            before = state
        if mark is not None:
            yield SeenGame(turns, mark)


def counted(games: Sequence[SeenGame]) -> Clock:
    """What these games say."""
    held, left = _marks_held(games)
    return Clock(_hazards(games), held, left, _lower_marks(games), _pace(games), _stock_left(games))


def _open_turns(games: Sequence[SeenGame]) -> Iterator[SeenTurn]:
    return (turn for game in games for turn in game.turns if not turn.late)


def _hazards(games: Sequence[SeenGame]) -> tuple[float, ...]:
    turns, kings = [0] * (LAST + 1), [0] * (LAST + 1)
    for turn in _open_turns(games):
        if turn.round <= _SEEN_TO:
            turns[turn.round] += 1
            kings[turn.round] += turn.card == "king"
    seen = [king / one if one else 0.0 for king, one in zip(kings, turns, strict=True)]
    return (*seen[: _SEEN_TO + 1], *_LATE[: LAST - _SEEN_TO])


def _marks_held(games: Sequence[SeenGame]) -> tuple[tuple[Chances, ...], tuple[Chances, ...]]:
    held, left = defaultdict[int, list[Chances]](list), defaultdict[int, list[Chances]](list)
    for game in games:
        king = next(turn for turn in game.turns if turn.card == "king")
        for number, owners in _after_rounds(game):
            last = number == king.round
            for seat in range(SEATS):
                if not last or seat == king.seat:
                    held[number].append(none_beats(owners, {seat}))
                if not last or seat != king.seat:
                    taker = king.seat if seat != king.seat else (seat + 1) % SEATS
                    rest, again = none_beats(owners, {seat, taker}), reach(with_queen(owners[taker]))
                    left[number].append(
                        tuple(one * (1 - other) for one, other in zip(rest, again, strict=True))
                    )
    return _by_round(held), _by_round(left)


def _after_rounds(game: SeenGame) -> Iterator[tuple[int, tuple[Cards, ...]]]:
    """The households at the end of each round in which a King can have been taken."""
    found = _households(game)
    return ((number, owners) for number, owners in found.items() if _OPEN_FROM <= number <= _SEEN_TO)


def _households(game: SeenGame) -> dict[int, tuple[Cards, ...]]:
    """The households at the end of each round, without King and Queen."""
    found: dict[int, tuple[Cards, ...]] = {}
    for turn in game.turns:
        owners = list(turn.owners)
        if turn.card is not None and turn.card != "king":
            owners[turn.seat] = with_card(owners[turn.seat], turn.card)
        found[turn.round] = tuple(
            tuple(card for card in own if card not in {"king", "queen"}) for own in owners
        )
    return found


def none_beats(owners: Sequence[Cards], but: set[int]) -> Chances:
    """By mark: the chance that none of these households beats it, but for those of some seats."""
    rows = [above(reach(own)) for seat, own in enumerate(owners) if seat not in but]
    return tuple(prod(1 - chance for chance in column) for column in zip(*rows, strict=True))


def _by_round(found: dict[int, list[Chances]]) -> tuple[Chances, ...]:
    rows: list[Chances] = [(1.0,) * len(MARKS)] * _OPEN_FROM
    for number in range(_OPEN_FROM, LAST + 1):
        if number <= _SEEN_TO and found[number]:
            rows.append(tuple(sum(column) / len(column) for column in zip(*found[number], strict=True)))
        else:
            rows.append(tuple(_WEAKER * chance for chance in rows[-1]))
    return tuple(rows)


def _lower_marks(games: Sequence[SeenGame]) -> tuple[Chances, ...]:
    found = [[0.0] * len(MARKS) for _ in range(LAST + 1)]
    for game in games:
        king = next(turn for turn in game.turns if turn.card == "king")
        for number, row in enumerate(found):
            row[game.mark] += _OVERALL + (number == king.round)
    return tuple(tuple(sum(row[:place]) / sum(row) for place in range(len(MARKS))) for row in found)


def _pace(games: Sequence[SeenGame]) -> tuple[tuple[float, ...], ...]:
    found = defaultdict[tuple[int, int], list[float]](list)
    for turn in _open_turns(games):
        others = [own for seat, own in enumerate(turn.owners) if seat != turn.seat]
        found[turn.round, turn.place].append(log(pace_of(others)))
    rows: list[tuple[float, ...]] = [()]
    for number in range(1, _SEEN_TO + 1):
        lists = [found[number, place] for place in range(PLACES)]
        if all(lists):
            rows.append(tuple(sum(values) / len(values) for values in lists))
    return tuple(rows)


def _stock_left(games: Sequence[SeenGame]) -> dict[Kind, tuple[float, ...]]:
    there = stock(SEATS, "de")
    seen = {kind: [list[bool]() for _ in range(LAST + 1)] for kind in TAKEABLE}
    for turn in _open_turns(games):
        taken = [card for own in turn.owners for card in own]
        for kind in TAKEABLE:
            if kind in there and kind not in turn.owners[turn.seat] and turn.round <= LAST:
                gone = taken.count(kind) + (taken.count("charlatan") if kind == "jester" else 0)
                seen[kind][turn.round].append(gone < there[kind])
    return {kind: tuple(_shares(rows)) for kind, rows in seen.items()}


def _shares(rows: Sequence[Sequence[bool]]) -> Iterator[float]:
    share = 1.0
    for row in rows:
        share = sum(row) / len(row) if len(row) >= _ENOUGH else share
        yield share
