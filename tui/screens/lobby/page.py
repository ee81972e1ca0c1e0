"""The lobby as lines of cells: which lists stand where in a window, from 40x12 to the largest. Pure.

The lists are in `lists`, what stands beside them in `beside`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from msgspec import Struct

from tui.host.port import LobbySnapshot, TableInfo
from tui.language import notices
from tui.language.rating_words import rating_word
from tui.language.texts import Texts
from tui.screens.lobby import lists, today_rows
from tui.screens.lobby.beside import (
    chosen_lines,
    first_one,
    last_said,
    newcomer_lines,
    people,
    rules_lines,
    side_by_side,
    talk,
)
from tui.screens.lobby.form_page import form_page
from tui.screens.lobby.house import WIDTH as HOUSE_WIDTH
from tui.screens.lobby.house import house
from tui.screens.lobby.lists import BLANK, FEWEST_LISTED, Block, LobbyViewModel, stacked, wanted
from tui.screens.lobby.rows import LOBBY, Line, heading
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import justify, width_of
from tui.wire.terminal import palette, tones

SMALLEST = (40, 10)
"""The least columns and rows of the page that show everything: a window of 40x12."""
TWO_FROM, THREE_FROM = (76, 14), (120, 24)
"""The least columns and rows for two columns side by side, and for three."""
AIRY_FROM = 21
"""Rows from which a blank one stands below the title."""
LEFT_WIDTH, TALK_WIDTH = (38, 44), (32, 48)
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
GAME_SIZES = ((THREE_LINES, True), (TWO_LINES, True), (TWO_LINES, False), (ONE_LINE, False))
"""The rows of a game, and whether there is a blank one between two games, from the largest size on."""
AIM_FROM = 44
"""Cells of the left column in which the aim of a game takes two rows."""
FIRST_LEFT_WIDTH = 49
"""Cells of the left column for a newcomer."""
FEWEST_TALK = 4
"""The rows that talk keeps beside what has just ended."""
FEWEST_TALK_BESIDE = 8
"""The rows that talk keeps beside the ranking of a deal."""
FEWEST_ABOVE = 13
"""The rows between the tables and what was played in seven days, for what has just ended and rules."""
MOST_WINDOWS = 12
"""The most lit windows in the title."""


class LobbyPage(Struct, frozen=True):
    """Lines, the column and row of the cursor, how many tables of others are seen at once, and how many rows
    stand before the first of them where all is in pages.
    """

    lines: tuple[Line, ...]
    caret: tuple[int, int]
    tables: int = 1
    before: int = 0


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
    return LobbyPage((*top, *body.lines[:room]), (column, len(top) + row), body.tables, body.before)


def _title(texts: Texts, shown: LobbyViewModel, width: int) -> Line:
    """Returns the name of the program, who the player is, and how much is going on."""
    lobby, you = shown.lobby, shown.lobby.you
    if shown.guest or shown.provisional:
        you = texts._("{name} (new)", name=you) if shown.provisional else texts._("{name} (guest)", name=you)
    item = shown.told or shown.chosen
    if item and (rating := lobby.ratings.get(item.game)):
        you = f"{you} {rating_word(rating)}"
    here = texts.ngettext("{number} here", "{number} here", lobby.here)
    tables = texts.ngettext("{number} table", "{number} tables", lobby.total)
    counts = f"  {here}, {tables} " if lobby.people else " "
    name, bar = (" crownhouse ", LOBBY.title), LOBBY.bar
    where = " " + texts._("Lobby")
    lit = (f"  {today_rows.windows(lobby.here, MOST_WINDOWS)}" if lobby.people else "", tones.WINDOWS)
    wishes: tuple[tuple[Line, Line], ...] = (
        ([name, (where, bar)], [(you, LOBBY.title), lit, (counts, bar)]),
        ([name, (where, bar)], [(you, LOBBY.title), (counts, bar)]),
        ([name], [(you, LOBBY.title), (counts, bar)]),
        ([name], [(you, LOBBY.title), (" ", bar)]),
        ([], [(f" {you} ", LOBBY.title)]),
    )
    left, right = next((wish for wish in wishes if sum(map(width_of, wish)) < width), wishes[-1])
    return justify(left, right, width, bar)


def _said(texts: Texts, lobby: LobbySnapshot, width: int) -> list[Line]:
    lines: list[Line] = []
    if lobby.unreached:
        lines += wrap(
            [(" * ", palette.ACCENT), (notices.unreached(texts), palette.WARNING)], width - 1, indent=3
        )
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
    """Rows below the title, the column and row of the cursor in them, and the tables as in `LobbyPage`."""

    lines: list[Line]
    caret: tuple[int, int]
    tables: int = 1
    before: int = 0


def _one_column(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> _Body:
    """Everything below each other, in pages; what is left of the last one has what is chosen. Talk stays at
    the foot of each: its last line, or as much as there is room for.
    """
    each = TWO_LINES if room >= TWO_LINED_FROM else ONE_LINE
    seats = lists.seats(texts, shown, width, 1 + len(shown.sections.seats))
    if each == ONE_LINE:  # a sign before each tells what they are
        seats = Block(seats.lines[1:], None if seats.at is None else seats.at - 1)
    tables = lists.tables(texts, shown, width, 1 + len(shown.sections.tables))
    blocks = [
        seats,
        *_games_today(texts, shown, width, each),
        tables,
        lists.past(texts, shown, width, 1 + len(shown.sections.past)),
    ]
    size = room - 1
    paged = _paged(blocks, size)
    lines, at, _ = stacked(paged)
    before = sum(len(block.lines) for block in paged[: paged.index(tables) + 1]) - len(shown.sections.tables)
    first = (at or 0) // size * size
    visible = lines[first : first + size]
    chosen = chosen_lines(texts, shown, width)
    if len(chosen) < size - len(visible):
        visible += [[], *chosen] if chosen else []
    said = talk(texts, shown.lobby, width, room - len(visible) - 1) or last_said(texts, shown.lobby, width)
    return _Body(_with_foot(visible, said, room), (0, (at or 0) - first), size, before)


def _games_today(texts: Texts, shown: LobbyViewModel, width: int, each: int) -> list[Block]:
    """Return the games in a single column, each with its deal of the day and its next opponent; for a
    newcomer what they are, and below them the two.
    """
    offered = shown.sections.games
    if not _is_first(shown):
        at = shown.chosen_in(offered)
        closed = today_rows.closed(texts, guest=shown.guest, first=shown.new)
        keys = [one.game for one in offered]
        rows = today_rows.games(texts, shown.today, keys, at, width, each, closed)
        return [Block(rows, None if at is None else 1 + at * each)]
    below = today_rows.for_newcomers(texts, shown.today, width) if shown.today else [[], []]
    return [lists.games(texts, shown, width, each, gap=False), Block(below)]


def _paged(blocks: Sequence[Block], size: int) -> list[Block]:
    """Return blocks of which none has its heading alone in the last row of a page."""
    paged, used = list[Block](), 0
    for block in blocks:
        if len(block.lines) > 1 and used % size == size - 1:
            paged.append(BLANK)
            used += 1
        paged.append(block)
        used += len(block.lines)
    return paged


def _two_columns(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> _Body:
    """The player's seats, games, and what there is today; beside them tables, the chosen one, what has just
    ended, and talk. A newcomer sees the house.
    """
    left = FIRST_LEFT_WIDTH if _is_first(shown) else _left_width(width)
    right = width - left - 1
    picture = _picture(shown, right) if _is_first(shown) and room >= AIRY_FROM - 1 else []
    column = _left_column(texts, shown, left, room)
    below = FEWEST_BELOW // 2 if picture else FEWEST_BELOW
    tables = _tables(texts, shown, right, room - len(picture) - below - 1)
    above = [*picture, *tables.lines, []]
    said = _below(texts, shown, right, room - len(above), with_talk=True)
    lines = side_by_side([(column.lines, left), ([*above, *said], right + 1)], room)
    return _Body(lines, _caret(column, tables, left + 1, len(picture)), tables.tables)


def _three_columns(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> _Body:
    """The player's seats, games, and what there is today; tables, what is chosen or its rules, and what has
    just ended; the house, who is here, and talk.
    """
    left = _left_width(width)
    beside = max(TALK_WIDTH[0], min(width // 4, TALK_WIDTH[1]))
    middle = width - left - beside - 2
    column = _left_column(texts, shown, left, room)
    week = today_rows.week(texts, shown.week, left) if shown.week else []
    below = [[], *week] if week and len(column.lines) + 1 + len(week) <= room else []
    tables = _tables(texts, shown, middle, room - FEWEST_BELOW - 1)
    played = _seven_days(texts, shown, middle, room - 1 - len(tables.lines))
    lower = _below(texts, shown, middle, room - len(tables.lines) - 2 - len(played), with_talk=False)
    here = [*_picture(shown, beside), *people(texts, shown.lobby, beside)]
    ranked = _ranking(texts, shown, beside, room - 1 - len(here))
    said = [*here, *talk(texts, shown.lobby, beside, room - 1 - len(here) - len(ranked))]
    columns = [
        ([*column.lines, *below], left),
        (_with_foot([*tables.lines, [], *lower], played, room - 1), middle + 1),
        (_with_foot(said, ranked, room - 1), beside + 1),
    ]
    return _Body(side_by_side(columns, room), _caret(column, tables, left + 1), tables.tables)


def _with_foot(lines: Sequence[Line], foot: Sequence[Line], room: int) -> list[Line]:
    """Return lines with others at the foot of the column, which stay there whatever stands above."""
    return [*lines, *([[]] * (room - len(lines) - len(foot))), *foot]


def _seven_days(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> list[Line]:
    """Return how much was played in seven days, where tables leave room; until it is told blank rows."""
    rows = min(room - FEWEST_ABOVE, today_rows.MOST_AREA + 1)
    if rows <= today_rows.FEWEST_AREA:
        return []
    if shown.week is None:
        return [[]] * (rows + 1)
    drawn = today_rows.seven_days(texts, shown.week, width, rows, shown.signs)
    return [[], *drawn] if drawn else []


def _ranking(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> list[Line]:
    """Return the first places of a deal, where there is room beside talk."""
    lines = today_rows.ranking(texts, shown.results, width) if shown.results else []
    return [[], *lines] if lines and len(lines) + FEWEST_TALK_BESIDE < room else []


def _is_first(shown: LobbyViewModel) -> bool:
    """Return whether somebody sees the lobby who has not played yet."""
    return shown.new and not shown.sections.seats


def _picture(shown: LobbyViewModel, width: int) -> list[Line]:
    """Return the house and a blank row, if there is room beside it."""
    if width < HOUSE_WIDTH + 1:
        return []
    left: Line = [(" " * ((width - HOUSE_WIDTH) // 2), palette.TEXT)]
    return [*([*left, *line] for line in house(shown.lobby.here)), []]


def _below(texts: Texts, shown: LobbyViewModel, width: int, room: int, *, with_talk: bool) -> list[Line]:
    """Return what stands below the tables in at most `room` rows: what has just ended, then what is chosen
    and the rules of its game; or above talk what is chosen in the place of what has ended; all else stays.
    """
    details = _details(texts, shown, width) if with_talk else chosen_lines(texts, shown, width)
    chosen = details[: max(0, room)]
    said = talk(texts, shown.lobby, width, room) if with_talk else chosen
    games = shown.today.ended if shown.today else ()
    ended = today_rows.ended(texts, games, width, room - min(len(said), FEWEST_TALK) - 1, shown.now)
    left = room - len(ended) - bool(ended)
    if not with_talk:
        chosen = chosen[:left]
        rules = rules_lines(texts, shown.told, width, left - len(chosen) - bool(chosen))
        return _apart(ended, chosen, rules)
    if not chosen:
        return _apart(ended, talk(texts, shown.lobby, width, left))
    above = max(len(ended), len(chosen))
    rest = ended[: max(0, above - len(chosen) - 1)]
    top = _apart(chosen, rest if len(rest) > 1 else [])
    foot = talk(texts, shown.lobby, width, room - above - 1)
    return [*top, *([[]] * (above - len(top))), *([[]] if foot else []), *foot]


def _apart(*parts: Sequence[Line]) -> list[Line]:
    """Return blocks of lines with a blank one between them."""
    lines: list[Line] = []
    for part in filter(None, parts):
        lines += [[], *part] if lines else part
    return lines


def _details(texts: Texts, shown: LobbyViewModel, width: int) -> list[Line]:
    """The chosen table or past game in full; of a seat at a running public game its row says enough."""
    item = shown.chosen
    if isinstance(item, TableInfo) and item.your_seat and item.stage == "running" and not item.private:
        return []
    return chosen_lines(texts, shown, width)


def _left_width(width: int) -> int:
    return max(LEFT_WIDTH[0], min(width * 9 // 20, LEFT_WIDTH[1]))


def _caret(left: Block, right: Block, column: int, below: int = 0) -> tuple[int, int]:
    return (0, left.at) if left.at is not None else (column, below + (right.at or 0))


def _left_column(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> Block:
    """Returns the player's seats, the games as large as there is room for them, then what there is today."""
    own = len(shown.sections.seats)
    fewest = 1 + wanted(shown.sections.seats[:FEWEST_LISTED]) if own else 0
    whole = 1 + wanted(shown.sections.seats) if own else 0
    sizes = GAME_SIZES if width >= AIM_FROM else GAME_SIZES[1:]
    wishes = [(most, whole) for most in range(_games(shown), 0, -1)]
    for most, needed in (*wishes, (0, whole), (0, fewest)):
        parts = (_deals(texts, shown, width, most), _opponents(texts, shown, width, most)) if most else ()
        below = [line for part in parts if part for line in ([], *part)]
        for rows, gap in sizes if most in {0, _games(shown)} else GAME_SIZES[-1:]:
            games = lists.games(texts, shown, width, rows, gap=gap)
            if len(games.lines) + needed + len(below) <= room:
                seats = [lists.seats(texts, shown, width, needed - 1), BLANK] if own else []
                note = newcomer_lines(texts, shown, width, room - len(games.lines) - needed - len(below))
                return stacked([*seats, games, Block(below), Block(note)])
    seats = [lists.seats(texts, shown, width, fewest - 1), BLANK] if own else []
    return stacked([*seats, lists.page_of_games(texts, shown, width, room - fewest)])


def _deals(texts: Texts, shown: LobbyViewModel, width: int, most: int) -> list[Line]:
    """Return `most` deals of the day; the rows that they will take until the host has told them."""
    if shown.today is None:
        few = _is_first(shown) or shown.guest
        return [heading(texts._("Deal of the day"), width), *([] for _ in range(1 if few else most))]
    return today_rows.deals(texts, shown.today, width, shown.now, most, guest=shown.guest, first=shown.new)


def _opponents(texts: Texts, shown: LobbyViewModel, width: int, most: int) -> list[Line]:
    """Return `most` of the next opponents, likewise."""
    first = _is_first(shown)
    if shown.today is None:
        return [*([] for _ in range(1 + (2 if first else most)))]
    return today_rows.opponents(texts, shown.today.ladders, width, most, first=first)


def _games(shown: LobbyViewModel) -> int:
    return len(shown.sections.games)


def _tables(texts: Texts, shown: LobbyViewModel, width: int, room: int) -> Block:
    """Returns tables and past games in at most `room` rows, the tables first."""
    tables, past = shown.sections.tables, shown.sections.past
    for_past = 0
    if past:
        for_past = max(
            min(1 + wanted(past), FEWEST_PAST), min(1 + wanted(past), room - max(2, wanted(tables)))
        )
    alone = not tables and not shown.searched and shown.lobby.here == 1
    block = Block(first_one(texts)) if alone else lists.tables(texts, shown, width, max(2, room - for_past))
    finished = lists.past(texts, shown, width, room - len(block.lines) - 1)
    return stacked([block, *([BLANK, finished] if finished.lines else [])])
