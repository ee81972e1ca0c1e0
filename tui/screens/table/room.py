"""The page of a table before the start: who sits where, and how others come. The page after the end is left
to `result_page`.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.geometry import Size

from tui.actions import catalogue
from tui.boards import BOARDS
from tui.boards.kit import seat_notes
from tui.boards.kit.board import Board
from tui.host.port import TableInfo, TableSnapshot
from tui.language import waiting
from tui.language.rating_words import rating_word
from tui.language.texts import Texts
from tui.presenters import fair_dice
from tui.presenters.bot_words import bots_to_add
from tui.presenters.listing import options
from tui.presenters.offers import clock_word
from tui.presenters.practice_choice import rating_of
from tui.presenters.table_details import invitation
from tui.screens.base.help_page import help_page
from tui.widgets.panel import Part
from tui.widgets.paragraphs import wrap
from tui.widgets.pieces import width_of
from tui.wire.terminal import palette, tones
from tui.wire.terminal.tones import bold

RoomLine = Sequence[Part]
COMPACT_BELOW = Size(60, 18)
"""The least columns and rows of a window for everything; smaller ones show the seats."""
NARROWEST = 80
"""Columns of a window whose size is not known yet."""
NAME_WIDTH = 12
"""The least cells of a name, so that the notes behind them stand below each other."""


def open_table_lines(
    texts: Texts,
    snapshot: TableSnapshot,
    board: Board,
    now: float,
    host: str,
    window: Size,
    zone: str,
    web: str,
) -> tuple[RoomLine, ...]:
    """Returns an open table: what is played, a row for each seat, what happens next, what others type to
    come, and its dice; `host` and `zone` as in `Port`, `web`: its address on the web, if it has one. In a
    small window only the seats and how others come.
    """
    info, columns = snapshot.info, (window.width or NARROWEST) - 2
    names = [seat_notes.name(texts, seat) for seat in info.seats]
    width = max(NAME_WIDTH, *map(cell_len, names))
    places = [_seat(texts, info, number, name, width, now) for number, name in enumerate(names, start=1)]
    invited = invitation(texts, info, host) or _open_to_all(texts, info, host)
    if web and info.stage == "open":
        invited = [*invited, ((f"  {web}", palette.STRONG),)]
    if window.area and (window.width < COMPACT_BELOW.width or window.height < COMPACT_BELOW.height):
        return (*places, *(line for line in invited if width_of(line) <= window.width))
    return (
        (),
        *_what_is_played(texts, info, board, window.width or NARROWEST),
        *_when_it_begins(texts, info, now, zone),
        (),
        *places,
        (),
        *wrap([(f"  {_what_follows(texts, info)}", palette.DIM)], columns, 2),
        *([()] if invited else []),
        *invited,
        *_dice(texts, snapshot),
    )


def _what_is_played(texts: Texts, info: TableInfo, board: Board, columns: int) -> Sequence[RoomLine]:
    """Returns what the game is, how long it takes, and what is unusual about this table."""
    facts = [texts._("{number} min", number=board.minutes), *options(texts, info)]
    if info.clock != "none":
        facts.append(clock_word(texts, info.clock))
    if info.private:
        facts.append(texts._("private"))
    said = "".join(f" · {fact}" for fact in facts)
    about = f"  {texts.of(board.about)}", bold(board.accent.ink)
    return wrap([about, (said, palette.TEXT)], columns - 2, 2)


def _when_it_begins(texts: Texts, info: TableInfo, now: float, zone: str) -> list[RoomLine]:
    said = waiting.start_sentence(texts, info, now, zone), waiting.unrated_sentence(texts, info)
    return [((f"  {one}", palette.TEXT),) for one in said if one]


def _what_follows(texts: Texts, info: TableInfo) -> str:
    """Returns how the game begins, from where this player stands."""
    free = any(seat.held_by == "nobody" for seat in info.seats)
    if info.searching and info.your_seat is not None:
        return texts._("u leaves the search. The game begins by itself once every seat is taken.")
    if info.your_seat is None:
        return texts._("Sit down, or wait and watch.") if free else texts._("Wait here to watch the game.")
    if not info.may_start:
        return texts._("The owner starts the game once every seat is taken; you are there at once.")
    if free:
        return texts._("Once every seat is taken, you start the game; b adds a bot.")
    return texts._("Every seat is taken: s starts the game.")


def _dice(texts: Texts, snapshot: TableSnapshot) -> list[RoomLine]:
    """Returns where the dice come from, coloured if others have to do something about it."""
    said = fair_dice.brief(texts, snapshot, catalogue.SLASH + catalogue.word(texts, "dice"))
    ink = palette.WARNING if snapshot.dice.awaited else palette.DIM
    rows: list[RoomLine] = [((f"  {line}", ink if row else palette.DIM),) for row, line in enumerate(said)]
    return [(), *rows] if rows else []


def _open_to_all(texts: Texts, info: TableInfo, host: str) -> list[RoomLine]:
    """Returns how others come to a public table. It stays when the last seat is taken, so that nothing moves:
    those who come then watch.
    """
    if info.stage != "open" or info.private or not host:
        return []
    others = texts._("others join with")
    return [((f"  {others}  ", palette.DIM), (f"ssh -t {host} join {info.name}", palette.STRONG))]


def _seat(texts: Texts, info: TableInfo, number: int, name: str, width: int, now: float) -> RoomLine:
    """Returns a seat: its number on its colour, who sits there, and whether they are here."""
    seat, yours = info.seats[number - 1], number == info.your_seat
    note, ink = seat_notes.note(texts, seat, now, you=yours)
    strength = rating_of(info.game, seat.bot)
    if seat.held_by == "bot" and strength and not (seat.lent or seat.conceded):
        note = texts._("(bot, {strength})", strength=strength)
    if seat.rating:
        note = f"{rating_word(seat.rating)} {note}".rstrip()
    shown = f" {name}{' ' * (width - cell_len(name))}  "
    if seat.held_by == "nobody":
        return (f"   {number}  ", palette.DIM), (shown, palette.DIM), (note, ink)
    tile: list[Part] = [(f" {number} ", tones.SEAT_TILES[number - 1])]
    if yours:
        edge = (tones.EDGE, BOARDS[info.game].accent.edge)
        return (" ", palette.TEXT), edge, *tile, (f" {shown}", bold(tones.ROW)), (f"{note} ", tones.ROW)
    return ("  ", palette.TEXT), *tile, (f" {shown}", palette.STRONG), (note, ink)


def centred(lines: Sequence[RoomLine], where: Size) -> tuple[RoomLine, ...]:
    """Returns the lines in the middle of the columns, a bit above the middle of the rows."""
    left = max(0, where.width - max(map(width_of, lines), default=0)) // 2
    above: RoomLine = ()
    shifted = (((" " * left, palette.TEXT), *line) if line and left else line for line in lines)
    return (*[above] * (max(0, where.height - len(lines)) // 3), *shifted)


def with_strengths(
    texts: Texts, lines: Sequence[RoomLine], info: TableInfo, where: Size, window: Size
) -> tuple[RoomLine, ...]:
    """Returns an open table with how strong the bots are that its owner can add, if there is room: `where` is
    the place of the page in a wide window.
    """
    if window.area and (window.width < COMPACT_BELOW.width or window.height < COMPACT_BELOW.height):
        return tuple(lines)
    columns = min(window.width or NARROWEST, NARROWEST) - 2
    told = bots_to_add(texts, info, catalogue.SLASH + catalogue.word(texts, "bot"))
    said = [row for one in told for row in wrap([(f"  {one}", palette.DIM)], columns, 2)]
    fits = not where.area or len(lines) + len(said) + 1 <= where.height
    return (*lines, (), *said) if said and fits else tuple(lines)


def with_rules(texts: Texts, lines: Sequence[RoomLine], board: Board, where: Size) -> tuple[RoomLine, ...]:
    """Returns the lines with the game's rules below, for players who wait, if all of them fit."""
    if not where.area:
        return tuple(lines)
    heading = texts._("Rules")
    page = help_page(board.rules_in(texts), where.width, board.accent)
    rules = ((f"  {heading}", palette.STRONG),), (), *page
    fits = len(lines) + 1 + len(rules) <= where.height
    return (*lines, (), *rules) if fits else tuple(lines)
