"""Laurin in words: its value of `tui.boards.kit.speech.Speech`. Its lists are in `menus`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.laurin import queries
from engine.laurin.model.events import Drew, Ended, Passed
from engine.laurin.model.names import Magic
from tui.boards.kit.speech import Speech, Topic
from tui.boards.laurin.menus import menu
from tui.boards.laurin.panels import explain
from tui.boards.laurin.play import hints, prompts
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import cards, names, phrases, standing_answers, typed_moves
from tui.language.texts import N_, NC_, Texts
from tui.language.wording import sentence


def _look(model: ViewModel) -> Sequence[str]:
    king = model.texts._("The King stands on {spot}.", spot=phrases.spot(model.position.king))
    return (king, *_bids(model), *_own(model))


def _seat(model: ViewModel, seat: int) -> str:
    (line,) = explain.seat_lines(model, seat)
    said = [sentence(line[-1][0].removeprefix(": "))]
    if seat == model.position.starter:
        said.append(model.texts._("Has the crown."))
    return " ".join(said)


def _confirmation(model: ViewModel, move: Any) -> str:
    return prompts.confirmation(model, move) if prompts.is_weighty(model, move) else ""


def _about(texts: Texts, model: ViewModel | None, kind: Magic) -> Sequence[str]:
    price = texts._("costs {price}", price=queries.price(kind))
    now = explain.why_not(model, kind) if model else ()
    return (f"{names.name(texts, kind)}: {price}.", *cards.sentences(texts, kind), *now)


def _own(model: ViewModel) -> Sequence[str]:
    """Return the viewing seat's treasure, magic, dwarfs at home, and standing answers."""
    texts = model.texts
    if not model.own:
        return ()
    hand = model.view.hand
    held = texts._("Your treasure: {cards}, worth {sum}.", cards=phrases.treasure(hand), sum=sum(hand))
    magic = [names.name(texts, kind) for kind in model.position.magic[model.own - 1]]
    home = ", ".join(model.position.stocks[model.own - 1])
    said = [standing_answers.sentence(texts, word) for word in model.standing_answers]
    return (
        held if hand else texts._("You have no treasure."),
        texts._("Your magic: {cards}.", cards=", ".join(magic) or texts._("none")),
        texts._("Your dwarfs at home: {dwarfs}.", dwarfs=home or texts._("none")),
        *([texts._("Auto-pass on ({words}).", words="; ".join(said))] if said else []),
    )


def _bids(model: ViewModel) -> Sequence[str]:
    """Return the bids so far, as far as they are visible."""
    texts, auction = model.texts, model.position.auction
    if auction is None or not any(auction.laid):
        return ()
    shown = auction.shown
    bids = []
    for seat, count in enumerate(auction.laid, start=1):
        if count and shown:
            bids.append(f"{model.names(seat)} ({phrases.treasure(shown[seat - 1])})")
        elif count:
            number = texts.ngettext("{number} card", "{number} cards", count)
            bids.append(f"{model.names(seat)} ({number})")
    return (texts._("Bids: {bids}.", bids=", ".join(bids)),)


def _garden(model: ViewModel) -> Sequence[str]:
    texts = model.texts
    lines = [texts._("The King stands on {spot}.", spot=phrases.spot(model.position.king))]
    for seat in range(1, len(model.seats) + 1):
        own = [
            texts._("{value} on {square}", value=phrases.shown(texts, dwarf), square=dwarf.square)
            for dwarf in model.position.dwarfs
            if dwarf.seat == seat
        ]
        said = ", ".join(own) or texts._("none")
        lines.append(f"{model.names(seat)}: {said}.")
    return lines


def _ways(model: ViewModel) -> Sequence[str]:
    texts, lines = model.texts, []
    for reach in queries.king_destinations(model.view):
        gains = phrases.gains(texts, model.names, reach.points)
        walk = phrases.walk(texts, reach)
        said = walk if reach.end is None else f"{walk}: {gains}"
        lines.append(texts._("{name}'s card: {walk}.", name=model.names(reach.owner), walk=said))
    return lines or (texts._("There are no face-up movement cards."),)


def _magic(model: ViewModel) -> Sequence[str]:
    texts, position = model.texts, model.position
    lines = [
        texts._(
            "For sale: {card}, price {price}: {does}.",
            card=names.name(texts, kind),
            price=queries.price(kind),
            does=cards.short(texts, kind),
        )
        for kind in dict.fromkeys(position.offer)
    ]
    own = dict.fromkeys(position.magic[model.own - 1]) if model.own else ()
    lines += [
        texts._("You have {card}: {does}.", card=names.name(texts, kind), does=cards.short(texts, kind))
        for kind in own
    ]
    return lines or (texts._("No magic is for sale, and you have none."),)


SPEECH = Speech(
    topics=(
        Topic(NC_("plain word", "garden"), N_("the King, and where everyone's dwarfs stand"), _garden),
        Topic(
            NC_("plain word", "ways"),
            N_("the face-up movement cards, where they take the King and who would score"),
            _ways,
        ),
        Topic(NC_("plain word", "magic"), N_("magic for sale, and yours, with what it does"), _magic),
    ),
    model=ViewModel,
    cards=names.CARDS,
    look=_look,
    seat=_seat,
    menu=menu,
    confirmation=_confirmation,
    to_notation=typed_moves.to_notation,
    from_notation=typed_moves.from_notation,
    examples=typed_moves.examples,
    forms=typed_moves.forms,
    about=_about,
    minor=(Drew, Passed, Ended),
    tip=hints.tip,
)
