"""The first line of a table, on its game's colour: its name, how far the game is; at the right who watches,
whose turn it is, and a clock where one runs. Beside it, what the log has above it: a proposal of others, a
player who is away, the host's notice; and the times in words, with when these change. Pure.
"""

from __future__ import annotations

from math import ceil
from typing import NamedTuple
from zlib import crc32

from msgspec import UNSET
from textual.geometry import Size

from tui.boards.kit import seat_notes
from tui.boards.kit.board import Board, Names, Progress, names_of
from tui.host.port import TableSnapshot
from tui.host.turn_clocks import NO_CLOCK
from tui.language import elapsed, notices, waiting
from tui.language.texts import N_, Texts
from tui.language.wording import listed
from tui.presenters.table_words import lent_seat, to_abandon
from tui.widgets.panel import Part
from tui.widgets.pieces import bar, cut, justify, width_of

USUAL_WIDTH = 80
"""Columns before the first layout."""
CLOCK = 10
"""Cells of a clock."""
SPREAD = 2.0
"""Seconds over which the updates of tables are spread that would all be due at once."""


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
    stood: str = ""
    """How far the game was when the step that is shown began."""


def header(
    texts: Texts, board: Board, snapshot: TableSnapshot, around: HeaderContext, window: Size
) -> list[Part]:
    """Returns one line as wide as the window. If there is too little room, who watches is left out, then the
    clock's bar, the game's title, the table's name, since when somebody is asked.
    """
    width = window.width or USUAL_WIDTH
    accent = board.accent
    title: list[Part] = [(f" {texts.of(board.title)} ", accent.title)]
    table: list[Part] = [(f" {snapshot.info.name} ", accent.bar)]
    game = _game(texts, board, snapshot, around.stood)
    waiting, clock = _waiting(texts, board, snapshot, around), _clock(board, around)
    unread, watching = _unread(texts, board, around.unread), _watching(texts, board, snapshot)
    wishes: tuple[tuple[list[Part], list[Part]], ...] = (
        ([*title, *table, *game], [*watching, *unread, *waiting, *clock]),
        ([*title, *table, *game], [*unread, *waiting, *clock]),
        ([*title, *table, *game], [*unread, *waiting]),
        ([*table, *game], [*unread, *waiting]),
        (game, [*unread, *waiting]),
        (game, waiting),
        (game, _waiting(texts, board, snapshot, around._replace(time=""))),
        ([], waiting),
    )
    left, right = next((wish for wish in wishes if sum(map(width_of, wish)) <= width), wishes[-1])
    return justify(left, cut(right, min(width, width_of(right)), accent.bar), width, accent.bar)


def _game(texts: Texts, board: Board, snapshot: TableSnapshot, stood: str) -> list[Part]:
    """Returns how far the game is."""
    if snapshot.view is None:
        return []
    if snapshot.standings and snapshot.info.round:
        return []
    said = stood or board.status(texts, names_of(texts, snapshot.info.seats), snapshot.view)
    return [(f" {said} ", board.accent.bar)]


def _waiting(texts: Texts, board: Board, snapshot: TableSnapshot, around: HeaderContext) -> list[Part]:
    if snapshot.standings and snapshot.info.round:
        told = [texts.ngettext("{number} round", "{number} rounds", snapshot.info.round)]
        if snapshot.info.lasted is not UNSET:
            told.append(elapsed.lasted_in_words(texts, snapshot.info.lasted))
        return [(f" {', '.join(told)} ", board.accent.bar)]
    if around.steps:
        return _progress(board, around.steps)
    if not snapshot.waiting_for:
        return []
    if snapshot.ask is not None:
        people = sum(seat.held_by == "player" for seat in snapshot.info.seats)
        alone = not around.time or (snapshot.deadline is None and people == 1)  # bots do not wait
        said = texts._("your turn") if alone else texts._("your turn, {since}", since=around.time)
    else:
        who = ", ".join(map(names_of(texts, snapshot.info.seats), snapshot.waiting_for))
        since = texts._("{name}'s turn, {since}", name=who, since=around.time)
        said = since if around.time else texts._("{name}'s turn", name=who)
    accent = board.accent
    style = accent.loud if around.hurry else accent.title if snapshot.ask is not None else accent.bar
    return [(f" {said} ", style)]


def _progress(board: Board, steps: Progress) -> list[Part]:
    """Returns where steps are, in words and as a bar."""
    accent = board.accent
    drawn = bar(steps.done, steps.total, accent.title, accent.bar) if steps.total else []
    return [(f" {steps.what} ", accent.title), *drawn, (" ", accent.bar)]


def _clock(board: Board, around: HeaderContext) -> list[Part]:
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


def banner(texts: Texts, snapshot: TableSnapshot, names: Names, announced: str) -> str:
    """Returns one line, or nothing. `announced` is the host's notice, if it is news."""
    if snapshot.saving:
        return notices.saving(texts, snapshot.saving)
    if snapshot.info.stage == "running":
        mine = snapshot.info.your_seat
        wish = lent_seat(texts, snapshot.info) if mine and snapshot.info.seats[mine - 1].lent else ""
        wish = wish or _abandon(texts, snapshot, names) or _away(texts, snapshot, names)
        if wish:
            return wish
    return announced


def _abandon(texts: Texts, snapshot: TableSnapshot, names: Names) -> str:
    wish = next((proposal for proposal in snapshot.info.proposals if proposal.kind == "abandon"), None)
    agree = N_("{names}: end without a result? Press A to agree.")
    return to_abandon(texts, snapshot, names, wish, agree) if wish else ""


def _away(texts: Texts, snapshot: TableSnapshot, names: Names) -> str:
    others = [seat for seat in snapshot.info.lendable if seat != snapshot.seat]
    if not others or snapshot.seat is None:
        return ""
    away = listed(texts, map(names, others))
    if snapshot.info.clock != NO_CLOCK:
        return texts._("Nobody has to wait for {names}: L lets a bot play until they are back.", names=away)
    return texts._("{names} away: L calls them, or lets a bot play until they are back.", names=away)


def is_urgent(snapshot: TableSnapshot, now: float) -> bool:
    """Returns whether a clock is about to run out."""
    return snapshot.deadline is not None and snapshot.deadline - now <= elapsed.HURRY


def left(snapshot: TableSnapshot, now: float) -> float | None:
    """Returns how much of the clock for the present question is left, from 1 to 0; None: no clock runs."""
    if snapshot.deadline is None or not snapshot.waiting_for:
        return None
    whole = max(1.0, snapshot.deadline - snapshot.since)
    return max(0.0, min(1.0, (snapshot.deadline - now) / whole))


def is_up(snapshot: TableSnapshot, now: float) -> bool:
    """Returns whether the time for the question is over."""
    return snapshot.deadline is not None and now >= snapshot.deadline


def until_next(snapshot: TableSnapshot, now: float, *, slow: bool = False) -> float | None:
    """The seconds until the words are shown again; None: they stay. A `slow` line counts not every second."""
    waits = [seat_notes.until_next(snapshot.info.seats, now)]
    if snapshot.info.stage == "open":
        waits.append(waiting.until_next(snapshot.info, now))
    if snapshot.deadline is None and snapshot.waiting_for:
        waits.append(elapsed.until_next(now - snapshot.since))
    told = [wait + _lag(snapshot) for wait in waits if wait is not None]
    steps = elapsed.FEW_LEFT_STEPS if slow else elapsed.LEFT_STEPS
    left = (
        None if snapshot.deadline is None else elapsed.until_countdown_changes(snapshot.deadline - now, steps)
    )
    return min(told if left is None else [*told, left], default=None)


def _lag(snapshot: TableSnapshot) -> float:
    """Returns how many seconds later a table that is not urgent is updated, different for each table:
    otherwise all tables of a host that has restarted would be painted at once.
    """
    return crc32(snapshot.info.id.encode()) / 2**32 * SPREAD
