"""The first line of a table: which one it is, where the game stands, who plays since when, who watches."""

from __future__ import annotations

from typing import NamedTuple

from textual.geometry import Size

from tui import palette
from tui.boards.board import Board, names_of
from tui.port import TableNews
from tui.texts import Texts
from tui.widgets.panel import Part
from tui.widgets.pieces import apart, width_of

SMALLEST = Size(80, 24)
"""The smallest window that shows everything."""


class Around(NamedTuple):
    """What the header says beside the game: how long the question is open or how much time is left,
    whether that is urgent, and how many lines of talk were not shown yet.
    """

    time: str
    hurry: bool = False
    unread: int = 0


def header(texts: Texts, board: Board, news: TableNews, around: Around, window: Size) -> list[Part]:
    """One line as wide as the window; the game's title is left out where the rest needs the room."""
    width = window.width or SMALLEST.width
    if window.area and (window.width < SMALLEST.width or window.height < SMALLEST.height):
        small = texts._("Not all fits here: make this window {smallest} or more.", smallest="80x24")
        return [(f" {small}", palette.WARNING)]
    names = names_of(texts, news.info.seats)
    left: list[Part] = [(f" {news.info.name}", palette.STRONG)]
    if news.view is not None:
        left.append((f" · {board.status(texts, names, news.view)}", palette.TEXT))
    if news.waiting_for:
        ink = palette.WARNING if around.hurry else palette.ACCENT
        left += [("   ", palette.TEXT), (_waiting(texts, news, around.time), ink)]
    right = [*_unread(texts, around.unread), *_watching(texts, news)]
    title: list[Part] = [(f" {board.title(texts)} ·", palette.DIM)]
    room = width - width_of(left) - width_of(right) - 2
    return apart([*(title if width_of(title) <= room else []), *left], right, width)


def _waiting(texts: Texts, news: TableNews, since: str) -> str:
    if news.ask is not None:
        return texts._("your turn, {since}", since=since)
    who = ", ".join(map(names_of(texts, news.info.seats), news.waiting_for))
    return texts._("{name} plays, {since}", name=who, since=since)


def _unread(texts: Texts, number: int) -> list[Part]:
    if not number:
        return []
    said = texts.ngettext('{number} unread (")', '{number} unread (")', number)
    return [(said, palette.ACCENT), ("  ", palette.TEXT)]


def _watching(texts: Texts, news: TableNews) -> list[Part]:
    number = news.info.watching
    if not number:
        return []
    return [(texts.ngettext("{number} watches", "{number} watch", number), palette.DIM), (" ", palette.TEXT)]
