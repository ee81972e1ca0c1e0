"""Translates typed moves between the player's language and notation: moves, cards, directions, players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType

from engine.laurin.model.garden import DIRECTIONS
from engine.laurin.model.names import Question
from engine.laurin.model.state import View
from engine.laurin.notation import FORMS
from engine.laurin.phases.spells import playable
from tui.boards.kit.seat_names import NOBODY, SeatNumbers, seats_typed
from tui.boards.laurin.words import names
from tui.boards.laurin.words.refusals import EXAMPLES
from tui.language.spelling import replaced, shown, spellings
from tui.language.texts import Texts, texts_in

_OF_SEATS: Mapping[str, tuple[int, int]] = MappingProxyType(
    {"king": (0, 2), "lapse": (0, 1), "ban": (0, 1), "fog": (0, 1), "give": (1, 2)}
)
"""The moves that name a seat: the place of its word after the first word, and the number of words."""


def to_notation(texts: Texts, text: str, seats: SeatNumbers = NOBODY) -> str:
    """Return the text with notation's words; unknown words are left for the notation to refuse. Raises
    Refused for a name that no player, or more than one, has.
    """
    said = replaced(" ".join(text.casefold().split()), _beginnings(texts.language))
    verb, _, rest = said.partition(" ")
    if verb == "buy":
        rest = replaced(rest, names.CARDS.typed(texts))
    elif verb in _OF_SEATS:
        rest = seats_typed(rest, *_OF_SEATS[verb], seats)
    return f"{verb} {_ended(rest, texts.language)}".strip()


def _ended(rest: str, language: str) -> str:
    """Return the rest of a move with notation's word for the direction, or for nothing, that it ends with."""
    before, blank, last = rest.rpartition(" ")
    for entry, word in _endings(language):
        if last in spellings(entry):
            return before + blank + word
    return rest


def from_notation(texts: Texts, text: str) -> str:
    """Return notation in the player's language, as it could be typed."""
    own = {word: shown(entry) for entry, word in _verbs(texts)}
    cards = names.CARDS.as_typed(texts)
    ways = {word: shown(entry) for entry, word in reversed(_endings(texts.language))}
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
    """Return how moves are written, and what they do."""
    said = (
        ("buy haste 2 1", texts._("buy a magic card for these treasure cards")),
        ("give h2c 3", texts._("give a movement card to a seat, by its number or its player's name")),
        ("place 3/2 c4", texts._("place one of your dwarfs from home on a square")),
        ("move d5>e4 e4>d5", texts._("lift your dwarfs and set them down, all at once")),
        ("done", texts._("end your placing or moving turn")),
        ("bid 3 3 1", texts._("bid these treasure cards for the King's move")),
        ("take back 3", texts._("take these cards of your bid back")),
        ("king 2 north", texts._("move the King with a seat's card")),
        ("lapse 2", texts._("let a seat's card lapse")),
        ("haste west", texts._("play a magic card, naming its target")),
        ("exchange c4 f2", texts._("trade the dwarfs on two squares")),
        ("pass", texts._("decline to buy, bid, react or move the King")),
    )
    return tuple((from_notation(texts, form), what) for form, what in said)


_TAKES: Mapping[Question, tuple[str, ...]] = MappingProxyType(
    {
        "buy": ("buy haste 2 1", "pass"),
        "give": ("give h2c 3",),
        "place": ("place 3/2 c4", "done"),
        "move": ("move d5>e4", "done"),
        "bid": ("bid 3 3 1", "pass"),
        "take-back": ("take back 3", "take back nothing"),
        "king": ("king 2 north", "lapse 2"),
        "king-free": ("king 2 north", "pass"),
        "king-last": ("king 2 north", "pass"),
        "react": ("pass",),
        "counter": ("pass",),
    }
)
"""How each question is answered, in notation; the player's own playable magic comes before it."""


def examples(view: View) -> Sequence[str]:
    """Moves in notation that answer this player's question; while others are asked, some of every kind."""
    position, seat = view.position, view.seat
    if seat is None or position.question is None or seat not in position.asked:
        return EXAMPLES
    return (*(FORMS[kind] for kind in playable(position, seat)[:2]), *_TAKES[position.question])


@cache
def _beginnings(language: str) -> tuple[tuple[str, str], ...]:
    """Return the words that moves begin with: verbs, and the names of magic cards."""
    texts = texts_in(language)
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
    """Return directions as words, then as one letter, and the word for no card."""
    texts = texts_in(language)
    words = (
        (texts.pgettext("typed direction", "north"), "north"),
        (texts.pgettext("typed direction", "east"), "east"),
        (texts.pgettext("typed direction", "south"), "south"),
        (texts.pgettext("typed direction", "west"), "west"),
        (texts.pgettext("typed move", "nothing"), "nothing"),
    )
    return (*words, *((names.wind(texts, way), str(way)) for way in DIRECTIONS))
