"""Events of an intrigue table for the player who did or suffered them, whom their words call "you"."""

from __future__ import annotations

from typing import Any

from engine.intrigue.model import events
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.words import cards, phrases
from tui.boards.intrigue.words.events import lost, moved, removed
from tui.boards.intrigue.words.names import object_
from tui.boards.kit.board import Names
from tui.language.texts import Texts
from tui.language.wording import listed


def yours(texts: Texts, names: Names, event: Any, you: int) -> str:
    """Return what the player did or suffered in the words of `kit.board.Board.yours`; '' for what is told
    otherwise.
    """
    match event:
        case events.RoundBegan(number, crown):
            said = texts._("Round {number}: you have the crown and begin", number=number)
            return said if crown == you else ""
        case events.ResolutionBegan():
            return ""
        case events.Ended(winners):
            return _won(texts, [names(seat) for seat in winners if seat != you]) if you in winners else ""
        case _ if event.seat == you:
            return _done(texts, names, event)
        case events.Stole(seat, victim) if victim == you:
            return texts._("{name} steals 1 influence from you", name=names(seat))
        case events.Removed(seat, owner=owner) if owner == you:
            return f"{names(seat)} {removed(texts, event, phrases.yours(texts, event.removed))}"
        case events.Moved(seat, owner=owner) if owner == you:
            return f"{names(seat)} {moved(texts, event, phrases.yours(texts, event.card))}"
    return ""


def _won(texts: Texts, others: list[str]) -> str:
    if not others:
        return texts._("The game is over: you win")
    return texts._("The game is over: you share first place with {names}", names=listed(texts, others))


def _done(texts: Texts, names: Names, event: Any) -> str:
    match event:
        case events.Laid():
            return _laid(texts, event)
        case events.Removed():
            said = texts._("You remove {card}", card=_whose(texts, names, event, event.removed))
            return f"{said} {lost(texts, event)}".rstrip()
        case events.Moved():
            return _moved(texts, names, event)
        case events.Left(_, place, influence):
            return texts.ngettext(
                "You leave the card at place {place} face down ({number} influence on it)",
                "You leave the card at place {place} face down ({number} influence on it)",
                influence,
                place=place,
            )
        case events.Revealed(_, place, card):
            return texts._("You reveal {card} at place {place}", card=object_(texts, card), place=place)
        case events.Copied(_, _, source, card):
            return texts._("You copy {card} at place {place}", card=object_(texts, card), place=source)
        case events.Stole(_, victim):
            return texts._("You steal 1 influence from {name}", name=names(victim))
        case _:
            return _of_a_card(texts, event)


def _of_a_card(texts: Texts, event: Any) -> str:
    match event:
        case events.Gained(_, card, amount):
            influence = cards.influence(texts, amount)
            return texts._("You take {influence} for {card}", influence=influence, card=object_(texts, card))
        case events.Idle(_, _, card):
            return texts._("You get nothing out of {card}", card=object_(texts, card))
        case events.Doubled(_, influence):
            return texts._("You double the influence on the Conspiracy to {number}", number=influence)
        case events.Returned(_, amount):
            return texts._("You return the {number} influence on the Ambush", number=amount)
        case events.Collected(_, _, amount):
            return texts._("You take the {number} influence that lay on it", number=amount)
        case events.Discarded(_, _, card):
            return texts._("You discard {card}", card=object_(texts, card))
    raise AssertionError(event)


def _laid(texts: Texts, event: events.Laid) -> str:
    """Return that a card was played; what everybody saw does not say which one."""
    if event.card is None:
        if event.on:
            return texts._("You play a card onto place {place}", place=event.place)
        if event.place == 1:
            return texts._("You play a card at the front")
        return texts._("You play a card at the end")
    card = object_(texts, event.card)
    if event.on:
        return texts._("You play {card} face down onto place {place}", card=card, place=event.place)
    if event.place == 1:
        return texts._("You play {card} face down at the front", card=card)
    return texts._("You play {card} face down at the end", card=card)


def _moved(texts: Texts, names: Names, event: events.Moved) -> str:
    card = _whose(texts, names, event, event.card)
    values = {"card": card, "source": event.source, "place": event.place}
    if event.on:
        return texts._("You move {card} from place {source} onto place {place}", **values)
    return texts._("You move {card} from place {source} to place {place}", **values)


def _whose(texts: Texts, names: Names, event: events.Removed | events.Moved, kind: Kind | None) -> str:
    if event.owner == event.seat:
        return phrases.yours(texts, kind)
    return phrases.of_somebody(texts, names, event.owner, kind)
