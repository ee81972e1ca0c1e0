"""Forecasts what the King's moves of a round are likely to score for every seat: a rough model for bots.

Who wins an auction depends on treasure and on how much a seat wants it. The winner moves the King where
that is best at once, and nobody plays magic. Everything here is public, so a bot may expect the same of
every seat.

A garden is a number here: eight bits for each square, in the order of `garden.SQUARES`. What a forecast can
depend on is then cut out of it by one "and", and found again if it has been worked out before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import fsum
from operator import mul
from types import MappingProxyType
from typing import NamedTuple

from engine.laurin.model import cards
from engine.laurin.model.garden import BESIDE, POINTS, SQUARES
from engine.laurin.model.names import DwarfKind, Point
from engine.laurin.model.state import Dwarf, Position

PointsBySeat = tuple[float, ...]
"""Points by seat."""
ModelGarden = int
"""The dwarfs in the garden, eight bits a square: see `stone`."""
OpenCard = tuple[int, int, int]
"""An open movement card: its owner's seat (numbered from 0), and its step east or north."""

OTHERS_WEIGHT = 0.75
"""The weight of a point of all others together, compared with one's own."""
NEARNESS = 0.12
"""What the value of a dwarf beside the King is worth beyond this round."""
_DEPTHS: Mapping[int, int] = MappingProxyType({3: 3, 4: 3, 5: 2})
"""How many King's moves to look ahead, by number of players: for answers in a few milliseconds."""
_KEPT = 1 << 13
"""How many expectations a forecast keeps."""
_BITS = 8
SHIFTS: Mapping[str, int] = MappingProxyType({square: _BITS * place for place, square in enumerate(SQUARES)})
"""Where the bits of each square begin."""
_MASKS: Mapping[Point, int] = MappingProxyType(
    {point: sum(255 << SHIFTS[square] for square in BESIDE[point]) for point in POINTS}
)
"""The bits of the squares beside each point."""


class ForecastParameters(NamedTuple):
    """What stays the same while the model looks ahead."""

    weights: tuple[PointsBySeat, ...]
    """By seat: the weight of every seat's points to it, 1 for its own and negative for others."""
    wealth: PointsBySeat
    """By seat: its weight in an auction."""
    depth: int


class KingsMoveOption(NamedTuple):
    """A King's move in the model: the index of its card, where it ends, and the cards that are left then."""

    sale: int
    end: Point
    rest: tuple[OpenCard, ...]


class Visit(NamedTuple):
    """What a visit of the King to a point does."""

    gains: PointsBySeat
    """The points that every seat scores."""
    values: PointsBySeat
    """By seat: what these points of all are worth to it."""
    change: int
    """What the garden changes by: to be added."""


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


@lru_cache(maxsize=1 << 6)
def stone(seat: int, kind: DwarfKind, turned: bool) -> int:
    """The bits of a dwarf: its seat (from 0) times 32, what it scores times 4, what it scores next time."""
    back = cards.value(kind, turned=True)
    return (seat - 1) << 5 | (back << 2 if turned else cards.value(kind) << 2 | back)


def model_garden(dwarfs: Iterable[Dwarf]) -> ModelGarden:
    """The dwarfs in the garden."""
    return sum([stone(one.seat, one.kind, one.turned) << SHIFTS[one.square] for one in dwarfs])


def open_cards(position: Position) -> tuple[OpenCard, ...]:
    """The open movement cards."""
    found = []
    for owner, name in enumerate(position.movement):
        if name is not None:
            card = cards.MOVEMENT[name]
            found.append((owner, card.distance, 0) if card.axis == "h" else (owner, 0, card.distance))
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def kings_move_options(king: Point, open_cards: tuple[OpenCard, ...]) -> tuple[KingsMoveOption, ...]:
    """Every King's move that the open cards allow."""
    x, y = king
    return tuple(
        KingsMoveOption(place, end, (*open_cards[:place], *open_cards[place + 1 :]))
        for place, (_, east, north) in enumerate(open_cards)
        for end in ((x + east, y + north), (x - east, y - north))
        if end in BESIDE
    )


@lru_cache(maxsize=1 << 14)
def _seen(king: Point, open_cards: tuple[OpenCard, ...], depth: int) -> int:
    """The bits of all squares that these King's moves can bring the King beside."""
    mask = 0
    for option in kings_move_options(king, open_cards) if depth else ():
        mask |= _MASKS[option.end] | _seen(option.end, option.rest, depth - 1)
    return mask


@lru_cache(maxsize=1 << 8)
def _nearness(king: Point) -> tuple[float, ...]:
    """By square: how near it is to the King, 1 beside him."""
    x, y = king
    return tuple(
        max(0.0, 1 - (abs(ord(square[0]) - 96.5 - x) + abs(int(square[1]) - 0.5 - y)) / 8)
        for square in SQUARES
    )


class Forecast:
    """Forecasts by the parameters of one position. What it has worked out it keeps."""

    def __init__(self, parameters: ForecastParameters) -> None:
        self.parameters = parameters
        self._nothing: PointsBySeat = (0.0,) * len(parameters.weights)
        self._visits: dict[tuple[Point, int], Visit] = {}
        self._expected: dict[tuple[int, Point, tuple[OpenCard, ...], int], PointsBySeat] = {}

    def visit(self, there: ModelGarden, point: Point) -> Visit:
        """What the King's visit to a point does."""
        beside = there & _MASKS[point]
        found = self._visits.get((point, beside))
        return found or self._visits.setdefault((point, beside), self._visit(beside, point))

    def _visit(self, beside: int, point: Point) -> Visit:
        gained, change = list(self._nothing), 0
        for square in BESIDE[point]:
            dwarf = beside >> SHIFTS[square] & 255
            if dwarf:
                seat, back = dwarf >> 5, dwarf & 3
                gained[seat] += dwarf >> 2 & 7
                change += ((seat << 5 | back << 2 if back else 0) - dwarf) << SHIFTS[square]
        gains = tuple(gained)
        values = tuple([weighted(weights, gains) for weights in self.parameters.weights])
        return Visit(gains, values, change)

    def expected_points(
        self, there: ModelGarden, king: Point, open_cards: tuple[OpenCard, ...], depth: int
    ) -> PointsBySeat:
        """What every seat is likely to score with the open cards, `depth` King's moves ahead."""
        if not open_cards or not depth:
            return self._nothing
        key = (there & _seen(king, open_cards, depth), king, open_cards, depth)
        found = self._expected.get(key)
        if found is None:
            found = self._points(*key)
            if len(self._expected) >= _KEPT:
                self._expected.clear()
                self._visits.clear()
            self._expected[key] = found
        return found

    def _points(
        self, there: ModelGarden, king: Point, open_cards: tuple[OpenCard, ...], depth: int
    ) -> PointsBySeat:
        options = kings_move_options(king, open_cards)
        visits = [self.visit(there, option.end) for option in options]
        if len(open_cards) == 1:
            return self._last(visits, open_cards[0][0])
        total = self._nothing
        for place, chance in self._likely(visits).items():
            _, end, rest = options[place]
            gains, _, change = visits[place]
            later = self.expected_points(there + change, end, rest, depth - 1)
            total = tuple(
                [
                    so_far + chance * (now + then)
                    for so_far, now, then in zip(total, gains, later, strict=True)
                ]
            )
        return total

    def _last(self, visits: Sequence[Visit], owner: int) -> PointsBySeat:
        """The points of the last card's move; its owner declines one that does harm."""
        best = max(visits, key=lambda visit: visit.values[owner])
        return best.gains if best.values[owner] > 0 else self._nothing

    def _likely(self, visits: Sequence[Visit]) -> dict[int, float]:
        """Each seat's best move, and the chance that the seat wins the auction for it."""
        favourites: dict[int, float] = {}
        for wealth, values in zip(
            self.parameters.wealth, zip(*[visit.values for visit in visits], strict=True), strict=True
        ):
            best = max(values)
            place = values.index(best)
            favourites[place] = favourites.get(place, 0.0) + wealth * (0.5 + max(0.0, best))
        whole = fsum(favourites.values())
        return {place: weight / whole for place, weight in favourites.items()}

    def forecast_round(
        self, there: ModelGarden, king: Point, open_cards: tuple[OpenCard, ...]
    ) -> PointsBySeat:
        """The points that every seat may expect: from this round's moves, and from what lasts."""
        soon = self.expected_points(there, king, open_cards, self.parameters.depth)
        late = lasting(there, king, len(soon))
        return tuple([one + other for one, other in zip(soon, late, strict=True)])


@lru_cache(maxsize=4)
def forecast_by(parameters: ForecastParameters) -> Forecast:
    """The forecast by these parameters, with what it has worked out already."""
    return Forecast(parameters)


def lasting(there: ModelGarden, king: Point, seats: int) -> PointsBySeat:
    """What dwarfs near the King are worth to every seat beyond this round."""
    total = [0.0] * seats
    for dwarf, nearness in zip(there.to_bytes(len(SQUARES), "little"), _nearness(king), strict=True):
        if dwarf:
            total[dwarf >> 5] += NEARNESS * ((dwarf >> 2 & 7) + 0.4 * (dwarf & 3)) * nearness
    return tuple(total)


def king_visits(king: Point, open_cards: tuple[OpenCard, ...]) -> dict[Point, float]:
    """How often the King may visit each point with the open cards; nearer moves weigh more."""
    found: dict[Point, float] = {}
    for option in kings_move_options(king, open_cards):
        found[option.end] = found.get(option.end, 0.0) + 1.0
        for later in kings_move_options(option.end, option.rest):
            found[later.end] = found.get(later.end, 0.0) + 0.5 / max(1, len(option.rest))
    return found
