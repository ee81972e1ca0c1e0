"""Watches screens for text that is cut off, at the two places where it can happen.

A line wider than its panel is cut as it is drawn; a piece that was given fewer cells than it
needs ends in a sign (`tui.widgets.pieces.fit`). Lines across may be as long as they like, and
the log's first line may begin with the sign: it goes on from one that is not seen.
"""

from __future__ import annotations

import re

import pytest
from textual.strip import Strip

ACROSS = " ─"
SIGN = re.compile(r"\S…|…(?! \S)")


def is_cut(text: str) -> bool:
    """Whether something in it was given fewer cells than it needs."""
    return SIGN.search(text) is not None


class Cuts:
    """What was cut since the test began."""

    def __init__(self) -> None:
        self.lost: list[str] = []

    def check(self, screen: str) -> None:
        """Nothing was cut until now, and nothing on this screen is."""
        assert self.lost == [], self.lost
        assert not is_cut(screen), screen


@pytest.fixture
def cuts(monkeypatch: pytest.MonkeyPatch) -> Cuts:
    """Records every line that is drawn wider than its room."""
    found, real = Cuts(), Strip.adjust_cell_length

    def watched(strip: Strip, cell_length: int, style: object = None) -> Strip:
        if strip.crop(cell_length).text.strip(ACROSS):
            found.lost.append(strip.text)
        return real(strip, cell_length, style)  # type: ignore[arg-type]

    monkeypatch.setattr(Strip, "adjust_cell_length", watched)
    return found
