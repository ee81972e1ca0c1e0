"""A position as the steward weighs it: one number for what the rest of a round promises a seat."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from engine.laurin.bots import prospects
from engine.laurin.bots.prospects import Gains, Sale
from engine.laurin.model import cards, garden
from engine.laurin.model.moves import Exchange, Lead
from engine.laurin.model.names import Point
from engine.laurin.model.state import Dwarf, Position

SQUARES_LOOKED_AT = 8


class Sight:
    """What a seat may hope for, its own points against everybody else's."""

    def __init__(self, position: Position, seat: int) -> None:
        self.position, self.seat = position, seat
        self.minds = prospects.minds(position)
        self.stakes = self.minds.stakes[seat - 1]
        self.sales = prospects.on_sale(position)

    def worth(self, gains: Gains) -> float:
        """What points by seat are worth to this seat."""
        return prospects.worth(self.stakes, gains)

    def hopes(self, dwarfs: Iterable[Dwarf], sales: tuple[Sale, ...] | None = None) -> float:
        """The rest of the round with these dwarfs in the garden (and these cards on sale)."""
        on_sale = self.sales if sales is None else sales
        return self.worth(
            prospects.prospect(prospects.stones(dwarfs), self.position.king, on_sale, self.minds)
        )

    def scoring(
        self, point: Point, sales: tuple[Sale, ...] | None = None, fogged: int | None = None
    ) -> float:
        """A scoring with the King at a point, and the rest of the round after it."""
        there = prospects.stones(self.position.dwarfs)
        gains = prospects.gains_at(there, point, len(self.stakes))
        if fogged is not None:
            gains = tuple(0.0 if seat == fogged else gain for seat, gain in enumerate(gains, start=1))
        on_sale = self.sales if sales is None else sales
        later = prospects.prospect(prospects.scored(there, point), point, on_sale, self.minds)
        return self.worth(gains) + self.worth(later)

    def without(self, owner: int) -> tuple[Sale, ...]:
        """The cards on sale without the one in front of a seat."""
        return tuple(sale for sale in self.sales if sale[0] + 1 != owner)

    def end(self, move: Lead) -> Point:
        """Where a legal King's move leads."""
        card = cards.MOVEMENT[self.position.movement[move.seat - 1] or ""]
        return garden.walked(self.position.king, move.direction, card.distance) or self.position.king

    def likes(self) -> dict[str, float]:
        """How likely the next moves bring the King to each square, where they do."""
        likes: dict[str, float] = {}
        for point, weight in prospects.visits(self.position.king, self.sales).items():
            for square in garden.BESIDE[point]:
                likes[square] = likes.get(square, 0.0) + weight
        return likes

    def likely_squares(self) -> list[str]:
        """Empty squares, those first to which the next moves are likeliest to bring the King."""
        taken, likes = garden.by_square(self.position.dwarfs), self.likes()
        empty = [square for square in likes if square not in taken]
        return sorted(empty, key=lambda square: (-likes[square], square))[:SQUARES_LOOKED_AT]


def exchanged(dwarfs: Iterable[Dwarf], move: Exchange) -> tuple[Dwarf, ...]:
    """The garden after an Exchange."""
    places = {move.first: move.second, move.second: move.first}
    return tuple(
        replace(dwarf, square=places[dwarf.square]) if dwarf.square in places else dwarf for dwarf in dwarfs
    )
