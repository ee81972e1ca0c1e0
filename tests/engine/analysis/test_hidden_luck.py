"""What cards that nobody could see did to a seat's moves."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from engine.analysis.findings import LuckLine
from engine.analysis.hidden_luck import Imagining, hidden_luck


def test_the_line_compares_what_was_imagined_with_what_was_there() -> None:
    """To four digits, after None for each decision."""
    played = cast("Any", SimpleNamespace(states=["real"] * 3))
    decisions = [(cast("Any", SimpleNamespace(position=at, view="view", move="move")), "x") for at in (0, 2)]
    by = Imagining(2, lambda *_: "imagined", lambda state, *_: 1 / 3 if state == "real" else 1 / 7)
    found = list(hidden_luck(played, 2, decisions, by, cast("Any", str)))
    assert found[:2] == [None, None]
    line = found[2]
    assert isinstance(line, LuckLine)
    assert (line.seat, line.code, line.expected, line.got, line.unit) == (2, "hidden", 0.1429, 0.3333, "win")
    assert list(hidden_luck(played, 2, [], by, cast("Any", str))) == []
