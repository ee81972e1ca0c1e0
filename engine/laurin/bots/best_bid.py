"""The bid that pays best against what others are likely to bid (`rivals`).

Every bid is judged by who may win then: what the round is worth after that seat's best move, the treasure
that it costs oneself, and the treasure that it costs the winner.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum, prod

from engine.laurin.bots import bidding
from engine.laurin.bots.evaluation import Evaluation
from engine.laurin.bots.rivals import PASSED, BidSize, Rivals
from engine.laurin.model import cards
from engine.laurin.model.components import TARGETS
from engine.laurin.model.moves import Bid, Move
from engine.laurin.model.names import Cards
from engine.laurin.model.state import Auction, View
from engine.laurin.phases.transition import clockwise
from engine.laurin.rules.legal import PASS

PRICE = 0.5
"""What treasure of value 1 is worth in points, before the last round."""
Rank = tuple[int, int, int]
"""What decides an auction: the sum, the number of cards, and how early a seat is in turn order (negative)."""


class _Rival:
    """What another seat may bid, ready to be compared."""

    def __init__(self, bids: Mapping[BidSize, float], place: int, worth: float, drain: float) -> None:
        self.ranks: list[tuple[Rank, float]] = [
            ((total, count, -place), chance) for (total, count), chance in bids.items() if count
        ]
        self.passes = bids.get(PASSED, 0.0)
        self.worth = worth
        self.drain = drain
        """What it is worth that this seat loses treasure of value 1."""

    def below(self, rank: Rank) -> float:
        """The chance that it bids less, or passes."""
        return self.passes + fsum(chance for own, chance in self.ranks if own < rank)

    def wins(self, rank: Rank, others: Sequence[_Rival]) -> float:
        """What its winning adds to the value of a bid with this rank."""
        return fsum(
            chance * prod([other.below(own) for other in others]) * (self.worth + self.drain * own[0])
            for own, chance in self.ranks
            if own > rank
        )


class _Sale:
    """One auction, as the seat that is to bid sees it."""

    def __init__(self, view: View, auction: Auction, evaluation: Evaluation) -> None:
        self._position, self._seat = view.position, evaluation.seat
        self._order = clockwise(view.position)
        self._evaluation, self._rivals = evaluation, Rivals(view, auction)
        gains = bidding.by_winner(view.position, evaluation.forecast, evaluation.open_cards)
        self._worths = [evaluation.worth(outcome) for outcome in gains]
        ended = max(view.position.scores) >= TARGETS[len(view.position.scores)]
        self._price = bidding.PRICE_AT_THE_END if ended else PRICE
        self._by_count: dict[int, list[_Rival]] = {}

    def value(self, chosen: Cards) -> float:
        """What a bid is worth in points; without cards, a pass."""
        others, own = self._others(len(chosen)), self._seat - 1
        rank = (sum(chosen), len(chosen), -self._order.index(self._seat))
        spent = self._price * sum(chosen)
        if chosen:
            win = prod([other.below(rank) for other in others])
            value = win * (self._worths[own] - spent)
            value -= (1 - win) * self._price * bidding.lost_by_losing(chosen)
        else:
            value = prod([other.passes for other in others]) * self._free()
        return value + fsum(one.wins(rank, [other for other in others if other is not one]) for one in others)

    def _free(self) -> float:
        """The value if nobody bids: the start player chooses, or declines."""
        starter = self._position.starter
        worth = self._worths[starter - 1]
        if starter != self._seat:
            return worth
        return max(worth, self._evaluation.rest_by(self._evaluation.there, ()))

    def _others(self, count: int) -> list[_Rival]:
        """The other seats, if this one lays so many cards."""
        if count not in self._by_count:
            self._by_count[count] = [
                _Rival(
                    self._rivals.bids(seat, count),
                    place,
                    self._worths[seat - 1],
                    -0.5 * self._price * self._evaluation.weights[seat - 1],
                )
                for place, seat in enumerate(self._order)
                if seat != self._seat
            ]
        return self._by_count[count]


def bid(view: View, seat: int) -> Iterator[Move]:
    """The bid with the highest value so far, or a pass while that is as good: the best last."""
    yield PASS
    auction = view.position.auction
    if auction is None:
        return
    sale = _Sale(view, auction, Evaluation(view.position, seat))
    highest = sale.value(())
    for chosen in cards.selections(view.hand):
        value = sale.value(chosen)
        if value > highest:
            highest = value
            yield Bid(chosen)
