"""A game of court as a race: a whole turn is one draw.

The luck of a turn is a number from 0 (best) to 1; the turn brings the best wish whose chance is at least
that. Games are half a round shorter than real ones and the King is held a little less often.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from engine.court.bots.king_race import Mark
from engine.court.model.cards import stock
from engine.court.model.state import Kind
from training.court.households import Household, beating, household, with_card
from training.court.values import CARDS, king_features
from training.court.wishes import Place, Wish

SEATS = 4
_ROUNDS = 40
_IDLE, _NO_KING = 0.1, 0.15
"""How often a turn brings nothing and the King is out of reach, so that both can be valued."""
Random = Callable[[], float]
Plan = Callable[[Place, list[Kind], bool], list[Wish]]
"""What a seat wishes for in a turn, best first, from the cards that it may take and whether the King too."""


class Crowning(NamedTuple):
    """Who took the King first, with which mark, and the features it was taken with."""

    seat: int
    mark: Mark
    features: list[float]


class Race(NamedTuple):
    """A finished race: the winner, the first King, and the places after all turns before."""

    winner: int
    crowning: Crowning
    places: list[Place]


def race(plans: Sequence[Plan], random: Random, *, exploring: bool) -> Race | None:
    """Plays a race; None if nobody takes the King."""
    houses = [household(()) for _ in range(SEATS)]
    left = dict(stock(SEATS, "de"))
    starter, places = int(random() * SEATS), list[Place]()
    for _ in range(_ROUNDS):
        crowning = None
        for waiting, seat in _turns(starter):
            place = Place(tuple(houses), seat, waiting)
            king = crowning is None and not (exploring and random() < _NO_KING)
            wish = _brought(plans[seat], place, left, random, king=king, exploring=exploring)
            if wish is not None and wish.mark is not None:
                features = king_features(place.houses, seat, wish.mark, waiting)
                crowning = Crowning(seat, wish.mark, features)
            elif wish is not None:
                houses[seat] = with_card(houses[seat].cards, wish.card)
                if wish.card in left:
                    left[wish.card] -= 1
            if crowning is None:
                places.append(Place(tuple(houses), seat, waiting))
        starter = (starter - 1) % SEATS
        if crowning is not None:
            order = [(starter + step) % SEATS for step in range(SEATS)]
            return Race(_final_round(houses, order, crowning, random), crowning, places)
    return None


def _turns(starter: int) -> Iterator[tuple[tuple[int, ...], int]]:
    order = tuple((starter + step) % SEATS for step in range(SEATS))
    return ((order[step + 1 :], seat) for step, seat in enumerate(order))


def _brought(
    plan: Plan, place: Place, left: dict[Kind, int], random: Random, *, king: bool, exploring: bool
) -> Wish | None:
    """What the turn brings: the best wish within its luck."""
    own = place.houses[place.seat]
    open_cards = [card for card in CARDS if _open(own, card, left)]
    luck = random()
    if exploring and random() < _IDLE:
        return None
    for wish in plan(place, open_cards, king and own.reach((7, 1)) > 0):
        if luck <= (own.chance(wish.card) if wish.mark is None else own.reach(wish.mark)):
            return wish
    return None


def _open(own: Household, card: Kind, left: dict[Kind, int]) -> bool:
    """True if the household may take the card."""
    if card == "charlatan":
        return "jester" in own.cards
    return left[card] > 0 and card not in own.cards


def _final_round(
    houses: Sequence[Household], order: Sequence[int], crowning: Crowning, random: Random
) -> int:
    """The winner: the Queen's owner comes last and has to equal the mark only."""
    king, mark = crowning.seat, crowning.mark
    for seat in order:
        luck = random()
        if seat != crowning.seat and luck <= houses[seat].reach(beating(mark)):
            king, mark = seat, houses[seat].result(luck) or beating(mark)
    back = king != crowning.seat and random() <= houses[crowning.seat].with_queen.reach(mark)
    return crowning.seat if back else king
