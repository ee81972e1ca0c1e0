"""The lobby as lines of cells: who is here, the list, the chosen item and beside it the chat. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from msgspec import Struct
from rich.cells import cell_len

from tui.host.port import ChatLine, LobbySnapshot, TableInfo
from tui.language.texts import Texts
from tui.presenters.listing import SEPARATOR, Item, brief_heading, facts, heading, is_joinable
from tui.presenters.table_details import details
from tui.screens.lobby.form import Form, form_lines, form_width
from tui.screens.lobby.guide import guide
from tui.screens.lobby.rows import Line, rows
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import cut, fit, justify, width_of
from tui.wire.terminal import palette

MOST_PEOPLE_LINES = 2
MOST_CHARACTERS = 3
"""The most characters of one cell: a base and its combining marks."""
MOST_NOTICE_LINES = 3
FEWEST_BELOW, MOST_BELOW = 7, 12
"""The least and most rows for the chosen item and the chat."""
AROUND_HEADING = 8
"""Cells of a heading line that are not its two words."""
AROUND_NAME, AROUND_VALUE = 5, 2
"""Cells of a line of the form besides its name: the mark and the gap; and besides its value: the brackets."""
FEWEST_LISTED = 3
"""The least rows of the list while more could be shown of the chosen item."""
WIDE_FROM = 120
"""Columns from which the chat has a side of its own."""
TALK_WIDTHS = (32, 60)


class LobbyViewModel(Struct, frozen=True):
    """What the page shows."""

    lobby: LobbySnapshot
    items: tuple[Item, ...]
    at: int
    form: Form | None
    now: float
    guest: bool = False
    """The player came without a key."""
    asking: frozenset[str] = frozenset()
    """The tables at which it is the player's turn."""
    alone: bool = False
    """Only the chosen item is shown: the game that a player came back to."""
    new: bool = False
    """The player has not played here before."""
    host: str = "HOST"
    """What is typed after `ssh` to come here."""
    provisional: bool = False
    """The player's account is kept only once they have made a move."""

    @property
    def chosen(self) -> Item | None:
        """The chosen item; None if the list is empty."""
        return self.items[self.at] if self.items else None


class LobbyPage(Struct, frozen=True):
    """Lines, and the column and row of the cursor."""

    lines: tuple[Line, ...]
    caret: tuple[int, int]


def page(texts: Texts, shown: LobbyViewModel, width: int, height: int) -> LobbyPage:
    """Returns the lobby in `width` times `height` cells."""
    if shown.alone:
        return _alone(texts, shown, width, height)
    top = [
        *_title(texts, shown, width),
        *_people(texts, shown.lobby, width),
        *_said(texts, shown.lobby, width),
    ]
    wide = width >= WIDE_FROM
    beside = max(TALK_WIDTHS[0], min(width // 4, TALK_WIDTHS[1])) if wide else 0
    left = width - beside
    chosen = _chosen(texts, shown, left, wide=wide)
    wanted = min(max(FEWEST_BELOW, height // 3, len(chosen.lines)), MOST_BELOW)
    below = max(FEWEST_BELOW, min(wanted, height - len(top) - FEWEST_LISTED - 3))
    room = max(1, height - len(top) - below - 3)
    listed, at, hidden = _list(texts, shown, left - wide, room, headed=wide)
    listed = _with_guide(texts, shown, listed, room)
    head = _rule(texts._("Tables"), _more(texts, hidden), left)
    if wide:
        band = [_rule(chosen.heading, "", left - 1), *chosen.lines[:below]]
        lines = _beside(texts, shown.lobby, [head, *listed, *band], beside, room + below + 1)
    else:
        lines = [head, *listed, *_band(texts, chosen, shown.lobby, width, below)]
    caret = (1, len(top) + 1 + at)
    if shown.form:
        caret = (3, len(top) + 2 + room + shown.form.field)
    return LobbyPage((*top, *lines, _rule("", "", width))[:height], caret)


def _with_guide(texts: Texts, shown: LobbyViewModel, listed: list[Line], room: int) -> list[Line]:
    """Returns as many lines as fit; if enough of them are blank, the last ones guide newcomers without a
    seat.
    """
    tables = [item for item in shown.items if isinstance(item, TableInfo)]
    lost = shown.new and not shown.form and all(table.your_seat is None for table in tables)
    room_for_me = any(is_joinable(table, shown.lobby.you) for table in tables)
    lines = guide(texts, room=room_for_me, provisional=shown.provisional) if lost else []
    blank = room - len(listed) - len(lines)
    return [*listed, *[[]] * blank, *lines] if blank > 0 else [*listed, *[[]] * (room - len(listed))]


def _beside(texts: Texts, lobby: LobbySnapshot, lines: Sequence[Line], width: int, height: int) -> list[Line]:
    """Returns everything else with the chat to its right: a line across, then `height` lines."""
    head, *others = lines
    talk = _talk(texts, lobby, width - 2, height)
    pairs = zip_longest(others, talk, fillvalue=())
    left = width_of(head) - 1
    return [[*head, *_rule(texts._("chat"), "", width)], *[_side_by_side(a, b, left) for a, b in pairs]]


def _alone(texts: Texts, shown: LobbyViewModel, width: int, height: int) -> LobbyPage:
    """Returns the page for one game, without the lobby around it."""
    top = [*_title(texts, shown, width), *_said(texts, shown.lobby, width)]
    chosen = _chosen(texts, shown, width)
    lines = [*top, _rule(chosen.heading, "", width), *chosen.lines][: height - 1]
    blank: list[Line] = [[]] * (height - 1 - len(lines))
    return LobbyPage((*lines, *blank, _rule("", "", width)), (1, len(top)))


def _title(texts: Texts, shown: LobbyViewModel, width: int) -> list[Line]:
    name = shown.lobby.you
    you = texts._("{name} (guest)", name=name) if shown.guest else name
    if shown.provisional:
        you = texts._("{name} (new)", name=name)
    left = [(" crownhouse", palette.ACCENT), (" · ", palette.DIM), (texts._("Lobby"), palette.STRONG)]
    return [justify(left, [(f"{you} ", palette.MINE)], width)]


def _said(texts: Texts, lobby: LobbySnapshot, width: int) -> list[Line]:
    """Returns the host's notices."""
    lines: list[Line] = []
    if lobby.notice:
        notice = wrap([(" * ", palette.ACCENT), (lobby.notice, palette.TEXT)], width - 1, indent=3)
        lines += notice[:MOST_NOTICE_LINES]
    if lobby.draining:
        said = texts._("The host will stop soon: no new tables, but running games can finish.")
        lines.append(cut([(" * ", palette.ACCENT), (said, palette.WARNING)], width - 1))
    return lines


def _people(texts: Texts, lobby: LobbySnapshot, width: int) -> list[Line]:
    """Returns everybody who is here, in a line or two; `/who` lists all."""
    count = texts.ngettext("{number} person here", "{number} people here", len(lobby.people))
    room = MOST_CHARACTERS * MOST_PEOPLE_LINES * width
    others = ", ".join(name for name in lobby.people[:room] if name != lobby.you)[:room]
    parts: list[Part] = [(f" {count}", palette.DIM), (f": {others}" if others else "", palette.TEXT)]
    lines = wrap(parts, width - 1, indent=1)
    if len(lines) <= MOST_PEOPLE_LINES:
        return lines
    rest = [part for line in lines[MOST_PEOPLE_LINES - 1 :] for part in line]
    return [*lines[: MOST_PEOPLE_LINES - 1], cut(rest, width - 1)]


def _rule(left: str, right: str, width: int) -> Line:
    """Returns a line across with words in it."""
    parts: Line = [("──", palette.FAINT)]
    room = width - 4 - (cell_len(right) + 2 if right else 0)
    if left:
        shown = fit(left, room - 2) if cell_len(left) > room - 2 else left
        parts += [(f" {shown} ", palette.STRONG)]
    end: Line = [(f" {right} ", palette.DIM)] if right else []
    return [*parts, ("─" * (width - width_of(parts) - width_of(end) - 2), palette.FAINT), *end,
            ("──", palette.FAINT)]  # fmt: skip


def _more(texts: Texts, hidden: int) -> str:
    return texts.ngettext("{number} more", "{number} more", hidden) if hidden else ""


def _list(
    texts: Texts, shown: LobbyViewModel, width: int, room: int, *, headed: bool
) -> tuple[list[Line], int, int]:
    """Returns the rows that fit, which of them the chosen one is in, and how many are left out. `headed`:
    finished games are below a heading.
    """
    if not shown.items:
        return [[(" " + texts._("No tables."), palette.DIM)]], 0, 0
    tables = sum(isinstance(item, TableInfo) for item in shown.items)
    headed = headed and 0 < tables < len(shown.items)
    room -= headed
    first = max(0, min(shown.at - room // 2, len(shown.items) - room))
    visible = shown.items[first : first + room]
    listed = rows(texts, visible, shown.at - first, shown.asking, shown.now, width)
    at, hidden = shown.at - first, len(shown.items) - len(visible)
    if headed and first < tables < first + room:
        listed.insert(tables - first, _rule(texts._("Past games"), "", width))
        at += shown.at >= tables
    return listed, at, hidden


# The chosen item or the form, and the chat beside it


class _Chosen(NamedTuple):
    """The left half of the lower part."""

    heading: str
    lines: list[Line]
    width: int


def _chosen(texts: Texts, shown: LobbyViewModel, width: int, *, wide: bool = False) -> _Chosen:
    """Returns the chosen item; `wide`: there is nothing to its right."""
    left = width if wide else width // 2
    if shown.form:
        widest = 1 + form_width(texts, AROUND_NAME, AROUND_VALUE)
        return _Chosen(texts._("A new table"), _form(texts, shown.form), max(left, widest))
    item = shown.chosen
    if item is None:
        return _Chosen("", [], left)
    whole = heading(texts, item, shown.now)
    lines = [
        part for line in details(texts, item, shown.now, shown.host) for part in _in_full(line, left - 1)
    ]
    if cell_len(whole) <= width - cell_len(texts._("chat")) - AROUND_HEADING:
        return _Chosen(whole, lines, left)
    told = SEPARATOR.join(facts(texts, item, shown.now))
    agreed = wrap([(f"   {told}", palette.DIM)], left - 1, indent=3)
    return _Chosen(brief_heading(texts, item), [*agreed, *lines], left)


def _in_full(line: Line, width: int) -> list[Line]:
    """Returns a line in as many lines as it needs: a command is of no use if it is cut."""
    return wrap(line, width, indent=5) if width_of(line) > width else [line]


def _band(texts: Texts, chosen: _Chosen, lobby: LobbySnapshot, width: int, height: int) -> list[Line]:
    talk = _talk(texts, lobby, width - chosen.width - 3, height)
    pairs = zip_longest(chosen.lines[:height], talk, fillvalue=())
    rule = _rule(chosen.heading, texts._("chat"), width)
    return [rule, *[_side_by_side(a, b, chosen.width) for a, b in pairs]]


def _side_by_side(one: Sequence[Part], other: Sequence[Part], left: int) -> Line:
    return [*cut(one, left), ("│ ", palette.FAINT), *other]


def _talk(texts: Texts, lobby: LobbySnapshot, width: int, height: int) -> list[Line]:
    """Returns the last chat lines, the newest at the bottom."""
    if not lobby.chat:
        hint = wrap([(texts._('press " to talk to everyone here'), palette.DIM)], width, indent=2)
        return [*hint, *[[]] * (height - len(hint))]
    lines: list[Line] = []
    for said in reversed(lobby.chat):
        lines[:0] = wrap(said_parts(said, lobby.you), width, indent=2)
        if len(lines) >= height:
            break
    return [*lines[-height:], *[[]] * (height - len(lines))]


def said_parts(said: ChatLine, you: str) -> list[Part]:
    """Returns a chat line: who wrote it, and what."""
    return [(f"{said.name}:", palette.MINE if said.name == you else palette.STRONG),
            (f" {said.text}", palette.TEXT)]  # fmt: skip


def _form(texts: Texts, form: Form) -> list[Line]:
    lines = form_lines(texts, form)
    names = max(cell_len(name) for name, _ in lines)
    return [_field(form, i, line, names) for i, line in enumerate(lines)]


def _field(form: Form, number: int, line: tuple[str, str], names: int) -> Line:
    name, value = line
    if number == form.field:
        framed: Sequence[Part] = [("[", palette.ACCENT), (value, palette.STRONG), ("]", palette.ACCENT)]
    else:
        framed = [(f" {value}", palette.TEXT)]
    return [
        (" > " if number == form.field else "   ", palette.ACCENT),
        (fit(name, names + AROUND_NAME - 3), palette.DIM),
        *framed,
    ]
