"""How the figures of an analysis are written, and how far they may be off."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from operator import attrgetter

from engine.analysis.findings import Analysis, CurvePoint, Finding
from tui.language.texts import Texts

POSITION = attrgetter("position")


def loss(texts: Texts, finding: Finding) -> str:
    """Returns what a decision cost."""
    return texts._("{number}%, if strong players play on", number=f"{100 * finding.loss:.0f}")


def brief_loss(finding: Finding) -> str:
    """The same for a column: only the figure."""
    return f"{100 * finding.loss:.0f}%"


def exactness(texts: Texts, analysis: Analysis) -> Iterator[str]:
    """How far curve and losses may be off by chance, by their mean standard errors; nothing if that is little
    or not known.
    """
    curve, losses = (round(100 * error) for error in analysis.errors)
    if curve:
        yield texts._("The curve may be off by about {number}%.", number=curve)
    if losses:
        yield texts._("The losses may be off by about {number}%.", number=losses)


def at(points: tuple[CurvePoint, ...], seat: int, position: float) -> float:
    """A seat's chance in a position, straight between the points of the curve."""
    place = bisect_left(points, position, key=POSITION)
    after = points[min(place, len(points) - 1)]
    if after.position <= position or not place:
        return after.chances[seat - 1]
    before = points[place - 1]
    share = (position - before.position) / (after.position - before.position)
    return before.chances[seat - 1] * (1 - share) + after.chances[seat - 1] * share
