"""The names of a game's cards in the cases that sentences need, and which card a typed word means.

The names are settled in four languages. A language with articles and cases has its own forms in its catalogue
(the Farmer: der Bauer, den Bauern).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Generic, TypeVar

from tui.language.spelling import replaced
from tui.language.texts import Texts, Translatable, texts_in

K = TypeVar("K", bound=str)


@dataclass(frozen=True, eq=False)
class CardNames(Generic[K]):
    """The names of all cards of a game, by what its rules call them."""

    names: Mapping[K, Translatable]
    subjects: Mapping[K, Translatable]
    objects: Mapping[K, Translatable]

    def name(self, texts: Texts, kind: K) -> str:
        """Return the name alone: Farmer."""
        return texts.of(self.names[kind])

    def subject(self, texts: Texts, kind: K) -> str:
        """Return the name as the subject of a sentence: the Farmer (needs, adds)."""
        return texts.of(self.subjects[kind])

    def object_(self, texts: Texts, kind: K) -> str:
        """Return the name as the object of a sentence: (takes) the Farmer."""
        return texts.of(self.objects[kind])

    def typed(self, texts: Texts) -> tuple[tuple[str, str], ...]:
        """Return every name of every card, with and without an article, each with its name in notation."""
        return _typed(self, texts.language)

    def as_typed(self, texts: Texts) -> dict[str, str]:
        """Return the cards' names in small letters, as they can be typed, by their names in notation."""
        return {str(kind): texts.of(worded).lower() for kind, worded in self.names.items()}

    def kind(self, key: str) -> K:
        """Return the card that the rules call `key`. Raises KeyError."""
        found = next((kind for kind in self.names if kind == key), None)
        if found is None:
            raise KeyError(key)
        return found

    def called(self, texts: Texts, word: str) -> K | None:
        """Return the card that a typed word means; None if there is none."""
        found = replaced(" ".join(word.casefold().split()), self.typed(texts))
        return next((kind for kind in self.names if kind == found), None)


@cache
def _typed(cards: CardNames[Any], language: str) -> tuple[tuple[str, str], ...]:
    return tuple(_pairs(cards, texts_in(language)))


def _pairs(cards: CardNames[Any], texts: Texts) -> Iterator[tuple[str, str]]:
    for kind in cards.names:
        for worded in (cards.name, cards.subject, cards.object_):
            yield worded(texts, kind), str(kind)
