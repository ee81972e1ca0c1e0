"""The words of goofspiel: prizes, events, refusals, the rules on a page, typed moves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.game import Refused
from engine.goofspiel.model import UNSEEN, Laid, Taken, Tied, Turned
from tui.boards.kit import refusals
from tui.boards.kit.board import EventText, Names
from tui.boards.kit.card_names import CardNames
from tui.boards.kit.refusals import OF_ANY_GAME, refusal_sentence
from tui.boards.kit.seat_names import SeatNumbers
from tui.language.texts import N_, NC_, Sentence, Texts, Translatable

VERB = "bid"
EXAMPLES = ("bid 5",)
CARDS = CardNames[str]({}, {}, {})
"""Cards have numbers and no names."""


def points(texts: Texts, number: int) -> str:
    """`1 point`, `12 points`."""
    return texts.ngettext("{number} point", "{number} points", number)


def cards(hand: Sequence[int]) -> str:
    """Cards in a row: 1, 4, 5."""
    return ", ".join(map(str, hand))


def event_text(texts: Texts, _names: Names, event: Any) -> EventText | None:
    """The event in words."""
    match event:
        case Turned(prize, added):
            return EventText(None, texts._("The prize is {points}.", points=points(texts, prize + added)))
        case Laid(seat, card):
            said = texts._("bids") if card == UNSEEN else texts._("bids {card}", card=card)
            return EventText(seat, said)
        case Taken(seat, taken, bids):
            said = texts._("takes {points} with {bids}", points=points(texts, taken), bids=cards(bids))
            return EventText(seat, said)
        case Tied(_, kept, bids):
            if kept:
                return EventText(None, texts._("A tie at {bids}: the prize stays.", bids=cards(bids)))
            return EventText(None, texts._("A tie at {bids}: the prize is lost.", bids=cards(bids)))
    return None


class GoofspielRefusalWords(refusals.RefusalWords):
    """What a sentence of goofspiel's can be made of."""

    card_names = CARDS
    examples = EXAMPLES


SENTENCES: Mapping[str, Sentence[GoofspielRefusalWords]] = MappingProxyType(
    {**OF_ANY_GAME, "not-in-hand": N_("You do not have a {number} any more.")}
)


def refusal(texts: Texts, names: Names, refused: Refused) -> str | None:
    """The sentence; None where the code is not one of goofspiel's."""
    return refusal_sentence(SENTENCES, GoofspielRefusalWords(texts, names, refused.params), refused)


RULES: Mapping[Translatable, Translatable] = MappingProxyType(
    {
        NC_("rules", "Prize"): N_("In each round one number is turned up: that many points."),
        NC_("rules", "Bid"): N_("All three lay a card face down, then show. The highest wins."),
        NC_("rules", "Tie"): N_("Nobody takes it. It is added to the next one, or lost."),
    }
)


def to_notation(texts: Texts, text: str, _seats: SeatNumbers) -> str:
    """The same text with notation's word; a number alone is a bid. What is not known stays to be refused."""
    word, _, rest = " ".join(text.casefold().split()).partition(" ")
    if re.fullmatch("[0-9]+", word) and not rest:
        word, rest = VERB, word
    elif word == texts.pgettext("typed move", "bid"):
        word = VERB
    return f"{word} {rest}".strip()


def from_notation(texts: Texts, text: str) -> str:
    """Notation in the player's language, as it could be typed."""
    word, _, rest = text.partition(" ")
    own = texts.pgettext("typed move", "bid")
    return f"{own} {rest}" if word == VERB else text


def examples(view: Any) -> Sequence[str]:
    """In notation: what can be typed now."""
    own = view.position.hands[view.seat - 1] if view.seat else ()
    return (f"{VERB} {own[-1]}",) if own else EXAMPLES


def forms(texts: Texts) -> Sequence[tuple[str, str]]:
    """How moves are written, and what they do."""
    return ((from_notation(texts, EXAMPLES[0]), texts._("bid this card")),)
