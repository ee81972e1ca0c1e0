"""Works out what winning an auction is worth, and the bid with the best balance of chance and cost.

Others' bids are estimated from what is public: the number of cards they laid, and what they would gain by
winning.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import fsum
from operator import add, mul

from engine.laurin.bots import forecast
from engine.laurin.model import cards
from engine.laurin.model.components import TARGETS
from engine.laurin.model.moves import Bid, Move
from engine.laurin.model.names import Cards
from engine.laurin.model.state import Position, View
from engine.laurin.rules.legal import PASS

PRICE = 0.42
"""What treasure of value 1 is worth in points."""
PRICE_AT_THE_END = 0.05
HIGHEST_SUM = 40
"""Sums beyond it win as surely."""


def bid(view: View, seat: int, model: forecast.Forecast, open_cards: tuple[forecast.OpenCard, ...]) -> Move:
    """The bid with the highest expected gain less its expected cost, or a pass if no bid is worth it."""
    position = view.position
    stake = stakes(model.parameters, by_winner(position, model, open_cards))
    below = chances(position, seat, stake)
    chosen = best_bid(view.hand, below, stake[seat - 1], price_of_treasure(position))
    return Bid(chosen) if chosen else PASS


def price_of_treasure(position: Position) -> float:
    """What treasure of value 1 is worth in points: next to nothing in the last round."""
    return PRICE_AT_THE_END if max(position.scores) >= TARGETS[len(position.scores)] else PRICE


def best_bid(hand: Cards, below: Sequence[float], stake: float, price: float) -> Cards:
    """The best bid with these cards, none if it is to pass. `below` is the chance to win, by sum."""
    best: tuple[float, Cards] = (0.0, ())
    for chosen in cards.selections(hand):
        total = sum(chosen)
        win = below[min(total, HIGHEST_SUM)]
        value = win * (stake - price * total) - (1 - win) * price * lost_by_losing(chosen)
        best = max(best, (value, chosen))
    return best[1]


def lost_by_losing(chosen: Cards) -> int:
    """The value of the cards that a losing bid costs, if the best half is taken back."""
    return sum(chosen) - sum(chosen[: len(chosen) // 2])


def by_winner(
    position: Position, model: forecast.Forecast, open_cards: tuple[forecast.OpenCard, ...]
) -> list[forecast.PointsBySeat]:
    """By winning seat: the points that every seat is likely to score after that win."""
    there = forecast.model_garden(position.dwarfs)
    outcomes = []
    for _, end, rest in forecast.kings_move_options(position.king, open_cards):
        gains, _, change = model.visit(there, end)
        later = model.forecast_round(there + change, end, rest)
        outcomes.append(tuple(map(add, gains, later)))
    best = []
    for weights in model.parameters.weights:
        worths = [forecast.weighted(weights, gains) for gains in outcomes]
        best.append(outcomes[worths.index(max(worths))])
    return best


def stakes(
    parameters: forecast.ForecastParameters, gains: Sequence[forecast.PointsBySeat]
) -> tuple[float, ...]:
    """By seat: what winning is worth to it, compared with others winning. `gains` are by winner."""
    return tuple(_stake(parameters, gains, seat) for seat in range(len(gains)))


def _stake(
    parameters: forecast.ForecastParameters, gains: Sequence[forecast.PointsBySeat], seat: int
) -> float:
    values = [forecast.weighted(parameters.weights[seat], outcome) for outcome in gains]
    weights = [wealth if other != seat else 0.0 for other, wealth in enumerate(parameters.wealth)]
    losing = fsum(map(mul, values, weights)) / fsum(weights)
    return values[seat] - losing


def chances(position: Position, seat: int, stake: Sequence[float]) -> list[float]:
    """The chance (0 to 1) that a bid of this seat wins, by its sum. `stake` is by seat."""
    auction, price = position.auction, price_of_treasure(position)
    below = [1.0] * (HIGHEST_SUM + 1)
    for other, count in enumerate(auction.laid if auction else (), start=1):
        if other == seat or count == 0 or (count is None and not position.cards[other - 1]):
            continue
        if count is None:
            most = min(2.2 * position.cards[other - 1], 0.9 * max(0.0, stake[other - 1]) / price)
            odds = _eager(round(most))
        else:
            odds = _laid(count)
        below = [chance * odd for chance, odd in zip(below, odds, strict=True)]
    return below


@lru_cache(maxsize=64)
def _eager(most: int) -> tuple[float, ...]:
    """By sum: the chance to beat a seat that may bid anything up to `most`."""
    return tuple(
        min(1.0, (total + 0.5 * (total > 0)) / (most + 1) if total <= most else 1.0)
        for total in range(HIGHEST_SUM + 1)
    )


@lru_cache(maxsize=64)
def _laid(count: int) -> tuple[float, ...]:
    """By sum: the chance to beat `count` cards laid face down; a tie counts half."""
    exact = [1.0] + [0.0] * (3 * count)
    for _ in range(count):
        exact = [
            fsum(exact[total - value] for value in cards.VALUES if total >= value) / len(cards.VALUES)
            for total in range(3 * count + 1)
        ]
    exact += [0.0] * (HIGHEST_SUM + 1)
    return tuple(fsum(exact[:total]) + exact[total] / 2 for total in range(HIGHEST_SUM + 1))
