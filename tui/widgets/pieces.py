"""Small pieces of lines: text cut to cells, keys with their labels, a line with two ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size

from tui.widgets.panel import Part
from tui.wire.terminal import palette

BETWEEN_KEYS = "   "


def fit(text: str, width: int) -> str:
    """`text` in exactly `width` cells, with a sign where something is left out."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(text, max(0, width - 1)) + "…"[:width]


def width_of(parts: Iterable[Part]) -> int:
    """Cells."""
    return sum(cell_len(text) for text, _ in parts)


def apart(left: Sequence[Part], right: Sequence[Part], width: int) -> list[Part]:
    """One line with something at either end; the left end gives way."""
    room = max(0, width - width_of(right))
    return [*cut(left, room), *right]


def cut(parts: Iterable[Part], width: int) -> list[Part]:
    """Parts in exactly `width` cells."""
    kept: list[Part] = []
    for text, style in parts:
        size = cell_len(text)
        if size > width:
            kept.append((fit(text, width), style))
            return kept
        kept.append((text, style))
        width -= size
    return [*kept, (" " * width, palette.TEXT)]


def keys_line(keys: Sequence[tuple[str, str]], width: int) -> list[Part]:
    """Keys and labels, the first ones first, as many as there is room for; the last always."""
    *others, last = keys
    room = width - _key_width(last)
    shown: list[tuple[str, str]] = []
    for key in others:
        if _key_width(key) + len(BETWEEN_KEYS) <= room:
            room -= _key_width(key) + len(BETWEEN_KEYS)
            shown.append(key)
    parts: list[Part] = []
    for name, label in (*shown, last):
        gap = BETWEEN_KEYS if parts else ""
        parts += [(gap, palette.TEXT), (name, palette.ACCENT), (f" {label}", palette.TEXT)]
    return parts


def _key_width(key: tuple[str, str]) -> int:
    return cell_len(key[0]) + 1 + cell_len(key[1])
