"""A position that changes in place within one step: queue, influence and discards under effects.

It is made from a state, changed, and turned into the next state; it never outlives its step. This module
holds the movements that all effects share, and keeps track of the place being resolved (intrigue.md,
"Terms"). `engine.intrigue.rules.effects` says what each card does, `engine.intrigue.rules.resolution` what is
resolved next.
"""

from __future__ import annotations

from engine.intrigue.model.cards import without
from engine.intrigue.model.events import Collected, Discarded, Event, Gained, Moved, Removed
from engine.intrigue.model.state import Card, Kind, Resolving, Stack, State
from engine.kit.seats import with_value


class HiddenCard(Exception):  # noqa: N818  (an answer, not a fault)
    """A card whose kind decides what happens is hidden in this view."""


class MutablePosition:
    """The position in the middle of a step."""

    def __init__(self, state: State) -> None:
        self.before = state
        self.round, self.crown = state.round, state.crown
        self.waiting = state.waiting
        self.influence = list(state.influence)
        self.hands = state.hands
        self.discards = list(state.discards)
        self.queue = list(state.queue)
        self.resolving: Resolving | None = None
        self.events: list[Event] = []
        self.turn_to(state.resolving.place if state.resolving else 0)

    def turn_to(self, place: int) -> None:
        """Makes the top card of this place the one being resolved."""
        self.place = place
        self.closed = False
        """True if its stack is gone; `place` is then the one that followed."""
        self.depth = 1
        """Its position in its stack, counted from the top; 0 if it is gone."""
        self.ambushed = False
        """True if it removed an Ambush."""

    def state(self) -> State:
        before = self.before
        return State(
            before.options,
            before.number + 1,
            self.round,
            self.crown,
            self.waiting,
            tuple(self.influence),
            self.hands,
            before.out,
            tuple(self.discards),
            tuple(self.queue),
            self.resolving,
        )

    # The card being resolved

    @property
    def acting(self) -> Card:
        return self.queue[self.place - 1][-self.depth]

    def become(self, card: Card) -> None:
        """Replaces the acting card: turned up, or with other influence on it."""
        stack = self.queue[self.place - 1]
        after = len(stack) - self.depth
        self.queue[self.place - 1] = (*stack[:after], card, *stack[after + 1 :])

    def collect(self) -> None:
        """Gives its owner the influence on the acting card."""
        card = self.acting
        if card.influence:
            self.influence[card.owner - 1] += card.influence
            self.become(Card(card.owner, card.round, card.kind, card.up))
            self.events.append(Collected(card.owner, kind_of(card), card.influence))

    def discard(self) -> None:
        """Discards the acting card, from under a card moved on top of it, if any."""
        card, place = self.acting, self.place
        stack = self.queue[place - 1]
        after = len(stack) - self.depth
        self._put_aside(card)
        self._leave(place, (*stack[:after], *stack[after + 1 :]))
        self.events.append(Discarded(card.owner, place, kind_of(card)))

    # What it does

    def gain(self, seat: int, card: Kind, amount: int) -> None:
        """Gives a seat influence from the supply."""
        self.influence[seat - 1] += amount
        self.events.append(Gained(seat, card, amount))

    def remove(self, place: int) -> None:
        """Removes the top card of a place, maybe the acting one. Raises HiddenCard if its kind is unknown."""
        by, gone = self.acting, self.queue[place - 1][-1]
        kind = kind_of(gone)
        if place == self.place:
            self.depth = 0
        self._take_off(place)
        self._put_aside(gone)
        removed = Removed(by.owner, kind_of(by), place, gone.owner, kind, gone.up, gone.influence)
        self.events.append(removed)
        if kind == "ambush":
            self.ambushed = True
            self.gain(gone.owner, kind, 1 if gone.owner == by.owner else 4)

    def move_to(self, source: int, to: int) -> None:
        """Makes the top card of `source` a place of its own; it has the number `to` after the move."""
        by, card = self.acting.owner, self._take_off(source)
        self.put_between(to, card)
        self.events.append(Moved(by, source, to, False, card.owner, card.kind if card.up else None))

    def move_on(self, source: int, on: int) -> None:
        """Puts the top card of `source` on the stack that has the number `on` before the move."""
        by, length = self.acting.owner, len(self.queue)
        card = self._take_off(source)
        landing = on - 1 if source < on and len(self.queue) < length else on
        if landing == self.place:
            self.depth += 1
        self.put_on(landing, card)
        self.events.append(Moved(by, source, landing, True, card.owner, card.kind if card.up else None))

    # Cards in and out of the queue

    def from_hand(self, seat: int, kind: Kind) -> Card:
        """Takes a card from a hand, face down."""
        rest = without(self.hands[seat - 1], kind)
        self.hands = with_value(self.hands, seat, rest)
        return Card(seat, self.round, kind)

    def put_between(self, place: int, card: Card) -> None:
        """Inserts the card as `place`; later places move back by one."""
        self.queue.insert(place - 1, (card,))
        if place <= self.place:
            self.place += 1

    def put_on(self, place: int, card: Card) -> None:
        """Puts the card on top of the stack at `place`."""
        self.queue[place - 1] += (card,)

    def _take_off(self, place: int) -> Card:
        *rest, card = self.queue[place - 1]
        self._leave(place, tuple(rest))
        return card

    def _leave(self, place: int, rest: Stack) -> None:
        """Leaves only these cards in a place; closes the place if there are none."""
        if rest:
            self.queue[place - 1] = rest
            return
        del self.queue[place - 1]
        self.closed = self.closed or place == self.place
        if place < self.place:
            self.place -= 1

    def _put_aside(self, card: Card) -> None:
        """Puts the card face up on its owner's discards."""
        pile = self.discards[card.owner - 1]
        self.discards[card.owner - 1] = (*pile, kind_of(card))


def kind_of(card: Card) -> Kind:
    """The kind of a card. Raises HiddenCard if it is unknown."""
    if card.kind is None:
        raise HiddenCard
    return card.kind
