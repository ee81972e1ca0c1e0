"""The pictures of pieces: dice with pips, and the crown, as SVG symbols that pages refer to."""

from __future__ import annotations

from collections.abc import Iterator

from tui.boards.kit.html import Html, tag

SVG = "http://www.w3.org/2000/svg"
PIPS = ("", "e", "ai", "aei", "acgi", "acegi", "acdfgi")
"""By face, which of nine places have a pip: rows of abc, def, ghi."""
NEAR, STEP, RADIUS = 28, 22, 9.5
CROWN = "M8 28 29 50 50 14 71 50 92 28 84 76H16z"


def pieces() -> Html:
    symbols = [_die(face) for face in range(len(PIPS))]
    crown = tag("symbol", _crown(), id="crown", viewBox="0 0 100 100")
    return tag("svg", symbols, crown, xmlns=SVG)


def icon() -> Html:
    """Return the crown alone, for the tab of a browser."""
    return tag("svg", _crown(), xmlns=SVG, viewBox="0 0 100 100")


def _crown() -> Iterator[Html]:
    ink: dict[str, str | float] = {"fill": "#f5b731", "stroke": "#7a4d00", "stroke_width": 4}
    yield tag("path", d=CROWN, stroke_linejoin="round", **ink)
    yield tag("rect", x=16, y=80, width=68, height=11, rx=3, **ink)
    yield tag("circle", cx=50, cy=60, r=7, fill="#c2185b")


def _die(face: int) -> Html:
    if not face:
        blank = tag(
            "rect", x=5, y=5, width=90, height=90, rx=20, fill="none", stroke="#9a8f80", stroke_width=5,
            stroke_dasharray="12 9",
        )  # fmt: skip
        return tag("symbol", blank, id="d0", viewBox="0 0 100 100")
    shadow = tag("rect", x=3, y=6, width=94, height=94, rx=20, fill="#b9ab92")
    body = tag(
        "rect", x=3, y=2, width=94, height=93, rx=20, fill="#f8f2e4", stroke="#cfc2a9", stroke_width=1.5
    )  # fmt: skip
    return tag("symbol", shadow, body, _pips(face), id=f"d{face}", viewBox="0 0 100 100")


def _pips(face: int) -> Iterator[Html]:
    for place in PIPS[face]:
        row, column = divmod("abcdefghi".index(place), 3)
        x, y = NEAR + STEP * column, NEAR - 1 + STEP * row
        yield tag("circle", cx=x, cy=y, r=RADIUS, fill="#2a211b")
