"""Forecasts what the King's moves of a round are likely to score for every seat: a rough model for bots.

Who wins an auction depends on treasure and on how much a seat wants it. The winner moves the King where
that is best at once, and nobody plays magic. Everything here is public, so a bot may expect the same of
every seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from math import fsum
from operator import mul
from types import MappingProxyType
from typing import NamedTuple

from engine.laurin.model import cards
from engine.laurin.model.garden import BESIDE
from engine.laurin.model.names import Point
from engine.laurin.model.state import Dwarf, Position

PointsBySeat = tuple[float, ...]
"""Points by seat."""
ModelDwarf = tuple[int, int, int]
"""A dwarf in the model: seat (numbered from 0), what it scores now, and what it scores the next time."""
ModelGarden = Mapping[str, ModelDwarf]
OpenCard = tuple[int, int, int]
"""An open movement card: its owner's seat (numbered from 0), and its step east or north."""

OTHERS_WEIGHT = 0.75
"""The weight of a point of all others together, compared with one's own."""
NEARNESS = 0.12
"""What the value of a dwarf beside the King is worth beyond this round."""
_DEPTHS: Mapping[int, int] = MappingProxyType({3: 3, 4: 3, 5: 2})
"""How many King's moves to look ahead, by number of players: for answers in a few milliseconds."""


class ForecastParameters(NamedTuple):
    """What stays the same while the model looks ahead."""

    weights: tuple[PointsBySeat, ...]
    """By seat: the weight of every seat's points to it, 1 for its own and negative for others."""
    wealth: PointsBySeat
    """By seat: its weight in an auction."""
    depth: int


class KingsMoveOption(NamedTuple):
    """A King's move in the model: the index of its card, where it ends, and the points it scores."""

    sale: int
    end: Point
    gains: PointsBySeat


def forecast_parameters(position: Position) -> ForecastParameters:
    """The parameters of a position, from what is public."""
    seats = range(len(position.scores))
    return ForecastParameters(
        tuple(_weights(position.scores, seat) for seat in seats),
        tuple(1.0 + count for count in position.cards),
        _DEPTHS[len(seats)],
    )


def _weights(scores: Sequence[int], own: int) -> PointsBySeat:
    """The weights of points to one seat: others weigh more the higher their scores."""
    near = [0 if seat == own else 6 + score for seat, score in enumerate(scores)]
    whole = sum(near)
    return tuple(1.0 if seat == own else -OTHERS_WEIGHT * part / whole for seat, part in enumerate(near))


def weighted(weights: PointsBySeat, gains: PointsBySeat) -> float:
    """The weighted sum of points by seat."""
    return fsum(map(mul, weights, gains))


def model_dwarfs(dwarfs: Iterable[Dwarf]) -> dict[str, ModelDwarf]:
    """The dwarfs in the garden, by square."""
    return {dwarf.square: _stone(dwarf) for dwarf in dwarfs}


def _stone(dwarf: Dwarf) -> ModelDwarf:
    back = cards.value(dwarf.kind, turned=True)
    return (dwarf.seat - 1, back, 0) if dwarf.turned else (dwarf.seat - 1, cards.value(dwarf.kind), back)


def open_cards(position: Position) -> tuple[OpenCard, ...]:
    """The open movement cards."""
    found = []
    for owner, name in enumerate(position.movement):
        if name is not None:
            card = cards.MOVEMENT[name]
            found.append((owner, card.distance, 0) if card.axis == "h" else (owner, 0, card.distance))
    return tuple(found)


def points_at(there: ModelGarden, point: Point, seats: int) -> PointsBySeat:
    """The points of every seat with the King at a point."""
    gained = [0.0] * seats
    for square in BESIDE[point]:
        if square in there:
            seat, value, _ = there[square]
            gained[seat] += value
    return tuple(gained)


def scored(there: ModelGarden, point: Point) -> ModelGarden:
    """The garden after a scoring with the King at a point."""
    beside = [square for square in BESIDE[point] if square in there]
    if not beside:
        return there
    after = dict(there)
    for square in beside:
        seat, _, back = after.pop(square)
        if back:
            after[square] = (seat, back, 0)
    return after


def kings_move_options(
    there: ModelGarden, king: Point, open_cards: Sequence[OpenCard], seats: int
) -> list[KingsMoveOption]:
    """Every King's move that the open cards allow."""
    x, y = king
    return [
        KingsMoveOption(place, end, points_at(there, end, seats))
        for place, (_, east, north) in enumerate(open_cards)
        for end in ((x + east, y + north), (x - east, y - north))
        if end in BESIDE
    ]


def expected_points(
    there: ModelGarden, king: Point, open_cards: Sequence[OpenCard], mind: ForecastParameters, depth: int
) -> PointsBySeat:
    """What every seat is likely to score with the open cards, `depth` King's moves ahead."""
    seats = len(mind.weights)
    if not open_cards or not depth:
        return (0.0,) * seats
    found = kings_move_options(there, king, open_cards, seats)
    if len(open_cards) == 1:
        return _last(found, mind.weights[open_cards[0][0]])
    total = [0.0] * seats
    for option, chance in _likely(found, mind).items():
        rest = (*open_cards[: option.sale], *open_cards[option.sale + 1 :])
        later = expected_points(scored(there, option.end), option.end, rest, mind, depth - 1)
        for seat in range(seats):
            total[seat] += chance * (option.gains[seat] + later[seat])
    return tuple(total)


def _last(found: Sequence[KingsMoveOption], weights: PointsBySeat) -> PointsBySeat:
    """The points of the last card's move; its owner declines one that does harm."""
    best = max(found, key=lambda option: weighted(weights, option.gains))
    return best.gains if weighted(weights, best.gains) > 0 else (0.0,) * len(weights)


def _likely(found: Sequence[KingsMoveOption], mind: ForecastParameters) -> dict[KingsMoveOption, float]:
    """Each seat's best move, and the chance that the seat wins the auction for it."""
    favourites: dict[KingsMoveOption, float] = {}
    for weights, wealth in zip(mind.weights, mind.wealth, strict=True):
        values = [weighted(weights, option.gains) for option in found]
        best = max(values)
        option = found[values.index(best)]
        favourites[option] = favourites.get(option, 0.0) + wealth * (0.5 + max(0.0, best))
    whole = fsum(favourites.values())
    return {option: weight / whole for option, weight in favourites.items()}


def lasting(there: ModelGarden, king: Point, seats: int) -> PointsBySeat:
    """What dwarfs near the King are worth to every seat beyond this round."""
    x, y = king
    total = [0.0] * seats
    for square, (seat, value, back) in there.items():
        away = abs(ord(square[0]) - 96.5 - x) + abs(int(square[1]) - 0.5 - y)
        total[seat] += NEARNESS * (value + 0.4 * back) * max(0.0, 1 - away / 8)
    return tuple(total)


def forecast_round(
    there: ModelGarden, king: Point, open_cards: Sequence[OpenCard], mind: ForecastParameters
) -> PointsBySeat:
    """The points that every seat may expect: from this round's moves, and from what lasts."""
    soon, late = (
        expected_points(there, king, open_cards, mind, mind.depth),
        lasting(there, king, len(mind.weights)),
    )
    return tuple([one + other for one, other in zip(soon, late, strict=True)])


def king_visits(king: Point, open_cards: Sequence[OpenCard]) -> dict[Point, float]:
    """How often the King may visit each point with the open cards; nearer moves weigh more."""
    found: dict[Point, float] = {}
    for option in kings_move_options({}, king, open_cards, 0):
        found[option.end] = found.get(option.end, 0.0) + 1.0
        rest = (*open_cards[: option.sale], *open_cards[option.sale + 1 :])
        for later in kings_move_options({}, option.end, rest, 0):
            found[later.end] = found.get(later.end, 0.0) + 0.5 / max(1, len(rest))
    return found
