"""How seats of a race choose what to wish for, with noise, so that everything is tried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import exp
from random import Random

from engine.court.bots.goals import CROWN
from engine.court.bots.king_distance import turns_saved
from engine.court.model.state import Kind
from training.court.households import Cards, beating
from training.court.races import Plan
from training.court.values import CARDS, Learned
from training.court.wishes import Place, Wish, wishes

_SPREAD = 0.45
"""The standard deviation of the logarithm of a wish's noise."""
_KING_SHARE, _ANY = 0.125, 0.02
Noise = Mapping[Kind, float]


def noise(random: Random) -> Noise:
    """A factor for each kind."""
    return {kind: exp(random.gauss(0, _SPREAD)) for kind in (*CARDS, "king")}


def steward_plan(factors: Noise) -> Plan:
    """Wishes as the steward's."""

    def plan(place: Place, cards: list[Kind], king: bool) -> list[Wish]:
        own = place.houses[place.seat]
        found = [Wish((_saved(own.cards, card) + _ANY) * factors[card], card) for card in cards]
        if king:
            found += (wish._replace(worth=wish.worth * factors["king"]) for wish in _steward_crowns(place))
        return sorted(found, key=lambda wish: -wish.worth)

    return plan


def learned_plan(learned: Learned, factors: Noise) -> Plan:
    """Wishes by what was learned so far."""

    def plan(place: Place, cards: list[Kind], king: bool) -> list[Wish]:
        found = (
            wish._replace(worth=wish.worth * factors[wish.card])
            for wish in wishes(learned, place, cards, king=king)
        )
        return sorted(found, key=lambda wish: -wish.worth)

    return plan


def _steward_crowns(place: Place) -> Iterator[Wish]:
    own = place.houses[place.seat]
    for count in range(7, own.most + 1):
        held = 1.0
        for seat, house in enumerate(place.houses):
            if seat != place.seat:
                held *= 1 - house.reach(beating((count, 3)))
        won = held + (1 - held) * own.with_queen.reach((count + 1, 3))
        if won > _KING_SHARE:
            yield Wish(CROWN * (won - _KING_SHARE), "king", (count, 1))


@lru_cache(maxsize=1 << 18)
def _saved(cards: Cards, card: Kind) -> float:
    return turns_saved(cards, card)
