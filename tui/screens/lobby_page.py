"""The lobby as lines of cells: who is here, the tables, the chosen one, what to do now. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from rich.cells import cell_len

from tui import palette
from tui.boards import BOARDS
from tui.offers import title
from tui.port import Lobby, Seat, TableInfo
from tui.screens.lobby_form import Form, form_lines
from tui.screens.lobby_tables import free_seats
from tui.texts import Texts
from tui.widgets.panel import Part
from tui.widgets.pieces import apart, cut, fit, keys_line

Line = list[Part]
NAME, GAME, COUNT, STAGE = 11, 22, 5, 14
"""Cells of the columns of the list; who sits there gets the rest."""
DETAILS = 8
"""Rows for the chosen table, or the form."""


class Shown(Struct, frozen=True):
    """Everything the page shows."""

    lobby: Lobby
    tables: tuple[TableInfo, ...]
    chosen: TableInfo | None
    form: Form | None
    sentence: str
    warning: bool
    """The sentence is a refusal."""
    keys: tuple[tuple[str, str], ...]


class Page(Struct, frozen=True):
    """Lines, and where the cursor rests: column and row."""

    lines: tuple[Line, ...]
    caret: tuple[int, int]


def page(texts: Texts, shown: Shown, width: int, height: int) -> Page:
    """The lobby in `width` times `height` cells."""
    top = [_heading(texts, shown.lobby, width), _people(texts, shown.lobby, width), []]
    bottom = [_rule(width), _sentence(shown, width), [(" ", palette.TEXT), *keys_line(shown.keys, width - 1)]]
    below = _form(texts, shown.form, width) if shown.form else _details(texts, shown.chosen, width)
    room = max(1, height - len(top) - len(bottom) - DETAILS - 1)
    rows, at = _list(texts, shown, width, room)
    lines = [*top, *rows]
    lines += [[]] * (len(top) + room + 1 - len(lines))
    caret = (1, len(top) + at)
    if shown.form:
        caret = (3, len(lines) + 2 + shown.form.field)
    lines += below[:DETAILS] + [[]] * (DETAILS - len(below))
    return Page((*lines[: height - len(bottom)], *bottom), caret)


def _heading(texts: Texts, lobby: Lobby, width: int) -> Line:
    left = [(" crownhouse", palette.ACCENT), (" · ", palette.DIM), (texts._("Lobby"), palette.STRONG)]
    return apart(left, [(f"{lobby.you} ", palette.MINE)], width)


def _people(texts: Texts, lobby: Lobby, width: int) -> Line:
    count = texts.ngettext("{number} person here", "{number} people here", len(lobby.people))
    others = ", ".join(name for name in lobby.people if name != lobby.you)
    return cut([(f" {count}", palette.DIM), (f": {others}" if others else "", palette.TEXT)], width - 1)


def _rule(width: int) -> Line:
    return [(" " + "─" * (width - 2), palette.FAINT)]


def _sentence(shown: Shown, width: int) -> Line:
    style = palette.WARNING if shown.warning else palette.STRONG
    return [(" ", palette.TEXT), (fit(shown.sentence, width - 2).rstrip(), style)]


def _list(texts: Texts, shown: Shown, width: int, room: int) -> tuple[list[Line], int]:
    """The rows of the list and in which of them the chosen table is."""
    if not shown.tables:
        return [[(" " + texts._("No tables."), palette.DIM)]], 0
    chosen = next((i for i, table in enumerate(shown.tables) if table is shown.chosen), 0)
    first = max(0, min(chosen - room // 2, len(shown.tables) - room))
    visible = shown.tables[first : first + room]
    return [_row(texts, table, table is shown.chosen, width) for table in visible], chosen - first


def _row(texts: Texts, table: TableInfo, chosen: bool, width: int) -> Line:
    mine = table.your_seat is not None
    taken = len(table.seats) - free_seats(table)
    who = width - 3 - NAME - GAME - COUNT - STAGE - 2
    names = ", ".join(seat.name for seat in table.seats if seat.name)
    name_style = palette.MINE if mine else palette.STRONG if chosen else palette.TEXT
    return [
        (" >" if chosen else "  ", palette.ACCENT),
        ("*" if mine else " ", palette.MINE),
        (fit(table.name, NAME - 1) + " ", name_style),
        (fit(title(texts, table.game), GAME - 1) + " ", palette.TEXT),
        (fit(f"{taken}/{len(table.seats)}", COUNT), palette.TEXT),
        (fit(names, who - 1) + " ", palette.DIM),
        (_right(stage_words(texts, table), STAGE), palette.GOOD if table.stage == "open" else palette.DIM),
    ]


def _right(text: str, width: int) -> str:
    return " " * (width - cell_len(text)) + text if cell_len(text) <= width else fit(text, width)


def stage_words(texts: Texts, table: TableInfo) -> str:
    """How far a table is."""
    match table.stage:
        case "running":
            return texts._("round {number}", number=table.round)
        case "over":
            return texts.pgettext("table", "over")
        case "frozen":
            return texts.pgettext("table", "frozen")
    return texts.pgettext("table", "open") if free_seats(table) else texts.pgettext("table", "full")


def _details(texts: Texts, table: TableInfo | None, width: int) -> list[Line]:
    if table is None:
        return []
    facts = [title(texts, table.game), *_options(texts, table)]
    if table.watching:
        facts.append(texts.ngettext("{number} watching", "{number} watching", table.watching))
    heading = [(f" {table.name}", palette.STRONG), (f"  {' · '.join(facts)}", palette.DIM)]
    seats = [_seat(texts, table, number, seat) for number, seat in enumerate(table.seats, 1)]
    return [cut(heading, width - 1), *seats]


def _options(texts: Texts, table: TableInfo) -> tuple[str, ...]:
    """What is unusual at this table."""
    return BOARDS[table.game].options(texts, table.options) if table.game in BOARDS else ()


def _seat(texts: Texts, table: TableInfo, number: int, seat: Seat) -> Line:
    lead: Part = (f"   {number} ", palette.DIM)
    if seat.held_by == "nobody":
        return [lead, (texts._("free"), palette.DIM)]
    yours = table.your_seat == number
    note = _about(texts, seat, yours)
    return [lead, (seat.name, palette.MINE if yours else palette.TEXT), note]


def _about(texts: Texts, seat: Seat, yours: bool) -> Part:
    if seat.held_by == "bot":
        return (" " + texts._("(bot)"), palette.DIM)
    if yours:
        return (" " + texts._("(you)"), palette.DIM)
    if seat.away_since is not None:
        return (" " + texts._("(away)"), palette.WARNING)
    return ("", palette.TEXT)


def _form(texts: Texts, form: Form, width: int) -> list[Line]:
    heading: Line = [(" " + texts._("A new table"), palette.STRONG)]
    lines = form_lines(texts, form)
    names = max(cell_len(name) for name, _ in lines)
    return [cut(heading, width - 1), [], *[_field(form, i, line, names) for i, line in enumerate(lines)]]


def _field(form: Form, number: int, line: tuple[str, str], names: int) -> Line:
    name, value = line
    if number == form.field:
        framed: Sequence[Part] = [("[", palette.ACCENT), (value, palette.STRONG), ("]", palette.ACCENT)]
    else:
        framed = [(f" {value}", palette.TEXT)]
    return [
        (" > " if number == form.field else "   ", palette.ACCENT),
        (fit(name, names + 2), palette.DIM),
        *framed,
    ]
