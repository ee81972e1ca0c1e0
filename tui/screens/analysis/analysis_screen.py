"""The analysis of a finished game over any screen: it grows while it is made; Enter leads into the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key
from textual.geometry import Offset

from tui.boards import BOARDS
from tui.boards.kit.compact import is_too_small, too_small
from tui.host.game_analysis import GameAnalysis
from tui.host.pictures import ReplayedGame
from tui.language.actions import Action, by_key, by_letter, help_lines, labels, no_such_key
from tui.language.texts import N_
from tui.replay import analysis_report as report
from tui.replay.words import names_in
from tui.screens.analysis.page import AnalysisContext, AnalysisPage, analysis_page
from tui.screens.base.help_screen import HelpScreen
from tui.screens.base.session_screen import SessionScreen
from tui.screens.people.actions import BACK, HELP
from tui.widgets.lines import Lines
from tui.widgets.panel import Part
from tui.widgets.pieces import cut, keys_line
from tui.wire.terminal import palette
from tui.wire.terminal.tones import Accent

SEAT = Action(
    "seat", ("right", "l", "tab"),
    "Left, Right",
    N_("seat"),
    N_("See the decisions of another seat (also h and l, Tab, and the seat's number)."),
)  # fmt: skip
SEAT_BACK = SEAT._replace(name="seat_back", keys=("left", "h", "shift+tab"))
NUMBERED = SEAT._replace(name="numbered", keys=tuple("123456789"))
CHOOSE = Action(
    "choose", ("down", "j"),
    "Up, Down",
    N_("choose"),
    N_("Choose one of the decisions that cost most (also k and j)."),
)  # fmt: skip
CHOOSE_BACK = CHOOSE._replace(name="choose_back", keys=("up", "k"))
LOOK = Action(
    "look", ("enter",),
    "Enter",
    N_("look there"),
    N_("See the game at the chosen decision, as its player saw it; q leads back here."),
)  # fmt: skip
METHOD = by_letter(
    "i", "method", N_("method"), N_("How these figures came about, and what the others are assumed to play.")
)
LISTED = (LOOK, CHOOSE, SEAT, HELP, METHOD, BACK)
ACTIONS = (*LISTED, SEAT_BACK, NUMBERED, CHOOSE_BACK)
"""What can be done while an analysis is read: one table for keys, prompts and help."""


class AnalysisPanel(Lines):
    """The lines of the page; the cursor rests at the chosen decision."""

    can_focus = True
    DEFAULT_CSS = "AnalysisPanel { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.row = 0
        """The row of the chosen decision."""

    def caret(self) -> Offset:
        return Offset(0, min(self.row, max(0, self.size.height - 1)))


class AnalysisScreen(SessionScreen):
    """Shows an analysis that another screen asked for, or asks the host for it (`analysis` is None)."""

    BINDINGS = [Binding("f1", "help", priority=True)]  # noqa: RUF012  (Textual's own name and type)

    def __init__(self, game: ReplayedGame, analysis: GameAnalysis | None = None) -> None:
        super().__init__()
        self.game = game
        self.seat = game.your_seat or 1
        self.at = 0
        self._asks = analysis is None
        self.analysis = analysis or GameAnalysis()
        self._panel = AnalysisPanel()
        self._notice: Part | None = None
        self._drawn: AnalysisPage | None = None

    def compose(self) -> ComposeResult:
        """Yields the only widget."""
        yield self._panel

    def on_mount(self) -> None:
        """Shows what there is, and hears what comes."""
        self._panel.focus()
        self.keep(self.analysis.listen(self.renew))
        if self._asks:
            self.follow_analysis(self.game.id, self.analysis)
        self.call_after_refresh(self.renew)

    def on_resize(self) -> None:
        """Lays out for the new size."""
        self.call_after_refresh(self.renew)

    @property
    def _accent(self) -> Accent:
        return BOARDS[self.game.course.game.key].accent

    # What is shown

    def renew(self) -> None:
        """Shows how far the analysis is now."""
        size = self._panel.size
        if not self.is_attached or not size.area:
            return
        self._drawn = None if is_too_small(size) else self._page
        self._show()

    def _show(self) -> None:
        """Shows the page as it was drawn last, above the last line as it is now."""
        size, page = self._panel.size, self._drawn
        if page is None:
            self._panel.show(too_small(self.texts, size))
            return
        self._panel.row = page.row
        blank = [()] * (size.height - 1 - len(page.lines))
        self._panel.show([*page.lines, *blank, self._last_line()])

    @property
    def _page(self) -> AnalysisPage:
        names = names_in(self.texts, self.game.course)
        dots = self.session.showing.has_dots
        about = AnalysisContext(self.texts, self.game, self.analysis, names, self.seat, self.at, dots)
        return analysis_page(about, self._panel.size)

    def _last_line(self) -> list[Part]:
        width = self._panel.size.width
        if self._notice:
            return cut([(" ", palette.TEXT), self._notice], width)
        found = self.analysis.found
        offered = LISTED if found and found.worst(self.seat) else LISTED[2:]
        return [(" ", palette.TEXT), *keys_line(labels(self.texts, offered), width - 2, self._accent.ink)]

    def _say(self, text: str) -> None:
        self._notice = (text, palette.WARNING) if text else None
        self._show()

    def announce(self, text: str) -> None:
        self._notice = (text, palette.ACCENT)
        self._show()

    # Keys

    def on_key(self, event: Key) -> None:
        """Does what the key means here."""
        event.stop()
        self._notice = None
        action = by_key(ACTIONS).get(event.key)
        if action is None:
            self._say(no_such_key(self.texts, event.key))
        elif action is NUMBERED:
            self._see_seat(int(event.key))
        else:
            self.keyed[action.name]()

    def _see_seat(self, seat: int) -> None:
        seats = len(self.game.course.header.seats)
        if 1 <= seat <= seats:
            self.seat, self.at = seat, 0
        self.renew()

    @property
    def keyed(self) -> Mapping[str, Callable[[], object]]:
        """What is done by the actions that have keys, by their names."""
        return {
            "seat": partial(self._turn_seat, 1),
            "seat_back": partial(self._turn_seat, -1),
            "choose": partial(self._choose, 1),
            "choose_back": partial(self._choose, -1),
            "look": self.action_look,
            "method": self.action_method,
            "help": self.action_help,
            "back": self.action_back,
            "way_out": self.action_way_out,
        }

    def _turn_seat(self, by: int) -> None:
        """Shows a seat further on."""
        self._see_seat((self.seat - 1 + by) % len(self.game.course.header.seats) + 1)

    def _choose(self, by: int) -> None:
        """Chooses a decision further on."""
        found = self.analysis.found
        most = len(found.worst(self.seat)) - 1 if found else 0
        self.at = max(0, min(self.at + by, most))
        self.renew()

    def action_look(self) -> None:
        """Shows the game at the chosen decision, from that seat."""
        found = self.analysis.found
        worst = found.worst(self.seat) if found else ()
        if not worst:
            self._say(self.texts._("There is no decision to look at."))
            return
        chosen = worst[min(self.at, len(worst) - 1)]
        self.session.show_replay(self.game, chosen.position, self.seat, self.analysis)

    def action_method(self) -> None:
        """Shows how the figures came about."""
        found = self.analysis.found
        if found is None:
            self._say(self.texts._("Nothing has been found yet."))
            return
        page = [line for said in report.method_in_full(self.texts, found) for line in (("", said), ("", ""))]
        self._show_page(self.texts._("How these figures came about"), page)

    def action_help(self) -> None:
        """Shows the keys."""
        what = self.texts.pgettext("header", "analysis")
        self._show_page(self.texts._("Help: {what}", what=what), help_lines(self.texts, LISTED))

    def _show_page(self, heading: str, lines: Sequence[tuple[str, str]]) -> None:
        self.renew()
        self.app.push_screen(HelpScreen(heading, lines, self._accent))

    def action_back(self) -> None:
        """Goes back to the screen below."""
        self.dismiss()

    action_way_out = action_back
