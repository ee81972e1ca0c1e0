"""A curve of winning chances as an SVG picture: a line for every seat, with a band of one standard error."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from engine.analysis.findings import Analysis
from tui.language.texts import Texts

WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 360, 48, 40, 150, 36
LINE = 18
"""The height of a line below the curve."""
FONT = 'font-family="sans-serif" font-size="12"'
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00")
"""Told apart with every kind of colour vision (Okabe and Ito); lines are dashed differently besides."""
DASHES = ("", "8 3", "2 3", "10 3 2 3", "5 5")


def svg(texts: Texts, analysis: Analysis, names: Sequence[str], title: str, below: Sequence[str] = ()) -> str:
    """The picture as a document. `names` are by seat; the lines `below` stand under the curve."""
    height = HEIGHT + LINE * len(below)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" {FONT}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
        f'<text x="{LEFT}" y="24" font-size="15">{escape(title)}</text>',
        *_grid(texts, analysis),
    ]
    for seat in range(1, analysis.seats + 1):
        parts += _band(analysis, seat)
    for seat in range(1, analysis.seats + 1):
        parts += _line(analysis, seat, names[seat - 1])
    for number, line in enumerate(below):
        y = HEIGHT + LINE * number + LINE // 2
        parts.append(f'<text x="{LINE // 2}" y="{y}" font-size="9">{escape(line)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _x(analysis: Analysis, position: int) -> float:
    last = analysis.curve[-1].position or 1
    return LEFT + (WIDTH - LEFT - RIGHT) * position / last


def _y(chance: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(1.0, max(0.0, chance)))


def _grid(texts: Texts, analysis: Analysis) -> list[str]:
    found, seen = [], 0
    for share in (0, 25, 50, 75, 100):
        y = _y(share / 100)
        found.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>')
        found.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{share}%</text>')
    for point in analysis.curve:
        if point.round > seen:
            seen = point.round
            x = _x(analysis, point.position)
            found.append(f'<text x="{x:.1f}" y="{HEIGHT - 18}" text-anchor="middle">{seen}</text>')
    middle = (LEFT + WIDTH - RIGHT) / 2
    below = escape(texts._("round"))
    found.append(f'<text x="{middle:.1f}" y="{HEIGHT - 4}" text-anchor="middle">{below}</text>')
    return found


def _band(analysis: Analysis, seat: int) -> list[str]:
    points = [point for point in analysis.curve if point.errors]
    if len(points) < 2:
        return []
    place = seat - 1
    above = [(_x(analysis, one.position), _y(one.chances[place] + one.errors[place])) for one in points]
    below = [(_x(analysis, one.position), _y(one.chances[place] - one.errors[place])) for one in points]
    outline = " ".join(f"{x:.1f},{y:.1f}" for x, y in [*above, *reversed(below)])
    return [f'<polygon points="{outline}" fill="{COLOURS[place % 5]}" opacity="0.12"/>']


def _line(analysis: Analysis, seat: int, name: str) -> list[str]:
    colour, dash = COLOURS[(seat - 1) % 5], DASHES[(seat - 1) % 5]
    points = " ".join(
        f"{_x(analysis, one.position):.1f},{_y(one.chances[seat - 1]):.1f}" for one in analysis.curve
    )
    style = f'stroke="{colour}" stroke-width="2" stroke-dasharray="{dash}"'
    y, x = TOP + 18 * seat, WIDTH - RIGHT + 12
    return [
        f'<polyline points="{points}" fill="none" {style}/>',
        f'<path d="M{x} {y}h24" {style}/>',
        f'<text x="{x + 30}" y="{y + 4}">{escape(f"{seat} {name}"[:18])}</text>',
    ]
