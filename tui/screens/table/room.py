"""The page of a table before the start: who sits where, and how others come. The page after the end is left
to `result_page`.
"""

from __future__ import annotations

from collections.abc import Sequence

from textual.geometry import Size

from tui.boards.kit import seat_notes
from tui.boards.kit.board import Board
from tui.commands import catalogue
from tui.host.port import Seat, TableInfo, TableSnapshot
from tui.language.texts import Texts
from tui.presenters import fair_dice
from tui.presenters.listing import options
from tui.presenters.offers import clock_word
from tui.presenters.table_details import invitation
from tui.screens.base.help_page import help_page
from tui.widgets.panel import Part
from tui.widgets.pieces import width_of
from tui.wire.terminal import palette

RoomLine = Sequence[Part]


def open_table_lines(
    texts: Texts, snapshot: TableSnapshot, board: Board, now: float, host: str
) -> tuple[RoomLine, ...]:
    """Returns an open table: its game, its options, its seats, what others type to come, and its dice; `host`
    as in `Port.ssh_host`.
    """
    info = snapshot.info
    facts = [texts.of(board.title), *options(texts, info)]
    if info.clock != "none":
        facts.append(clock_word(texts, info.clock))
    if info.private:
        facts.append(texts._("private"))
    places = [_seat(texts, info, number, seat, now) for number, seat in enumerate(info.seats, start=1)]
    invited = invitation(texts, info, host) or _open_to_all(texts, info, host)
    return (
        (),
        ((f"  {' · '.join(facts)}", palette.STRONG),),
        (),
        *places,
        *([()] if invited else []),
        *invited,
        *_dice(texts, snapshot),
    )


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
    return [((f"  {others}  ", palette.DIM), (f"ssh -t {host} join {info.name}", palette.TEXT))]


def _seat(texts: Texts, info: TableInfo, number: int, seat: Seat, now: float) -> RoomLine:
    name, style = seat.name or texts._("free"), palette.TEXT if seat.name else palette.DIM
    yours = number == info.your_seat
    if yours:
        style = palette.MINE
    note, ink = seat_notes.note(texts, seat, now, you=yours)
    return (f"  {number}  ", palette.DIM), (name, style), ("  ", palette.TEXT), (note, ink)


def centred(lines: Sequence[RoomLine], where: Size) -> tuple[RoomLine, ...]:
    """Returns the lines in the middle of the columns, a bit above the middle of the rows."""
    left = max(0, where.width - max(map(width_of, lines), default=0)) // 2
    above: RoomLine = ()
    shifted = (((" " * left, palette.TEXT), *line) if line and left else line for line in lines)
    return (*[above] * (max(0, where.height - len(lines)) // 3), *shifted)


def with_rules(texts: Texts, lines: Sequence[RoomLine], board: Board, where: Size) -> tuple[RoomLine, ...]:
    """Returns the lines with the game's rules below, for players who wait, if all of them fit."""
    if not where.area:
        return tuple(lines)
    heading = texts._("Rules")
    rules = ((f"  {heading}", palette.STRONG),), (), *help_page(board.rules(texts), where.width)
    fits = len(lines) + 1 + len(rules) <= where.height
    return (*lines, (), *rules) if fits else tuple(lines)
