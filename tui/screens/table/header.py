"""The first line of a table: its name, how far the game is, who plays since when, who watches."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Size

from tui.boards.kit.board import Board, names_of
from tui.host.port import TableSnapshot
from tui.language.texts import Texts
from tui.widgets.panel import Part
from tui.widgets.pieces import justify, width_of
from tui.wire.terminal import palette

SMALLEST = Size(80, 24)
"""The smallest window that shows everything."""


class HeaderContext(NamedTuple):
    """What the header shows besides the game: how long the question has been open or how much time is left,
    whether that is urgent, and how many chat lines were not shown yet.
    """

    time: str
    hurry: bool = False
    unread: int = 0


def header(
    texts: Texts, board: Board, snapshot: TableSnapshot, around: HeaderContext, window: Size
) -> list[Part]:
    """Returns one line as wide as the window. If there is too little room, the game's title is left out, then
    who watches, then the table's name.
    """
    width = window.width or SMALLEST.width
    if window.area and (window.width < SMALLEST.width or window.height < SMALLEST.height):
        small = texts._("Window too small: it needs {smallest}.", smallest="80x24")
        return [(f" {small}", palette.WARNING)]
    game = _game(texts, board, snapshot)
    waiting = _waiting(texts, snapshot, around)
    unread, watching = _unread(texts, around.unread), _watching(texts, snapshot)
    table: list[Part] = [(f" {snapshot.info.name}", palette.STRONG)]
    title: list[Part] = [(f" {texts.of(board.title)} ·", palette.DIM)]
    wishes = (
        ([*title, *table, *game, *waiting], [*unread, *watching]),
        ([*table, *game, *waiting], [*unread, *watching]),
        ([*table, *game, *waiting], unread),
        ([*game[1:], *waiting], unread),
    )
    left, right = next((wish for wish in wishes if sum(map(width_of, wish)) + 2 <= width), wishes[-1])
    return justify(left, right, width)


def _game(texts: Texts, board: Board, snapshot: TableSnapshot) -> list[Part]:
    """Returns how far the game is, after a dot."""
    if snapshot.view is None:
        return []
    said = board.status(texts, names_of(texts, snapshot.info.seats), snapshot.view)
    return [(" ·", palette.TEXT), (f" {said}", palette.TEXT)]


def _waiting(texts: Texts, snapshot: TableSnapshot, around: HeaderContext) -> list[Part]:
    """Returns whose turn it is, and since when."""
    if not snapshot.waiting_for:
        return []
    ink = palette.WARNING if around.hurry else palette.ACCENT
    if snapshot.ask is not None:
        said = texts._("your turn, {since}", since=around.time)
    else:
        who = ", ".join(map(names_of(texts, snapshot.info.seats), snapshot.waiting_for))
        said = texts._("{name}'s turn, {since}", name=who, since=around.time)
    return [("   ", palette.TEXT), (said, ink)]


def _unread(texts: Texts, number: int) -> list[Part]:
    if not number:
        return []
    said = texts.ngettext('{number} unread (")', '{number} unread (")', number)
    return [(said, palette.ACCENT), ("  ", palette.TEXT)]


def _watching(texts: Texts, snapshot: TableSnapshot) -> list[Part]:
    number = snapshot.info.watching
    if not number:
        return []
    return [
        (texts.ngettext("{number} watching", "{number} watching", number), palette.DIM),
        (" ", palette.TEXT),
    ]
