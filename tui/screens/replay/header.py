"""The first line of a game that is looked at again, on its game's colour: the game, how far it is, and at the
right whose eyes it is seen through and where one is.
"""

from __future__ import annotations

from textual.geometry import Size

from tui.boards.kit.board import Board, names_of
from tui.host.port import TableSnapshot
from tui.language.texts import Texts
from tui.replay import words
from tui.replay.cursor import ReplayCursor
from tui.widgets.panel import Part
from tui.widgets.pieces import bar, cut, justify, width_of

USUAL_WIDTH = 80
"""Columns before the first layout."""
PROGRESS = 10
"""Cells of the bar that shows how far one is."""


def header(
    texts: Texts, board: Board, snapshot: TableSnapshot, cursor: ReplayCursor, speed: str, window: Size
) -> list[Part]:
    """Returns one line as wide as the window; `speed` is how fast the game runs, '' while it stands. If there
    is too little room, the bar is left out, then the game's title.
    """
    width, accent = window.width or USUAL_WIDTH, board.accent
    names = names_of(texts, snapshot.info.seats)
    title: list[Part] = [(f" {texts.of(board.title)} ", accent.title)]
    again = texts.pgettext("header", "replay")
    replay: list[Part] = [(f" {again} ", accent.bar)]
    status: list[Part] = [(f" {board.status(texts, names, snapshot.view)} ", accent.bar)]
    eyes: list[Part] = [(f" {words.through(texts, cursor, names)} ", accent.bar)]
    runs: list[Part] = [(f" {speed} ", accent.loud)] if speed else []
    last = cursor.course.last
    number: list[Part] = [(f" {cursor.position}/{last} ", accent.title)]
    done = round(PROGRESS * cursor.position / last) if last else PROGRESS
    along: list[Part] = [*bar(done, PROGRESS, accent.title, accent.bar), (" ", accent.bar)]
    wishes: tuple[tuple[list[Part], list[Part]], ...] = (
        ([*title, *replay, *status], [*eyes, *runs, *number, *along]),
        ([*title, *replay, *status], [*eyes, *runs, *number]),
        ([*title, *replay], [*eyes, *runs, *number]),
        (replay, [*eyes, *runs, *number]),
        ([], [*runs, *number]),
    )
    left, right = next((wish for wish in wishes if sum(map(width_of, wish)) <= width), wishes[-1])
    return justify(left, cut(right, min(width, width_of(right)), accent.bar), width, accent.bar)
