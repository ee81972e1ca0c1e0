"""Compares words as people type them: in any case, with or without accents, with ae for ä."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from tui.language.texts import NO_TEXT, Texts, Translatable

OTHERWISE = "|"
"""Separates the words of a catalogue entry that all mean the same; the first one is shown."""
_WORDS = re.compile(r"\w+")
_SPELLED_OUT = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "oe", "œ": "oe"})


def shown(entry: str) -> str:
    return entry.partition(OTHERWISE)[0]


def command_word(texts: Texts, entry: str) -> str:
    """Returns a command's word in the player's language, without a slash, by its entry in the catalogue."""
    return shown(texts.pgettext("typed command", entry))


@lru_cache(2048)
def spellings(word: str) -> frozenset[str]:
    """Returns how the words of an entry may be typed."""
    found = set()
    for one in word.casefold().split(OTHERWISE):
        found |= {one, one.translate(_SPELLED_OUT), _unaccented(one)}
    return frozenset(found)


def _unaccented(word: str) -> str:
    split = unicodedata.normalize("NFKD", word)
    return "".join(char for char in split if not unicodedata.combining(char))


def replaced(text: str, words: Iterable[tuple[str, str]]) -> str:
    """Returns `text` with its first words replaced: `words` pairs an entry with its replacement, and the
    longest entry that fits counts. A text that begins with none of them stays as it is.
    """
    pairs = [(spelling, key) for entry, key in words for spelling in spellings(entry)]
    for spelling, key in sorted(pairs, key=lambda pair: -len(pair[0])):
        if re.match(rf"{re.escape(spelling)}(?=\s|$)", text):
            return key + text[len(spelling) :]
    return text


def is_word(texts: Texts, word: Translatable, typed: str) -> bool:
    """Returns whether a word was typed, in English or in the player's language."""
    return typed.casefold() in {*spellings(word.text), *spellings(texts.of(word))}


@dataclass(frozen=True)
class PlainWord:
    """A word that is typed in plain mode, in English or in the player's language."""

    word: Translatable
    """In the player's language there may be several with | between them."""
    help: Translatable
    """A sentence for the help, without its full stop."""
    usage: Translatable = field(default=NO_TEXT, kw_only=True)
    """Its arguments in capitals, optional ones in brackets."""

    @property
    def name(self) -> str:
        """The word in English, a single one in small letters."""
        return self.word.text

    def spelled(self, texts: Texts) -> frozenset[str]:
        """Returns what may be typed for it."""
        return spellings(texts.of(self.word)) | {self.name}

    def is_called(self, texts: Texts, typed: str) -> bool:
        return typed.casefold() in self.spelled(texts)

    def told(self, texts: Texts) -> tuple[str, str]:
        """Returns how it is typed and what it does."""
        return f"{shown(texts.of(self.word))} {texts.of(self.usage)}".rstrip(), texts.of(self.help)


def words_of(texts: Texts, usage: Translatable) -> Mapping[str, str]:
    """What the words of a usage mean, in English and in the player's language: the English ones."""
    own, english = _WORDS.findall(texts.of(usage)), _WORDS.findall(usage.text)
    spelled = {typed: word for said, word in zip(own, english, strict=True) for typed in spellings(said)}
    return {**dict(zip(english, english, strict=True)), **spelled}
