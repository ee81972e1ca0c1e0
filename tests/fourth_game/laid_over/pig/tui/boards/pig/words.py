"""The words of pig: points, events, refusals, the rules on a page, typed moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from engine.game import Refused
from engine.pig.model import Ended, Held, Lost, Rolled
from tui.boards.kit import refusals
from tui.boards.kit.board import EventText, Names
from tui.boards.kit.card_names import CardNames
from tui.boards.kit.refusals import OF_ANY_GAME, refusal_sentence
from tui.boards.kit.seat_names import SeatNumbers
from tui.language.spelling import replaced, shown
from tui.language.texts import N_, NC_, Sentence, Texts, Translatable

EXAMPLES = ("roll", "hold")
CARDS = CardNames[str]({}, {}, {})
"""Pig has no cards."""


def points(texts: Texts, number: int) -> str:
    """`1 point`, `12 points`."""
    return texts.ngettext("{number} point", "{number} points", number)


def event_text(texts: Texts, names: Names, event: Any) -> EventText | None:
    """The event in words."""
    match event:
        case Rolled(seat, face, pending):
            said = texts._("rolls a {face}: {points} this turn", face=face, points=points(texts, pending))
            return EventText(seat, said)
        case Lost(seat, lost):
            return EventText(seat, texts._("rolls a 1 and loses {points}", points=points(texts, lost)))
        case Held(seat, kept, total):
            said = texts._("holds {points}: {number} in all", points=points(texts, kept), number=total)
            return EventText(seat, said)
        case Ended(winner):
            return EventText(None, texts._("The game is over: {name} wins.", name=names(winner)))
    return None


class PigRefusalWords(refusals.RefusalWords):
    """What a sentence of pig's can be made of."""

    card_names = CARDS
    examples = EXAMPLES


SENTENCES: Mapping[str, Sentence[PigRefusalWords]] = MappingProxyType(
    {
        **OF_ANY_GAME,
        "not-your-turn": N_("It's {name}'s turn."),
        "nothing-to-hold": N_("There is nothing to hold yet: roll the die first."),
    }
)


def refusal(texts: Texts, names: Names, refused: Refused) -> str | None:
    """The sentence; None where the code is not one of pig's."""
    return refusal_sentence(SENTENCES, PigRefusalWords(texts, names, refused.params), refused)


RULES: Mapping[Translatable, Translatable] = MappingProxyType(
    {
        NC_("rules", "Aim"): N_("Be the first to hold 100 points (or what was agreed on)."),
        NC_("rules", "Turn"): N_("Roll the die as often as you dare."),
        NC_("rules", "2 to 6"): N_("The pips count for this turn; you may roll again."),
        NC_("rules", "A 1"): N_("This turn's points are lost, and the turn is over."),
        NC_("rules", "Hold"): N_("This turn's points are yours for good; the turn is over."),
        NC_("rules", "End"): N_("Whoever holds enough points wins at once."),
    }
)


def to_notation(texts: Texts, text: str, _seats: SeatNumbers) -> str:
    """The same text with notation's words; what is not known stays for the notation to refuse."""
    return replaced(" ".join(text.casefold().split()), _verbs(texts).items())


def from_notation(texts: Texts, text: str) -> str:
    """Notation in the player's language, as it could be typed."""
    own = {english: shown(entry) for entry, english in _verbs(texts).items()}
    return own.get(text, text)


def examples(view: Any) -> Sequence[str]:
    """In notation: what can be typed now."""
    return EXAMPLES if view.position.pending else EXAMPLES[:1]


def forms(texts: Texts) -> Sequence[tuple[str, str]]:
    """How moves are written, and what they do."""
    return (
        (from_notation(texts, "roll"), texts._("roll the die")),
        (from_notation(texts, "hold"), texts._("hold this turn's points and end the turn")),
    )


def _verbs(texts: Texts) -> dict[str, str]:
    return {texts.pgettext("typed move", "roll"): "roll", texts.pgettext("typed move", "hold"): "hold"}
