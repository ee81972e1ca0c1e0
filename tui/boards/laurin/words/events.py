"""Events in the garden in words, for whoever reads of them and for who did or suffered them, whom they call
"you". Verb phrases follow the seat's name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.laurin import queries
from engine.laurin.model import events
from engine.laurin.model.moves import Ban, Exchange, Fog
from engine.laurin.model.names import Question
from tui.boards.kit.board import EventText, Names, with_you
from tui.boards.laurin.words import names as words
from tui.boards.laurin.words import phrases
from tui.language.texts import N_, NN_, Texts, Translatable
from tui.language.wording import Say, listed, say_to, sentence

_Teller = Callable[[Texts, Names, Any], str]


def event_text(texts: Texts, names: Names, event: Any) -> EventText | None:
    """Return the event in words; None if the next event says it, or if it needs no line."""
    seat = None
    if teller := OF_THE_TABLE.get(type(event)):
        said = teller(texts, names, event)
    elif event.seat is None:
        said = texts._("Nobody moves the King: the face-up cards are discarded.")
    else:
        seat, said = event.seat, of_a_seat(texts, names, event, say_to(texts, you=False))
    return EventText(seat, said) if said else None


_NO: Mapping[Question, tuple[Translatable, Translatable]] = MappingProxyType(
    {
        "buy": (N_("buys nothing"), N_("You buy nothing")),
        "bid": (N_("does not bid"), N_("You do not bid")),
        "king-free": (N_("leaves the King where he is"), N_("You leave the King where he is")),
    }
)
"""What passing means. Passing at a chance to react needs no line, and a last card that is declined lapses."""


def of_a_seat(texts: Texts, names: Names, event: Any, say: Say) -> str:
    """Return what somebody did; '' for what needs no line, as who is asked is shown anyway."""
    match event:
        case events.Gave(seat, card, to):
            given = phrases.movement(texts, queries.card(card))
            if to == seat:
                return say(N_("keeps {card}"), N_("You keep {card}"), card=given)
            return say(
                N_("gives {card} to {name}"), N_("You give {card} to {name}"), name=names(to), card=given
            )
        case events.TurnSkipped(_, True):
            return say(N_("is banned and misses this turn"), N_("You are banned and miss this turn"))
        case events.TurnSkipped():
            return say(N_("has nothing to do"), N_("You have nothing to do"))
        case events.Placed(_, dwarf, square):
            return say(
                N_("places a {dwarf} on {square}"),
                N_("You place a {dwarf} on {square}"),
                dwarf=dwarf,
                square=square,
            )
        case events.Relocated(_, steps):
            return say(N_("moves {steps}"), N_("You move {steps}"), steps=phrases.steps(steps))
        case events.Passed(_, question):
            return say(*_NO[question]) if question in _NO else ""
        case events.KingWent(_, _, card, direction, _, end):
            return say(
                N_("moves the King {distance} {way} to {spot}"),
                N_("You move the King {distance} {way} to {spot}"),
                distance=queries.card(card).distance,
                way=words.way(texts, direction),
                spot=phrases.spot(end),
            )
        case events.Lapsed(_, (card, *_)):
            lapsed = queries.card(card)
            return say(
                N_("lets a card lapse: {distance} {axis}"),
                N_("You let a card lapse: {distance} {axis}"),
                distance=lapsed.distance,
                axis=phrases.axis(texts, lapsed),
            )
        case events.MagicPlayed(_, move):
            return say(N_("plays {spell}"), N_("You play {spell}"), spell=phrases.cast(texts, names, move))
    return _about_cards(texts, event, say)


def _about_cards(texts: Texts, event: Any, say: Say) -> str:
    """Return what was drawn, bought, bid or taken back; '' for what needs no line."""
    match event:
        case events.Drew(_, count, None):
            return say(
                NN_("draws {number} treasure card", "draws {number} treasure cards"),
                NN_("You draw {number} treasure card", "You draw {number} treasure cards"),
                number=count,
            )
        case events.Drew(_, _, drawn) if drawn is not None:
            got = phrases.treasure(drawn) or texts._("nothing")
            return say(N_("draws {cards}"), N_("You draw {cards}"), cards=got)
        case events.Bought(_, magic, paid):
            card = words.object_(texts, magic)
            price = phrases.treasure(paid)
            return say(N_("buys {card} for {paid}"), N_("You buy {card} for {paid}"), card=card, paid=price)
        case events.BidLaid(_, count, None):
            return say(
                NN_("bids {number} card", "bids {number} cards"),
                NN_("You bid {number} card", "You bid {number} cards"),
                number=count,
            )
        case events.BidLaid(_, _, bid) if bid is not None:
            return say(N_("bids {cards}"), N_("You bid {cards}"), cards=phrases.treasure(bid))
        case events.TookBack(_, kept, discarded):
            gone = phrases.treasure(discarded)
            if not kept:
                return say(N_("discards {gone}"), N_("You discard {gone}"), gone=gone)
            return say(
                N_("takes back {kept} and discards {gone}"),
                N_("You take back {kept} and discard {gone}"),
                kept=phrases.treasure(kept),
                gone=gone,
            )
        case events.TurnBegan() | events.TurnEnded():
            return ""
    raise AssertionError(event)


def _round(texts: Texts, names: Names, event: events.RoundBegan) -> str:
    name = names(event.starter)
    return texts._("Round {number}: {name} has the crown.", number=event.round, name=name)


def _phase(texts: Texts, _names: Names, event: events.PhaseBegan) -> str:
    match event.phase:
        case "placing":
            return texts._("Time to place dwarfs.")
        case "moving":
            return texts._("Time to move dwarfs.")
        case "auction":
            return texts._("Now the King's moves go to auction.")
    return ""


def _refilled(texts: Texts, _names: Names, event: events.Refilled) -> str:
    match event.pile:
        case "treasure":
            return texts._("The treasure discards are shuffled and become the new pile.")
        case "magic":
            return texts._("The magic discards are shuffled and become the new pile.")
        case "movement":
            return texts._("The movement discards are shuffled and become the new pile.")


def _offered(texts: Texts, _names: Names, event: events.Offered) -> str:
    cards = ", ".join(words.name(texts, card) for card in event.cards)
    return texts._("For sale: {cards}.", cards=cards or texts._("nothing"))


def _unsold(texts: Texts, _names: Names, event: events.Unsold) -> str:
    cards = ", ".join(words.name(texts, card) for card in event.cards)
    return texts._("Not sold: {cards}.", cards=cards)


def _drawn(texts: Texts, _names: Names, event: events.MovementDrawn) -> str:
    if event.mixed:
        return ""
    return texts._("All movement cards run the same way: drawing new ones.")


def _turned_up(texts: Texts, names: Names, event: events.TurnedUp) -> str:
    if event.winner is None:
        return texts._("Nobody bids.")
    bids, winner = phrases.bids(names, event.bids), names(event.winner)
    return texts._("Bids: {bids}. {name} wins.", bids=bids, name=winner)


def _dispelled(texts: Texts, names: Names, event: events.Dispelled) -> str:
    card = words.subject(texts, queries.card_of(event.move))
    said = texts._("{card} from {name} has no effect.", card=card, name=names(event.seat))
    return sentence(said)


def _worked(texts: Texts, names: Names, event: events.MagicWorked) -> str:
    match event.move:
        case Ban():
            return ""
        case Exchange(first, second):
            return texts._("The dwarfs on {first} and {second} trade squares.", first=first, second=second)
        case Fog(seat):
            return texts._("{name} is left out of this scoring.", name=names(seat))
        case _:
            return texts._("The King stands on {spot} now.", spot=phrases.spot(event.king))


def _scored(texts: Texts, names: Names, event: events.Scored) -> str:
    if not any(event.points):
        return texts._("Nobody scores.")
    return texts._("Points: {gains}.", gains=phrases.gains(texts, names, event.points))


def _ended(texts: Texts, names: Names, event: events.Ended) -> str:
    winners = listed(texts, map(names, event.winners))
    if event.limit:
        return texts._("Round limit reached. Won by: {names}.", names=winners)
    return texts._("The game is over. Won by: {names}.", names=winners)


OF_THE_TABLE: Mapping[type, _Teller] = MappingProxyType(
    {
        events.RoundBegan: _round,
        events.PhaseBegan: _phase,
        events.Refilled: _refilled,
        events.Offered: _offered,
        events.Unsold: _unsold,
        events.MovementDrawn: _drawn,
        events.TurnedUp: _turned_up,
        events.Dispelled: _dispelled,
        events.MagicWorked: _worked,
        events.Scored: _scored,
        events.Ended: _ended,
    }
)


def yours(texts: Texts, names: Names, event: Any, you: int) -> str:
    """What the player did or suffered as in `kit.board.Board.yours`; '' for what is told otherwise."""
    match event:
        case events.RoundBegan(number, starter):
            return texts._("Round {number}: you have the crown", number=number) if starter == you else ""
        case events.TurnedUp(bids, winner):
            return _bids_with(texts, names, event, you) if winner == you or bids[you - 1] else ""
        case events.MagicWorked(move=move):
            return texts._("You are left out of this scoring") if move == Fog(you) else ""
        case events.Scored(points):
            gains = phrases.gains(texts, with_you(texts, names, you), points)
            return _open(texts._("Points: {gains}.", gains=gains)) if points[you - 1] else ""
        case events.Ended(winners, limit):
            others = [names(seat) for seat in winners if seat != you]
            return _won(texts, others, limit=limit) if you in winners else ""
        case events.Gave(seat, card, to) if you == to != seat:
            given = phrases.movement(texts, queries.card(card))
            return texts._("{name} gives you {card}", name=names(seat), card=given)
        case events.MagicPlayed(seat, move) if seat != you and move in {Ban(you), Fog(you)}:
            said = texts._("plays {spell}", spell=phrases.cast(texts, with_you(texts, names, you), move))
            return f"{names(seat)} {said}"
        case events.Dispelled(seat, move) if seat == you:
            return texts._("Your {card} has no effect", card=words.name(texts, queries.card_of(move)))
    if type(event) in OF_THE_TABLE or event.seat != you:
        return ""
    return of_a_seat(texts, names, event, say_to(texts, you=True))


def _open(sentence: str) -> str:
    """Return a sentence without its full stop."""
    return sentence.removesuffix(".")


def _bids_with(texts: Texts, names: Names, event: events.TurnedUp, you: int) -> str:
    bids = phrases.bids(with_you(texts, names, you), event.bids)
    if event.winner == you:
        return texts._("Bids: {bids}. You win", bids=bids)
    return _open(texts._("Bids: {bids}. {name} wins.", bids=bids, name=names(event.winner or 0)))


def _won(texts: Texts, others: list[str], *, limit: bool) -> str:
    found = listed(texts, others)
    if limit and others:
        return texts._("Round limit reached: you share first place with {names}", names=found)
    if limit:
        return texts._("Round limit reached: you win")
    if others:
        return texts._("The game is over: you share first place with {names}", names=found)
    return texts._("The game is over: you win")
