"""The card before somebody's first table of a game: what it is about, and one key that deals.

What the card says is left to the game (`tui.boards.kit.board`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.cells import cell_len
from rich.style import Style
from textual.app import ComposeResult
from textual.binding import Binding
from textual.events import Key
from textual.geometry import Offset, Size
from textual.strip import Strip

from engine.game import Refused
from tui.boards import BOARDS
from tui.boards.kit.board import Board, FirstTable
from tui.language.actions import MORE, Action, by_key, by_letter, labels, no_such_key
from tui.language.texts import N_, Texts, Translatable
from tui.presenters.game_refusals import any_refusal_text
from tui.screens.base.help_page import page_title
from tui.screens.base.help_screen import HelpScreen
from tui.screens.base.session_screen import SessionScreen
from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.paragraphs import sentence_rows, wrap
from tui.widgets.pieces import cut, fit, keys_line
from tui.wire.terminal import palette, tones

PLAY = Action("play", ("enter",), "Enter", N_("play"), N_("Deal, and begin."), acts=True)
LEARN = by_letter("t", "learn", N_("learn"), N_("Learn the game in ten minutes."), acts=True)
RULES = by_letter("r", "rules", N_("rules"), N_("Read all rules on one page."))
BACK = Action("back", ("q", "escape"), "q", N_("lobby"), N_("Go back to the lobby."))
REST = MORE._replace(help=N_("Read the rest of the card."))
ACTIONS = (PLAY, REST, LEARN, RULES, BACK)
LEFT, HEADING, WIDEST = 3, 15, 74
"""Cells before everything, for the heading of a part, and of a whole card."""
ABOVE_MIDDLE = 2
"""Rows by which the card stands above the middle of a high window."""
BESIDE = 60
"""Columns from which headings stand beside their parts."""
AROUND = 3
"""Rows for the title, the prompt and the keys."""


class AimPanel(Panel):
    """The card."""

    can_focus = True
    DEFAULT_CSS = "AimPanel { width: 1fr; height: 1fr; }"

    def __init__(self, texts: Texts, board: Board, first: FirstTable, others: Sequence[str]) -> None:
        super().__init__()
        self._texts, self._board, self._first, self._others = texts, board, first, others
        self._top = 0
        """The lines of the card above those that are shown, where it has more than the window."""
        self._whole: list[Sequence[Part]] = []
        """The card in a window of the size `_laid_for`."""
        self._laid_for = Size()
        self.said: Part | None = None
        """What is said instead of the prompt."""

    def render_line(self, y: int) -> Strip:
        """One row of cells; `y` counts from the top."""
        width, height, texts = *self.size, self._texts
        accent = self._board.accent
        if y == 0:
            title, names = texts.of(self._board.title), ", ".join(self._others)
            wishes = (
                texts._("your first table: {names} and you", names=names),
                texts._("your first table"),
                "",
            )
            where = next(one for one in wishes if cell_len(f" {title}  {one} ") <= width or not one)
            return line_of(page_title(title, where, width, accent), width)
        if y == height - 1:
            shown = tuple([one for one in ACTIONS if one is not REST or self._goes_on])
            keys = keys_line(labels(texts, shown), width - 2, accent.ink)
            return line_of(cut([(" ", palette.TEXT), *keys], width), width)
        told = sentence_rows(self.said, width) if self.said else []
        if height - 1 - len(told) <= y:
            return line_of(told[y - height + 1], width)
        if y == height - 2:
            whole = texts._("Enter plays. t teaches the game in ten minutes.")
            prompt = whole if cell_len(whole) < width else texts._("Enter plays. t teaches the game.")
            return line_of([(fit(f" {prompt}", width), accent.loud)], width)
        lines = self._lines()
        return line_of(lines[y - 1] if y <= len(lines) else [], width)

    def turn(self) -> None:
        """Shows what follows on the card, or its beginning again."""
        self._top = self._top + self._room if self._goes_on else 0
        self.refresh()

    def caret(self) -> Offset:
        return Offset(0, self.size.height - 2)

    def say(self, text: str, style: Style = palette.WARNING) -> None:
        """Says something in place of the prompt; '': the prompt again."""
        self.said = (text, style) if text else None
        self.refresh()

    @property
    def _room(self) -> int:
        return max(1, self.size.height - AROUND)

    @property
    def _goes_on(self) -> bool:
        return self._top + self._room < len(self._card())

    def _lines(self) -> list[Sequence[Part]]:
        """Returns what stands between title and prompt."""
        return self._card()[self._top : self._top + self._room]

    def _card(self) -> list[Sequence[Part]]:
        """Returns the card, which is laid out once for a size: every row is drawn from it."""
        if self._laid_for != self.size:
            self._laid_for, self._whole = self.size, self._lay()
        return self._whole

    def _lay(self) -> list[Sequence[Part]]:
        """Returns the card, with as much air and picture as there is room for."""
        drawn = self._first.picture(self._texts, self._width)
        picture = [[self._before, *line] for line in drawn]
        for air, below, shown in ((2, 2, picture), (2, 1, picture), (1, 1, picture), (1, 0, []), (0, 0, [])):
            lines = self._laid_out(shown, air, below)
            if len(lines) <= self._room - (air > 1):  # nothing stands close above the prompt
                break
        return [*[()] * ((self._room - len(lines)) // 2 - ABOVE_MIDDLE), *lines]

    @property
    def _width(self) -> int:
        return min(WIDEST, self.size.width - 2 * LEFT)

    @property
    def _before(self) -> Part:
        """What stands before each line: the card is in the middle."""
        return (" " * ((self.size.width - self._width) // 2), palette.TEXT)

    def _laid_out(self, picture: Sequence[Sequence[Part]], air: int, below: int) -> list[Sequence[Part]]:
        """Returns the card with blank lines between its parts; `below`: so many are below the picture."""
        first, between = self._first, [()] * air
        lines: list[Sequence[Part]] = [*between[:1], *picture, *([()] * below)]
        lines += self._part(N_("The aim"), [self._wrapped(self._texts.of(first.aim), palette.STRONG)])
        lines += between[:1]
        accent = tones.bold(self._board.accent.ink)
        steps = [
            self._wrapped(self._texts.of(step), palette.TEXT, (f"{number}  ", accent))
            for number, step in enumerate(first.steps, 1)
        ]
        if air > 1:
            steps = [[*step, ()] for step in steps]
        lines += self._part(first.steps_of, steps)
        lines += between[:1] if air < 2 else ()
        return [
            *lines,
            *self._part(N_("To begin"), [self._wrapped(self._texts.of(first.advice), palette.DIM)]),
        ]

    def _wrapped(self, text: str, style: Style, *before: Part) -> list[Sequence[Part]]:
        width = self._width - (HEADING if self.size.width >= BESIDE else 0)
        return [*wrap([*before, (text, style)], width, indent=len(before) and 3)]

    def _part(
        self, heading: Translatable, paragraphs: Iterable[Sequence[Sequence[Part]]]
    ) -> list[Sequence[Part]]:
        """Returns paragraphs with their heading beside the first line, or above it in a narrow window."""
        said = self._texts.of(heading)
        lines = [line for paragraph in paragraphs for line in paragraph]
        before, ink = [said, *[""] * len(lines)], tones.bold(self._board.accent.ink)
        if self.size.width < BESIDE:
            return [[self._before, *line] for line in ([(said, ink)], *lines)]
        return [
            [self._before, (fit(name, HEADING), ink), *line] if line or name else ()
            for name, line in zip(before, lines, strict=False)
        ]


class AimScreen(SessionScreen):
    """Shows the card until its player begins, learns or goes back. Its result is whether they begin."""

    BINDINGS = [Binding("f1", "rules", priority=True)]  # noqa: RUF012  (Textual's own name and type)

    def __init__(self, game: str, first: FirstTable, others: Sequence[str]) -> None:
        super().__init__()
        self._game, self._first, self._others = game, first, others

    def compose(self) -> ComposeResult:
        """Yields the only widget."""
        self._panel = AimPanel(self.texts, BOARDS[self._game], self._first, self._others)
        yield self._panel

    def on_mount(self) -> None:
        """Takes the keys."""
        self._panel.focus()

    def announce(self, text: str) -> None:
        self._panel.say(text, palette.ACCENT)

    def refused(self, refusal: Refused) -> None:
        """Shows the sentence for a refusal."""
        self._panel.say(any_refusal_text(self.texts, refusal))

    def on_key(self, event: Key) -> None:
        """Does what the key means here."""
        event.stop()
        if self._panel.said:
            self._panel.say("")
        action = by_key(ACTIONS).get(event.key)
        if action is None:
            self._panel.say(no_such_key(self.texts, event.key))
        elif not action.acts or self.session.counts(self._panel.say):
            does = {
                PLAY: self.action_play,
                LEARN: self.action_learn,
                REST: self._panel.turn,
                RULES: self.action_rules,
                BACK: self.action_back,
            }
            does[action]()

    def action_play(self) -> None:
        """Begins."""
        self.dismiss(True)

    def action_back(self) -> None:
        """Goes back to the lobby."""
        self.dismiss(False)

    def action_learn(self) -> None:
        """Begins the lesson."""
        self.session.request(self.session.port.learn(self._game), self.session.go_table, self.refused)

    def action_rules(self) -> None:
        """Shows all rules."""
        board, texts = BOARDS[self._game], self.texts
        self.app.push_screen(HelpScreen(texts.of(board.title), board.rules_in(texts), board.accent))
