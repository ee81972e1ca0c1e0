"""A table: its room before the start, its board while it runs, its result; for any game.

The board's widget shows views and makes moves; this screen is its desk: it asks the host,
keeps the log, the prompt and the line to type in, and knows whom everybody waits for.
"""

from __future__ import annotations

from collections.abc import Coroutine, Mapping, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.timer import Timer
from textual.widget import Widget

from engine.course import Undone
from engine.game import Refused
from tui import palette
from tui.actions import Action, by_key, help_lines, labels
from tui.boards import BOARDS
from tui.boards.board import Board, BoardView, Names, Prompt, Told, names_of
from tui.port import TableNews
from tui.refusals import refusal_text
from tui.screens import elapsed, header, room
from tui.screens.base import HouseScreen
from tui.screens.help import HelpScreen
from tui.screens.table_actions import commands, offered
from tui.screens.table_plan import BESIDE_FROM, table_plan
from tui.texts import Texts
from tui.widgets.chronicle import Chronicle, Deed
from tui.widgets.command_line import CommandLine
from tui.widgets.lines import Lines
from tui.widgets.panel import Part
from tui.widgets.planned import ByPlan


class TableScreen(HouseScreen, inherit_bindings=False):
    """One table, seen from the player's seat or by a spectator."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next"),
        Binding("shift+tab", "app.focus_previous"),
    ]

    def __init__(self, table: str) -> None:
        super().__init__()
        self._table = table
        self._header = Lines(id="header")
        self._page = Lines(id="page")
        self._log = Chronicle(id="log")
        self._line = CommandLine(id="line")
        self._board: BoardView | None = None
        self._news: TableNews | None = None
        self._in_front: Widget | None = None
        """The page or the board, whichever is shown."""
        self._looks_back = False
        """After the end: shows the board instead of the result."""
        self._before_line: Widget | None = None
        """What had the focus before a line was typed."""
        self._tick: Timer | None = None

    def compose(self) -> ComposeResult:
        yield self._header
        yield self._page
        yield self._log
        yield self._line

    def on_mount(self) -> None:
        self._page.can_focus = True
        try:
            self.follow_table(self._table, self._heard)
        except Refused:
            self.house.go_lobby()

    # News

    def _heard(self, news: TableNews) -> None:
        first, self._news = self._news is None, news
        self._tell((*news.past, *news.events) if first else news.events)
        if news.view is not None:
            self._show_board(news)
        self._show_page()
        self._show_header()
        self._prompt_here()
        self._watch_the_clock()
        self.house.your_turn(news.ask is not None)

    def _show_board(self, news: TableNews) -> None:
        if self._board is None:
            self._board = self._face(news).view(self)
            self.mount(self._board, before=self._log)
        self._board.show(news)

    def _show_page(self) -> None:
        """Brings to the front what this stage is about, if it is not there already."""
        news = self._news
        if news is None:
            return
        pages, rows = self._pages, len(self._page.lines)
        if pages:
            self._page.show(self._page_lines(news))
        front = self._page if pages else self._board
        if front is self._in_front and rows == len(self._page.lines):
            return
        self._in_front = front
        self._page.display = pages
        if self._board:
            self._board.display = not pages
        self.refresh(layout=True)
        if not pages and self._board:
            self._board.take_focus()
        elif not self._line.is_open:
            self._page.focus()

    def _page_lines(self, news: TableNews) -> Sequence[Sequence[Part]]:
        if self._ended:
            return room.result_lines(self.texts, news, self._face(news), self._names)
        return room.room_lines(self.texts, news.info, self._face(news))

    @property
    def _ended(self) -> bool:
        return self._news is not None and bool(self._news.standings)

    @property
    def _pages(self) -> bool:
        """Whether a page is shown, not the board."""
        news = self._news
        return news is None or news.view is None or (self._ended and not self._looks_back)

    def _tell(self, events: Sequence[Any]) -> None:
        news = self._news
        if news is None:
            return
        told = [_told(self._face(news), self.texts, self._names, event) for event in events]
        self._log.add(self._deed(news, one) for one in told if one)

    def _deed(self, news: TableNews, told: Told) -> Deed:
        if told.seat is None:
            return Deed("", told.text)
        style = palette.MINE if told.seat == news.seat else palette.STRONG
        return Deed(self._names(told.seat), told.text, style)

    def _face(self, news: TableNews) -> Board:
        return BOARDS[news.info.game]

    @property
    def _names(self) -> Names:
        return names_of(self.texts, self._news.info.seats if self._news else ())

    # Time

    def _elapsed(self) -> float:
        news = self._news
        return self.house.port.now() - news.since if news else 0.0

    def _watch_the_clock(self) -> None:
        """Waits for the next step of the time that is shown, and for nothing else."""
        if self._tick:
            self._tick.stop()
        left = elapsed.until_next(self._elapsed()) if self._news and self._news.waiting_for else None
        self._tick = self.set_timer(left, self._stepped) if left is not None else None

    def _stepped(self) -> None:
        self._show_header()
        self._prompt_here()
        self._watch_the_clock()

    def _show_header(self) -> None:
        news = self._news
        if news is not None:
            parts = header.header(self.texts, self._face(news), news, self.since(), self.size)
            self._header.show([parts])

    # The desk of the board

    @property
    def texts(self) -> Texts:
        return self.house.texts

    @property
    def is_typing(self) -> bool:
        return self._line.is_open

    def since(self) -> str:
        return elapsed.in_words(self.texts, self._elapsed())

    def submit(self, ask: int, move: Any) -> None:
        self.house.request(self.house.port.submit(self._table, ask, move), refused=self._not_taken)

    def prompt(self, prompt: Prompt) -> None:
        self._line.prompt(prompt.text, prompt.keys)

    def notice(self, text: str) -> None:
        self._line.notice(text)

    def explain(self, lines: Sequence[Sequence[Part]]) -> None:
        self._log.explain(lines)

    def _not_taken(self, refusal: Refused) -> None:
        if self._board:
            self._board.refused()
        self._refused(refusal)

    def _refused(self, refusal: Refused) -> None:
        news = self._news
        own = self._face(news).refusal(self.texts, self._names, refusal) if news else None
        self.notice(own or refusal_text(self.texts, refusal))

    # What to do now

    def _prompt_here(self) -> None:
        news = self._news
        if news is None:
            return
        if not self._pages and self._board:
            self._board.again()
            return
        text = (
            room.winners(self.texts, news, self._names)
            if self._ended
            else room.what_is_missing(self.texts, news.info)
        )
        self._line.prompt(text, labels(self.texts, offered(news)))

    def on_key(self, event: Key) -> None:
        if self._line.is_open or self._news is None:
            return
        self.notice("")
        action = by_key(offered(self._news)).get(event.key)
        if action:
            event.stop()
            self._do(action)

    def _do(self, action: Action) -> None:
        getattr(self, f"action_{action.name}")()

    # Actions

    def action_command(self) -> None:
        self._before_line = self.focused
        self._line.open()

    def action_way_out(self) -> None:
        """Asks before going to the lobby; a seat is kept."""
        self._before_line = self.focused
        seated = self._news is not None and self._news.seat is not None
        kept = self.texts._("Go to the lobby? Your seat is kept.")
        self._line.ask(kept if seated else self.texts._("Go to the lobby?"), self._way_out_keys())

    def _way_out_keys(self) -> tuple[tuple[str, str], ...]:
        back = self.texts._("back")
        return ("Enter", self.texts._("lobby")), (self.texts._("any other key"), back)

    def action_lobby(self) -> None:
        self.house.go_lobby()

    def action_help(self) -> None:
        news = self._news
        if news is not None:
            lines = help_lines(self.texts, offered(news))
            board = self._board.key_lines() if self._board else ()
            self.app.push_screen(HelpScreen(self._face(news).title(self.texts), (*board, *lines)))

    def action_undo(self) -> None:
        self._ask(self.house.port.undo(self._table))

    def action_sit(self) -> None:
        self._ask(self.house.port.sit(self._table))

    def action_bot(self) -> None:
        self._ask(self.house.port.add_bot(self._table))

    def action_no_bot(self) -> None:
        self._ask(self.house.port.remove_bot(self._table))

    def action_start(self) -> None:
        self._ask(self.house.port.start(self._table))

    def action_leave(self) -> None:
        work = self.house.port.leave(self._table)
        self.house.request(work, done=lambda _: self.house.go_lobby(), refused=self._refused)

    def action_look(self) -> None:
        self._looks_back = not self._looks_back
        self._show_page()
        self._prompt_here()

    def _ask(self, work: Coroutine[Any, Any, object]) -> None:
        self.house.request(work, refused=self._refused)

    # The line

    def on_command_line_typed(self, event: CommandLine.Typed) -> None:
        word = event.text.removeprefix("/").split(maxsplit=1)[0].lower()
        name = commands(self.texts).get(word)
        if name:
            getattr(self, f"action_{name}")()
        elif self._board and not self._pages and not event.text.startswith("/"):
            self._board.typed(event.text)
        else:
            self.notice(self.texts._("There is no command {word}. /help shows all keys.", word=f"/{word}"))

    def on_command_line_confirmed(self) -> None:
        self.house.go_lobby()

    def on_command_line_closed(self) -> None:
        if self._before_line is not None and self._before_line.focusable:
            self._before_line.focus()
        elif self._board and not self._pages:
            self._board.take_focus()
        self._prompt_here()

    # Where the panels stand

    @property
    def layout(self) -> Layout:
        return ByPlan()

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        self._log.beside = size.width >= BESIDE_FROM and not self._pages
        board = None if self._pages else self._board
        rows = len(self._page.lines)
        where = table_plan(size, board.rows if board else None, rows)
        place: dict[Widget, Region] = {
            self._header: where.header,
            self._log: where.log,
            self._line: where.line,
        }
        place[board or self._page] = where.board
        return place

    def on_resize(self) -> None:
        self._show_header()


def _told(board: Board, texts: Texts, names: Names, event: Any) -> Told | None:
    if isinstance(event, Undone):
        return Told(event.seat, texts._("takes a step back"))
    return board.tell(texts, names, event)
