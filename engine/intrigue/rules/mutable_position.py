"""A position being worked on within one step: what effects do to queue, influence and discards.

A draft is made from a state, changed in place, and read off as the next state; it never
outlives its step. Here are the movements that all effects share, with the place being resolved
followed through them (intrigue.md, "Terms"); which card does what is
`engine.intrigue.rules.effects`' business, what is resolved next `engine.intrigue.rules.resolution`'s.
"""

from __future__ import annotations

from engine.intrigue.model.cards import without
from engine.intrigue.model.events import Collected, Discarded, Event, Gained, Moved, Removed
from engine.intrigue.model.state import Card, Kind, Resolving, Stack, State
from engine.kit.seats import with_value


class HiddenCard(Exception):  # noqa: N818  (an answer, not a fault)
    """A card whose kind decides what happens is hidden from who looks at this position."""


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
        """The top card of this place is now the one being resolved."""
        self.place = place
        self.closed = False
        """Its stack is gone: `place` is the one that followed it."""
        self.depth = 1
        """Where it lies in its stack, counted from the top; 0: it is gone."""
        self.ambushed = False
        """It removed an Ambush."""

    def state(self) -> State:
        """The next state."""
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
        """The card being resolved."""
        return self.queue[self.place - 1][-self.depth]

    def become(self, card: Card) -> None:
        """The acting card, turned or with other influence on it."""
        stack = self.queue[self.place - 1]
        after = len(stack) - self.depth
        self.queue[self.place - 1] = (*stack[:after], card, *stack[after + 1 :])

    def collect(self) -> None:
        """Its owner takes the influence that lies on it."""
        card = self.acting
        if card.influence:
            self.influence[card.owner - 1] += card.influence
            self.become(Card(card.owner, card.round, card.kind, card.up))
            self.events.append(Collected(card.owner, kind_of(card), card.influence))

    def discard(self) -> None:
        """It goes to the discards, from under the card that was moved on top of it, if any."""
        card, place = self.acting, self.place
        stack = self.queue[place - 1]
        after = len(stack) - self.depth
        self._put_aside(card)
        self._leave(place, (*stack[:after], *stack[after + 1 :]))
        self.events.append(Discarded(card.owner, place, kind_of(card)))

    # What it does

    def gain(self, seat: int, card: Kind, amount: int) -> None:
        """Influence from the supply."""
        self.influence[seat - 1] += amount
        self.events.append(Gained(seat, card, amount))

    def remove(self, place: int) -> None:
        """It removes the top card of a place, itself perhaps. Raises Secret where that is hidden."""
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
        """It makes the top card of `source` the place `to`, counted after the move."""
        by, card = self.acting.owner, self._take_off(source)
        self.put_between(to, card)
        self.events.append(Moved(by, source, to, False, card.owner, card.kind if card.up else None))

    def move_on(self, source: int, on: int) -> None:
        """It puts the top card of `source` on the stack at `on`, counted before the move."""
        by, length = self.acting.owner, len(self.queue)
        card = self._take_off(source)
        landing = on - 1 if source < on and len(self.queue) < length else on
        if landing == self.place:
            self.depth += 1
        self.put_on(landing, card)
        self.events.append(Moved(by, source, landing, True, card.owner, card.kind if card.up else None))

    # Cards in and out of the queue

    def from_hand(self, seat: int, kind: Kind) -> Card:
        """A card out of the hand, face down."""
        rest = without(self.hands[seat - 1], kind)
        self.hands = with_value(self.hands, seat, rest)
        return Card(seat, self.round, kind)

    def put_between(self, place: int, card: Card) -> None:
        """The card becomes `place`; what stood there and behind moves back by one."""
        self.queue.insert(place - 1, (card,))
        if place <= self.place:
            self.place += 1

    def put_on(self, place: int, card: Card) -> None:
        """The card lies on top of the stack at `place`."""
        self.queue[place - 1] += (card,)

    def _take_off(self, place: int) -> Card:
        *rest, card = self.queue[place - 1]
        self._leave(place, tuple(rest))
        return card

    def _leave(self, place: int, rest: Stack) -> None:
        """Only these cards stay in a place; where none do, it closes."""
        if rest:
            self.queue[place - 1] = rest
            return
        del self.queue[place - 1]
        self.closed = self.closed or place == self.place
        if place < self.place:
            self.place -= 1

    def _put_aside(self, card: Card) -> None:
        """On top of its owner's discards, for everybody to see."""
        pile = self.discards[card.owner - 1]
        self.discards[card.owner - 1] = (*pile, kind_of(card))


def kind_of(card: Card) -> Kind:
    """What a card is. Raises Secret where that is hidden."""
    if card.kind is None:
        raise HiddenCard
    return card.kind
