"""Typed moves in the player's own language: its words for moves and cards, as notation has them."""

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
