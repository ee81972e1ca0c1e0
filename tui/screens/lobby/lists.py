"""The lists of the lobby as blocks of rows: games, the player's seats, tables, past games. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct
from rich.cells import cell_len

from tui.actions.catalogue import SLASH, word
from tui.host.deals import DealResults
from tui.host.port import LobbySnapshot, TableInfo
from tui.host.table_search import PAGE_SIZE
from tui.host.today import Today, Week
from tui.language.texts import N_, Texts, Translatable
from tui.presenters.area import Signs
from tui.presenters.listing import Item, Sections, free_seats
from tui.presenters.turns import TurnState
from tui.screens.lobby.form import Form
from tui.screens.lobby.rows import (
    NAME,
    Line,
    finished_row,
    game_rows,
    heading,
    seat_row,
    table_row,
    waiting_row,
    when,
)
from tui.widgets.paragraphs import wrap
from tui.wire.terminal import palette

T = TypeVar("T")
Stage = Literal["waiting", "later", "other"]
HEADINGS: Mapping[Stage, Translatable] = MappingProxyType(
    {"waiting": N_("Waiting for players"), "later": N_("Beginning later"), "other": N_("Tables")}
)
FEWEST_LISTED = 3
"""The least rows of a list while there is more to be shown."""


class LobbyViewModel(Struct, frozen=True):
    """What the page shows."""

    lobby: LobbySnapshot
    sections: Sections
    at: int
    """The number of the chosen item."""
    form: Form | None
    now: float
    turns: Mapping[str, TurnState] = {}
    """Who is asked at the player's tables."""
    guest: bool = False
    """The player came without a key."""
    alone: bool = False
    """Only one item is shown: the game that a player came back to."""
    new: bool = False
    """The player has not played here before."""
    host: str = "HOST"
    """What is typed after `ssh` to come here."""
    provisional: bool = False
    """The player's account is kept only once they have made a move."""
    named: str = ""
    """How a newcomer is called who has not chosen a name, in a sentence."""
    unread: Mapping[str, int] = {}
    """How many chat lines came at the player's tables since they were there last."""
    searched: str = ""
    """The words by which tables are searched for."""
    today: Today | None = None
    """Deals, opponents and results; None until the host has told them."""
    week: Week | None = None
    """The player's week and everybody's; None until the host has told it."""
    results: DealResults | None = None
    """Of a deal of the day that the player has played."""
    signs: Signs = "eighths"
    """What the terminal can draw areas with."""
    told: Item | None = None
    """What the rules are shown of: the chosen game, or while keys are pressed one that was chosen before."""

    @property
    def chosen(self) -> Item | None:
        """The chosen item; None if nothing is listed."""
        items = self.sections.items
        return items[self.at] if items else None

    def chosen_in(self, section: Sequence[Item]) -> int | None:
        """Returns which item of a section is chosen; None: none of them is."""
        item = self.chosen
        return next((number for number, other in enumerate(section) if other is item), None)


class Block(NamedTuple):
    """Rows, which of them the chosen item begins in, and how many tables of others are seen at once."""

    lines: list[Line]
    at: int | None = None
    tables: int = 0


def stacked(blocks: Iterable[Block]) -> Block:
    """Returns blocks below each other."""
    lines: list[Line] = []
    at: int | None = None
    tables = 0
    for block in blocks:
        if block.at is not None:
            at = len(lines) + block.at
        lines += block.lines
        tables += block.tables
    return Block(lines, at, tables)


BLANK = Block([[]])


def games(texts: Texts, shown: LobbyViewModel, width: int, rows: int, *, gap: bool) -> Block:
    """Returns the games of the host, each in `rows` rows; with a `gap` between them."""
    blocks: list[Block] = []
    at = shown.chosen_in(shown.sections.games)
    for number, offered in enumerate(shown.sections.games):
        blocks += [BLANK] if gap and number else []
        blocks.append(
            Block([*_game(texts, offered.game, number == at, width, rows)], 0 if number == at else None)
        )
    return stacked(blocks)


def page_of_games(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> Block:
    """Returns as many games as fit in `room` rows, one in each: the page that the chosen one is on, and below
    it which page that is.
    """
    offered, size = shown.sections.games, max(1, room - 1)
    at = shown.chosen_in(offered)
    first = (at or 0) // size * size
    page = offered[first : first + size]
    lines = [_game(texts, one.game, first + place == at, width, 1)[0] for place, one in enumerate(page)]
    which = texts._(
        "{first}-{last} of {number}", first=first + 1, last=first + len(page), number=len(offered)
    )
    return Block([*lines, [(f" {which}", palette.DIM)]], None if at is None else at - first)


@lru_cache(maxsize=512)
def _game(texts: Texts, game: str, chosen: bool, width: int, rows: int) -> tuple[Line, ...]:
    """Returns the rows of a game, which are the same after each key and for every player."""
    return tuple(game_rows(texts, game, chosen, width, rows))


def seats(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> Block:
    """Returns the tables where the player sits; nothing if there are none."""
    if not shown.sections.seats:
        return Block([])
    tables, turns = shown.sections.seats, shown.turns
    named = min(NAME, 1 + max(cell_len(table.name) for table in tables))
    return _listed(
        texts, texts._("Your seats"), tables, shown.chosen_in(tables), width, room,
        lambda table, chosen: seat_row(
            texts, table, turns.get(table.id), shown.now, chosen, width, named, shown.unread.get(table.id, 0)
        ),
    )  # fmt: skip


def tables(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> Block:
    """Returns all other tables, or those that are searched for."""
    others, name, lobby = shown.sections.tables, texts._("Tables"), shown.lobby
    if shown.searched:
        name = texts._("Tables: {words}", words=shown.searched)
    if not others:
        none = texts._("No tables of others: n opens one.")
        if shown.searched:
            none = texts._("No table fits that; {command} shows all.", command=SLASH + word(texts, "tables"))
        return Block([heading(name, width), *wrap([(f" {none}", palette.DIM)], width - 1, 1)])
    between = 2 * (len(_stages(others)) - 1)
    if not shown.searched and len(others) == lobby.found and 1 + len(others) + between <= room:
        return _by_stage(texts, shown, width)._replace(tables=len(others))
    block = _listed(
        texts, name, others, shown.chosen_in(others), width, room,
        lambda table, chosen: table_row(texts, table, shown.now, chosen, width), lobby.first, lobby.found,
    )  # fmt: skip
    return block._replace(tables=max(1, room - 1))


def _stages(tables: Sequence[TableInfo]) -> list[tuple[Stage, list[TableInfo]]]:
    """Returns tables by what their list is headed with, in their order."""
    return [(stage, list(same)) for stage, same in groupby(tables, _stage)]


def _stage(table: TableInfo) -> Stage:
    if table.stage != "open" or not free_seats(table):
        return "other"
    return "waiting" if table.starts is None else "later"


def _by_stage(texts: Texts, shown: LobbyViewModel, width: int) -> Block:
    """Returns the tables of others, those that wait for players under headings of their own."""
    chosen, blocks = shown.chosen, list[Block]()
    for stage, tables in _stages(shown.sections.tables):
        clocks = max(cell_len(when(texts, table, shown.now)) for table in tables)
        rows = [
            table_row(texts, table, shown.now, table is chosen, width)
            if stage == "other"
            else waiting_row(texts, table, shown.now, table is chosen, width, clocks)
            for table in tables
        ]
        at = next((number for number, table in enumerate(tables, 1) if table is chosen), None)
        blocks += [BLANK] if blocks else []
        blocks.append(Block([heading(texts.of(HEADINGS[stage]), width), *rows], at))
    return stacked(blocks)


def past(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> Block:
    """Returns the player's finished games; nothing if there are none."""
    finished = shown.sections.past
    if not finished or room < 2:
        return Block([])
    return _listed(
        texts, texts._("Past games"), finished, shown.chosen_in(finished), width, room,
        lambda game, chosen: finished_row(texts, game, shown.now, chosen, width),
    )  # fmt: skip


def _listed(
    texts: Texts,
    name: str,
    items: Sequence[T],
    at: int | None,
    width: int,
    room: int,
    row: Callable[[T, bool], Line],
    before: int = 0,
    number: int = 0,
) -> Block:
    """Returns a heading and the page of rows that the chosen one is on: rows stay where they are until the
    choice leaves the page. `before` and `number`: the items before these, and of all of them, if these are
    only some.
    """
    size = max(1, room - 1)
    number = number if number > PAGE_SIZE else before + len(items)  # the player's own may be among them
    first = (at or 0) // size * size
    page = items[first : first + size]
    begin = before + first
    right = (
        ""
        if len(page) == number
        else texts._("{first}-{last} of {number}", first=begin + 1, last=begin + len(page), number=number)
    )
    lines = [
        heading(name, width, right),
        *(row(item, first + place == at) for place, item in enumerate(page)),
    ]
    return Block(lines, None if at is None else 1 + at - first)


def wanted(items: Sequence[TableInfo] | Sequence[object]) -> int:
    """Returns the rows that a list would take in full, with its heading."""
    return 1 + len(items) if items else 0
