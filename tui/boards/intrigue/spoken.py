"""Typed moves in the player's own language: its words for moves and cards, as notation has them."""

from __future__ import annotations

import re

from engine.intrigue.cards import KINDS
from tui.boards.intrigue import names
from tui.texts import Texts


def in_english(texts: Texts, text: str) -> str:
    """The same text with notation's words; what is not known stays for the notation to refuse."""
    verb, _, rest = " ".join(text.lower().split()).partition(" ")
    verb = verbs(texts).get(verb, verb)
    if verb == "play":
        for word, key in _cards(texts):
            rest = re.sub(rf"^{re.escape(word)}(?=\s|$)", key, rest)
    words = _places(texts)
    rest = " ".join(words.get(word, word) for word in rest.split())
    return f"{verb} {rest}".strip()


def verbs(texts: Texts) -> dict[str, str]:
    """The first words of moves, by what the player calls them. `leave` alone is the house's own command."""
    return {
        texts.pgettext("typed move", "play"): "play",
        texts.pgettext("typed move", "reveal"): "reveal",
        texts.pgettext("typed move", "leave"): "leave",
        texts.pgettext("typed move", "wait"): "leave",
        texts.pgettext("typed move", "remove"): "remove",
        texts.pgettext("typed move", "move"): "move",
        texts.pgettext("typed move", "copy"): "copy",
        texts.pgettext("typed move", "steal"): "steal",
    }


def _places(texts: Texts) -> dict[str, str]:
    return {
        texts.pgettext("typed move", "front"): "front",
        texts.pgettext("typed move", "end"): "end",
        texts.pgettext("typed move", "on"): "on",
        texts.pgettext("typed move", "to"): "to",
    }


def _cards(texts: Texts) -> list[tuple[str, str]]:
    """Names of cards in lower case, the longest first."""
    words = [(names.name(texts, kind).lower(), str(kind)) for kind in KINDS]
    return sorted(words, key=lambda pair: -len(pair[0]))
