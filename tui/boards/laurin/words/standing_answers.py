"""What can be said beforehand about chances to react, in words; its rules are in `engine.laurin`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.laurin.model.cards import MAGIC
from engine.laurin.standing_answers import UNTIL_KINGS_MOVE
from tui.boards.laurin.words import names
from tui.language.texts import Texts

WORDS: tuple[str, ...] = (UNTIL_KINGS_MOVE, *MAGIC)
"""All that can be said."""


def sentence(texts: Texts, word: str) -> str:
    """What a word means, in at most 40 cells."""
    if word == UNTIL_KINGS_MOVE:
        return texts._("pass until the King moves again")
    return texts._("{card}: not in this round", card=_card(texts, word, names.name))


def sign(texts: Texts, word: str) -> str:
    """The same in a few cells."""
    if word == UNTIL_KINGS_MOVE:
        return texts.pgettext("said beforehand", "pass")
    return "-" + _card(texts, word, names.short)


def _card(texts: Texts, word: str, worded: names.OfCard) -> str:
    return next((worded(texts, kind) for kind in MAGIC if kind == word), word)


def typed_words(texts: Texts) -> Mapping[str, str]:
    """Every word by what it is called in the player's language, in small letters."""
    cards = {names.name(texts, kind).lower(): str(kind) for kind in MAGIC}
    return MappingProxyType({texts.pgettext("typed move", "pass"): UNTIL_KINGS_MOVE, **cards})
