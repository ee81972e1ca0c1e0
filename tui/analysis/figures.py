"""How the figures of an analysis are written, and how far they may be off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from engine.analysis.findings import Analysis, CurvePoint, Finding
from tui.language.texts import Texts


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
    errors = [error for point in analysis.curve for error in point.errors]
    if off := _percent(errors):
        yield texts._("The curve may be off by about {number}%.", number=off)
    if off := _percent([one.error for one in analysis.findings if one.error]):
        yield texts._("The losses may be off by about {number}%.", number=off)


def _percent(errors: Sequence[float]) -> int:
    return round(100 * sum(errors) / len(errors)) if errors else 0


def at(points: tuple[CurvePoint, ...], seat: int, position: float) -> float:
    """A seat's chance in a position, straight between the points of the curve."""
    for before, after in pairwise(points):
        if before.position <= position <= after.position:
            share = (position - before.position) / max(1, after.position - before.position)
            return before.chances[seat - 1] * (1 - share) + after.chances[seat - 1] * share
    return points[0 if position < points[0].position else -1].chances[seat - 1]
