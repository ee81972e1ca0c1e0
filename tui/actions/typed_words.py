"""Words that are typed in any order: each fills the first field that takes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from operator import add, or_
from types import MappingProxyType
from typing import Any

from engine.game import quoted
from tui.actions.action import Place, Wrong
from tui.boards import PLAYABLE
from tui.host.turn_clocks import NO_CLOCK
from tui.language.spelling import is_word, spellings
from tui.language.texts import N_, NC_, NO_TEXT, Texts, Translatable
from tui.presenters.offers import clock_meant, game_meant

Kind = Callable[[Texts, str], object]
"""Returns what a word means as the value of a field; None: nothing."""
NO_GAME = N_("There is no game called {game} here: {games}.")
SEVERAL: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {"options": or_, "numbers": add, **dict.fromkeys(("starts", "text"), "{} {}".format)}
)
"""Fields that several words fill, and how."""
_DAYS: Mapping[str, Translatable] = MappingProxyType(
    {"today": NC_("typed time", "today|tonight"), "tomorrow": NC_("typed time", "tomorrow")}
)
PROGRAMS = N_("programs")
OFF = NC_("typed answer", "off")
_ON = NC_("typed answer", "on")
_PRIVATE = NC_("typed answer", "private")
_PUBLIC = NC_("typed answer", "public")
_IN = NC_("typed time", "in")
"""Stands before the time until the start: in 10m."""
_START = re.compile(r"\+[0-9]+[a-z]*|[0-9]{1,2}[:.][0-9]{2}|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}")
"""A time or a date of a start time."""
_TWELVE_HOURS = re.compile(r"(1[0-2]|0?[1-9])(?:[:.]([0-5][0-9]))?([ap])m")
"""A time with am or pm."""


def sort_words(
    texts: Texts, words: str, kinds: Mapping[str, Kind], unclear: Translatable = NO_TEXT
) -> dict[str, Any]:
    """Return the fields that words fill; some take several. Raises Wrong, which says that a word is no game
    where one may still be named, else that it is `unclear`, or nothing of one whose field is filled.
    """
    found: dict[str, Any] = {}
    for word in words.split():
        fitting = {field: value for field, kind in kinds.items() if (value := kind(texts, word)) is not None}
        field = next((one for one in fitting if one not in found or one in SEVERAL), "")
        if not field:
            said = NO_GAME if "game" in kinds and "game" not in found else unclear
            raise Wrong("" if fitting else not_meant(texts, word, said))
        found[field] = SEVERAL[field](found[field], fitting[field]) if field in found else fitting[field]
    return found


def in_any_order(
    kinds: Mapping[str, Kind], *, needs_game: bool = False
) -> Callable[[Place, str], Mapping[str, object]]:
    """Return what reads such words. A game that is needed is the one before the player where none is named,
    or the first.
    """

    def read(place: Place, words: str) -> Mapping[str, object]:
        usual = {"game": place.game or next(iter(PLAYABLE))} if needs_game else {}
        return {**usual, **sort_words(place.texts, words, kinds)}

    return read


def not_meant(texts: Texts, word: str, unclear: Translatable) -> str:
    """Return the sentence that a word is unclear, or no game."""
    word = quoted(word)
    return texts.of(unclear, word=word, game=word, games=", ".join(PLAYABLE))


def a_game(texts: Texts, word: str) -> str | None:
    return game_meant(texts, word.casefold()) or None


def a_number(_: Texts, word: str) -> int | None:
    return int(word) if word.isdecimal() else None


def an_option(_: Texts, word: str) -> Mapping[str, str] | None:
    """Return an option of a game and its value: rounds=4."""
    option, equals, value = word.partition("=")
    return {option: value} if equals else None


def a_clock(texts: Texts, word: str) -> str | None:
    """Return a clock, by its name or its time."""
    folded = word.casefold()
    return clock_meant(texts, folded) or (folded if folded == NO_CLOCK or folded[:1].isdecimal() else None)


def a_start(texts: Texts, word: str) -> str | None:
    """Return a day or a time as the host understands it."""
    folded = word.casefold()
    if twelve := _TWELVE_HOURS.fullmatch(folded):
        hour, minutes, half = twelve.groups()
        return f"{int(hour) % 12 + 12 * (half == 'p')}:{minutes or '00'}"
    day = next((day for day, said in _DAYS.items() if is_word(texts, said, folded)), None)
    return day or (folded if _START.fullmatch(folded) else None)


def with_spans(texts: Texts, words: str) -> str:
    """Return words with the time until a start as one of them: in 10m is +10m."""
    before = "|".join(map(re.escape, {_IN.text, *spellings(texts.of(_IN))}))
    return re.sub(rf"\b(?:{before}) (?=\d)", "+", words, flags=re.IGNORECASE)


def called(said: Translatable) -> Kind:
    """Return the kind of a word, in English or in the player's language."""
    return lambda texts, word: True if is_word(texts, said, word) else None


def is_on(texts: Texts, word: str) -> bool | None:
    """Return what `on` or `off` means, in English or in the player's language."""
    off = is_word(texts, OFF, word)
    return not off if off or is_word(texts, _ON, word) else None


def is_private(texts: Texts, word: str) -> bool | None:
    """Return whether a word means that a table is private."""
    private = called(_PRIVATE)(texts, word)
    return bool(private) if private or is_word(texts, _PUBLIC, word) else None


def named(name: str) -> Kind:
    """Return the kind of words that begin with a name: club=NAME."""
    return lambda _, word: word[len(name) + 1 :] if word.casefold().startswith(f"{name}=") else None
