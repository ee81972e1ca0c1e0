"""What `?` explains in the garden: what something is, does, and means right now."""

from __future__ import annotations

from collections import Counter

from engine.laurin import queries
from engine.laurin.model.names import Magic
from tui.boards.laurin.panels.choice_rows import (
    DrawnCard,
    MagicOffer,
    MoveOption,
    Option,
    StandingAnswerOption,
    WayOption,
)
from tui.boards.laurin.play.king_ways import number_of
from tui.boards.laurin.play.view_model import ViewModel
from tui.boards.laurin.words import cards, names, phrases, standing_answers
from tui.widgets.panel import Part
from tui.wire.terminal import palette

Lines = tuple[tuple[Part, ...], ...]


def _said(head: str, text: str) -> tuple[Part, ...]:
    return (head, palette.STRONG), (f": {text}", palette.TEXT)


def magic_lines(model: ViewModel, kind: Magic) -> Lines:
    """Explain a magic card: price, when it is played, what it does, limits, why it cannot be played now."""
    texts = model.texts
    price = texts._("costs {price}", price=queries.price(kind))
    said = " ".join((f"{price}.", *cards.sentences(texts, kind), *why_not(model, kind)))
    return (_said(names.name(texts, kind), said),)


def why_not(model: ViewModel, kind: Magic) -> tuple[str, ...]:
    """Return why an own card cannot be played now: one sentence or none."""
    why = queries.playable(model.view).get(kind)
    said = model.why(why) if why else None
    return (said,) if said else ()


def square_lines(model: ViewModel, square: str) -> Lines:
    """Explain a square: its dwarf, and which of the King's ways lead beside it."""
    texts = model.texts
    there = queries.dwarf_on(model.view, square)
    who = phrases.dwarf(texts, model.names, there) if there else texts._("an empty square")
    beside = [
        number_of(way)
        for way in queries.king_destinations(model.view)
        if way.end is not None and square in queries.beside(way.end)
    ]
    ways = (
        " " + texts._("King's moves that end next to it: {ways}.", ways=", ".join(beside)) if beside else ""
    )
    rule = texts._("A dwarf next to the King scores its value, then flips; if already flipped, it goes home.")
    return (_said(square, f"{who}.{ways} {rule}"),)


def seat_lines(model: ViewModel, seat: int) -> Lines:
    """Explain a seat: points, treasure and what is known of it, magic, dwarfs at home."""
    texts, position = model.texts, model.position
    score = texts.ngettext("{number} point", "{number} points", position.scores[seat - 1])
    held = texts.ngettext("{number} treasure card", "{number} treasure cards", position.cards[seat - 1])
    known = position.known[seat - 1]
    listed = phrases.treasure(known)
    is_all = len(known) == position.cards[seat - 1]
    seen = listed if is_all else texts._("{cards} of it known to everyone", cards=listed) if known else ""
    magic = ", ".join(
        names.name(texts, kind) + (f" ×{number}" if number > 1 else "")
        for kind, number in Counter(position.magic[seat - 1]).items()
    )
    home = ", ".join(position.stocks[seat - 1])
    dwarfs = texts._("dwarfs at home: {dwarfs}", dwarfs=home or texts._("none"))
    found = [score, held, *([seen] if seen else []), magic or texts._("no magic"), dwarfs]
    return (_said(model.names(seat), ", ".join(found) + "."),)


def target_lines(model: ViewModel, chosen: Option | None) -> Lines:
    """Explain an option of the list."""
    texts = model.texts
    match chosen:
        case MagicOffer(card):
            return magic_lines(model, card)
        case MoveOption(move):
            return _option_lines(model, move)
        case StandingAnswerOption(word):
            rule = texts._("You'll still be asked about anything else; turn it off here at any time.")
            return (_said(standing_answers.sentence(texts, word), rule),)
        case DrawnCard(card):
            return (_said(phrases.movement(texts, queries.card(card)), _card_rule(model)),)
        case WayOption(reach):
            gains = phrases.gains(texts, model.names, reach.points)
            there = (
                texts._("off the board this way: no scoring, and the card may lapse")
                if reach.end is None
                else gains
            )
            said = f"{phrases.walk(texts, reach)}: {there}. {_card_rule(model)}"
            return (_said(phrases.movement(texts, reach.card), said),)
    return treasure_lines(model)


def _option_lines(model: ViewModel, move: object) -> Lines:
    kind = queries.magic_of(move)
    return magic_lines(model, kind) if kind else treasure_lines(model)


def _card_rule(model: ViewModel) -> str:
    return model.texts._(
        "A movement card sets the King's distance, your placing points and how many dwarfs you may move."
    )


def treasure_lines(model: ViewModel) -> Lines:
    """Explain treasure: what it is for, and what becomes of bids."""
    texts, ink = model.texts, palette.TEXT
    return (
        ((texts._("Treasure pays for magic and for the King's moves; only you know its value."), ink),),
        (
            (
                texts._("The highest bid wins and is spent; the others take back up to half of their cards."),
                ink,
            ),
        ),
        ((texts._("Ties: more cards win, then the first player clockwise from the crown."), palette.DIM),),
    )
