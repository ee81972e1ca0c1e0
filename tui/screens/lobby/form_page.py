"""The form for a new table, or for a game against bots, as lines of cells. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from rich.cells import cell_len

from tui.boards import BOARDS
from tui.language.texts import N_, Texts, Translatable
from tui.screens.lobby.form import Form, explanation, form_lines, widest_name
from tui.screens.lobby.rows import MARK, Line, game_ink, heading
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import cut, fit
from tui.wire.terminal import palette

AROUND = 5
"""Cells of a line besides its name and its value: the mark, and the arrows that change it."""
TITLES: Mapping[str, Translatable] = MappingProxyType(
    {"table": N_("A new table"), "practice": N_("Play against bots"), "match": N_("Play with people now")}
)
WIDEST = 100
"""The most cells of a line to be read."""


def form_page(texts: Texts, form: Form, width: int, room: int) -> tuple[list[Line], tuple[int, int]]:
    """Returns the lines of a form, each with its value, what the line in focus means and, where there is
    room, what the game is about; and the column and row of the cursor.
    """
    title = texts.of(TITLES[form.purpose])
    lines = form_lines(texts, form)
    names = widest_name(texts, form) + 1
    fields = [_field(form, number, line, names, width) for number, line in enumerate(lines)]
    gap: list[Line] = [[]] if room >= len(fields) + 6 else []
    above = [heading(title, width), *gap] if room > len(fields) else []
    shown = [*above, *(cut(field, width) for field in fields)]
    said = wrap([(f" {explanation(texts, form, form.focused)}", palette.DIM)], min(width - 1, WIDEST), 1)
    below = [*gap, *said]
    if len(shown) + len(below) <= room:
        shown += below
        shown += _aim(texts, form, width, room - len(shown))
    first = max(0, len(above) + form.field + 1 - room)
    return shown[first : first + room], (1, len(above) + form.field - first)


def _aim(texts: Texts, form: Form, width: int, room: int) -> list[Line]:
    """Returns what the chosen game is about, if it fits."""
    if form.any_game:
        return []
    name, text = BOARDS[form.offer.game].rules_in(texts)[0]
    ink = game_ink(form.offer.game)
    lines = wrap([(f" {name}", ink), (f"  {text}", palette.TEXT)], min(width - 1, WIDEST), 1)
    return [[], *lines] if len(lines) < room else []


def _field(form: Form, number: int, line: tuple[str, str], names: int, width: int) -> Line:
    name, value = line
    most = width - AROUND - cell_len(name)
    value = fit(value, most) if cell_len(value) > most else value
    names = min(names, width - AROUND - cell_len(value))
    if number != form.field:
        return [("   ", palette.ACCENT), (fit(name, names), palette.DIM), (f" {value}", palette.TEXT)]
    return [
        (f"{MARK}  ", palette.ACCENT),
        (fit(name, names), palette.TEXT),
        ("◄", palette.ACCENT),
        (value, palette.STRONG),
        ("►", palette.ACCENT),
    ]
