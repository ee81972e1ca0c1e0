"""What a row needs is found once for all who are sent it, and never for another row."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tui.wire.encoding.grid import GridRow, blank_row
from tui.wire.encoding.pieces import pieces_of
from tui.wire.encoding.shifting import RowChange, known
from tui.wire.terminal.looks import PLAIN, CellStyle
from tui.wire.terminal.terminals import LINUX, VT220, Terminal

RED = CellStyle(0, "31", "")


def row(text: str, look: CellStyle = PLAIN) -> GridRow:
    return GridRow(list(text), [look] * len(text))


def test_the_next_client_gets_what_was_found_for_the_first() -> None:
    """Their rows are other objects with the same cells."""
    first, *others = (known(RowChange(3, blank_row(5), row("a bed"), LINUX)) for _ in range(4))
    assert first.pieces() == pieces_of(3, blank_row(5), row("a bed"), LINUX)
    assert all(other is first for other in others)


@pytest.mark.parametrize(
    ("y", "shown", "wanted", "terminal"),
    [
        (4, blank_row(5), row("a bed"), LINUX),
        (3, row("a    "), row("a bed"), LINUX),
        (3, blank_row(5), row("a red"), LINUX),
        (3, blank_row(5), row("a bed", RED), LINUX),
        (3, row("     ", RED), row("a bed"), LINUX),
        (3, blank_row(5), GridRow(["a", " b", "e", "d", ""], [PLAIN] * 5), LINUX),
        (3, blank_row(5), row("a bed"), VT220),
        (3, blank_row(5), row("a bed"), replace(LINUX, repeats=True)),
    ],
    ids=["row", "shown", "wanted", "style", "style shown", "cells", "terminal", "one ability"],
)
def test_whatever_differs_is_found_anew(y: int, shown: GridRow, wanted: GridRow, terminal: Terminal) -> None:
    """A row, a character, a style, where cells begin, the kind of terminal."""
    first = known(RowChange(3, blank_row(5), row("a bed"), LINUX))
    other = known(RowChange(y, shown, wanted, terminal))
    assert other is not first
    assert other.pieces() == pieces_of(y, shown, wanted, terminal)
