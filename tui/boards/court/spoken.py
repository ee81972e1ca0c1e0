"""Typed moves in the player's own language: its words for moves and cards, and notation's, both ways."""

from __future__ import annotations

import re

from engine.court.cards import KINDS
from tui.boards.court import names
from tui.texts import Texts


def in_english(texts: Texts, text: str) -> str:
    """The same text with notation's words; what is not known stays for the notation to refuse."""
    verb, _, rest = " ".join(text.lower().split()).partition(" ")
    verb = _verbs(texts).get(verb, verb)
    if verb in {"use", "take"}:
        for word, key in _cards(texts):
            rest = re.sub(rf"^{re.escape(word)}(?=\s|$)", key, rest)
    return f"{verb} {rest}".strip()


def in_own_words(texts: Texts, text: str) -> str:
    """Notation in the player's language, as it could be typed."""
    verb, _, rest = text.partition(" ")
    own = {english: word for word, english in _verbs(texts).items()}
    card, blank, more = rest.partition(" ")
    words = {english: word for word, english in _cards(texts)}
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


def _cards(texts: Texts) -> list[tuple[str, str]]:
    """Names of cards and for no card, in lower case, the longest first."""
    words = [(names.name(texts, kind).lower(), str(kind)) for kind in KINDS]
    words.append((texts.pgettext("typed move", "nothing"), "nothing"))
    return sorted(words, key=lambda pair: -len(pair[0]))
