"""A game that is looked at again: board and log as at the table, and where one is.

The board draws snapshots in which nobody is asked anything, so none of its keys makes a move. Keys go about
in the game; Tab leads into the board, where arrows and `?` look around, and back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.geometry import Region, Size
from textual.layout import Layout
from textual.widget import Widget

from tui.boards import BOARDS
from tui.boards.kit.board import Prompt, names_of
from tui.boards.kit.compact import is_too_small, too_small
from tui.host.game_analysis import GameAnalysis
from tui.host.pictures import ReplayedGame
from tui.host.port import TableSnapshot
from tui.language.actions import COMMAND, by_key, help_lines, labels, no_such_key
from tui.language.texts import Texts
from tui.replay import actions, words
from tui.replay.cursor import OPEN, Eyes, ReplayCursor
from tui.replay.frames import shown
from tui.replay.mistakes import finding_here
from tui.screens.replay import header
from tui.screens.replay.analysed import beside, hint_of
from tui.screens.replay.replay_actions import ReplayActions
from tui.screens.table.event_log import EventLog
from tui.screens.table.log_items import LogItem
from tui.screens.table.plan import BESIDE_FROM, table_plan
from tui.screens.table.snapshot_feed import event_item
from tui.widgets.lines import Lines
from tui.widgets.panel import Part
from tui.widgets.planned import PlanLayout

LEAPS = by_key(action for action in actions.ACTIONS if action.name in actions.LEAPS)
"""The actions that go somewhere, by every one of their keys."""
AROUND = frozenset(by_key((COMMAND, actions.LEAVE, actions.HELP)))
"""Keys that go on meaning the same in the board."""
LEAVE_BOARD = frozenset(("tab", "shift+tab", "escape"))


def show_log(log: EventLog, texts: Texts, snapshot: TableSnapshot, cursor: ReplayCursor) -> None:
    """Has a log show everything up to the cursor; only what can be seen is put into words."""
    board, names = BOARDS[snapshot.info.game], names_of(texts, snapshot.info.seats)

    def tell(event: Any) -> LogItem | None:
        seen = shown(cursor, event)
        return None if seen is None else event_item(texts, board, names, seen)

    log.begin_anew(cursor.course.happened(0, cursor.position), tell)


class ReplayScreen(ReplayActions, inherit_bindings=False):
    """One game, from its deal to its end. `shows_keys`: there is somebody who presses some."""

    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("f1", "help", priority=True),
        Binding("pageup", "scroll_log(-1)", priority=True),
        Binding("pagedown", "scroll_log(1)", priority=True),
    ]

    def __init__(
        self,
        game: ReplayedGame,
        position: int = 0,
        eyes: Eyes = OPEN,
        *,
        shows_keys: bool = True,
        covers: bool = False,
        analysis: GameAnalysis | None = None,
    ) -> None:
        super().__init__(game, position, eyes, covers=covers, analysis=analysis)
        self._shows_keys = shows_keys
        self._curve = Lines(id="curve")
        self._header = Lines(id="header")
        self._small = Lines(id="small")

    def compose(self) -> ComposeResult:
        yield self._header
        yield self._log
        yield self._curve
        yield self._line
        yield self._small

    def on_mount(self) -> None:
        self._header.can_focus = True
        self._log.further = lambda lines: self.texts.ngettext(
            "{number} newer line: Page Down", "{number} newer lines: Page Down", lines
        )
        self.session.show_turn("crownhouse", yours=False)
        self.hear_of_analysis()
        self.show_position()
        self._header.focus()

    # Showing

    def show_position(self) -> None:
        snapshot = self._snapshot = words.snapshot_of(self.texts, self.cursor)
        if self._board is None:
            self._board = self._face(snapshot).widget(self)
            self.mount(self._board, before=self._log)
        self._board.show(snapshot)
        show_log(self._log, self.texts, snapshot, self.cursor)
        self._show_header()
        self._show_analysis()
        self._prompt_here()
        if not self._in_board:
            self._header.focus()

    def _show_analysis(self) -> None:
        """Shows what the decision made here cost, below the log, and where on the curve one is."""
        found = self.found
        here = finding_here(found, self.cursor) if found else None
        self._log.hint(hint_of(self.texts, found, here, self._names) if found and here else ())
        size = self._curve.size
        self._curve.show(beside(self.texts, found, self.cursor, size, dots=self.session.showing.has_dots)
                         if found and size.area else ())  # fmt: skip

    def analysis_grew(self) -> None:
        if self.found and self.found.curve and not self._curve.size.area:
            self._log.refresh(layout=True)
            self.call_after_refresh(self._show_analysis)
        self._show_analysis()
        self._prompt_here()

    def on_screen_resume(self) -> None:
        """Shows what was found while another screen was above."""
        self.call_after_refresh(self.analysis_grew)

    def _show_header(self) -> None:
        snapshot = self._snapshot
        if snapshot is not None:
            speed = f"×{self.speed}" if self.runs else ""
            self._header.show(
                [header.header(self.texts, self._face(snapshot), snapshot, self.cursor, speed, self.size)]
            )

    def _prompt_here(self) -> None:
        """Shows what happened last, or who is to move, and the keys."""
        snapshot = self._snapshot
        if snapshot is None:
            return
        here = next((told for at, told in self._moments if at == self.cursor.position), "")
        text = here or words.to_move(self.texts, snapshot, self._names)
        offered = actions.PROMPTED_ANALYSED if self.found else actions.PROMPTED
        keys = labels(self.texts, self.worded(offered)) if self._shows_keys else ()
        self._line.prompt(text, keys, accent=self.accent)

    @property
    def _moments(self) -> Sequence[tuple[int, str]]:
        return words.moments(self.texts, self.cursor.course, self._names)

    def prompt(self, prompt: Prompt) -> None:
        """Shows what this screen says instead: nobody is asked anything."""
        del prompt
        self._prompt_here()

    def submit(self, ask: int, move: Any) -> None:
        """Does nothing: the game is over."""
        del ask, move

    @property
    def _pages(self) -> bool:
        return False

    def plays(self, text: str) -> bool:
        """Returns False: no move is made here."""
        del text
        return False

    def log_paragraphs(self) -> Sequence[tuple[Part, ...]]:
        return self._log.paragraphs()

    def action_scroll_log(self, pages: int) -> None:
        """Shows older (-1) or newer lines (1)."""
        if self._log.is_readable:
            self._log.scroll(pages)
        elif pages < 0:
            self.command_log("")

    # Keys

    @property
    def _in_board(self) -> bool:
        return self._board is not None and self.focused is not None and self._board in self.focused.ancestors

    def on_key(self, event: Key) -> None:
        """Does what the key means here."""
        if self.is_typing or is_too_small(self.size):
            return
        self.notice("")
        if self._in_board and event.key in LEAVE_BOARD:
            self._header.focus()
        elif self._in_board and event.key not in AROUND:
            self.notice(self.texts._("Tab leaves the board."))
        elif event.key in LEAPS:
            self.action_leap(LEAPS[event.key].name)
        elif not self.press(event.key, actions.ACTIONS) and not self.binds(event.key):
            self.notice(no_such_key(self.texts, event.key))
            return
        event.stop()

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        return {**super().keyed, "board": self.action_board}

    def action_board(self) -> None:
        """Leads into the board."""
        if self._board:
            self._board.take_focus()

    def take_focus(self) -> None:
        if not self.is_typing and self._header.is_attached:
            self._header.focus()

    def key_pages(self) -> Sequence[tuple[str, str]]:
        return help_lines(self.texts, self.worded(actions.OFFERED))

    # Layout

    @property
    def layout(self) -> Layout:
        """The layout that asks this node for a plan."""
        return PlanLayout()

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        """Returns the place of every widget in a window of `size` cells."""
        if is_too_small(size):
            return {self._small: size.region}
        self._log.beside = size.width >= BESIDE_FROM
        board = self._board
        where = table_plan(
            size,
            board.rows if board else None,
            0,
            talks=bool(self.found and self.found.curve),
            columns=board.columns if board else None,
            explains=self._log.wanted(size.width),
            says=self._line.rows,
        )
        place: dict[Widget, Region] = {
            self._header: where.header,
            self._log: where.log,
            self._line: where.line,
        }
        if where.talk:
            place[self._curve] = where.talk
        if board:
            place[board] = where.board
        return place

    def on_resize(self) -> None:
        """Draws for the new size."""
        self._small.show(too_small(self.texts, self.size))
        self._show_header()
        self.call_after_refresh(self._show_analysis)
        self._prompt_here()
