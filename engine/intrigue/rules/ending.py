"""Why a game of intrigue was won, and the moments that decided it. The texts are left to
`tui.boards.intrigue.words.ending`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.game import Moment, Standing, Verdict
from engine.intrigue.model.events import Collected, Event, Gained, Removed, RoundBegan
from engine.intrigue.model.state import State

LEAST = 2
"""Influence from which on a moment is told."""


def verdict(state: State, standings: Sequence[Standing]) -> Verdict:
    """Why the first seats are first.

    "influence": the most influence, `amounts` are it and that of the next; "queue": as much as `seats`, but
    more own cards in the queue, `amounts` are the influence, the own cards and the most cards of the others;
    "shared": neither decided, `seats` are all that are first.
    """
    best, *others = standings
    shared = tuple(one.seat for one in standings if one.place == 1)
    if len(shared) > 1:
        return Verdict("shared", shared, (best.score,))
    level = tuple(one.seat for one in others if one.score == best.score)
    if not level:
        return Verdict("influence", (), (best.score, *(one.score for one in others[:1])))
    owners = [card.owner for stack in state.queue for card in stack]
    return Verdict("queue", level, (best.score, owners.count(best.seat), max(map(owners.count, level))))


def moments(before: State, events: Sequence[Event], _kept: Sequence[Moment]) -> tuple[Moment, ...]:
    """The moments of a step; `amount` is influence, `what` a card.

    "gained": a seat gets influence by its card; "ambush": its removed Ambush pays, `other` removed it;
    "removed": a seat removes a card of `other` with influence on it.
    """
    return tuple(_moments(before, events))


def _moments(before: State, events: Sequence[Event]) -> Iterator[Moment]:
    number, gains, remover = before.round, _gains(events), None
    for event in events:
        match event:
            case RoundBegan(now):
                number = now
            case Removed(seat, _, _, owner, removed, _, lost):
                remover = seat if removed == "ambush" else remover
                if lost >= LEAST:
                    yield Moment("removed", number, seat, 2 * lost + 1, lost, owner, removed)
            case Gained(seat, card) | Collected(seat, card) if gains.get((seat, card), 0) >= LEAST:
                amount = gains.pop((seat, card))
                if card == "ambush" and remover not in {None, seat}:
                    yield Moment("ambush", number, seat, 2 * amount + 3, amount, remover, card)
                else:
                    yield Moment("gained", number, seat, 2 * amount, amount, what=card)


def _gains(events: Sequence[Event]) -> dict[tuple[int, str], int]:
    """The influence that seats get in a step, by seat and card."""
    found: dict[tuple[int, str], int] = {}
    for event in events:
        if isinstance(event, Gained | Collected):
            place = event.seat, event.card
            found[place] = found.get(place, 0) + event.amount
    return found
