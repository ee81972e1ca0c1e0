"""Events of an intrigue table in words. Verb phrases follow the seat's name."""

from __future__ import annotations

from typing import Any

from engine.intrigue.model import events
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.words import cards, phrases
from tui.boards.intrigue.words.names import object_
from tui.boards.kit.board import EventText, Names
from tui.language.texts import Texts


def event_text(texts: Texts, names: Names, event: Any) -> EventText | None:
    """Return the event in words; None if the next event says it."""
    match event:
        case events.RoundBegan(number, crown):
            said = texts._(
                "Round {number}: {name} has the crown and begins.", number=number, name=names(crown)
            )
            return EventText(None, said)
        case events.ResolutionBegan():
            return EventText(None, texts._("Everyone has played: the queue is resolved."))
        case events.Ended(winners):
            return EventText(None, _end(texts, [names(seat) for seat in winners]))
        case _:
            return EventText(event.seat, _of_a_seat(texts, names, event))


def _end(texts: Texts, winners: list[str]) -> str:
    if len(winners) == 1:
        return texts._("The game is over: {name} wins.", name=winners[0])
    return texts._("The game is over: {names} share first place.", names=", ".join(winners))


def _of_a_seat(texts: Texts, names: Names, event: Any) -> str:
    match event:
        case events.Laid():
            return _laid(texts, event)
        case events.Removed():
            return removed(texts, event, _whose(texts, names, event, event.removed))
        case events.Moved():
            return moved(texts, event, _whose(texts, names, event, event.card))
        case events.Left(_, place, influence):
            return texts.ngettext(
                "leaves the card at place {place} face down ({number} influence on it)",
                "leaves the card at place {place} face down ({number} influence on it)",
                influence,
                place=place,
            )
        case events.Revealed(_, place, card):
            return texts._("reveals {card} at place {place}", card=object_(texts, card), place=place)
        case events.Copied(_, _, source, card):
            return texts._("copies {card} at place {place}", card=object_(texts, card), place=source)
        case events.Stole(_, victim):
            return texts._("steals 1 influence from {name}", name=names(victim))
        case _:
            return _of_a_card(texts, event)


def _of_a_card(texts: Texts, event: Any) -> str:
    match event:
        case events.Gained(_, card, amount):
            return texts.ngettext(
                "takes {number} influence for {card}",
                "takes {number} influence for {card}",
                amount,
                card=object_(texts, card),
            )
        case events.Idle(_, _, card):
            return texts._("gets nothing out of {card}", card=object_(texts, card))
        case events.Doubled(_, influence):
            return texts._("doubles the influence on the Conspiracy to {number}", number=influence)
        case events.Returned(_, amount):
            return texts._("returns the {number} influence on the Ambush", number=amount)
        case events.Collected(_, _, amount):
            return texts._("takes the {number} influence that lay on it", number=amount)
        case events.Discarded(_, _, card):
            return texts._("discards {card}", card=object_(texts, card))
    raise AssertionError(event)


def _laid(texts: Texts, event: events.Laid) -> str:
    """Return that a card was played; only its owner is shown which one."""
    if event.card is None:
        if event.on:
            return texts._("plays a card onto place {place}", place=event.place)
        if event.place == 1:
            return texts._("plays a card at the front")
        return texts._("plays a card at the end")
    card = object_(texts, event.card)
    if event.on:
        return texts._("plays {card} face down onto place {place}", card=card, place=event.place)
    if event.place == 1:
        return texts._("plays {card} face down at the front", card=card)
    return texts._("plays {card} face down at the end", card=card)


def removed(texts: Texts, event: events.Removed, card: str) -> str:
    """Return that a card was removed, to follow a name."""
    said = texts._("removes {card}", card=card)
    return f"{said} {lost(texts, event)}".rstrip()


def lost(texts: Texts, event: events.Removed) -> str:
    """Return how much influence went with a card, in brackets; '' for none."""
    if not event.lost:
        return ""
    return texts._("({influence} lost)", influence=cards.influence(texts, event.lost))


def moved(texts: Texts, event: events.Moved, card: str) -> str:
    """Return that a card was moved, to follow a name."""
    values = {"card": card, "source": event.source, "place": event.place}
    if event.on:
        return texts._("moves {card} from place {source} onto place {place}", **values)
    return texts._("moves {card} from place {source} to place {place}", **values)


def _whose(texts: Texts, names: Names, event: events.Removed | events.Moved, kind: Kind | None) -> str:
    if event.owner == event.seat:
        return phrases.own(texts, kind)
    return phrases.of_somebody(texts, names, event.owner, kind)
