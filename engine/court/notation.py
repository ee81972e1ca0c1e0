"""The notation of moves, as in records and as typed. Dice are named by their faces.

Reading tolerates any order of dice and any spaces, and is strict otherwise; writing gives one text per
move. Whether the move is allowed is not checked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NoReturn

from engine.court.model.cards import KINDS
from engine.court.model.moves import (
    CONCEDE,
    NOTHING,
    ROLL,
    STAND,
    AddDie,
    Adder,
    Concede,
    Keep,
    Move,
    Raise,
    RaiseEach,
    Reroll,
    Roll,
    Shift,
    Spread,
    Stand,
    Take,
    TurnDie,
    Use,
)
from engine.court.model.refusals import refused
from engine.court.model.state import Dice, Kind, View
from engine.court.rules.powers import ADDED_FACE
from engine.kit.notation import card_named, join_numbers, unreadable, wrong_form

FORMS: Mapping[str, str] = MappingProxyType(
    {
        "roll": "roll",
        "keep": "keep 3 3",
        "take": "take guard",
        "stand": "stand",
        "concede": "concede",
        "jester": "use jester 4",
        "merchant": "use merchant 1 2",
        "maid": "use maid 2+3",
        "philosopher": "use philosopher 5>1 2",
        "astronomer": "use astronomer 6>3",
        "magician": "use magician 1>6",
        "alchemist": "use alchemist 6 2 1 > 3 3 3",
        "lady": "use lady 2 2 5",
        "nobleman": "use nobleman 1 1",
        "queen": "use queen 4",
        **{card: f"use {card}" for card in ADDED_FACE if card != "queen"},
    }
)
"""An example of every form of a move, by its first word or the card used."""


def notate(move: Move) -> str:
    match move:
        case Roll():
            return "roll"
        case Keep(dice):
            return f"keep {join_numbers(dice)}"
        case Take(card):
            return f"take {card or 'nothing'}"
        case Stand():
            return "stand"
        case Concede():
            return "concede"
        case _:
            return f"use {move.card}{_used(move)}"


def _used(move: Use) -> str:
    match move:
        case Reroll(_, dice) | RaiseEach(_, dice):
            return f" {join_numbers(dice)}"
        case Raise(face, by):
            return f" {face}+{by}"
        case Shift(source, target, pips):
            return f" {source}>{target} {pips}"
        case TurnDie(_, face, to):
            return f" {face}>{to}"
        case Spread(dice, to):
            return f" {join_numbers(dice)} > {join_numbers(to)}"
        case AddDie(_, face):
            return "" if face is None else f" {face}"


def parse(text: str, view: View) -> Move:
    """The move that a text means in this position (only the Queen's die depends on the position).

    Raises Refused (unreadable, unknown-card, no-power, wrong-form).
    """
    words = text.split(maxsplit=1)
    word, rest = words[0] if words else "", "".join(words[1:]).rstrip()
    match word:
        case "roll" | "stand" | "concede":
            return _BARE[word] if not rest else _wrong(text, word)
        case "keep":
            return Keep(_dice(rest)) if re.fullmatch(_DICE, rest) else _wrong(text, word)
        case "take":
            return NOTHING if rest == "nothing" else Take(_card(rest))
        case "use":
            return _in_position(_parse_use(text, rest), view)
    raise unreadable(text)


def _wrong(text: str, form: str) -> NoReturn:
    wrong_form(text, FORMS[form])


def _card(name: str) -> Kind:
    return card_named(name, KINDS)


def _parse_use(text: str, rest: str) -> Use:
    name, *choice = rest.split(maxsplit=1) or [""]
    card = _card(name)
    if card not in _READERS:
        raise refused("no-power", card=card)
    form, build = _READERS[card]
    found = re.fullmatch(form, "".join(choice))
    return build(found) if found else _wrong(text, card)


def _in_position(move: Use, view: View) -> Use:
    """The move, without a face for the Queen's die before the first roll, whatever was typed."""
    turn = view.position.turn
    queen = isinstance(move, AddDie) and move.card == "queen"
    return AddDie("queen") if queen and turn is not None and not turn.rolled else move


def _dice(text: str) -> Dice:
    """The faces in a text of dice, ascending."""
    return tuple(sorted(int(face) for face in text if not face.isspace()))


def _addition(card: Adder) -> tuple[str, Callable[[re.Match[str]], Use]]:
    return "", lambda _found: AddDie(card)


_BARE: Mapping[str, Move] = MappingProxyType({"roll": ROLL, "stand": STAND, "concede": CONCEDE})
_DICE = r"[1-6](?:\s*[1-6])*"
_TURNED = r"([1-6])\s*>\s*([1-6])"
_READERS: Mapping[str, tuple[str, Callable[[re.Match[str]], Use]]] = MappingProxyType(
    {
        "jester": (_DICE, lambda found: Reroll("jester", _dice(found[0]))),
        "merchant": (_DICE, lambda found: Reroll("merchant", _dice(found[0]))),
        "maid": (r"([1-6])\s*\+\s*([0-9])", lambda found: Raise(int(found[1]), int(found[2]))),
        "philosopher": (
            _TURNED + r"\s+([0-9])",
            lambda found: Shift(int(found[1]), int(found[2]), int(found[3])),
        ),
        "astronomer": (_TURNED, lambda found: TurnDie("astronomer", int(found[1]), int(found[2]))),
        "magician": (_TURNED, lambda found: TurnDie("magician", int(found[1]), int(found[2]))),
        "alchemist": (
            rf"({_DICE})\s*>\s*({_DICE})",
            lambda found: Spread(_dice(found[1])[::-1], _dice(found[2])[::-1]),
        ),
        "lady": (_DICE, lambda found: RaiseEach("lady", _dice(found[0]))),
        "nobleman": (_DICE, lambda found: RaiseEach("nobleman", _dice(found[0]))),
        **{card: _addition(card) for card in ADDED_FACE},
        "queen": ("([1-6])?", lambda found: AddDie("queen", int(found[1]) if found[1] else None)),
    }
)
"""The pattern of each card's choice, and a function that makes the move."""
