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
from itertools import compress
from math import fsum
from operator import add, mul
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
"""How many expectations a forecast keeps, and how many visits are kept."""
_BITS = 8
SHIFTS: Mapping[str, int] = MappingProxyType({square: _BITS * place for place, square in enumerate(SQUARES)})
"""Where the bits of each square begin."""
_MASKS: Mapping[Point, int] = MappingProxyType(
    {point: sum(255 << SHIFTS[square] for square in BESIDE[point]) for point in POINTS}
)
"""The bits of the squares beside each point."""
_NUMBERS: Mapping[Point, int] = MappingProxyType({point: number for number, point in enumerate(POINTS)})
_SHIFTS_BESIDE = tuple([tuple([SHIFTS[square] for square in BESIDE[point]]) for point in POINTS])
"""By the number of a point: where the bits of the squares beside it begin."""


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


def forecast_parameters(
    scores: tuple[int, ...], held: tuple[int, ...], depth: int | None = None
) -> ForecastParameters:
    """The parameters by what is public: scores, and how many treasure cards each seat has. `depth`: how many
    King's moves to look ahead; None: as many as there is time for.
    """
    wealth = tuple([1.0 + count for count in held])
    return ForecastParameters(_weights(scores), wealth, depth or _DEPTHS[len(scores)])


@lru_cache(maxsize=1 << 8)
def _weights(scores: tuple[int, ...]) -> tuple[PointsBySeat, ...]:
    """By seat: the weights of points to it. Others weigh more the higher their scores."""
    found = []
    for own in range(len(scores)):
        near = [0 if seat == own else 6 + score for seat, score in enumerate(scores)]
        whole = sum(near)
        weights = [-OTHERS_WEIGHT * part / whole for part in near]
        found.append((*weights[:own], 1.0, *weights[own + 1 :]))
    return tuple(found)


def weighted(weights: PointsBySeat, gains: PointsBySeat) -> float:
    return fsum(map(mul, weights, gains))


@lru_cache(maxsize=1 << 6)
def stone(seat: int, kind: DwarfKind, turned: bool) -> int:
    """The bits of a dwarf: its seat (from 0) times 32, what it scores times 4, what it scores next time."""
    back = cards.value(kind, turned=True)
    return (seat - 1) << 5 | (back << 2 if turned else cards.value(kind) << 2 | back)


def model_garden(dwarfs: Iterable[Dwarf]) -> ModelGarden:
    return sum([stone(one.seat, one.kind, one.turned) << SHIFTS[one.square] for one in dwarfs])


def open_cards(position: Position) -> tuple[OpenCard, ...]:
    return _open_cards(position.movement)


@lru_cache(maxsize=1 << 8)
def _open_cards(movement: tuple[str | None, ...]) -> tuple[OpenCard, ...]:
    found = []
    for owner, name in enumerate(movement):
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


class Ahead:
    """King's moves that the model looks ahead at, from a point with some open cards. Each is itself, whatever
    others are alike: that is quicker to find again.
    """

    __slots__ = ("ends", "later", "owner", "seen")

    def __init__(self, king: Point, open_cards: tuple[OpenCard, ...], depth: int) -> None:
        options = kings_move_options(king, open_cards)
        self.ends = tuple([(_NUMBERS[option.end], _MASKS[option.end]) for option in options])
        self.owner = open_cards[0][0] if len(open_cards) == 1 else None
        """Whose card is the last one."""
        more = depth > 1 and self.owner is None
        self.later = tuple(
            [ahead(option.end, option.rest, depth - 1) if more else None for option in options]
        )
        self.seen = 0
        """The bits of all squares that these moves can bring the King beside."""
        for (_, mask), later in zip(self.ends, self.later, strict=True):
            self.seen |= mask | (later.seen if later else 0)


@lru_cache(maxsize=1 << 14)
def ahead(king: Point, open_cards: tuple[OpenCard, ...], depth: int) -> Ahead:
    """What there is to look ahead at."""
    return Ahead(king, open_cards, depth)


@lru_cache(maxsize=1 << 8)
def _nearness(king: Point) -> tuple[float, ...]:
    """By square: how near it is to the King, 1 beside him."""
    x, y = king
    return tuple(
        max(0.0, 1 - (abs(ord(square[0]) - 96.5 - x) + abs(int(square[1]) - 0.5 - y)) / 8)
        for square in SQUARES
    )


@lru_cache(maxsize=1 << 14)
def _visited(number: int, beside: int, seats: int) -> tuple[PointsBySeat, int]:
    """The points of every seat by a visit to a point with these dwarfs beside it, and what the garden changes
    by.
    """
    gained, change = [0.0] * seats, 0
    for shift in _SHIFTS_BESIDE[number]:
        dwarf = beside >> shift & 255
        if dwarf:
            seat, back = dwarf >> 5, dwarf & 3
            gained[seat] += dwarf >> 2 & 7
            change += ((seat << 5 | back << 2 if back else 0) - dwarf) << shift
    return tuple(gained), change


class Visits:
    """What visits do at some scores. `known`: by the number of the point, what was worked out."""

    def __init__(self, weights: tuple[PointsBySeat, ...]) -> None:
        self._weights, self._kept = weights, 0
        self.known: tuple[dict[int, Visit], ...] = tuple([{} for _ in POINTS])
        self._values: dict[PointsBySeat, PointsBySeat] = {}

    def of(self, number: int, beside: int) -> Visit:
        """A visit to a point with these dwarfs beside it."""
        gains, change = _visited(number, beside, len(self._weights))
        values = self._values.get(gains)
        if values is None:
            values = self._values[gains] = tuple([weighted(weights, gains) for weights in self._weights])
        if self._kept >= _KEPT:
            self._kept = 0
            self._values.clear()
            for kept in self.known:
                kept.clear()
        self._kept += 1
        found = self.known[number][beside] = Visit(gains, values, change)
        return found


class Forecast:
    """Forecasts by the parameters of one position. What it has worked out it keeps."""

    def __init__(self, parameters: ForecastParameters) -> None:
        self.parameters, self._wealth = parameters, parameters.wealth
        self._nothing: PointsBySeat = (0.0,) * len(parameters.weights)
        self._visits = _visits_by(parameters.weights)
        self._expected: dict[tuple[int, Ahead], PointsBySeat] = {}

    def visit(self, there: ModelGarden, point: Point) -> Visit:
        """What the King's visit to a point does."""
        number, beside = _NUMBERS[point], there & _MASKS[point]
        return self._visits.known[number].get(beside) or self._visits.of(number, beside)

    def _points(self, there: ModelGarden, moves: Ahead) -> PointsBySeat:
        """What every seat is likely to score by these King's moves."""
        key = there & moves.seen, moves
        found = self._expected.get(key)
        if found is not None:
            return found
        known, of = self._visits.known, self._visits.of
        visits = [known[at].get(there & mask) or of(at, there & mask) for at, mask in moves.ends]
        if moves.owner is not None:
            found = self._last(visits, moves.owner)
        else:
            likely, later = self._likely(visits), moves.later
            whole = fsum(likely.values())
            found = self._nothing
            for place, weight in likely.items():
                gains, _, change = visits[place]
                onward = later[place]
                if onward is not None:
                    gains = tuple(map(add, gains, self._points(there + change, onward)))
                if weight == whole:
                    found = gains
                else:
                    chance = weight / whole
                    found = tuple([had + chance * gain for had, gain in zip(found, gains)])  # noqa: B905
        if len(self._expected) >= _KEPT:
            self._expected.clear()
        self._expected[key] = found
        return found

    def _last(self, visits: Sequence[Visit], owner: int) -> PointsBySeat:
        """The points of the last card's move; its owner declines one that does harm."""
        best = max(visits, key=lambda visit: visit.values[owner])
        return best.gains if best.values[owner] > 0 else self._nothing

    def _likely(self, visits: Sequence[Visit]) -> dict[int, float]:
        """The moves that are best for a seat, and the weight of the seats in the auction for it."""
        favourites: dict[int, float] = {}
        for wealth, values in zip(self._wealth, zip(*[visit[1] for visit in visits])):  # noqa: B905
            best = max(values)
            place = values.index(best)
            weight = wealth * (0.5 + best) if best > 0 else wealth * 0.5
            favourites[place] = favourites[place] + weight if place in favourites else weight
        return favourites

    def forecast_round(
        self, there: ModelGarden, king: Point, open_cards: tuple[OpenCard, ...]
    ) -> PointsBySeat:
        """The points that every seat may expect: from this round's moves, and from what lasts."""
        late = lasting(there, king, len(self._nothing))
        if not open_cards:
            return late
        soon = self._points(there, ahead(king, open_cards, self.parameters.depth))
        return tuple(map(add, soon, late))


def forecast_of(position: Position, depth: int | None = None) -> Forecast:
    """The forecast for a position, with what it has worked out already (`forecast_parameters`)."""
    return _forecast_by(position.scores, position.cards, depth)


@lru_cache(maxsize=64)
def _visits_by(weights: tuple[PointsBySeat, ...]) -> Visits:
    return Visits(weights)


@lru_cache(maxsize=64)
def _forecast_by(scores: tuple[int, ...], held: tuple[int, ...], depth: int | None) -> Forecast:
    return Forecast(forecast_parameters(scores, held, depth))


_LASTING = tuple([NEARNESS * ((dwarf >> 2 & 7) + 0.4 * (dwarf & 3)) for dwarf in range(256)])
"""By the bits of a dwarf: what it is worth beyond this round beside the King."""


@lru_cache(maxsize=1 << 12)
def lasting(there: ModelGarden, king: Point, seats: int) -> PointsBySeat:
    """What dwarfs near the King are worth to every seat beyond this round."""
    total = [0.0] * seats
    dwarfs = there.to_bytes(len(SQUARES), "little")
    for dwarf, nearness in compress(zip(dwarfs, _nearness(king), strict=True), dwarfs):
        total[dwarf >> 5] += _LASTING[dwarf] * nearness
    return tuple(total)


@lru_cache(maxsize=1 << 8)
def square_visits(king: Point, open_cards: tuple[OpenCard, ...]) -> Mapping[str, float]:
    """How often the next moves may bring the King beside each square; nearer moves weigh more. Other squares
    are left out.
    """
    points: dict[Point, float] = {}
    for option in kings_move_options(king, open_cards):
        points[option.end] = points.get(option.end, 0.0) + 1.0
        for later in kings_move_options(option.end, option.rest):
            points[later.end] = points.get(later.end, 0.0) + 0.5 / max(1, len(option.rest))
    found: dict[str, float] = {}
    for point, weight in points.items():
        for square in BESIDE[point]:
            found[square] = found.get(square, 0.0) + weight
    return MappingProxyType(found)


@lru_cache(maxsize=1 << 8)
def squares_by_visits(king: Point, open_cards: tuple[OpenCard, ...]) -> tuple[str, ...]:
    """The squares that the next moves may bring the King beside, likeliest first."""
    visits = square_visits(king, open_cards)
    return tuple(sorted(visits, key=lambda square: (-visits[square], square)))
