"""The notation of goofspiel: `bid 5`."""

from __future__ import annotations

import re

from engine.goofspiel.model import Bid, View
from engine.kit.notation import unreadable, wrong_form

FORM = "bid 5"


def parse(text: str, _view: View) -> Bid:
    """The move that a text means. Raises Refused (unreadable, wrong-form)."""
    word, _, rest = text.strip().partition(" ")
    if word != "bid":
        raise unreadable(text)
    if not re.fullmatch("[1-9][0-9]?", rest):
        wrong_form(text, FORM)
    return Bid(int(rest))


def notate(move: Bid) -> str:
    """The one text of a move."""
    return f"bid {move.card}"
