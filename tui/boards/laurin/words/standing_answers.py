"""The words for laurin's standing answers; their rules are in `engine.laurin.standing_answers`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.laurin.model.cards import MAGIC
from engine.laurin.standing_answers import UNTIL_KINGS_MOVE
from tui.boards.laurin.words import names
from tui.language.texts import Texts

WORDS: tuple[str, ...] = (UNTIL_KINGS_MOVE, *MAGIC)
"""All standing answers, in notation."""


def sentence(texts: Texts, word: str) -> str:
    """Return what a standing answer means, in at most 40 cells."""
    if word == UNTIL_KINGS_MOVE:
        return texts._("pass until the King moves again")
    return texts._("{card}: not in this round", card=_card(texts, word, names.name))


def sign(texts: Texts, word: str) -> str:
    """Return what a standing answer means, in a few cells."""
    if word == UNTIL_KINGS_MOVE:
        return texts.pgettext("said beforehand", "pass")
    return "-" + _card(texts, word, names.short)


def _card(texts: Texts, word: str, worded: names.OfCard) -> str:
    return next((worded(texts, kind) for kind in MAGIC if kind == word), word)


def typed_words(texts: Texts) -> Mapping[str, str]:
    """Return the words in notation, by their names in the player's language, in small letters."""
    cards = {names.name(texts, kind).lower(): str(kind) for kind in MAGIC}
    return MappingProxyType({texts.pgettext("typed move", "pass"): UNTIL_KINGS_MOVE, **cards})
