"""How the figures of an analysis are written: losses, standard errors."""

from __future__ import annotations

from itertools import pairwise

from engine.analysis.findings import Analysis, CurvePoint, Finding
from tui.language.texts import Texts


def loss(texts: Texts, finding: Finding) -> str:
    """Returns what a decision cost."""
    return texts._("{number}%, if strong players play on", number=_with_error(finding))


def brief_loss(finding: Finding) -> str:
    """The same for a column: only the figures."""
    return f"{_with_error(finding)}%"


def _with_error(finding: Finding) -> str:
    spread = f"{100 * (finding.error or 0):.0f}"
    text = f"{100 * finding.loss:.0f}"
    return f"{text} ± {spread}" if float(spread) else text


def typical_error(analysis: Analysis) -> float:
    """The mean standard error of the curve; 0 if none is known."""
    errors = [error for point in analysis.curve for error in point.errors]
    return sum(errors) / len(errors) if errors else 0.0


def at(points: tuple[CurvePoint, ...], seat: int, position: float) -> float:
    """A seat's chance in a position, straight between the points of the curve."""
    for before, after in pairwise(points):
        if before.position <= position <= after.position:
            share = (position - before.position) / max(1, after.position - before.position)
            return before.chances[seat - 1] * (1 - share) + after.chances[seat - 1] * share
    return points[0 if position < points[0].position else -1].chances[seat - 1]
