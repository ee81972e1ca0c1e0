"""A table: its page before the start, its board while it runs, its result; for any game.

The board's widget shows views and makes moves. This screen keeps the log, the prompt and the command line,
and knows who is waited for; what it does for the board, and reading back in the log, is in `BoardHostScreen`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import ClassVar

from msgspec.structs import replace
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.widget import Widget

from engine.game import Refused
from tui.actions import catalogue
from tui.actions.context import request
from tui.boards.kit.compact import is_too_small, too_small
from tui.boards.kit.lesson_words import is_reading
from tui.host.held_table import TableForScreen
from tui.host.port import TableSnapshot
from tui.language import elapsed
from tui.language.actions import Action, help_lines, labels, no_such_key
from tui.presenters import area, hints, outcome, table_actions
from tui.presenters.lobby_actions import TAKE_NAME
from tui.presenters.player_session import unread_name_note
from tui.presenters.share import on_the_web
from tui.presenters.table_actions import AWAITED, available_actions, is_played_on, why_not
from tui.presenters.turns import title_of_table
from tui.screens.table import header, result_page, room
from tui.screens.table.aftermath import Aftermath
from tui.screens.table.log_items import LogItem
from tui.screens.table.plan import BESIDE_FROM, page_room, table_plan
from tui.screens.table.result_course import ResultContext
from tui.screens.table.stepping import Stepping
from tui.widgets.lines import Lines
from tui.widgets.panel import Part
from tui.widgets.planned import PlanLayout

WHOLE = 24
"""Rows from which on the board and what a lesson says have their place together."""

PART_OF_A_MOVEMENT = 1.5
"""The longest time in seconds for which a part of a movement waits for the next one."""


class TableScreen(Stepping, inherit_bindings=False):
    """One table, seen from the player's seat or by a spectator. `followed`: the table, if it is already."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "app.focus_next"),
        Binding("shift+tab", "app.focus_previous"),
        Binding("f1", "help", priority=True),
        Binding("pageup", "scroll_log(-1)", priority=True),  # whatever is open: a line, a question, a board's
        Binding("pagedown", "scroll_log(1)", priority=True),
        Binding("enter,space", "go_on", priority=True),
    ]

    def __init__(self, table: str, followed: TableForScreen | None = None) -> None:
        super().__init__(table)
        self._followed = followed
        self._header = Lines(id="header")
        self._page = Lines(id="page")
        self._small = Lines(id="small")
        """All that is shown in a window that is too small."""
        self._stands: tuple[Widget | None, int, bool, bool] = (None, 0, False, False)
        """What is in front (page or board), how many rows the page has, whether the log is beside it, and
        whether the chat has its place there.
        """
        self._steps = 0
        """How often the position has changed while the player was asked the same."""
        self._looks_back = False
        """True if the board is shown after the end instead of the result."""
        self._turned, self._page_count = 0, 1
        """How often the result was turned, and the pages that it has in this window."""
        self._after = Aftermath(self._told_after)

    def compose(self) -> ComposeResult:
        yield self._header
        yield self._log
        yield self._line

    def on_mount(self) -> None:
        """Follows the table; goes to the lobby if there is none of that id."""
        self._page.can_focus = True
        self._word_logs()
        followed, self._followed = self._followed, None
        if followed:
            self.take_over(followed, self._hear)
            return
        try:
            self.follow_table(self.table, self._hear)
        except Refused:
            self.session.go_lobby()

    def on_unmount(self) -> None:
        """Removes panels that never had a place."""
        super().on_unmount()
        for part in (self._page, self._talk, self._small):
            if not part.is_attached:
                self.remove_with_screen(part)

    @property
    def asked(self) -> Hashable:
        """What the table asks, and what is begun of it on the board."""
        snapshot, board = self._snapshot, None if self._pages else self._board
        return (
            table_actions.asked(snapshot) if snapshot else None,
            self._steps,
            self._looks_back,
            board.question if board else None,
        )

    # News

    def _see_now(self, snapshot: TableSnapshot) -> None:
        before, self._snapshot = self._snapshot, snapshot
        self.session.release_frames()
        if before and snapshot.ask and snapshot.ask == before.ask and snapshot.view != before.view:
            self._steps += 1
        session, port = self.session, self.session.port
        self._feed.tell(
            self.texts, snapshot, port.name,
            guest=session.lasting and port.account().guest, shown=self._shows_talk, greeting=session.greeting,
        )  # fmt: skip
        if not session.named:
            command = catalogue.SLASH + catalogue.word(self.texts, "name")
            if note := unread_name_note(session, command, TAKE_NAME.shown):
                self._log.add([LogItem("", note)])
        if snapshot.lesson and is_reading(before) != is_reading(snapshot) and self.size.height < WHOLE:
            self._log.refresh(layout=True)
        if snapshot.view is not None:
            self._show_board(snapshot)
        if self._ended and snapshot.standings:
            self._after.ask(self.session, snapshot)
        self._show_page()
        self._show_header()
        self._fit_lesson()
        self.renew_log()
        if self._pages:
            self._prompt_here()  # a board has done so itself
        self._await_next()
        self._call(before, snapshot)
        if self._board and not self._is_stepping and self._board.goes_on(snapshot):
            self.session.hold_frames(PART_OF_A_MOVEMENT)

    def _told_after(self) -> None:
        self._show_page()
        self._prompt_here()

    def _call(self, before: TableSnapshot | None, snapshot: TableSnapshot) -> None:
        """Shows or rings that it is the player's turn, and shows that they lost their seat."""
        title = title_of_table(self.texts, snapshot, self._names, in_steps=self._is_stepping)
        self.session.show_turn(title, yours=snapshot.ask is not None)
        self.session.bells.follow_clock(snapshot)
        if before is None:
            return
        if _to_do(snapshot) != _to_do(before):
            self.news_are_old()
            self.notice("")
        elif snapshot.waiting_for != before.waiting_for or (
            snapshot.view is None and _missing(snapshot) != _missing(before)
        ):
            self.reasons_are_old()
        if snapshot.ask is not None and before.ask is None and snapshot.lesson is None:
            self.session.bells.turn_begins()
        if before.ask is not None and before.ask != snapshot.ask and header.is_up(before, self.now()):
            self.announce(self.texts._("Your time was up, so a move was made for you."))
        ended, port = (before.info.stage, snapshot.info.stage) == ("running", "over"), self.session.port
        if ended and (counted := hints.counted(port.account(), snapshot)):
            request(self, port.set(*counted))
        if before.seat is not None and snapshot.seat is None and snapshot.info.stage == "open":
            self.notice(self.texts._("You no longer have a seat at this table."))

    def _show_board(self, snapshot: TableSnapshot) -> None:
        if self._board is None:
            self._board = self._face(snapshot).widget(self)
            self.mount(self._board, before=self._log)
        self._board.show(replace(snapshot, events=()) if self.is_brief else snapshot)

    def _show_page(self) -> None:
        """Brings the page or the board to the front, if it is not there already and the app is not ending."""
        snapshot = self._snapshot
        if snapshot is None or not self.is_attached:
            return
        pages = self._pages
        if pages and not self._page.is_attached:
            self.mount(self._page, after=self._header)
        if self._talks_beside and not self._talk.is_attached:
            self.mount(self._talk, after=self._log)
        if pages:
            self._page.show(self._page_lines(snapshot))
        front = self._page if pages else self._board
        stands = front, len(self._page.lines), self._is_wide, self._talks_beside
        if stands == self._stands:
            return
        moved, self._stands = front is not self._stands[0], stands
        self._page.display = pages
        if self._board:
            self._board.display = not pages
        self._log.content = "events" if self._talks_beside else "all"
        self._log.empty = self._talk.empty if self._is_wide and not self._talks_beside else ""
        self._log.relay()
        self._log.refresh(layout=True)  # a screen's own refresh keeps the old arrangement
        if moved:
            self.forget_focus()
            self.take_focus()

    def _fit_lesson(self) -> None:
        """Says once all is laid out what to do: with T if the log has no room for a lesson's step."""
        if self._lesson_tip:
            self.call_after_refresh(self._prompt_here)

    def _page_lines(self, snapshot: TableSnapshot) -> Sequence[Sequence[Part]]:
        texts, board = self.texts, self._face(snapshot)
        where = table_plan(self.size, None, 0).board.size if self._is_wide else Size()
        host = self.session.port.ssh_host
        if self._ended:
            space = where if self._is_wide else page_room(self.size)
            signs = area.signs_of(self.session.showing)
            about = ResultContext(
                texts,
                board,
                snapshot,
                self._names,
                host,
                self._after.deeds,
                signs,
                self._after.beyond,
                on_the_web(self.session.port.web, snapshot.info),
                self._after.is_held_back(snapshot),
            )
            self._page_count = len(pages := result_page.result_pages(about, space))
            return room.centred(pages[self._turned % len(pages)], where)
        port = self.session.port
        lines = room.open_table_lines(
            texts,
            snapshot,
            board,
            self.now(),
            host,
            self.size,
            port.zone,
            on_the_web(port.web, snapshot.info),
        )
        ruled = room.with_rules(texts, lines, board, where)
        return room.with_strengths(texts, ruled, snapshot.info, where, self.size)

    @property
    def _ended(self) -> bool:
        """True if a game was played here and is over."""
        return (
            self._snapshot is not None
            and self._snapshot.info.stage == "over"
            and self._snapshot.view is not None
        )

    @property
    def _pages(self) -> bool:
        snapshot = self._snapshot
        if self._holds_result:
            return False
        if snapshot is None or snapshot.view is None:
            return True
        return snapshot.info.stage == "over" and not self._looks_back

    @property
    def _is_wide(self) -> bool:
        """True if the log is beside board and page, not below."""
        return self.size.width >= BESIDE_FROM

    @property
    def _talks_beside(self) -> bool:
        return self._is_wide and self._snapshot is not None and self._snapshot.view is not None

    @property
    def _shows_talk(self) -> bool:
        """True if a chat line is visible for some time."""
        return self._pages or self._talks_beside or self._log.content == "talk" or self._reads_all

    # Time

    def time_passed(self) -> None:
        if self._pages:
            self._show_page()
        elif self._board:
            self._board.ticked()
        self._show_header()
        self._prompt_here()
        self._await_next()

    def _await_next(self) -> None:
        """Wakes the screen when the times that it shows have changed."""
        snapshot, slow = self._snapshot, self.session.is_slow
        self.alarm.set(header.until_next(snapshot, self.now(), slow=slow) if snapshot else None)

    def _show_header(self) -> None:
        snapshot = self._snapshot
        if snapshot is not None:
            now = self.now()
            around = header.HeaderContext(
                elapsed.of_question(self.texts, snapshot.since, snapshot.deadline, now),
                header.left(snapshot, now),
                header.is_urgent(snapshot, now),
                len(self._feed.chat.unread),
                self._step_progress,
                self._step_stood,
            )
            self._header.show([header.header(self.texts, self._face(snapshot), snapshot, around, self.size)])

    # What to do now

    @property
    def _offered(self) -> Sequence[Action]:
        """What is offered here, besides what the board offers."""
        if self._snapshot is None:
            return ()
        return self._with_keys(self._snapshot, held_back=is_played_on(self._snapshot.info, self.now()))

    def _with_keys(self, snapshot: TableSnapshot, *, held_back: bool = False) -> Sequence[Action]:
        """The same, with what is refused while the record is held back: its keys say why."""
        pages = self._page_count if self._ended and self._pages else 1
        return available_actions(snapshot, held_back=held_back, more=pages > 1)

    def _prompt_here(self) -> None:
        snapshot = self._snapshot
        if snapshot is None:
            return
        if not self._pages and self._board:
            self._board.show_prompt()
            return
        if self._is_stepping:
            self._step_prompt()
            return
        text = (
            outcome.after_the_end(self.texts, snapshot, self._names, self._after.rung)
            if self._ended
            else outcome.what_is_missing(self.texts, snapshot.info, self.now())
        )
        next_ = self._ended and outcome.what_next(self.texts, snapshot, self._names, self._after.rung)
        waits = bool(next_) or any(action in AWAITED for action in self._offered)
        self._line.prompt(text, labels(self.texts, self._offered), asked=waits, accent=self.accent)
        self._log.hint(self._lesson_tip)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Returns whether an action is possible now: Enter goes on in a lesson, wherever the focus is."""
        if action == "go_on" and self._is_stepping:
            return not self.is_typing
        if action == "go_on":
            return is_reading(self._snapshot) and not self.is_typing
        return super().check_action(action, parameters)

    def on_key(self, event: Key) -> None:
        """Does what the key means here."""
        if self.is_typing or self._snapshot is None or is_too_small(self.app.size):
            return
        self.notice("")
        if self.step_key(event.key):
            event.stop()
            return
        if self.press(event.key, self._with_keys(self._snapshot)) or self.takes_login_name(event.key):
            event.stop()
        elif not self.binds(event.key):
            why = why_not(self.texts, self._snapshot, event.key)
            self.notice(why or no_such_key(self.texts, event.key))

    # Focus and the line

    def take_focus(self) -> None:
        if self.is_typing or is_too_small(self.size):
            return
        if self._is_stepping:
            self.set_focus(None)  # no key of the board acts
        elif self._pages:
            self._page.focus()
        elif self._board:
            self._board.take_focus()

    def key_pages(self) -> Sequence[tuple[str, str]]:
        board = self._board.key_lines() if self._board else ()
        return (*board, *help_lines(self.texts, self._offered), *self.log_keys())

    def open_line(self, text: str = "") -> None:
        """Opens the line; for chat, the log shows the chat while it is open."""
        if not text.startswith(catalogue.SLASH):
            self._feed.chat.read()
            self._show_header()
            if self._feed.chat.any and not self._talks_beside:
                self._log.content = "talk"
                self._log.relay()
        super().open_line(text)

    def focus_back(self) -> None:
        """Gives the focus back when a line or a question is done."""
        if self._log.content == "talk":
            self._log.content = "all"
            self._log.relay()
        super().focus_back()
        self._prompt_here()

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {**super().keyed, "look": self.action_look, "more": self.action_more}

    def action_go_on(self) -> None:
        """Goes on with steps, or in a lesson; what was said of an earlier key is read."""
        self.notice("")
        if not self.step_key("enter"):
            super().action_go_on()

    def action_look(self) -> None:
        """Shows the board after the end, or the result again."""
        self._looks_back = not self._looks_back
        self._show_page()
        self._prompt_here()

    def action_more(self) -> None:
        """Shows what follows on the result, or its beginning again."""
        self._turned += 1
        self._show_page()

    # Layout

    @property
    def layout(self) -> Layout:
        """The layout that asks this node for a plan."""
        return PlanLayout()

    def _teaches(self, size: Size) -> bool:
        """Returns whether a lesson gets rows; in a small window only what is to be read does."""
        lesson = self._snapshot.lesson if self._snapshot else None
        return lesson is not None and (lesson.is_read or size.height >= WHOLE)

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Returns the place of every widget in a window of `size` cells."""
        self._log.beside = self._is_wide
        board = None if self._pages else self._board
        rows = len(self._page.lines)
        lesson = self._teaches(size)
        lesson = lesson and (board is None or board.gives_rows)
        if is_too_small(size) and self._small.is_attached:
            return {self._small: size.region}
        where = table_plan(
            size,
            board.rows if board else None,
            rows,
            talks=self._talks_beside,
            columns=board.columns if board else None,
            lesson=lesson,
            explains=0 if self._pages else self._log.wanted(size.width),
            says=self._line.rows,
        )
        place: dict[Widget, Region] = {
            self._header: where.header,
            self._log: where.log,
            self._line: where.line,
        }
        if where.talk:
            place[self._talk] = where.talk
        place[board or self._page] = where.board
        return place

    def on_resize(self) -> None:
        """Lays out again for the new size, unless the player has left the screen."""
        if not self.is_attached:
            return
        small = is_too_small(self.size)
        if small and not self._small.is_attached:
            self.mount(self._small)
        self._small.show(too_small(self.texts, self.size))
        if small and self.focused is not None:
            self.set_focus(None)  # no key plays unseen
        elif not small and self.focused is None:
            self.take_focus()
        self._show_page()
        self._show_header()
        self._fit_lesson()


def _to_do(snapshot: TableSnapshot) -> Hashable:
    """Returns what news and refusals may have been about: whether the player is asked and until when, whether
    a bot plays for them, and the stage.
    """
    asked, seat = snapshot.ask is not None, snapshot.seat
    lent = seat is not None and snapshot.info.seats[seat - 1].lent
    return asked, asked and snapshot.deadline, lent, snapshot.info.stage


def _missing(snapshot: TableSnapshot) -> object:
    """Returns what a refusal before the game may have been about: who is missing."""
    return snapshot.info.may_start, [(seat.held_by, seat.name) for seat in snapshot.info.seats]
