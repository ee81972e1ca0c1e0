"""The first line of a table, on its game's colour: its name, how far the game is; at the right who watches,
whose turn it is, and a clock where one runs.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from textual.geometry import Size

from tui.boards.kit.board import Board, Progress, names_of
from tui.host.port import TableSnapshot
from tui.language.texts import Texts
from tui.widgets.panel import Part
from tui.widgets.pieces import bar, cut, justify, width_of

USUAL_WIDTH = 80
"""Columns before the first layout."""
CLOCK = 10
"""Cells of a clock."""


class HeaderContext(NamedTuple):
    """What the header shows besides the game: how long the question has been open or how much time is left,
    in words and, of a clock, from 1 to 0; whether that is urgent, and how many chat lines were not shown yet.
    """

    time: str
    left: float | None = None
    hurry: bool = False
    unread: int = 0
    steps: Progress | None = None
    """Where steps are that are shown one at a time."""


def header(
    texts: Texts, board: Board, snapshot: TableSnapshot, around: HeaderContext, window: Size
) -> list[Part]:
    """Returns one line as wide as the window. If there is too little room, who watches is left out, then the
    clock's bar, the game's title, the table's name.
    """
    width = window.width or USUAL_WIDTH
    accent = board.accent
    title: list[Part] = [(f" {texts.of(board.title)} ", accent.title)]
    table: list[Part] = [(f" {snapshot.info.name} ", accent.bar)]
    game = _game(texts, board, snapshot)
    waiting, clock = _waiting(texts, board, snapshot, around), _clock(board, around)
    unread, watching = _unread(texts, board, around.unread), _watching(texts, board, snapshot)
    wishes: tuple[tuple[list[Part], list[Part]], ...] = (
        ([*title, *table, *game], [*watching, *unread, *waiting, *clock]),
        ([*title, *table, *game], [*unread, *waiting, *clock]),
        ([*title, *table, *game], [*unread, *waiting]),
        ([*table, *game], [*unread, *waiting]),
        (game, [*unread, *waiting]),
        (game, waiting),
        ([], waiting),
    )
    left, right = next((wish for wish in wishes if sum(map(width_of, wish)) <= width), wishes[-1])
    return justify(left, cut(right, min(width, width_of(right)), accent.bar), width, accent.bar)


def _game(texts: Texts, board: Board, snapshot: TableSnapshot) -> list[Part]:
    """Returns how far the game is."""
    if snapshot.view is None:
        return []
    if snapshot.standings and snapshot.info.round:
        return []
    said = board.status(texts, names_of(texts, snapshot.info.seats), snapshot.view)
    return [(f" {said} ", board.accent.bar)]


def _waiting(texts: Texts, board: Board, snapshot: TableSnapshot, around: HeaderContext) -> list[Part]:
    """Returns whose turn it is, and since when."""
    if snapshot.standings and snapshot.info.round:
        said = texts.ngettext("{number} round", "{number} rounds", snapshot.info.round)
        return [(f" {said} ", board.accent.bar)]
    if around.steps:
        return _progress(board, around.steps)
    if not snapshot.waiting_for:
        return []
    if snapshot.ask is not None:
        said = texts._("your turn, {since}", since=around.time)
    else:
        who = ", ".join(map(names_of(texts, snapshot.info.seats), snapshot.waiting_for))
        said = texts._("{name}'s turn, {since}", name=who, since=around.time)
    accent = board.accent
    style = accent.loud if around.hurry else accent.title if snapshot.ask is not None else accent.bar
    return [(f" {said} ", style)]


def _progress(board: Board, steps: Progress) -> list[Part]:
    """Returns where steps are, in words and as a bar."""
    accent = board.accent
    drawn = bar(steps.done, steps.total, accent.title, accent.bar) if steps.total else []
    return [(f" {steps.what} ", accent.title), *drawn, (" ", accent.bar)]


def _clock(board: Board, around: HeaderContext) -> list[Part]:
    """Returns a running clock as a bar."""
    if around.left is None:
        return []
    accent = board.accent
    return [*bar(ceil(around.left * CLOCK), CLOCK, accent.title, accent.bar), (" ", accent.bar)]


def _unread(texts: Texts, board: Board, number: int) -> list[Part]:
    if not number:
        return []
    said = texts.ngettext('{number} unread (")', '{number} unread (")', number)
    return [(f" {said} ", board.accent.title)]


def _watching(texts: Texts, board: Board, snapshot: TableSnapshot) -> list[Part]:
    number = snapshot.info.watching
    if not number:
        return []
    said = texts.ngettext("{number} watching", "{number} watching", number)
    return [(f" {said} ", board.accent.bar)]
