"""Phases 1 to 3: treasure is drawn, magic is bought, movement cards are handed out.

Sources: the rulebook's "Schatzkarten verteilen", "Zauberkarten kaufen", "Zugkarten verteilen"; laurin.md, "A
round" 1 to 3. A seat is not asked to buy if everybody knows that its hand cannot pay for any card on offer.
"""

from __future__ import annotations

from collections import Counter as Multiset

from msgspec.structs import replace

from engine.chance import Chance, DrawPlace, chance_at
from engine.kit.seats import with_value
from engine.laurin.model.cards import MAGIC, MOVEMENT, VALUES, in_order
from engine.laurin.model.components import MAGIC_COPIES, PRICES, TREASURES_FIRST, TREASURES_LATER
from engine.laurin.model.events import (
    Bought,
    Event,
    Gave,
    MovementDrawn,
    Offered,
    PhaseBegan,
    Refilled,
    Unsold,
)
from engine.laurin.model.moves import Buy, Give
from engine.laurin.model.names import Magic
from engine.laurin.model.state import Position, State
from engine.laurin.phases import treasure
from engine.laurin.phases.transition import Transition, ask, clockwise, seats_of, with_position

# 1. Treasure


def draw_treasure(state: State, chance: Chance) -> Transition:
    """Lets every seat draw treasure, then offers magic cards."""
    due = TREASURES_FIRST if state.position.round == 1 else TREASURES_LATER
    events: list[Event] = []
    for seat in clockwise(state.position):
        own = chance_at(chance, DrawPlace(seat, state.position.round, pile="treasure"))
        state, drew = treasure.draw(state, seat, due, own)
        events += drew
    after, offered = _offer(state, chance)
    return after, (*events, *offered)


# 2. Magic


def magic_pile(position: Position) -> tuple[Magic, ...]:
    """Returns the magic cards left in the draw pile."""
    gone = Multiset[Magic](
        (*position.piles.magic, *position.offer, *(c for own in position.magic for c in own))
    )
    return tuple(card for card in MAGIC for _ in range(MAGIC_COPIES - gone[card]))


def _offer(state: State, chance: Chance) -> Transition:
    """Offers as many magic cards as there are players, or as many as are left."""
    position, events = state.position, list[Event]()
    chance = chance_at(chance, DrawPlace(round=position.round, pile="magic"))
    pile, drawn = list(magic_pile(position)), list[Magic]()
    while len(drawn) < len(position.scores):
        if not pile:
            if not position.piles.magic:
                break
            pile = list(in_order(position.piles.magic))
            events.append(Refilled("magic"))
            position = replace(position, piles=replace(position.piles, magic=()))
        card = chance.pick(pile)
        pile.remove(card)
        drawn.append(card)
    offer = in_order(drawn)
    position = replace(position, phase="magic", offer=offer, waiting=clockwise(position))
    return replace(state, position=position), (*events, Offered(offer))


def next_buyer(state: State) -> Transition:
    """Asks the next seat that may be able to buy; after the last seat, phase 3 begins."""
    waiting = state.position.waiting
    for place, seat in enumerate(waiting):
        if _may_pay(state.position, seat):
            return ask(with_position(state, waiting=waiting[place + 1 :]), "buy", (seat,)), ()
    unsold, piles = state.position.offer, state.position.piles
    piles = replace(piles, magic=(*piles.magic, *unsold))
    after = with_position(state, phase="movement", waiting=(), offer=(), piles=piles)
    return after, (Unsold(unsold),) if unsold else ()


def first_buyer(position: Position) -> int | None:
    """Returns the first seat in turn order that may be able to buy a card on offer; None if none may."""
    return next((seat for seat in clockwise(position) if _may_pay(position, seat)), None)


def _may_pay(position: Position, seat: int) -> bool:
    """True if, as far as everybody knows, the seat may be able to pay for the cheapest card on offer."""
    known = position.known[seat - 1]
    most = sum(known) + VALUES[-1] * (position.cards[seat - 1] - len(known))
    return any(PRICES[card] <= most for card in position.offer)


def buy(state: State, seat: int, move: Buy) -> Transition:
    """Gives a seat a card on offer and discards the payment."""
    paid = treasure.pay(state, seat, move.paid)
    offer = list(state.position.offer)
    offer.remove(move.card)
    magic = state.position.magic
    own = in_order((*magic[seat - 1], move.card))
    after = with_position(paid, offer=tuple(offer), magic=with_value(magic, seat, own))
    return after, (Bought(seat, move.card, move.paid),)


# 3. Movement


def next_gift(state: State, chance: Chance) -> Transition:
    """Draws movement cards and asks for each whom to give it to; the last one needs no question."""
    position = state.position
    if not position.drawn:
        return _draw_movement(state, chance)
    if len(position.drawn) > 1:
        return ask(state, "give", (position.starter,)), ()
    seat = next(seat for seat in seats_of(position) if position.movement[seat - 1] is None)
    given, events = give(state, position.starter, Give(position.drawn[0], seat))
    after = with_position(given, phase="placing", waiting=clockwise(position))
    return after, (*events, PhaseBegan("placing"))


def _draw_movement(state: State, chance: Chance) -> Transition:
    """Draws as many movement cards as there are players; if all have one axis, they are discarded and drawn
    again.
    """
    position = state.position
    chance = chance_at(chance, DrawPlace(round=position.round, pile="movement"))
    discards, events = position.piles.movement, list[Event]()
    while True:
        pile = [name for name in MOVEMENT if name not in discards]
        drawn: list[str] = []
        while len(drawn) < len(position.scores):
            if not pile:
                pile, discards = [name for name in MOVEMENT if name not in drawn], ()
                events.append(Refilled("movement"))
            drawn.append(chance.pick(pile))
            pile.remove(drawn[-1])
        drawn.sort()
        mixed = len({MOVEMENT[name].axis for name in drawn}) > 1
        events.append(MovementDrawn(tuple(drawn), mixed))
        if mixed:
            piles = replace(position.piles, movement=discards)
            return with_position(state, piles=piles, drawn=tuple(drawn)), tuple(events)
        discards = (*discards, *drawn)


def give(state: State, seat: int, move: Give) -> Transition:
    """Lays a drawn movement card in front of a seat."""
    position = state.position
    drawn = tuple(name for name in position.drawn if name != move.card)
    after = with_position(state, drawn=drawn, movement=with_value(position.movement, move.seat, move.card))
    return after, (Gave(seat, move.card, move.seat),)
