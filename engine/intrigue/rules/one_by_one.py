"""What a move led to, one card at a time: the cards that resolve of themselves after it, each with the
position behind it.

Positions are made from a view and the events that its viewer was shown, so they know nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.intrigue.model import events
from engine.intrigue.model.cards import ONE_TIME
from engine.intrigue.model.events import Event
from engine.intrigue.model.state import Card, Kind, Resolving, View
from engine.intrigue.rules.mutable_position import MutablePosition, kind_of
from engine.kit.seats import with_value

DONE = events.Left | events.Gained | events.Idle | events.Moved | events.Stole | events.Doubled
"""Ends what a card does; what lies on it and its discard are still to come."""
AFTER = events.Collected | events.Discarded | events.RoundBegan | events.Ended


def one_by_one(before: View, after: View, happened: Sequence[Event]) -> list[tuple[View, tuple[Event, ...]]]:
    """The events card by card, each with the view behind them; `before` and `after` are around one move."""
    parts = [*_by_card(happened)]
    if before.position.number + 1 != after.position.number or len(parts) < 2:
        return [(after, tuple(happened))]
    position, found = MutablePosition(before.position), list[tuple[View, tuple[Event, ...]]]()
    for part in parts[:-1]:
        _carry_out(position, part)
        position.resolving = Resolving(position.place)
        found.append((View(before.seat, position.state()), part))
    return [*found, (after, parts[-1])]


def _by_card(happened: Sequence[Event]) -> Iterator[tuple[Event, ...]]:
    part, is_done, bonus = list[Event](), False, False
    for event in happened:
        if is_done and not isinstance(event, AFTER):
            yield tuple(part)
            part, is_done = [], False
        part.append(event)
        if isinstance(event, events.Removed):
            bonus = event.removed == "ambush"
        elif isinstance(event, events.Gained) and bonus:
            bonus = False
        elif isinstance(event, DONE | events.ResolutionBegan):
            is_done = True
    if part:
        yield tuple(part)


def _carry_out(position: MutablePosition, part: Sequence[Event]) -> None:
    """Carry out a card's events, or those before the first card, and turn to what comes next."""
    kind: Kind | None = None
    for event in part:
        match event:
            case events.Laid():
                _lay(position, event)
                continue
            case events.ResolutionBegan():
                position.turn_to(1)
                return
            case events.Left(_, _, influence):
                _become(position, influence=influence)
                position.turn_to(position.place + 1)
                return
            case events.Revealed(_, _, shown):
                _become(position, shown)
        kind = kind or kind_of(position.acting)
        _act(position, event)
    position.turn_to(position.place if position.closed or kind in ONE_TIME else position.place + 1)


def _lay(position: MutablePosition, event: events.Laid) -> None:
    hand, card = [*position.hands[event.seat - 1]], Card(event.seat, position.round, event.card)
    hand.remove(event.card)
    position.hands, position.waiting = with_value(position.hands, event.seat, tuple(hand)), ()
    (position.put_on if event.on else position.put_between)(event.place, card)


def _become(position: MutablePosition, shown: Kind | None = None, influence: int | None = None) -> None:
    """Turn the acting card up, or give it other influence."""
    card = position.acting
    kept = card.influence if influence is None else influence
    position.become(Card(card.owner, card.round, shown or card.kind, card.up or shown is not None, kept))


def _act(position: MutablePosition, event: Event) -> None:
    match event:
        case events.Removed(_, _, place, owner, removed, _, lost):
            *below, top = position.queue[place - 1]
            position.queue[place - 1] = (*below, Card(owner, top.round, removed, top.up, lost))
            influence = [*position.influence]
            position.remove(place)
            position.influence = influence  # what an Ambush brings comes as an event of its own
        case events.Moved(_, source, place, on):
            closes = len(position.queue[source - 1]) == 1 and source <= place
            if on:
                position.move_on(source, place + closes)
            else:
                position.move_to(source, place)
        case events.Gained(seat, _, amount):
            position.influence[seat - 1] += amount
        case events.Stole(seat, victim):
            position.influence[victim - 1] -= 1
            position.influence[seat - 1] += 1
        case events.Doubled(_, influence):
            _become(position, influence=influence)
        case events.Returned():
            _become(position, influence=0)
        case events.Collected():
            position.collect()
        case events.Discarded():
            position.discard()
