"""Typed moves in the player's own language: its words for moves, cards, directions and players, both ways."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from engine.laurin.cards import MAGIC
from engine.laurin.game import GAME
from engine.laurin.garden import DIRECTIONS
from engine.laurin.model import View
from engine.laurin.moves import Move
from tui.boards.laurin import names
from tui.spelling import replaced, shown, spellings
from tui.texts import Texts

_OF_SEATS = ("king", "lapse", "ban", "fog", "give")
"""Moves that name a seat."""


def read(texts: Texts, view: View, text: str, seats: Mapping[str, int] = MappingProxyType({})) -> Move:
    """A typed move, in the player's words or in notation. Raises Refused."""
    return GAME.parse(in_english(texts, text, seats), view)


def in_english(texts: Texts, text: str, seats: Mapping[str, int] = MappingProxyType({})) -> str:
    """The same text with notation's words; what is not known stays for the notation to refuse.

    `seats` are the numbers of seats by what else they are called, in lower case.
    """
    said = replaced(" ".join(text.casefold().split()), _beginnings(texts.language))
    verb, _, rest = said.partition(" ")
    if verb == "buy":
        rest = replaced(rest, names.CARDS.typed(texts))
    elif verb in _OF_SEATS and seats:
        rest = _called(rest, seats)
    return f"{verb} {_ended(rest, texts.language)}".strip()


def _called(rest: str, seats: Mapping[str, int]) -> str:
    """A rest with the numbers of seats instead of what they are called."""
    for word in sorted(seats, key=len, reverse=True):
        rest = re.sub(rf"(?<!\S){re.escape(word)}(?!\S)", str(seats[word]), rest)
    return rest


def _ended(rest: str, language: str) -> str:
    """A rest that ends with a direction, or with nothing, with notation's word for it."""
    before, blank, last = rest.rpartition(" ")
    for entry, word in _endings(language):
        if last in spellings(entry):
            return before + blank + word
    return rest


def in_own_words(texts: Texts, text: str) -> str:
    """Notation in the player's language, as it could be typed."""
    own = {word: shown(entry) for entry, word in _verbs(texts)}
    cards = {str(kind): names.name(texts, kind).lower() for kind in MAGIC}
    ways = {word: shown(entry) for entry, word in _endings(texts.language)}
    if text.startswith("take back"):
        verb, rest = own["take back"], text.removeprefix("take back").strip()
    else:
        word, _, rest = text.partition(" ")
        verb = own.get(word) or cards.get(word, word)
        first, blank, more = rest.partition(" ")
        rest = f"{cards[first]}{blank}{more}" if word == "buy" and first in cards else rest
    before, blank, last = rest.rpartition(" ")
    return f"{verb} {before}{blank}{ways.get(last, last)}".strip()


def forms(texts: Texts) -> Sequence[tuple[str, str]]:
    """How moves are written, and what they do."""
    said = (
        ("buy haste 2 1", texts._("buy a magic card for these treasure cards")),
        ("give h2c 3", texts._("give a movement card to a seat, by its number")),
        ("place 3/2 c4", texts._("place a dwarf from your stock on a square")),
        ("move d5>e4 e4>d5", texts._("lift own dwarfs and set them down, all at once")),
        ("done", texts._("end your turn of placing or moving")),
        ("bid 3 3 1", texts._("bid these treasure cards for the King's move")),
        ("take back 3", texts._("take these cards of your bid back")),
        ("king 2 north", texts._("lead the King with the card of a seat")),
        ("lapse 2", texts._("let the card of a seat lapse")),
        ("haste west", texts._("play a magic card; with what it is aimed at")),
        ("exchange c4 f2", texts._("the dwarfs on two squares trade places")),
        ("pass", texts._("buy nothing, bid nothing, do not react, do not lead the King")),
    )
    return tuple((in_own_words(texts, form), what) for form, what in said)


@cache
def _beginnings(language: str) -> tuple[tuple[str, str], ...]:
    """What moves begin with: verbs, and the names of magic cards."""
    texts = Texts(language)
    return (*_verbs(texts), *names.CARDS.typed(texts))


def _verbs(texts: Texts) -> tuple[tuple[str, str], ...]:
    return (
        (texts.pgettext("typed move", "buy"), "buy"),
        (texts.pgettext("typed move", "pass"), "pass"),
        (texts.pgettext("typed move", "give"), "give"),
        (texts.pgettext("typed move", "place"), "place"),
        (texts.pgettext("typed move", "move"), "move"),
        (texts.pgettext("typed move", "done"), "done"),
        (texts.pgettext("typed move", "bid"), "bid"),
        (texts.pgettext("typed move", "take back"), "take back"),
        (texts.pgettext("typed move", "king"), "king"),
        (texts.pgettext("typed move", "lapse"), "lapse"),
    )


@cache
def _endings(language: str) -> tuple[tuple[str, str], ...]:
    """Directions as words, then as one letter, and what is said for no card."""
    texts = Texts(language)
    words = (
        (texts.pgettext("typed direction", "north"), "north"),
        (texts.pgettext("typed direction", "east"), "east"),
        (texts.pgettext("typed direction", "south"), "south"),
        (texts.pgettext("typed direction", "west"), "west"),
        (texts.pgettext("typed move", "nothing"), "nothing"),
    )
    return (*words, *((names.wind(texts, way), str(way)) for way in DIRECTIONS))
