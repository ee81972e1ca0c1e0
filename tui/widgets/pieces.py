"""Parts of lines: text cut to cells, keys with labels, a line with two ends, a number as a bar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache

from rich.cells import cached_cell_len as cell_len
from rich.cells import set_cell_size
from rich.style import Style

from tui.widgets.panel import Part
from tui.wire.terminal import palette, tones

BETWEEN_KEYS, NARROW = "   ", 60
"""What stands between two keys, and the cells of a line from which on it is that much."""
FULL, EMPTY = "■", "·"
"""The cells of a bar."""
CARET = "►"
"""Stands before what the cursor is on, in a cell that is blank otherwise: moving it changes two cells."""
TURN = "»"
"""Stands before the seat whose turn it is."""


cells_of = lru_cache(maxsize=4096)(cell_len)
"""The width of a text that is not ASCII. Rich keeps it, too, behind a function in Python."""


def fit(text: str, width: int) -> str:
    """Returns `text` in exactly `width` cells, with a sign if something is left out."""
    if cell_len(text) <= width:
        return set_cell_size(text, width)
    return set_cell_size(text, max(0, width - 1)) + "…"[:width]


def some_of(names: Sequence[str], room: int) -> str:
    """Returns as many names as fit, and how many more there are."""
    for number in range(len(names), 0, -1):
        more = f" +{len(names) - number}" if number < len(names) else ""
        said = ", ".join(names[:number]) + more
        if cell_len(said) <= room:
            return said
    return names[0] if names and cell_len(names[0]) <= room else f"+{len(names)}" if names else ""


def width_of(parts: Iterable[Part]) -> int:
    """Returns the cells of parts. Most are ASCII: those are counted all at once."""
    texts = [text for text, _ in parts]
    if (line := "".join(texts)).isascii():
        return len(line)
    return sum([len(text) if text.isascii() else cells_of(text) for text in texts])


def justify(
    left: Sequence[Part], right: Sequence[Part], width: int, ground: Style = palette.TEXT
) -> list[Part]:
    """One line with something at either end, on a ground; the left end is cut if there is too little room."""
    room = max(0, width - width_of(right))
    return [*cut(left, room, ground), *right]


def bar(number: int, most: int, style: Style, rest: Style = palette.FAINT) -> list[Part]:
    """Returns a number as a short bar of `most` cells: full ones in a style, then the rest."""
    full = max(0, min(number, most))
    return [(FULL * full, style), (EMPTY * (most - full), rest)]


def cut(parts: Iterable[Part], width: int, ground: Style = palette.TEXT) -> list[Part]:
    """Returns parts cut or filled to exactly `width` cells."""
    kept = list(parts)
    missing = width - width_of(kept)
    while missing < 0 and kept:
        text, style = kept.pop()
        missing += cell_len(text)
        if missing > 0:
            kept.append((fit(text, missing), style))
            return kept
    return [*kept, (" " * missing, ground)] if missing else kept


def keys_line(
    keys: Sequence[tuple[str, str]], width: int, ink: Style = palette.ACCENT, leading: int = 1
) -> list[Part]:
    """Returns keys in a bold ink and labels, as many as fit from the first on; the last one always, where it
    leaves room for the `leading` ones.
    """
    *others, last = keys
    between = BETWEEN_KEYS if width >= NARROW else BETWEEN_KEYS[1:]
    first = [_key_width(key) + len(between) for key in others[:leading]]
    fixed = [] if first and first[0] - len(between) <= width < sum(first) + _key_width(last) else [last]
    room = width - _key_width(last) if fixed else width + len(between)
    shown: list[tuple[str, str]] = []
    for key in others:
        if _key_width(key) + len(between) <= room:
            room -= _key_width(key) + len(between)
            shown.append(key)
    parts: list[Part] = []
    key_ink = tones.bold(ink)
    for name, label in (*shown, *fixed):
        gap = between if parts else ""
        parts += [(gap, palette.TEXT), (name, key_ink), (f" {label}", palette.TEXT)]
    return parts


def keys_lines(
    keys: Sequence[tuple[str, str]], width: int, rows: int, ink: Style, leading: int = 1
) -> list[list[Part]]:
    """Returns keys and labels in at most so many rows: the first ones in full rows, then `keys_line`."""
    lines: list[list[Part]] = []
    left = list(keys)
    while rows > 1 and sum(map(_key_width, left)) + len(BETWEEN_KEYS) * (len(left) - 1) > width:
        fitting, room = 0, width
        while fitting < len(left) and _key_width(left[fitting]) <= room:
            room -= _key_width(left[fitting]) + len(BETWEEN_KEYS)
            fitting += 1
        if not fitting:
            break
        lines.append(keys_line(left[:fitting], width, ink))
        left, rows, leading = left[fitting:], rows - 1, max(1, leading - fitting)
    return [*lines, keys_line(left, width, ink, leading)] if left else lines


@lru_cache(maxsize=1024)
def _key_width(key: tuple[str, str]) -> int:
    return cell_len(key[0]) + 1 + cell_len(key[1])
