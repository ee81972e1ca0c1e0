"""The digits of the King's ways, by which they are chosen. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from engine.laurin.queries import KingDestination


def number_of(reach: KingDestination) -> str:
    """Return the digit of one of the King's ways: the same for as long as the card is on the table."""
    return digit(reach.owner, second=reach.direction == reach.card.directions[1])


def digit(owner: int, *, second: bool) -> str:
    """Return the digit of the first or the second direction of a seat's card."""
    return str((2 * owner - 1 + second) % 10)


def digits(ways: Iterable[KingDestination]) -> str:
    """The digits of all these ways as the prompt names them: "3-6", or "1-2 5-6" where seats lack cards."""
    spans: list[list[int]] = []
    for owner in sorted({way.owner for way in ways}):
        if spans and owner == spans[-1][-1] + 1:
            spans[-1].append(owner)
        else:
            spans.append([owner])
    return " ".join(f"{digit(span[0], second=False)}-{digit(span[-1], second=True)}" for span in spans)
