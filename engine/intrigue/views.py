"""Views of intrigue: the one module through which secrets could leak.

Hands, the cards out of the game and face-down cards in the queue are hidden from all but their owner.
Cards once seen stay known: discards, and face-up cards under others. The cards out of the game stay
hidden even after the end.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.chance import Chance
from engine.game import Refused
from engine.intrigue.model.cards import in_order, missing
from engine.intrigue.model.events import Event, Laid
from engine.intrigue.model.moves import Move
from engine.intrigue.model.state import Card, Cards, Kind, Stack, State, View
from engine.intrigue.rules.legal import check
from engine.intrigue.rules.mutable_position import HiddenCard
from engine.intrigue.rules.transitions import perform


def view(state: State, who: int | None) -> View:
    """The position as seat `who` (None: spectators) may see it."""
    return View(
        who,
        State(
            state.options,
            state.number,
            state.round,
            state.crown,
            state.waiting,
            state.influence,
            _backs(state.hands, who),
            _backs(state.out, who),
            state.discards,
            tuple([tuple([_seen(card, who) for card in stack]) for stack in state.queue]),
            state.resolving,
        ),
    )


def reveal(state: State, who: int | None) -> View:
    """The position with every card open, once the game is over."""
    return View(who, state)


def _backs(cards: tuple[Cards, ...], who: int | None) -> tuple[Cards, ...]:
    return tuple([own if seat == who else (None,) * len(own) for seat, own in enumerate(cards, start=1)])


def _seen(card: Card, who: int | None) -> Card:
    if card.up or card.owner == who:
        return card
    return Card(card.owner, card.round, None, False, card.influence)


def show(event: Event, who: int | None) -> Event:
    """What `who` sees of an event: all but the card that another seat played face down."""
    if isinstance(event, Laid) and event.seat != who:
        return Laid(event.seat, event.place, event.on, None)
    return event


def preview(view: View, move: Move) -> View | None:
    """The view after a legal move; None if a hidden card decides. Raises Refused as `check` would."""
    why: Refused | None = check(view, move)
    if why is not None:
        raise why
    try:
        return View(view.seat, perform(view.position, move).state)
    except HiddenCard:
        return None


def sample(view: View, chance: Chance) -> State:
    """A state that gives this view: the unknown cards of every family, dealt anew; each deal is equally
    likely.

    They are drawn card by card for the queue from its front, then the hand; the rest is out.
    """
    position = view.position
    families = [_Unknown(position, seat, chance) for seat in range(1, len(position.hands) + 1)]
    queue = tuple(
        [tuple([families[card.owner - 1].turned(card) for card in stack]) for stack in position.queue]
    )
    hands = tuple([family.dealt(hand) for family, hand in zip(families, position.hands, strict=True)])
    out = tuple([family.dealt(out) for family, out in zip(families, position.out, strict=True)])
    return State(
        position.options,
        position.number,
        position.round,
        position.crown,
        position.waiting,
        position.influence,
        hands,
        out,
        position.discards,
        queue,
        position.resolving,
    )


class _Unknown:
    """The cards of a family that a view hides, to be drawn from while a sample is made."""

    def __init__(self, position: State, seat: int, chance: Chance) -> None:
        self._rest = list(missing(_known(position, seat)))
        self._chance = chance

    def _draw(self) -> Kind:
        kind = self._chance.pick(self._rest)
        self._rest.remove(kind)
        return kind

    def turned(self, card: Card) -> Card:
        """The card, with a kind if it had none."""
        if card.kind is not None:
            return card
        return Card(card.owner, card.round, self._draw(), card.up, card.influence)

    def dealt(self, cards: Cards) -> Cards:
        """The cards, with kinds if they had none."""
        return in_order(self._draw() if kind is None else kind for kind in cards)


def _known(position: State, seat: int) -> Iterator[Kind | None]:
    """Every card of a family that lies open or belongs to the viewer."""
    yield from position.discards[seat - 1]
    yield from position.hands[seat - 1]
    yield from position.out[seat - 1]
    stacks: tuple[Stack, ...] = position.queue
    yield from (card.kind for stack in stacks for card in stack if card.owner == seat)
