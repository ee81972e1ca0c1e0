"""The notation of moves, as in records and as typed. Places and seats have numbers.

Reading tolerates any spaces, and `front` and `end` instead of a number; it refuses leading zeros. Writing
gives one text per move.
Whether the move is allowed is not checked here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import NoReturn

from engine.intrigue.model.cards import KINDS
from engine.intrigue.model.moves import (
    LEAVE,
    REVEAL,
    Copy,
    Leave,
    Move,
    MoveOn,
    MoveTo,
    Play,
    Remove,
    Reveal,
    Steal,
)
from engine.intrigue.model.state import View
from engine.intrigue.rules.validation import FORMS
from engine.kit.notation import card_named, unreadable, wrong_form


def notate(move: Move) -> str:
    match move:
        case Play(card, spot):
            return f"play {card} {spot}" if isinstance(spot, str) else f"play {card} on {spot}"
        case Reveal():
            return "reveal"
        case Leave():
            return "leave"
        case Remove(place):
            return f"remove {place}"
        case MoveTo(place, to):
            return f"move {place} to {to}"
        case MoveOn(place, on):
            return f"move {place} on {on}"
        case Copy(place):
            return f"copy {place}"
        case Steal(seat):
            return f"steal {seat}"


def parse(text: str, view: View) -> Move:
    """The move that a text means in this position (only `front` and `end` depend on it).

    Raises Refused (unreadable, unknown-card, wrong-form).
    """
    words = text.split()
    word, rest = "".join(words[:1]), words[1:]
    match word:
        case "reveal" | "leave":
            return _BARE[word] if not rest else _wrong(text, word)
        case "play":
            return _play(text, rest, view)
        case "move":
            return _moved(text, rest, view)
        case "remove" | "copy" | "steal":
            form, build = _ONE_NUMBER[word]
            return build(_number(rest[0])) if _numbers(rest) == 1 else _wrong(text, form)
    raise unreadable(text)


def _wrong(text: str, form: str) -> NoReturn:
    wrong_form(text, FORMS[form])


def _play(text: str, rest: list[str], view: View) -> Play:
    if not rest:
        _wrong(text, "play")
    card = card_named(rest[0], KINDS)
    match rest[1:]:
        case ["front"]:
            return Play(card, "front")
        case ["end"]:
            return Play(card, "end" if view.position.queue else "front")
        case ["on", place] if _numbers([place]):
            return Play(card, _number(place))
    _wrong(text, "play")


def _moved(text: str, rest: list[str], view: View) -> MoveTo | MoveOn:
    match rest:
        case [place, "on", on] if _numbers([place, on]) == 2:
            return MoveOn(_number(place), _number(on))
        case [place, "to", to] if _numbers([place, to]) == 2:
            return MoveTo(_number(place), _number(to))
        case [place, "to", "front"] if _numbers([place]):
            return MoveTo(_number(place), 1)
        case [place, "to", "end"] if _numbers([place]):
            return MoveTo(_number(place), _end(view, _number(place)))
    _wrong(text, "decree")


def _end(view: View, place: int) -> int:
    """The number of the last place after the top card of `place` has moved there."""
    queue = view.position.queue
    alone = 1 <= place <= len(queue) and len(queue[place - 1]) == 1
    return len(queue) if alone else len(queue) + 1


def _numbers(words: list[str]) -> int:
    """How many words there are, if all of them are numbers without leading zeros; else 0."""
    return len(words) if all(re.fullmatch("0|[1-9][0-9]{0,2}", word) for word in words) else 0


def _number(word: str) -> int:
    return int(word)


_BARE: Mapping[str, Move] = MappingProxyType({"reveal": REVEAL, "leave": LEAVE})
_ONE_NUMBER: Mapping[str, tuple[str, Callable[[int], Move]]] = MappingProxyType(
    {"remove": ("soldier", Remove), "copy": ("shapeshifter", Copy), "steal": ("spy", Steal)}
)
"""Moves of a word and a number: whose form is shown, and what they are."""
