"""Evaluates positions for the steward: one number for what the rest of a round promises a seat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

from engine.laurin.bots.forecast import (
    SHIFTS,
    Forecast,
    ModelGarden,
    OpenCard,
    PointsBySeat,
    forecast_of,
    model_garden,
    open_cards,
    square_visits,
    squares_by_visits,
    weighted,
)
from engine.laurin.model import cards, garden
from engine.laurin.model.moves import Exchange, Lead
from engine.laurin.model.names import Point
from engine.laurin.model.state import Dwarf, Position


class Sight(NamedTuple):
    """How far an evaluation looks."""

    squares: int
    """How many empty squares are considered for a dwarf."""
    depth: int | None
    """How many King's moves it looks ahead (`forecast.forecast_parameters`)."""


FAR, NEAR = Sight(8, None), Sight(4, 1)
"""How far a steward looks; and one that plays on many times, with a third of the work."""


class Evaluation:
    """Evaluates variations of one position for one seat, in points: its own against everybody else's. What a
    question does not need is not worked out.
    """

    def __init__(self, position: Position, seat: int, sight: Sight = FAR) -> None:
        self.position, self.seat, self.sight = position, seat, sight
        self._after: dict[tuple[ModelGarden, Point, tuple[OpenCard, ...]], float] = {}

    @cached_property
    def forecast(self) -> Forecast:
        """What the King's moves are likely to score."""
        return forecast_of(self.position, self.sight.depth)

    @cached_property
    def weights(self) -> PointsBySeat:
        """What every seat's points are worth to this seat."""
        return self.forecast.parameters.weights[self.seat - 1]

    @cached_property
    def open_cards(self) -> tuple[OpenCard, ...]:
        return open_cards(self.position)

    @cached_property
    def there(self) -> ModelGarden:
        return model_garden(self.position.dwarfs)

    def worth(self, gains: PointsBySeat) -> float:
        """What points by seat are worth to this seat."""
        return weighted(self.weights, gains)

    def rest_of_round(self, dwarfs: Iterable[Dwarf]) -> float:
        """The value of the rest of the round with these dwarfs in the garden."""
        return self.rest_by(model_garden(dwarfs))

    def rest_by(self, there: ModelGarden, open_cards: tuple[OpenCard, ...] | None = None) -> float:
        """The same by the model of a garden (and with these open cards)."""
        on_sale = self.open_cards if open_cards is None else open_cards
        return self.worth(self.forecast.forecast_round(there, self.position.king, on_sale))

    def scoring(
        self, point: Point, open_cards: tuple[OpenCard, ...] | None = None, fogged: int | None = None
    ) -> float:
        """The value of a scoring with the King at a point, and of the rest of the round."""
        gains, _, change = self.forecast.visit(self.there, point)
        if fogged is not None:
            gains = tuple(0.0 if seat == fogged else gain for seat, gain in enumerate(gains, start=1))
        on_sale = self.open_cards if open_cards is None else open_cards
        later = self.there + change, point, on_sale
        after = self._after.get(later)
        if after is None:  # else another seat is left out of the same scoring
            after = self._after[later] = self.worth(self.forecast.forecast_round(*later))
        return self.worth(gains) + after

    def without(self, owner: int) -> tuple[OpenCard, ...]:
        """The open cards without the one in front of a seat."""
        return tuple(sale for sale in self.open_cards if sale[0] + 1 != owner)

    def end(self, move: Lead) -> Point:
        """The point at which a legal King's move ends."""
        card = cards.MOVEMENT[self.position.movement[move.seat - 1] or ""]
        return garden.walked(self.position.king, move.direction, card.distance) or self.position.king

    def square_visits(self) -> Mapping[str, float]:
        """How often the next moves may bring the King beside each square; other squares are left out."""
        return square_visits(self.position.king, self.open_cards)

    def likely_squares(self) -> list[str]:
        """The empty squares that the King is likeliest to visit, likeliest first."""
        taken = garden.by_square(self.position.dwarfs)
        squares = squares_by_visits(self.position.king, self.open_cards)
        return [square for square in squares if square not in taken][: self.sight.squares]


def exchanged(there: ModelGarden, move: Exchange) -> ModelGarden:
    first, second = SHIFTS[move.first], SHIFTS[move.second]
    more = (there >> second & 255) - (there >> first & 255)
    return there + (more << first) - (more << second)
