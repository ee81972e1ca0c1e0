"""Cards with their owners, and spots of the queue, as parts of sentences.

In a language in which names have cases, the catalogue says "the card Heir of Birch".
"""

from __future__ import annotations

from engine.intrigue.model.state import Kind
from tui.boards.intrigue.words.names import name
from tui.boards.kit.board import Names
from tui.language.texts import Texts


def of_somebody(texts: Texts, called: Names, owner: int, kind: Kind | None) -> str:
    """Return a card with its owner: Birch's Heir; Birch's face-down card."""
    if kind is None:
        return texts._("{name}'s face-down card", name=called(owner))
    return texts._("{name}'s {card}", name=called(owner), card=name(texts, kind))


def own(texts: Texts, kind: Kind | None) -> str:
    """Return an own card in a sentence whose subject is the owner."""
    return (
        texts._("their own {card}", card=name(texts, kind)) if kind else texts._("their own face-down card")
    )


def yours(texts: Texts, kind: Kind | None) -> str:
    """Return an own card as the owner is shown it: your Heir."""
    return texts._("your {card}", card=name(texts, kind)) if kind else texts._("your face-down card")


def spot(texts: Texts, place: int, *, on: bool, last: int) -> str:
    """Return where a card goes: on top of a place or before it, in a queue whose last place is `last`."""
    if on:
        return texts._("onto place {place}", place=place)
    if place == 1:
        return texts._("to the front")
    if place > last:
        return texts._("to the end")
    return texts._("between places {place} and {next}", place=place - 1, next=place)
