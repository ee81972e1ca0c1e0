"""What the King's moves of a round are likely to bring everybody: the foresight of laurin's bots.

A rough model of the rest of a round. Who wins each auction is a matter of treasure and of how
much a seat wants it; the winner leads the King where it does best at once; nobody plays magic.
Everything here is public, so that a bot may expect the same of every seat.
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

Gains = tuple[float, ...]
"""Points by seat."""
Stone = tuple[int, int, int]
"""A dwarf as the model sees it: seat (from 0), what it scores now, what it scores the next time."""
Garden = Mapping[str, Stone]
Sale = tuple[int, int, int]
"""An open movement card: its owner's seat (from 0), and its step to the east or to the north."""

ENVY = 0.75
"""What a point of everybody else together weighs against an own one."""
NEARNESS = 0.12
"""What a dwarf's value one point away from the King is worth beyond this round."""
_DEPTHS: Mapping[int, int] = MappingProxyType({3: 3, 4: 3, 5: 2})
"""King's moves looked ahead, by number of players: for answers in a few milliseconds."""


class Minds(NamedTuple):
    """What stays the same while the model looks ahead."""

    stakes: tuple[Gains, ...]
    """By seat, what a point of every seat is worth to it: 1 for its own, less than 0 for others'."""
    wealth: Gains
    """By seat, its weight in an auction."""
    depth: int


class Option(NamedTuple):
    """A King's move in the model: which of the cards on sale, where it ends, what it brings."""

    sale: int
    end: Point
    gains: Gains


def minds(position: Position) -> Minds:
    """What everybody wants and can afford, as far as everybody knows."""
    seats = range(len(position.scores))
    return Minds(
        tuple(_stakes(position.scores, seat) for seat in seats),
        tuple(1.0 + count for count in position.cards),
        _DEPTHS[len(seats)],
    )


def _stakes(scores: Sequence[int], own: int) -> Gains:
    """Others count by how far they have come."""
    near = [0 if seat == own else 6 + score for seat, score in enumerate(scores)]
    whole = sum(near)
    return tuple(1.0 if seat == own else -ENVY * part / whole for seat, part in enumerate(near))


def worth(stakes: Gains, gains: Gains) -> float:
    """What points by seat are worth to somebody."""
    return fsum(map(mul, stakes, gains))


def stones(dwarfs: Iterable[Dwarf]) -> dict[str, Stone]:
    """The garden as the model sees it."""
    return {dwarf.square: _stone(dwarf) for dwarf in dwarfs}


def _stone(dwarf: Dwarf) -> Stone:
    back = cards.value(dwarf.kind, turned=True)
    return (dwarf.seat - 1, back, 0) if dwarf.turned else (dwarf.seat - 1, cards.value(dwarf.kind), back)


def on_sale(position: Position) -> tuple[Sale, ...]:
    """The open movement cards."""
    found = []
    for owner, name in enumerate(position.movement):
        if name is not None:
            card = cards.MOVEMENT[name]
            found.append((owner, card.distance, 0) if card.axis == "h" else (owner, 0, card.distance))
    return tuple(found)


def gains_at(there: Garden, point: Point, seats: int) -> Gains:
    """What the King at a point brings every seat."""
    gained = [0.0] * seats
    for square in BESIDE[point]:
        if square in there:
            seat, value, _ = there[square]
            gained[seat] += value
    return tuple(gained)


def scored(there: Garden, point: Point) -> Garden:
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


def options(there: Garden, king: Point, sales: Sequence[Sale], seats: int) -> list[Option]:
    """Every King's move the cards on sale allow."""
    x, y = king
    return [
        Option(place, end, gains_at(there, end, seats))
        for place, (_, east, north) in enumerate(sales)
        for end in ((x + east, y + north), (x - east, y - north))
        if end in BESIDE
    ]


def expected(there: Garden, king: Point, sales: Sequence[Sale], mind: Minds, depth: int) -> Gains:
    """What everybody is likely to score with the cards on sale, so many moves ahead."""
    seats = len(mind.stakes)
    if not sales or not depth:
        return (0.0,) * seats
    found = options(there, king, sales, seats)
    if len(sales) == 1:
        return _last(found, mind.stakes[sales[0][0]])
    total = [0.0] * seats
    for option, chance in _likely(found, mind).items():
        rest = (*sales[: option.sale], *sales[option.sale + 1 :])
        later = expected(scored(there, option.end), option.end, rest, mind, depth - 1)
        for seat in range(seats):
            total[seat] += chance * (option.gains[seat] + later[seat])
    return tuple(total)


def _last(found: Sequence[Option], stakes: Gains) -> Gains:
    """The last card's owner declines what does harm."""
    best = max(found, key=lambda option: worth(stakes, option.gains))
    return best.gains if worth(stakes, best.gains) > 0 else (0.0,) * len(stakes)


def _likely(found: Sequence[Option], mind: Minds) -> dict[Option, float]:
    """Each seat's favourite move, and how likely that seat gets its way."""
    favourites: dict[Option, float] = {}
    for stakes, wealth in zip(mind.stakes, mind.wealth, strict=True):
        values = [worth(stakes, option.gains) for option in found]
        best = max(values)
        option = found[values.index(best)]
        favourites[option] = favourites.get(option, 0.0) + wealth * (0.5 + max(0.0, best))
    whole = fsum(favourites.values())
    return {option: weight / whole for option, weight in favourites.items()}


def lasting(there: Garden, king: Point, seats: int) -> Gains:
    """What dwarfs near the King are worth beyond this round."""
    x, y = king
    total = [0.0] * seats
    for square, (seat, value, back) in there.items():
        away = abs(ord(square[0]) - 96.5 - x) + abs(int(square[1]) - 0.5 - y)
        total[seat] += NEARNESS * (value + 0.4 * back) * max(0.0, 1 - away / 8)
    return tuple(total)


def prospect(there: Garden, king: Point, sales: Sequence[Sale], mind: Minds) -> Gains:
    """What everybody may hope for: this round's moves, and what lasts."""
    soon, late = expected(there, king, sales, mind, mind.depth), lasting(there, king, len(mind.stakes))
    return tuple([one + other for one, other in zip(soon, late, strict=True)])


def visits(king: Point, sales: Sequence[Sale]) -> dict[Point, float]:
    """How often the King may come to each point with the cards on sale, nearer moves counting more."""
    found: dict[Point, float] = {}
    for option in options({}, king, sales, 0):
        found[option.end] = found.get(option.end, 0.0) + 1.0
        rest = (*sales[: option.sale], *sales[option.sale + 1 :])
        for later in options({}, option.end, rest, 0):
            found[later.end] = found.get(later.end, 0.0) + 0.5 / max(1, len(rest))
    return found
