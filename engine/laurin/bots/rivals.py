"""Works out what others are likely to bid: as a steward would with each hand that they can have.

What a steward bids follows from its hand and from what is public. So every hand that a seat can have, weighed
by its chance, tells a bid, and the number of cards that were laid tells which of these hands are left. People
are not stewards: a part of the chance goes to all bids alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import product
from math import comb, fsum

from msgspec.structs import replace

from engine.laurin.bots import bidding, forecast
from engine.laurin.model import cards
from engine.laurin.model.names import Cards, Counts
from engine.laurin.model.state import Auction, Position, View
from engine.laurin.phases import treasure
from engine.laurin.phases.transition import clockwise

BidSize = tuple[int, int]
"""The sum and the number of the cards of a bid; (0, 0) is a pass."""
PASSED: BidSize = (0, 0)

ANY_BID = 0.3
"""The chance that a seat does not bid as a steward, but anything."""
_ANY_PASS = 0.4
"""The chance that it then passes."""


class Rivals:
    """What the seats of one auction are likely to bid, as the seat of a view sees it."""

    def __init__(self, view: View, auction: Auction) -> None:
        self._position, self._auction = view.position, auction
        self._seat = view.seat or 0
        self._order = clockwise(view.position)
        self._hands = _HandsOfOthers(view)
        self._stakes: dict[tuple[int, ...], tuple[float, ...]] = {}

    def bids(self, other: int, mine: int) -> dict[BidSize, float]:
        """The chance of every bid of a seat, if this one lays so many cards (0: passes)."""
        position, count = self._position, self._auction.laid[other - 1]
        held = position.cards[other - 1] + (count or 0)
        if count == 0 or not held:
            return {PASSED: 1.0}
        seen = self._when_it_bids(other, mine)
        stakes = self._stakes_in(seen)
        below = bidding.chances(seen, other, stakes)
        price, stake = bidding.price_of_treasure(position), stakes[other - 1]
        likely: dict[BidSize, float] = {}
        anything: dict[BidSize, float] = {}
        for hand, chance in self._hands.possible(other, held):
            bid = _size(bidding.best_bid(hand, below, stake, price))
            if count is None or bid[1] == count:
                likely[bid] = likely.get(bid, 0.0) + chance
            for size, share in _any_bids(hand, count):
                anything[size] = anything.get(size, 0.0) + chance * share
        return _mixed(likely, anything)

    def _when_it_bids(self, other: int, mine: int) -> Position:
        """The position as it was or will be when a seat bids; of bids to come only this seat's is there."""
        laid, held = list(self._auction.laid), list(self._position.cards)
        laid[self._seat - 1] = mine
        held[self._seat - 1] -= mine
        for later in self._order[self._order.index(other) :]:
            held[later - 1] += laid[later - 1] or 0
            laid[later - 1] = None
        auction = replace(self._auction, laid=tuple(laid))
        return replace(self._position, auction=auction, cards=tuple(held))

    def _stakes_in(self, seen: Position) -> tuple[float, ...]:
        """What winning is worth to every seat; it depends on nothing but the numbers of cards."""
        found = self._stakes.get(seen.cards)
        if found is None:
            model = forecast.forecast_of(seen)
            gains = bidding.by_winner(seen, model, forecast.open_cards(seen))
            found = self._stakes[seen.cards] = bidding.stakes(model.parameters, gains)
        return found


class _HandsOfOthers:
    """The hands that others can have, as the seat of a view sees it."""

    def __init__(self, view: View) -> None:
        self._known = view.position.known
        seen = [
            card for seat, known in enumerate(self._known, start=1) if seat != view.seat for card in known
        ]
        self._unseen = treasure.unseen(view.position, (*view.hand, *seen), view.bid)

    def possible(self, other: int, held: int) -> tuple[tuple[Cards, float], ...]:
        """Every hand of so many cards, and its chance."""
        known = self._known[other - 1]
        return _hands(self._unseen, known, max(0, held - len(known)))


@lru_cache(maxsize=1 << 11)
def _hands(unseen: Counts, known: Cards, more: int) -> tuple[tuple[Cards, float], ...]:
    """Every hand of these cards and so many of the unseen ones, and its chance."""
    found: dict[Cards, float] = {}
    for counts in product(*[range(min(count, more) + 1) for count in unseen]):
        if sum(counts) == more:
            drawn = [value for value, count in zip(cards.VALUES, counts, strict=True) for _ in range(count)]
            ways = [comb(count, some) for count, some in zip(unseen, counts, strict=True)]
            found[cards.joined(known, tuple(drawn))] = float(ways[0] * ways[1] * ways[2])
    whole = fsum(found.values())
    return tuple((hand, weight / whole) for hand, weight in found.items())


@lru_cache(maxsize=1 << 11)
def _any_bids(hand: Cards, count: int | None) -> tuple[tuple[BidSize, float], ...]:
    """The bids with a hand if each is as likely as the others, and their chances: those of `count` cards, or
    (None) all and a pass.
    """
    if count is None:
        found = [_size(chosen) for chosen in cards.selections(hand)]
        return ((PASSED, _ANY_PASS), *((size, (1 - _ANY_PASS) / len(found)) for size in found))
    laid = [_size(chosen) for chosen in cards.selections(hand, count) if len(chosen) == count]
    return tuple((size, 1 / len(laid)) for size in laid)


def _size(bid: Iterable[int]) -> BidSize:
    chosen = tuple(bid)
    return sum(chosen), len(chosen)


def _mixed(likely: Mapping[BidSize, float], anything: dict[BidSize, float]) -> dict[BidSize, float]:
    """Both together; only the second if no steward would have bid so."""
    whole = fsum(likely.values())
    if not whole:
        return anything
    found = {size: ANY_BID * chance for size, chance in anything.items()}
    for size, chance in likely.items():
        found[size] = found.get(size, 0.0) + (1 - ANY_BID) * chance / whole
    return found
