"""Keys and sentences in two columns, as lines of a help page. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len

from tui.widgets.even import unwidowed
from tui.widgets.panel import Part
from tui.widgets.pieces import fit
from tui.wire.terminal import palette

MOST_KEYS = 16
"""Cells for the keys; longer keys push their sentence to the right."""


def help_page(lines: Sequence[tuple[str, str]], width: int) -> list[list[Part]]:
    """Returns keys and sentences in two columns, long sentences over several lines."""
    keyed = max((cell_len(keys) for keys, sentence in lines if sentence), default=0)
    indent = min(MOST_KEYS, keyed) + 4
    page: list[list[Part]] = []
    for keys, sentence in lines:
        if sentence and not keys:
            page += [[(f"  {line}", palette.TEXT)] for line in unwidowed(sentence, max(20, width - 3))]
            continue
        lead = fit(keys, max(indent - 2, cell_len(keys) + 1))
        first, *rest = unwidowed(sentence, max(20, width - indent - 1)) or ("",)
        if cell_len(lead) + 2 > indent and cell_len(lead) + 3 + cell_len(first) > width:
            page.append([(f"  {lead}", palette.ACCENT)])
            lead = " " * (indent - 2)
        page.append([(f"  {lead}", palette.ACCENT), (first, palette.TEXT)])
        page += [[(" " * indent + line, palette.TEXT)] for line in rest]
    return page
