"""The lobby as lines of cells: which lists stand where in a window, from 40x12 to the largest. Pure.

The lists are in `lists`, what stands beside them in `beside`.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

from tui.host.port import LobbySnapshot
from tui.language import notices
from tui.language.rating_words import rating_word
from tui.language.texts import Texts
from tui.screens.lobby import lists
from tui.screens.lobby.beside import chosen_lines, newcomer, people, rules_lines, side_by_side, talk
from tui.screens.lobby.form_page import form_page
from tui.screens.lobby.inks import LOBBY
from tui.screens.lobby.lists import BLANK, FEWEST_LISTED, Block, LobbyViewModel, stacked, wanted
from tui.screens.lobby.rows import Line
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import justify, width_of
from tui.wire.terminal import palette

SMALLEST = (40, 10)
"""The least columns and rows of the page that show everything: a window of 40x12."""
TWO_FROM, THREE_FROM = (76, 14), (120, 24)
"""The least columns and rows for two columns side by side, and for three."""
AIRY_FROM = 21
"""Rows from which a blank one stands below the title."""
LEFT_WIDTH, TALK_WIDTH = (38, 46), (30, 48)
"""The least and most cells of the left column, and of talk in a column of its own."""
FEWEST_BELOW = 8
"""The least rows for the chosen table and talk, below the list of tables."""
FEWEST_PAST = 5
"""The rows that past games get below a long list of tables, with a blank one and their heading."""
MOST_NOTICE_LINES = 3
TWO_LINED_FROM = 13
"""Rows from which each game has two in a single column."""
ONE_LINE, TWO_LINES, THREE_LINES = 1, 2, 3
"""The rows of a game."""


class LobbyPage(Struct, frozen=True):
    """Lines, the column and row of the cursor, and how many tables of others are seen at once."""

    lines: tuple[Line, ...]
    caret: tuple[int, int]
    tables: int = 1


def page(texts: Texts, shown: LobbyViewModel, width: int, height: int) -> LobbyPage:
    """Returns the lobby in `width` times `height` cells."""
    if width < SMALLEST[0] or height < SMALLEST[1]:
        said = texts._("Window too small: it needs {smallest}.", smallest="40x12")
        return LobbyPage((*wrap([(said, palette.WARNING)], width),), (0, 0))
    top = [_title(texts, shown, width), *_said(texts, shown.lobby, width)]
    top += [[]] if height >= AIRY_FROM else []
    room = height - len(top)
    if shown.form:
        body = _Body(*form_page(texts, shown.form, width, room))
    elif shown.alone:
        body = _Body(chosen_lines(texts, shown, width), (1, 0))
    elif width >= THREE_FROM[0] and room >= THREE_FROM[1]:
        body = _three_columns(texts, shown, width, room)
    elif width >= TWO_FROM[0] and room >= TWO_FROM[1]:
        body = _two_columns(texts, shown, width, room)
    else:
        body = _one_column(texts, shown, width, room)
    column, row = body.caret
    return LobbyPage((*top, *body.lines[:room]), (column, len(top) + row), body.tables)


def _title(texts: Texts, shown: LobbyViewModel, width: int) -> Line:
    """Returns the name of the program, who the player is, and how much is going on."""
    lobby, name = shown.lobby, shown.lobby.you
    you = texts._("{name} (guest)", name=name) if shown.guest else name
    if shown.provisional:
        you = texts._("{name} (new)", name=name)
    item = shown.told or shown.chosen
    if item and (rating := lobby.ratings.get(item.game)):
        you = f"{you} {rating_word(rating)}"
    here = texts.ngettext("{number} here", "{number} here", lobby.here)
    tables = texts.ngettext("{number} table", "{number} tables", lobby.total)
    counts = f"  ·  {here}  ·  {tables} " if lobby.people else " "
    house, bar = (" crownhouse ", LOBBY.title), LOBBY.bar
    where = " " + texts._("Lobby")
    wishes: tuple[tuple[Line, Line], ...] = (
        ([house, (where, bar)], [(you, LOBBY.title), (counts, bar)]),
        ([house], [(you, LOBBY.title), (" ", bar)]),
        ([], [(f" {you} ", LOBBY.title)]),
    )
    left, right = next((wish for wish in wishes if sum(map(width_of, wish)) <= width), wishes[-1])
    return justify(left, right, width, bar)


def _said(texts: Texts, lobby: LobbySnapshot, width: int) -> list[Line]:
    """Returns the host's notices."""
    lines: list[Line] = []
    if lobby.restored:
        told = notices.restored(texts, lobby.restored)
        lines += wrap([(" * ", palette.ACCENT), (told, palette.TEXT)], width - 1, indent=3)
    if lobby.notice:
        notice = wrap([(" * ", palette.ACCENT), (lobby.notice, palette.TEXT)], width - 1, indent=3)
        lines += notice[:MOST_NOTICE_LINES]
    if lobby.draining:
        said = texts._("The host will stop soon: no new tables, but running games can finish.")
        lines += wrap([(" * ", palette.ACCENT), (said, palette.WARNING)], width - 1, indent=3)
    return lines


# Windows of each kind


class _Body(NamedTuple):
    """Rows below the title, the column and row of the cursor in them, how many tables are seen at once."""

    lines: list[Line]
    caret: tuple[int, int]
    tables: int = 1


def _one_column(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> _Body:
    """Everything below each other, in pages; what is left of the last one has what is chosen, or talk."""
    each = TWO_LINES if room >= TWO_LINED_FROM else ONE_LINE
    lines, at, _ = stacked(
        [
            lists.games(texts, shown, width, each, gap=False),
            lists.seats(texts, shown, width, 1 + len(shown.sections.seats)),
            lists.tables(texts, shown, width, 1 + len(shown.sections.tables)),
            lists.past(texts, shown, width, 1 + len(shown.sections.past)),
        ]
    )
    first = (at or 0) // room * room
    visible = lines[first : first + room]
    left = room - len(visible)
    chosen = chosen_lines(texts, shown, width)
    more = chosen if len(chosen) < left else talk(texts, shown.lobby, width, left - 1)
    return _Body([*visible, [], *more] if more else visible, (0, (at or 0) - first), room)


def _two_columns(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> _Body:
    """Games and the player's seats; beside them tables, the chosen one, and talk."""
    left = _left_width(width)
    games = _left_column(texts, shown, left, room)
    right = width - left - 1
    tables = _tables(texts, shown, right, room - FEWEST_BELOW - 1)
    below = room - len(tables.lines) - 1
    chosen = chosen_lines(texts, shown, right)[:below]
    said = talk(texts, shown.lobby, right, below - len(chosen) - (1 if chosen else 0))
    lower = [*chosen, *([[]] if chosen and said else []), *said]
    lines = side_by_side([(games.lines, left), ([*tables.lines, [], *lower], right + 1)], room)
    return _Body(lines, _caret(games, tables, left + 1), tables.tables)


def _three_columns(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> _Body:
    """Games and the player's seats; tables and what is chosen, or its rules; who is here, and talk."""
    left = _left_width(width)
    beside = max(TALK_WIDTH[0], min(width // 4, TALK_WIDTH[1]))
    middle = width - left - beside - 2
    games = _left_column(texts, shown, left, room)
    tables = _tables(texts, shown, middle, room - FEWEST_BELOW - 1)
    below = room - len(tables.lines) - 1
    lower = chosen_lines(texts, shown, middle) or rules_lines(texts, shown.told, middle, below)
    here = people(texts, shown.lobby, beside)
    said = [*here, *talk(texts, shown.lobby, beside, room - len(here))]
    columns = [(games.lines, left), ([*tables.lines, [], *lower], middle + 1), (said, beside + 1)]
    return _Body(side_by_side(columns, room), _caret(games, tables, left + 1), tables.tables)


def _left_width(width: int) -> int:
    return max(LEFT_WIDTH[0], min(width * 9 // 20, LEFT_WIDTH[1]))


def _caret(left: Block, right: Block, column: int) -> tuple[int, int]:
    return (0, left.at) if left.at is not None else (column, right.at or 0)


def _left_column(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> Block:
    """Returns the games as large as there is room for them, then the player's seats."""
    own = len(shown.sections.seats)
    fewest = 1 + wanted(shown.sections.seats[:FEWEST_LISTED]) if own else 0
    whole = 1 + wanted(shown.sections.seats) if own else 0
    sizes = (
        (THREE_LINES, True, True, whole),
        (THREE_LINES, True, False, whole),
        (THREE_LINES, True, False, fewest),
        (TWO_LINES, True, False, fewest),
        (TWO_LINES, False, False, fewest),
        (ONE_LINE, False, False, fewest),
    )
    for rows, gap, story, needed in sizes:
        games = lists.games(texts, shown, width, rows, gap=gap, story=story)
        if len(games.lines) + needed <= room:
            break
    else:
        games = lists.page_of_games(texts, shown, width, room - fewest)
    left = room - len(games.lines)
    if own:
        return stacked([games, BLANK, lists.seats(texts, shown, width, left - 1)])
    return stacked([games, Block(newcomer(texts, shown, width, left))])


def _tables(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> Block:
    """Returns tables and past games in at most `room` rows, the tables first."""
    tables, past = shown.sections.tables, shown.sections.past
    for_past = 0
    if past:
        for_past = max(
            min(1 + wanted(past), FEWEST_PAST), min(1 + wanted(past), room - max(2, wanted(tables)))
        )
    block = lists.tables(texts, shown, width, max(2, room - for_past))
    finished = lists.past(texts, shown, width, room - len(block.lines) - 1)
    return stacked([block, *([BLANK, finished] if finished.lines else [])])
