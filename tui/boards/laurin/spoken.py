"""Typed moves in the player's own language: its words for moves, cards, directions and players."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.laurin.cards import MAGIC
from engine.laurin.garden import DIRECTIONS
from tui.boards.laurin import names
from tui.texts import Texts

_OF_SEATS = ("king", "lapse", "ban", "fog", "give")
"""Moves that name a seat."""


def in_english(texts: Texts, text: str, seats: Mapping[str, int] = MappingProxyType({})) -> str:
    """The same text with notation's words; what is not known stays for the notation to refuse.

    `seats` are the numbers of seats by what else they are called, in lower case.
    """
    said = " ".join(text.lower().split())
    for word, verb in _verbs(texts):
        if said == word or said.startswith(f"{word} "):
            said = f"{verb}{said.removeprefix(word)}"
            break
    verb, _, rest = said.partition(" ")
    if verb == "buy":
        rest = _begun(rest, _cards(texts))
    elif verb in _OF_SEATS and seats:
        rest = _called(rest, seats)
    for word, way in (*_ways(texts), (_VERBS["nothing"](texts), "nothing")):
        rest = re.sub(rf"(?<!\S){re.escape(word)}$", way, rest)
    return f"{verb} {rest}".strip()


def _begun(rest: str, words: list[tuple[str, str]]) -> str:
    """A rest that begins with one of these words, with its other word."""
    for word, key in words:
        if rest == word or rest.startswith(f"{word} "):
            return f"{key}{rest.removeprefix(word)}"
    return rest


def _called(rest: str, seats: Mapping[str, int]) -> str:
    """A rest with the numbers of seats instead of what they are called."""
    for word in sorted(seats, key=len, reverse=True):
        rest = re.sub(rf"(?<!\S){re.escape(word)}(?!\S)", str(seats[word]), rest)
    return rest


def _longest(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return sorted(pairs, key=lambda pair: -len(pair[0]))


_VERBS: Mapping[str, Callable[[Texts], str]] = MappingProxyType(
    {
        "buy": lambda texts: texts.pgettext("typed move", "buy"),
        "pass": lambda texts: texts.pgettext("typed move", "pass"),
        "give": lambda texts: texts.pgettext("typed move", "give"),
        "place": lambda texts: texts.pgettext("typed move", "place"),
        "move": lambda texts: texts.pgettext("typed move", "move"),
        "done": lambda texts: texts.pgettext("typed move", "done"),
        "bid": lambda texts: texts.pgettext("typed move", "bid"),
        "take back": lambda texts: texts.pgettext("typed move", "take back"),
        "nothing": lambda texts: texts.pgettext("typed move", "nothing"),
        "king": lambda texts: texts.pgettext("typed move", "king"),
        "lapse": lambda texts: texts.pgettext("typed move", "lapse"),
    }
)


def verb(texts: Texts, word: str) -> str:
    """A word of the notation as the player types it."""
    return _VERBS[word](texts)


def _verbs(texts: Texts) -> list[tuple[str, str]]:
    """What moves begin with, the longest first: verbs, and the names of magic cards."""
    verbs = [(worded(texts), word) for word, worded in _VERBS.items() if word != "nothing"]
    return _longest([*verbs, *_cards(texts)])


def _cards(texts: Texts) -> list[tuple[str, str]]:
    return _longest([(names.name(texts, kind).lower(), kind) for kind in MAGIC])


def _ways(texts: Texts) -> list[tuple[str, str]]:
    """Directions as words and as one letter."""
    words = [(_WAYS[way](texts), way) for way in DIRECTIONS]
    return [*words, *((names.wind(texts, way).lower(), way) for way in DIRECTIONS)]


_WAYS: Mapping[str, Callable[[Texts], str]] = MappingProxyType(
    {
        "north": lambda texts: texts.pgettext("typed direction", "north"),
        "east": lambda texts: texts.pgettext("typed direction", "east"),
        "south": lambda texts: texts.pgettext("typed direction", "south"),
        "west": lambda texts: texts.pgettext("typed direction", "west"),
    }
)


def way(texts: Texts, direction: str) -> str:
    """A direction as the player types it."""
    return _WAYS[direction](texts)
