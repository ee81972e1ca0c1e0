"""Helpers for the notation of any game: refusals, rows of numbers, cards by name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn, TypeVar

from engine.game import Refused
from engine.refusals import refused

K = TypeVar("K", bound=str)


def join_numbers(values: Iterable[int]) -> str:
    """The numbers separated by spaces: `3 3 1`."""
    return " ".join(map(str, values))


def card_named(name: str, kinds: Iterable[K]) -> K:
    """The card with this name. Raises Refused ("unknown-card" with card)."""
    for kind in kinds:
        if name == kind:
            return kind
    raise refused("unknown-card", card=name)


def unreadable(text: str) -> Refused:
    """The refusal of a text with which no move begins."""
    return refused("unreadable", text=text)


def wrong_form(text: str, form: str) -> NoReturn:
    """Raises Refused ("wrong-form"): the move is written otherwise, like the example `form`."""
    raise refused("wrong-form", text=text, form=form)
