"""What every game's notation has in common: its refusals, numbers in a row, things by their names."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NoReturn, TypeVar

from engine.game import Refused

K = TypeVar("K", bound=str)


def join_numbers(values: Iterable[int]) -> str:
    """`3 3 1`."""
    return " ".join(map(str, values))


def card_named(name: str, kinds: Iterable[K]) -> K:
    """The card of this name. Raises Refused (unknown-card with card)."""
    for kind in kinds:
        if name == kind:
            return kind
    raise Refused("unknown-card", {"card": name})


def unreadable(text: str) -> Refused:
    """No move begins like this."""
    return Refused("unreadable", {"text": text})


def wrong_form(text: str, form: str) -> NoReturn:
    """A move begins like this, but is written otherwise; `form` is an example. Raises Refused."""
    raise Refused("wrong-form", {"text": text, "form": form})
