"""How the figures of an analysis are written: losses, luck, standard errors."""

from __future__ import annotations

from itertools import pairwise

from engine.analysis.findings import Analysis, CurvePoint, Finding, LuckLine, Unit
from tui.analysis.game_words import MINUS
from tui.language.texts import N_, Texts, Translatable

LOSSES: dict[Unit, Translatable] = {
    "win": N_("{number}% of winning chance"),
    "turns": N_("{number} turns"),
    "treasure": N_("{number} of treasure"),
}


def amount(texts: Texts, value: float, unit: Unit, error: float | None = None) -> str:
    """Returns a figure of at least 0 with its unit, and its standard error if there is one."""
    return texts.fill(LOSSES[unit], {"number": _with_error(value, unit, error)})


def _with_error(value: float, unit: Unit, error: float | None) -> str:
    scale, digits = (100.0, 0) if unit == "win" else (1.0, 2 if unit == "turns" else 1)
    text = f"{scale * value:.{digits}f}"
    spread = f"{scale * (error or 0):.{digits}f}"
    return f"{text} ± {spread}" if float(spread) else text


def loss(texts: Texts, finding: Finding, unit: Unit) -> str:
    """Returns what a decision cost; also in winning chance, where that is known and no unit of its own."""
    if unit == "win":
        number = _with_error(finding.loss, unit, finding.error)
        return texts._("{number}%, if strong players play on", number=number)
    text = amount(texts, finding.loss, unit, finding.error)
    if finding.chance is None:
        return text
    number = f"{100 * finding.chance:.1f}"
    return texts._("{loss}, an estimated {number}% of winning chance", loss=text, number=number)


def brief_loss(texts: Texts, finding: Finding, unit: Unit) -> str:
    """The same for a column: only the figures, and a word where the unit is not winning chance."""
    number = _with_error(finding.loss, unit, finding.error)
    text = f"{number}%" if unit == "win" else texts.fill(LOSSES[unit], {"number": number})
    return text if finding.chance is None or unit == "win" else f"{text}, {100 * finding.chance:.0f}%"


def difference(texts: Texts, line: LuckLine) -> str:
    """Returns by how much luck was better (+) or worse than was to be expected."""
    by = line.got - line.expected
    sign = "+" if by > 0 else MINUS if by < 0 else "±"
    return sign + amount(texts, abs(by), line.unit, line.error)


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
