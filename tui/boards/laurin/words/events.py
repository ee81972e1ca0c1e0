"""Events in the garden in words. Verb phrases follow the seat's name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.laurin import queries
from engine.laurin.model import events
from engine.laurin.model.moves import Ban, Exchange, Fog
from engine.laurin.model.names import Question
from tui.boards.kit.board import EventText, Names
from tui.boards.laurin.words import names as words
from tui.boards.laurin.words import phrases
from tui.language.texts import N_, Texts, Translatable
from tui.language.wording import listed, sentence

_Teller = Callable[[Texts, Names, Any], EventText | None]


def event_text(texts: Texts, names: Names, event: Any) -> EventText | None:
    """Return the event in words; None if the next event says it, or if it needs no line."""
    return _TELLERS[type(event)](texts, names, event)


def _all(text: str) -> EventText:
    return EventText(None, text)


def _nothing(_texts: Texts, _names: Names, _event: Any) -> None:
    """Return None: a turn begins or ends, and who is asked is shown anyway."""


def _round(texts: Texts, names: Names, event: events.RoundBegan) -> EventText:
    name = names(event.starter)
    return _all(texts._("Round {number}: {name} has the crown.", number=event.round, name=name))


def _phase(texts: Texts, _names: Names, event: events.PhaseBegan) -> EventText | None:
    match event.phase:
        case "placing":
            return _all(texts._("Time to place dwarfs."))
        case "moving":
            return _all(texts._("Time to move dwarfs."))
        case "auction":
            return _all(texts._("Now the King's moves go to auction."))
    return None


def _refilled(texts: Texts, _names: Names, event: events.Refilled) -> EventText:
    match event.pile:
        case "treasure":
            return _all(texts._("The treasure discards are shuffled and become the new pile."))
        case "magic":
            return _all(texts._("The magic discards are shuffled and become the new pile."))
        case "movement":
            return _all(texts._("The movement discards are shuffled and become the new pile."))


def _drew(texts: Texts, _names: Names, event: events.Drew) -> EventText:
    if event.cards is not None:
        cards = phrases.treasure(event.cards) or texts._("nothing")
        return EventText(event.seat, texts._("draws {cards}", cards=cards))
    said = texts.ngettext("draws {number} treasure card", "draws {number} treasure cards", event.count)
    return EventText(event.seat, said)


def _offered(texts: Texts, _names: Names, event: events.Offered) -> EventText:
    cards = ", ".join(words.name(texts, card) for card in event.cards)
    return _all(texts._("For sale: {cards}.", cards=cards or texts._("nothing")))


def _bought(texts: Texts, _names: Names, event: events.Bought) -> EventText:
    card, paid = words.object_(texts, event.card), phrases.treasure(event.paid)
    return EventText(event.seat, texts._("buys {card} for {paid}", card=card, paid=paid))


def _unsold(texts: Texts, _names: Names, event: events.Unsold) -> EventText:
    cards = ", ".join(words.name(texts, card) for card in event.cards)
    return _all(texts._("Not sold: {cards}.", cards=cards))


def _drawn(texts: Texts, _names: Names, event: events.MovementDrawn) -> EventText | None:
    if event.mixed:
        return None
    return _all(texts._("All movement cards run the same way: drawing new ones."))


def _gave(texts: Texts, names: Names, event: events.Gave) -> EventText:
    card = phrases.movement(texts, queries.card(event.card))
    if event.to == event.seat:
        return EventText(event.seat, texts._("keeps {card}", card=card))
    return EventText(event.seat, texts._("gives {name} {card}", name=names(event.to), card=card))


def _skipped(texts: Texts, _names: Names, event: events.TurnSkipped) -> EventText:
    if event.banned:
        return EventText(event.seat, texts._("is banned and misses this turn"))
    return EventText(event.seat, texts._("has nothing to do"))


def _placed(texts: Texts, _names: Names, event: events.Placed) -> EventText:
    return EventText(
        event.seat, texts._("places a {dwarf} on {square}", dwarf=event.dwarf, square=event.square)
    )


def _relocated(texts: Texts, _names: Names, event: events.Relocated) -> EventText:
    return EventText(event.seat, texts._("moves {steps}", steps=phrases.steps(event.steps)))


_NO: Mapping[Question, Translatable] = MappingProxyType(
    {
        "buy": N_("buys nothing"),
        "bid": N_("does not bid"),
        "king-free": N_("leaves the King where he is"),
    }
)
"""What passing means. Passing at a chance to react needs no line, and a last card that is declined lapses."""


def _passed(texts: Texts, _names: Names, event: events.Passed) -> EventText | None:
    said = _NO.get(event.question)
    return EventText(event.seat, texts.of(said)) if said else None


def _laid(texts: Texts, _names: Names, event: events.BidLaid) -> EventText:
    if event.cards is not None:
        return EventText(event.seat, texts._("bids {cards}", cards=phrases.treasure(event.cards)))
    return EventText(event.seat, texts.ngettext("bids {number} card", "bids {number} cards", event.count))


def _turned_up(texts: Texts, names: Names, event: events.TurnedUp) -> EventText:
    if event.winner is None:
        return _all(texts._("Nobody bids."))
    bids, winner = phrases.bids(names, event.bids), names(event.winner)
    return _all(texts._("Bids: {bids}. {name} wins.", bids=bids, name=winner))


def _took_back(texts: Texts, _names: Names, event: events.TookBack) -> EventText:
    gone = phrases.treasure(event.discarded)
    if not event.cards:
        return EventText(event.seat, texts._("discards {gone}", gone=gone))
    kept = phrases.treasure(event.cards)
    return EventText(event.seat, texts._("takes back {kept} and discards {gone}", kept=kept, gone=gone))


def _went(texts: Texts, _names: Names, event: events.KingWent) -> EventText:
    distance = queries.card(event.card).distance
    way, spot = words.way(texts, event.direction), phrases.spot(event.end)
    return EventText(
        event.seat,
        texts._("moves the King {distance} {way} to {spot}", distance=distance, way=way, spot=spot),
    )


def _lapsed(texts: Texts, _names: Names, event: events.Lapsed) -> EventText:
    if event.seat is None:
        return _all(texts._("Nobody moves the King: the face-up cards are discarded."))
    card = queries.card(event.cards[0])
    way = phrases.axis(texts, card)
    said = texts._("lets a card lapse: {distance} {axis}", distance=card.distance, axis=way)
    return EventText(event.seat, said)


def _played(texts: Texts, names: Names, event: events.MagicPlayed) -> EventText:
    return EventText(event.seat, texts._("plays {spell}", spell=phrases.cast(texts, names, event.move)))


def _dispelled(texts: Texts, names: Names, event: events.Dispelled) -> EventText:
    card = words.subject(texts, queries.card_of(event.move))
    said = texts._("{card} from {name} has no effect.", card=card, name=names(event.seat))
    return _all(sentence(said))


def _worked(texts: Texts, names: Names, event: events.MagicWorked) -> EventText | None:
    match event.move:
        case Ban():
            return None
        case Exchange(first, second):
            said = texts._("The dwarfs on {first} and {second} trade squares.", first=first, second=second)
        case Fog(seat):
            said = texts._("{name} is left out of this scoring.", name=names(seat))
        case _:
            said = texts._("The King stands on {spot} now.", spot=phrases.spot(event.king))
    return _all(said)


def _scored(texts: Texts, names: Names, event: events.Scored) -> EventText:
    if not any(event.points):
        return _all(texts._("Nobody scores."))
    return _all(texts._("Points: {gains}.", gains=phrases.gains(texts, names, event.points)))


def _ended(texts: Texts, names: Names, event: events.Ended) -> EventText:
    winners = listed(texts, map(names, event.winners))
    if event.limit:
        return _all(texts._("Round limit reached. Won by: {names}.", names=winners))
    return _all(texts._("The game is over. Won by: {names}.", names=winners))


_TELLERS: Mapping[type, _Teller] = MappingProxyType(
    {
        events.RoundBegan: _round,
        events.PhaseBegan: _phase,
        events.Refilled: _refilled,
        events.Drew: _drew,
        events.Offered: _offered,
        events.Bought: _bought,
        events.Unsold: _unsold,
        events.MovementDrawn: _drawn,
        events.Gave: _gave,
        events.TurnBegan: _nothing,
        events.TurnSkipped: _skipped,
        events.TurnEnded: _nothing,
        events.Placed: _placed,
        events.Relocated: _relocated,
        events.Passed: _passed,
        events.BidLaid: _laid,
        events.TurnedUp: _turned_up,
        events.TookBack: _took_back,
        events.KingWent: _went,
        events.Lapsed: _lapsed,
        events.MagicPlayed: _played,
        events.Dispelled: _dispelled,
        events.MagicWorked: _worked,
        events.Scored: _scored,
        events.Ended: _ended,
    }
)
