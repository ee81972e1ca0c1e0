"""The notation of moves, as in records and as typed. Seats are numbers, squares a1..h8.

Reading tolerates any spaces and any order of treasure, squares and dwarfs, and is strict otherwise; writing
gives one text per move. Whether the move is allowed is not checked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from engine.kit.notation import card_named, join_numbers, unreadable, wrong_form
from engine.laurin.model.cards import MAGIC, descending
from engine.laurin.model.moves import (
    Ban,
    Bid,
    Buy,
    Counter,
    Done,
    Exchange,
    Fog,
    Give,
    Haste,
    Lapse,
    Lead,
    Move,
    Pass,
    Place,
    Relocate,
    Revolt,
    TakeBack,
)
from engine.laurin.model.names import Cards
from engine.laurin.model.state import View
from engine.laurin.rules.legal import COUNTER, DONE, PASS
from engine.laurin.rules.relocating import ordered

FORMS: Mapping[str, str] = MappingProxyType(
    {
        "buy": "buy haste 2 1",
        "pass": "pass",
        "give": "give h2c 3",
        "place": "place 3/2 c4",
        "move": "move d5>e4 e4>d5",
        "done": "done",
        "bid": "bid 3 3 1",
        "take": "take back 3",
        "king": "king 2 north",
        "lapse": "lapse 2",
        "ban": "ban 1",
        "exchange": "exchange c4 f2",
        "haste": "haste west",
        "revolt": "revolt 1 north",
        "fog": "fog 3",
        "counter": "counter",
    }
)
"""An example of every form of a move, by its first word."""


def notate(move: Move) -> str:
    word = _WORDS[type(move)]
    match move:
        case Buy(card, paid):
            return f"buy {card} {join_numbers(paid)}"
        case (
            Give(one, other)
            | Place(one, other)
            | Exchange(one, other)
            | Lead(one, other)
            | Revolt(one, other)
        ):
            return f"{word} {one} {other}"
        case Relocate(steps):
            return "move " + " ".join(f"{source}>{target}" for source, target in steps)
        case Bid(cards) | TakeBack(cards):
            return f"{word} {join_numbers(cards) or NOTHING}"
        case Lapse(choice) | Ban(choice) | Haste(choice) | Fog(choice):
            return f"{word} {choice}"
    return word


def parse(text: str, view: View) -> Move:
    """The move that a text means (in this position: which dwarfs are equal ones).

    Raises Refused (unreadable, unknown-card, wrong-form).
    """
    word, *rest = text.split(maxsplit=1)[:2] or [""]
    if word not in _READERS:
        raise unreadable(text)
    form, build = _READERS[word]
    found = re.fullmatch(form, "".join(rest).rstrip())
    if found is None:
        wrong_form(text, FORMS[word])
    move = build(found)
    return Relocate(ordered(view.position.dwarfs, move.steps)) if isinstance(move, Relocate) else move


def _treasure(text: str) -> Cards:
    return descending(int(value) for value in text if not value.isspace())


def _buy(found: re.Match[str]) -> Buy:
    return Buy(card_named(found[1], MAGIC), _treasure(found[2]))


def _move(found: re.Match[str]) -> Relocate:
    pairs = re.findall(rf"({_SQUARE})\s*>\s*({_SQUARE})", found[0])
    return Relocate(tuple((source, target) for source, target in pairs))


def _take_back(found: re.Match[str]) -> TakeBack:
    return TakeBack(() if found[1] == NOTHING else _treasure(found[1]))


def _exchange(found: re.Match[str]) -> Exchange:
    first, second = sorted(found.groups())
    return Exchange(first, second)


def _typed(kind: Any, *convert: Callable[[str], Any]) -> Callable[[re.Match[str]], Any]:
    """A move of this kind from the groups of its pattern."""
    return lambda found: kind(*(make(text) for make, text in zip(convert, found.groups(), strict=True)))


NOTHING = "nothing"
_SEAT = "([0-9])"
_SQUARE = "[a-z][0-9]"
_TREASURE = r"[1-9](?:\s*[1-9])*"
_DWARF = "(5/3|3/2|1/1)"
_WAY = "(north|east|south|west)"
_STEP = rf"{_SQUARE}\s*>\s*{_SQUARE}"
_READERS: Mapping[str, tuple[str, Callable[[re.Match[str]], Move]]] = MappingProxyType(
    {
        "buy": (rf"([a-z]+)\s+({_TREASURE})", _buy),
        "pass": ("", lambda _found: PASS),
        "give": (rf"([hv][0-9][a-z])\s+{_SEAT}", _typed(Give, str, int)),
        "place": (rf"{_DWARF}\s+({_SQUARE})", _typed(Place, str, str)),
        "move": (rf"{_STEP}(?:\s+{_STEP})*", _move),
        "done": ("", lambda _found: DONE),
        "bid": (f"({_TREASURE})", lambda found: Bid(_treasure(found[1]))),
        "take": (rf"back\s+({_TREASURE}|{NOTHING})", _take_back),
        "king": (rf"{_SEAT}\s+{_WAY}", _typed(Lead, int, str)),
        "lapse": (_SEAT, _typed(Lapse, int)),
        "ban": (_SEAT, _typed(Ban, int)),
        "exchange": (rf"({_SQUARE})\s+({_SQUARE})", _exchange),
        "haste": (_WAY, _typed(Haste, str)),
        "revolt": (rf"{_SEAT}\s+{_WAY}", _typed(Revolt, int, str)),
        "fog": (_SEAT, _typed(Fog, int)),
        "counter": ("", lambda _found: COUNTER),
    }
)
"""The pattern of what follows the first word, and a function that makes the move."""
_WORDS: Mapping[type[Move], str] = MappingProxyType(
    {
        Buy: "buy",
        Pass: "pass",
        Give: "give",
        Place: "place",
        Relocate: "move",
        Done: "done",
        Bid: "bid",
        TakeBack: "take back",
        Lead: "king",
        Lapse: "lapse",
        Ban: "ban",
        Exchange: "exchange",
        Haste: "haste",
        Revolt: "revolt",
        Fog: "fog",
        Counter: "counter",
    }
)
