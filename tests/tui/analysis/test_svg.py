"""A curve as a picture."""

from __future__ import annotations

import pytest

from engine.analysis.findings import Analysis, CurvePoint
from tests.tui import snapshots
from tui.analysis.svg import svg
from tui.language.texts import texts_in


@pytest.mark.parametrize("points", [1, 2, 7])
def test_a_curve_is_drawn_as_it_was_written_down(points: int) -> None:
    """Each of five has a line of their own, and a band where two points have errors; each round is numbered
    once, where its first position is; nothing leaves the picture. A game of one position has a curve, too.
    """
    shares = (0.0, 0.05, 0.25, 0.4, 0.3)
    curve = tuple(
        CurvePoint(3 * at, at // 2 + 1, shares[at % 5 :] + shares[: at % 5], (0.1,) * 5 if at < 4 else ())
        for at in range(points)
    )
    shown = Analysis(game="court", seats=5, curve=curve)
    names = ("Ada", "<Bo & Co>", "Sixteen-Letters!", "Dora with a very long name", "E")
    drawn = svg(texts_in("en"), shown, names, "A & <B>", ("below", "1 < 2") if points > 2 else ())
    snapshots.check(f"analysis-svg-{points}", drawn.rstrip())
