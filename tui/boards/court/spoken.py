"""Typed moves in the player's own language: its words for moves and cards, and notation's, both ways."""

from __future__ import annotations

from collections.abc import Sequence

from engine.court.cards import KINDS
from engine.court.game import GAME
from engine.court.model import View
from engine.court.moves import Move
from engine.game import Refused
from tui.boards.court import names
from tui.boards.court.refusals import EXAMPLES
from tui.spelling import replaced, shown
from tui.texts import Texts


def read(texts: Texts, view: View, text: str) -> Move:
    """A typed move, in the player's words or in notation. Raises Refused, which then advises what can
    be typed in the player's language.
    """
    try:
        return GAME.parse(in_english(texts, text), view)
    except Refused as refusal:
        raise _advised(texts, refusal) from None


def _advised(texts: Texts, refusal: Refused) -> Refused:
    match refusal.code:
        case "wrong-form":
            own = {"form": in_own_words(texts, str(refusal.params["form"]))}
        case "unreadable":
            own = {"moves": ", ".join(in_own_words(texts, move) for move in EXAMPLES)}
        case _:
            return refusal
    return Refused(refusal.code, {**refusal.params, **own})


def in_english(texts: Texts, text: str) -> str:
    """The same text with notation's words; what is not known stays for the notation to refuse."""
    text = replaced(" ".join(text.casefold().split()), _verbs(texts).items())
    verb, _, rest = text.partition(" ")
    if verb in {"use", "take"}:
        rest = replaced(rest, (*names.CARDS.typed(texts), (_nothing(texts), "nothing")))
    return f"{verb} {rest}".strip()


def forms(texts: Texts) -> Sequence[tuple[str, str]]:
    """How moves are written, and what they do."""
    verbs = {key: shown(entry) for entry, key in _verbs(texts).items()}
    guard, maid = (names.name(texts, kind).lower() for kind in ("guard", "maid"))
    nothing = shown(_nothing(texts))
    return (
        (verbs["roll"], texts._("roll the dice in hand, or all active dice once one was set aside")),
        (f"{verbs['keep']} 5 5", texts._("set aside active dice with these faces")),
        (f"{verbs['use']} {maid} 2+3", texts._("use the power of one of your cards, each once a turn")),
        (f"{verbs['take']} {guard}", texts._("take this card and end your turn")),
        (f"{verbs['take']} {nothing}", texts._("end your turn without a card")),
        (verbs["stand"], texts._("end your turn of the final round")),
    )


def in_own_words(texts: Texts, text: str) -> str:
    """Notation in the player's language, as it could be typed."""
    verb, _, rest = text.partition(" ")
    own = {english: shown(entry) for entry, english in _verbs(texts).items()}
    card, blank, more = rest.partition(" ")
    words = {str(kind): names.name(texts, kind).lower() for kind in KINDS} | {
        "nothing": shown(_nothing(texts))
    }
    return f"{own.get(verb, verb)} {words.get(card, card)}{blank}{more}".strip()


def _verbs(texts: Texts) -> dict[str, str]:
    return {
        texts.pgettext("typed move", "roll"): "roll",
        texts.pgettext("typed move", "keep"): "keep",
        texts.pgettext("typed move", "use"): "use",
        texts.pgettext("typed move", "take"): "take",
        texts.pgettext("typed move", "stand"): "stand",
        texts.pgettext("typed move", "concede"): "concede",
    }


def _nothing(texts: Texts) -> str:
    return texts.pgettext("typed move", "nothing")
