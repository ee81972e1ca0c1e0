"""A curve as a picture."""

from __future__ import annotations

import re

from engine.analysis.findings import Analysis, CurvePoint
from tui.analysis.svg import svg
from tui.language.texts import texts_in


def test_each_round_is_numbered_once_below_the_curve() -> None:
    """Where its first position is."""
    curve = tuple(CurvePoint(at, at // 2 + 1, (0.5, 0.5)) for at in range(6))
    shown = Analysis(game="court", seats=2, curve=curve)
    numbers = re.findall(r'x="([\d.]+)" y="342" [^>]*>(\d+)<', svg(texts_in("en"), shown, ("Ada", "Bo"), "t"))
    assert [number for _, number in numbers] == ["1", "2", "3"]
    assert numbers[0][0] == "48.0"


def test_a_game_that_ended_where_it_began_is_a_curve_too() -> None:
    """Its only point stands at the left end."""
    shown = Analysis(game="court", seats=2, curve=(CurvePoint(0, 1, (0.5, 0.5)),))
    drawn = svg(texts_in("en"), shown, ("Ada", "Bo"), "t")
    assert "nan" not in drawn
    assert drawn.startswith("<svg")


def test_each_of_five_has_a_line_of_their_own_and_a_band_where_two_points_have_errors() -> None:
    lines = re.compile(r'stroke="(#\w+)" stroke-width="2" stroke-dasharray="([^"]*)"')
    for points, bands in ((1, 0), (2, 5)):
        curve = tuple(CurvePoint(at, 1, (0.2,) * 5, (0.1,) * 5) for at in range(points))
        drawn = svg(texts_in("en"), Analysis(game="court", seats=5, curve=curve), tuple("ABCDE"), "t")
        assert len(dict(lines.findall(drawn))) == len({*lines.findall(drawn)}) == 5
        assert drawn.count("<polygon") == bands
