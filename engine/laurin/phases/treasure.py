"""Moves treasure between piles, hands and bids, and keeps track of what everybody knows of it.

Everybody knows the size of a hand, and the cards that were seen going into it and not seen leaving it
(laurin.md, "A round" 2). While bids lie face down, nobody can tell known cards in the hand from those in the
bid. Sources: laurin.md, "Set-up" (refilling) and "A round" 1 and 6.
"""

from __future__ import annotations

from itertools import chain, repeat

from msgspec.structs import replace

from engine.chance import Chance
from engine.kit.multiset import difference, without
from engine.kit.seats import with_value
from engine.laurin.model.cards import VALUES, added, counted, descending, joined
from engine.laurin.model.components import TREASURES
from engine.laurin.model.events import Drew, Refilled
from engine.laurin.model.names import Cards, Counts
from engine.laurin.model.state import Position, State
from engine.laurin.phases.transition import Transition, with_position

EMPTY: Counts = (0, 0, 0)
_NAMES = tuple(map(str, VALUES))


def _minus(counts: Counts, others: Counts) -> Counts:
    return (counts[0] - others[0], counts[1] - others[1], counts[2] - others[2])


def on_table(position: Position) -> Cards:
    """Returns the bids that were turned up and whose owners have not yet chosen what they take back."""
    if position.question != "take-back" or position.auction is None:
        return ()
    shown = position.auction.shown
    return tuple(card for seat in position.asked for card in shown[seat - 1])


def unseen(position: Position, hand: Cards = (), bid: Cards = ()) -> Counts:
    """Returns the treasure that is not discarded, not on the table and not among these cards, by value."""
    rest: Counts = (TREASURES[1], TREASURES[2], TREASURES[3])
    rest = _minus(rest, position.piles.treasure)
    return _minus(rest, counted((*on_table(position), *hand, *bid)))


def pile(state: State) -> Counts:
    """Returns the cards left in the draw pile, by value."""
    rest = unseen(state.position)
    for held in (*state.hands, *state.bids):
        rest = _minus(rest, counted(held))
    return rest


def draw(state: State, seat: int, due: int, chance: Chance) -> Transition:
    """Lets a seat draw `due` cards, or as many as there are; an empty pile is refilled from its discards."""
    drawn: list[int] = []
    left = pile(state)
    refilled = False
    for _ in range(due):
        if left == EMPTY:
            left = state.position.piles.treasure
            if left == EMPTY:
                break
            state, refilled = _reshuffled(state), True
        options = [*chain.from_iterable(map(repeat, _NAMES, left))]
        card = int(chance.pick(options))
        drawn.append(card)
        left = _minus(left, counted((card,)))
    after = with_hand(state, seat, joined(state.hands[seat - 1], tuple(drawn)))
    events = (Drew(seat, len(drawn), descending(drawn)),)
    return after, (Refilled("treasure"), *events) if refilled else events


def _reshuffled(state: State) -> State:
    """Returns the state with the discards as the new draw pile."""
    piles = state.position.piles
    return with_position(state, piles=replace(piles, treasure=EMPTY, shuffled=piles.treasure))


def with_hand(state: State, seat: int, hand: Cards) -> State:
    """Returns the state with another hand, whose size everybody sees."""
    counts = with_value(state.position.cards, seat, len(hand))
    after = with_position(state, cards=counts)
    return replace(after, hands=with_value(state.hands, seat, hand))


def discard(state: State, cards: Cards) -> State:
    """Returns the state with these cards added to the treasure discards."""
    piles = state.position.piles
    return with_position(state, piles=replace(piles, treasure=added(piles.treasure, cards)))


def forget(state: State, seat: int, seen: Cards) -> State:
    """Removes from what everybody knows of a seat's hand the cards that were seen elsewhere."""
    known = state.position.known
    return with_position(state, known=with_value(known, seat, difference(known[seat - 1], seen)))


def pay(state: State, seat: int, cards: Cards) -> State:
    """Discards cards from a hand, seen by all."""
    hand = without(state.hands[seat - 1], cards)
    assert hand is not None  # noqa: S101  (the move was judged)
    return discard(forget(with_hand(state, seat, hand), seat, cards), cards)


def lay(state: State, seat: int, cards: Cards) -> State:
    """Lays cards from a hand face down as a bid."""
    hand = without(state.hands[seat - 1], cards)
    assert hand is not None  # noqa: S101  (see pay)
    return replace(with_hand(state, seat, hand), bids=with_value(state.bids, seat, cards))


def take_back(state: State, seat: int, cards: Cards) -> State:
    """Returns cards of a bid that was turned up to its owner's hand, seen by all."""
    known = state.position.known
    state = with_position(state, known=with_value(known, seat, joined(known[seat - 1], cards)))
    return with_hand(state, seat, joined(state.hands[seat - 1], cards))
