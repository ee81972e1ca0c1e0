"""Parts of lines: text cut to cells, keys with their labels, a line with two ends."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size

from tui.widgets.panel import Part
from tui.wire.terminal import palette

BETWEEN_KEYS = "   "


def fit(text: str, width: int) -> str:
    """Returns `text` in exactly `width` cells, with a sign if something is left out."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(text, max(0, width - 1)) + "…"[:width]


def width_of(parts: Iterable[Part]) -> int:
    """Returns the width of parts in cells."""
    return sum(cell_len(text) for text, _ in parts)


def justify(left: Sequence[Part], right: Sequence[Part], width: int) -> list[Part]:
    """Returns one line with something at either end; the left end is cut if there is too little room."""
    room = max(0, width - width_of(right))
    return [*cut(left, room), *right]


def cut(parts: Iterable[Part], width: int) -> list[Part]:
    """Returns parts cut or filled to exactly `width` cells."""
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
    """Returns keys and labels, as many as fit from the first on; the last one always."""
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
