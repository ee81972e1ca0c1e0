"""Events of an intrigue table in words, for whoever reads of them and for who did or suffered them, whom they
call "you". Verb phrases follow the seat's name.
"""

from __future__ import annotations

from typing import Any

from engine.intrigue.model import events
from engine.intrigue.model.state import Kind
from tui.boards.intrigue.words import cards, phrases
from tui.boards.intrigue.words.names import object_
from tui.boards.kit.board import EventText, Names
from tui.language.texts import N_, NN_, Texts
from tui.language.wording import Say, listed, say_to


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
            return EventText(event.seat, of_a_seat(texts, names, event))


def _end(texts: Texts, winners: list[str]) -> str:
    if len(winners) == 1:
        return texts._("The game is over: {name} wins.", name=winners[0])
    return texts._("The game is over: {names} share first place.", names=", ".join(winners))


def of_a_seat(texts: Texts, names: Names, event: Any, you: int = 0) -> str:
    say = say_to(texts, you=event.seat == you)
    match event:
        case events.Laid(_, place, on, card):
            return _laid(say, place, card and object_(texts, card), on=on)
        case events.Removed():
            whose = _whose(texts, names, event, event.removed, you)
            said = say(N_("removes {card}"), N_("You remove {card}"), card=whose)
            return f"{said} {_lost(texts, event)}".rstrip()
        case events.Moved():
            return _moved(say, event, _whose(texts, names, event, event.card, you))
        case events.Left(_, place, influence):
            return say(
                NN_(
                    "leaves the card at place {place} face down ({number} influence on it)",
                    "leaves the card at place {place} face down ({number} influence on it)",
                ),
                NN_(
                    "You leave the card at place {place} face down ({number} influence on it)",
                    "You leave the card at place {place} face down ({number} influence on it)",
                ),
                number=influence,
                place=place,
            )
        case events.Revealed(_, place, card):
            shown = object_(texts, card)
            return say(
                N_("reveals {card} at place {place}"),
                N_("You reveal {card} at place {place}"),
                card=shown,
                place=place,
            )
        case events.Copied(_, _, source, card):
            return say(
                N_("copies {card} at place {place}"),
                N_("You copy {card} at place {place}"),
                card=object_(texts, card),
                place=source,
            )
        case events.Stole(_, victim):
            return say(
                N_("steals 1 influence from {name}"),
                N_("You steal 1 influence from {name}"),
                name=names(victim),
            )
        case _:
            return _of_a_card(texts, event, say)


def _of_a_card(texts: Texts, event: Any, say: Say) -> str:
    match event:
        case events.Gained(_, card, amount):
            return say(
                NN_("takes {number} influence for {card}", "takes {number} influence for {card}"),
                N_("You take {influence} for {card}"),
                number=amount,
                influence=cards.influence(texts, amount),
                card=object_(texts, card),
            )
        case events.Idle(_, _, card):
            return say(
                N_("gets nothing out of {card}"),
                N_("You get nothing out of {card}"),
                card=object_(texts, card),
            )
        case events.Doubled(_, influence):
            return say(
                N_("doubles the influence on the Conspiracy to {number}"),
                N_("You double the influence on the Conspiracy to {number}"),
                number=influence,
            )
        case events.Returned(_, amount):
            return say(
                N_("returns the {number} influence on the Ambush"),
                N_("You return the {number} influence on the Ambush"),
                number=amount,
            )
        case events.Collected(_, _, amount):
            return say(
                N_("takes the {number} influence that lay on it"),
                N_("You take the {number} influence that lay on it"),
                number=amount,
            )
        case events.Discarded(_, _, card):
            return say(N_("discards {card}"), N_("You discard {card}"), card=object_(texts, card))
    raise AssertionError(event)


def _laid(say: Say, place: int, card: str | None, *, on: bool) -> str:
    """Return that a card was played; only its owner is shown which one."""
    if card is None:
        if on:
            return say(
                N_("plays a card onto place {place}"), N_("You play a card onto place {place}"), place=place
            )
        if place == 1:
            return say(N_("plays a card at the front"), N_("You play a card at the front"))
        return say(N_("plays a card at the end"), N_("You play a card at the end"))
    if on:
        return say(
            N_("plays {card} face down onto place {place}"),
            N_("You play {card} face down onto place {place}"),
            card=card,
            place=place,
        )
    if place == 1:
        return say(
            N_("plays {card} face down at the front"), N_("You play {card} face down at the front"), card=card
        )
    return say(N_("plays {card} face down at the end"), N_("You play {card} face down at the end"), card=card)


def _lost(texts: Texts, event: events.Removed) -> str:
    """Return how much influence went with a card, in brackets; '' for none."""
    if not event.lost:
        return ""
    return texts._("({influence} lost)", influence=cards.influence(texts, event.lost))


def _moved(say: Say, event: events.Moved, card: str) -> str:
    values = {"card": card, "source": event.source, "place": event.place}
    if event.on:
        return say(
            N_("moves {card} from place {source} onto place {place}"),
            N_("You move {card} from place {source} onto place {place}"),
            **values,
        )
    return say(
        N_("moves {card} from place {source} to place {place}"),
        N_("You move {card} from place {source} to place {place}"),
        **values,
    )


def _whose(
    texts: Texts, names: Names, event: events.Removed | events.Moved, kind: Kind | None, you: int
) -> str:
    if event.owner == you:
        return phrases.yours(texts, kind)
    if event.owner == event.seat:
        return phrases.own(texts, kind)
    return phrases.of_somebody(texts, names, event.owner, kind)


def yours(texts: Texts, names: Names, event: Any, you: int) -> str:
    """What the player did or suffered as in `kit.board.Board.yours`; '' for what is told otherwise."""
    match event:
        case events.RoundBegan(number, crown):
            said = texts._("Round {number}: you have the crown and begin", number=number)
            return said if crown == you else ""
        case events.ResolutionBegan():
            return ""
        case events.Ended(winners):
            return _won(texts, [names(seat) for seat in winners if seat != you]) if you in winners else ""
        case _ if event.seat == you:
            return of_a_seat(texts, names, event, you)
        case events.Stole(seat, victim) if victim == you:
            return texts._("{name} steals 1 influence from you", name=names(seat))
        case events.Removed() | events.Moved() if event.owner == you:
            return f"{names(event.seat)} {of_a_seat(texts, names, event, you)}"
    return ""


def _won(texts: Texts, others: list[str]) -> str:
    if not others:
        return texts._("The game is over: you win")
    return texts._("The game is over: you share first place with {names}", names=listed(texts, others))
