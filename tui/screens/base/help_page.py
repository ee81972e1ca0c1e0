"""Keys and sentences in two columns, as lines of a help page: keys on a bar, sentences beside it. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from tui.widgets.even import unwidowed
from tui.widgets.panel import Part
from tui.widgets.pieces import fit, justify
from tui.wire.terminal import palette, tones
from tui.wire.terminal.tones import Accent

MOST_KEYS = 16
"""Cells for the keys, or a quarter of a wide window; longer keys stand above their sentence, or reach
into its column if there is room.
"""
BAR_FROM = 60
"""Columns from which keys have a bar of their own; in narrower windows sentences follow them."""
INDENT = 4
"""Cells before the second line of a sentence that follows its key."""


def help_page(
    explained: Sequence[tuple[str, str]], width: int, accent: Accent = tones.LOBBY
) -> list[list[Part]]:
    """Returns all that `laid_out` yields."""
    return list(laid_out(explained, width, accent))


def laid_out(explained: Sequence[tuple[str, str]], width: int, accent: Accent) -> Iterator[list[Part]]:
    """Yields keys and sentences in two columns, long sentences over several lines. An empty pair ends a
    block: the keys of the next one may have another width.
    """
    blocks: list[list[tuple[str, str]]] = [[]]
    for one in explained:
        blocks[-1].append(one)
        if one == ("", ""):
            blocks.append([])
    for block in blocks:
        yield from _block(block, width, accent)


def _block(explained: Sequence[tuple[str, str]], width: int, accent: Accent) -> Iterator[list[Part]]:
    keyed = max((cell_len(keys) for keys, sentence in explained if sentence), default=0)
    bar = min(max(MOST_KEYS, width // 4), keyed) + 2
    for keys, sentence in explained:
        if width < BAR_FROM or not keyed:
            yield from _following(keys, sentence, width, accent)
        else:
            yield from _beside(keys, sentence, bar, width, accent)


def below(page: Sequence[Sequence[Part]], accent: Accent) -> list[Part]:
    """Returns what stands below the last line of a page: its bar goes on."""
    text, style = page[-1][0] if page and page[-1] else ("", palette.TEXT)
    return [(" " * cell_len(text), accent.edge)] if style == accent.edge else []


def _following(keys: str, sentence: str, width: int, accent: Accent) -> list[list[Part]]:
    if not keys:
        return [[(f" {line}", palette.TEXT)] for line in unwidowed(sentence, max(20, width - 2)) or ("",)]
    lead = f" {keys}  "
    room = max(20, width - INDENT - 1)
    first, *rest = unwidowed("\0" * (cell_len(lead) - INDENT) + sentence, room) or ("",)
    if cell_len(lead) + len(sentence.split(" ", maxsplit=1)[0]) >= width:
        first, rest = "", list(unwidowed(sentence, room))
    return [
        [(lead, accent.ink), (first.lstrip("\0"), palette.TEXT)],
        *([(" " * INDENT + line, palette.TEXT)] for line in rest),
    ]


def _beside(keys: str, sentence: str, bar: int, width: int, accent: Accent) -> list[list[Part]]:
    first, *rest = unwidowed(sentence, max(20, width - bar - 3)) or ("",)
    lines: list[list[Part]] = []
    lead = fit(f" {keys} ", max(bar, cell_len(keys) + 2))
    if cell_len(lead) > bar and cell_len(lead) + 3 + cell_len(first) > width:
        lines.append([(lead, accent.edge)])
        lead = " " * bar
    lines.append([(lead, accent.edge), (f"  {first}", palette.TEXT)])
    return [*lines, *([(" " * bar, accent.edge), (f"  {line}", palette.TEXT)] for line in rest)]


def page_title(heading: str, where: str, width: int, accent: Accent) -> list[Part]:
    """Returns the first line of a page: what it is about, and at its end which part of it is shown."""
    return justify([(f" {heading} ", accent.title)], [(f" {where} ", accent.bar)], width, accent.bar)
