"""The notation of pig: `roll` and `hold`."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.kit.notation import unreadable, wrong_form
from engine.pig.model import HOLD, ROLL, Hold, Move, View

MOVES: Mapping[str, Move] = MappingProxyType({"roll": ROLL, "hold": HOLD})


def parse(text: str, _view: View) -> Move:
    """The move that a text means. Raises Refused (unreadable, wrong-form)."""
    word, _, rest = text.strip().partition(" ")
    if word not in MOVES:
        raise unreadable(text)
    if rest:
        wrong_form(text, word)
    return MOVES[word]


def notate(move: Move) -> str:
    """The one text of a move."""
    return "hold" if isinstance(move, Hold) else "roll"
