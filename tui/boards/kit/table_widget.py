"""The base of every board's widget: a controller, panels laid out by a plan, explanations.

A board defines what its panels show (`draw`, `draw_choice`), where they are (`plan`, `rows`) and what is
explained; its controller defines what keys do. (Textual calls a handler of this class in addition to one of
the same name in a subclass.)
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar

from textual.app import ComposeResult
from textual.events import Key
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.boards.kit.board import BoardHost, BoardView, Frame, Prompt
from tui.boards.kit.controller import BoardController
from tui.boards.kit.keys import BACK, EXPLAINS, ODDS_KEYS
from tui.boards.kit.position_odds import KnownOdds, PositionOdds
from tui.boards.kit.view_model import BoardViewModel
from tui.host.port import TableSnapshot
from tui.language.actions import help_lines
from tui.language.wording import NO_WORDS, worded
from tui.widgets.panel import Panel, Part, line_of
from tui.wire.terminal import palette

NARROWEST = 80

S = TypeVar("S", bound=BoardViewModel[Any])


class TableWidget(BoardView, Generic[S]):
    """Subclasses make their panels and their controller in `__init__`."""

    panels: Sequence[Widget]
    """From top to bottom."""
    controller: BoardController[S]
    view_model: type[S]
    """The game's view model."""

    def __init__(self, host: BoardHost) -> None:
        super().__init__()
        self.host = host
        self._explains = False
        self._separators: tuple[tuple[int, ...], str] = (), ""
        """The rows of the lines between panels as they were last drawn, and the words on them."""

    def compose(self) -> ComposeResult:
        """The panels, from top to bottom."""
        yield from self.panels

    # For boards to implement

    def apply_snapshot(self, snapshot: TableSnapshot) -> bool:
        """Hands a snapshot to the controller. Returns whether this player is asked something new."""
        return self.controller.apply(self.view_model(self.host.texts, snapshot))

    def prompt(self, model: S) -> Prompt:
        """What to do now, and with which keys."""
        raise NotImplementedError

    def focus_decision(self) -> None:
        """Puts the focus where the next decision is."""
        raise NotImplementedError

    def question_opened(self) -> None:
        """Called after drawing when this player is asked something new."""

    def draw(self, model: S) -> None:
        """Update every panel; panels draw only what differs."""
        raise NotImplementedError

    def draw_choice(self, model: S) -> None:
        """Update what depends on cursors and marks alone."""
        raise NotImplementedError

    def draw_seats(self, model: S) -> None:
        """Update the rows of the seats, which also depend on the time."""
        raise NotImplementedError

    def resized(self) -> None:
        """Draw at the new size."""
        self.redraw()

    def press_key(self, key: str) -> bool:
        """Handles a key before the controller does. Returns whether the key meant anything."""
        if key in EXPLAINS or (self._explains and key in BACK.keys and self.controller.is_idle):
            self.toggle_explanation()
            return True
        return False

    def motion(self, before: S, model: S) -> Sequence[Frame]:
        """Returns frames that show what has just happened, from what was shown before to what is drawn now;
        none by default.
        """
        del before, model
        return ()

    # For the table screen

    def show(self, snapshot: TableSnapshot) -> None:
        """Shows a snapshot and, if this player is asked something new, puts the focus there. When their turn
        begins, an explanation makes room for what has happened in the meantime.
        """
        before = self.model
        waited = before is not None and before.ask is None
        question_opened = self.apply_snapshot(snapshot)
        if waited and snapshot.ask is not None and self._explains:
            self.toggle_explanation()
        self.redraw()
        if question_opened:
            self.question_opened()
            self.take_focus()
        frames: Sequence[Frame] = ()
        if before is not None and self.model is not None and snapshot.info.stage == "running":
            frames = self.motion(before, self.model)
        self.host.show_frames(frames)

    def take_focus(self) -> None:
        if self.is_attached and not self.host.is_typing:
            self.focus_decision()

    def show_prompt(self) -> None:
        model, texts = self.model, self.host.texts
        if model is not None:
            said = partial(self.prompt, model)
            self.host.prompt(worded("a prompt", said, lambda: Prompt(texts.of(NO_WORDS))))

    @property
    def question(self) -> Hashable:
        return self.controller.question

    def typed(self, text: str) -> bool:
        return self.controller.typed(text)

    def refused(self) -> None:
        self.controller.stop_waiting()

    def ticked(self) -> None:
        if self.model is not None:
            self.draw_seats(self.model)

    def key_lines(self) -> tuple[tuple[str, str], ...]:
        return help_lines(self.host.texts, self.actions)

    # Drawing

    @property
    def model(self) -> S | None:
        """The view model; None before the first snapshot."""
        return self.controller.model

    @property
    def width(self) -> int:
        """The columns to draw on; before the first layout, the least possible number."""
        return self.size.width or NARROWEST

    def redraw(self) -> None:
        """Draw everything; does nothing before the first snapshot."""
        if self.model is not None:
            self.draw(self.model)

    def draw_separators(self, rows: tuple[int, ...], said: str) -> None:
        """Draw the lines between panels, if their rows or their words changed."""
        if (rows, said) != self._separators:
            self._separators = rows, said
            self.refresh(*[Region(0, y, self.width, 1) for y in rows])

    def selection_changed(self) -> None:
        """Draw what depends on cursors and marks."""
        if (model := self.controller.model) is not None:
            self.draw_choice(model)

    def make_room(self) -> None:
        """Lay the panels out again if their places depend on which has the focus, as in a small window."""
        places = dict(self.plan(self.size)) if self.model is not None and self.size.area else {}
        if any(child.region.size != place.size for child, place in places.items()):
            self.panels[0].refresh(layout=True)  # a node's own refresh keeps its arrangement

    def toggle_explanation(self) -> None:
        """Show or hide explanations of what is under the cursor."""
        self._explains = not self._explains
        self.host.notice("")
        if not self._explains:
            self.host.explain(())
        self.selection_changed()

    def on_mount(self) -> None:
        """Asks the table screen to place the focus."""
        self.host.take_focus()

    def on_panel_moved(self, _event: Panel.Moved) -> None:
        """The cursor moved: draws what depends on it."""
        self.selection_changed()

    def on_roster_confirmed(self) -> None:
        """Shows or hides the explanation of a seat."""
        self.toggle_explanation()

    def on_resize(self) -> None:
        """Draws at the new size."""
        self.resized()

    def on_key(self, event: Key) -> None:
        """Gives a key to the board, then to the controller."""
        if self.press_key(event.key) or self.controller.press(event.key):
            event.stop()


class OddsTable(TableWidget[S]):
    """A board with a key for the odds of the position."""

    odds: PositionOdds[S]

    def __init__(self, host: BoardHost) -> None:
        super().__init__(host)
        self.odds = PositionOdds(host, self.selection_changed)
        self.odds_drawn = False
        """True while odds stand where the log is."""

    def press_key(self, key: str) -> bool:
        if key in ODDS_KEYS or (key in BACK.keys and self._closes_odds):
            self.show_odds()
            return True
        return super().press_key(key)

    @property
    def _closes_odds(self) -> bool:
        """Whether a way back leads from the odds."""
        model = self.controller.model
        return self.controller.is_idle and model is not None and self.odds.shows(model)

    def show_odds(self) -> bool:
        self._explains = False
        self.host.notice("")
        if self.model is not None:
            self.odds.toggle(self.model)
        self.odds_toggled()
        return True

    def draw_odds(self, model: S, move: Any) -> None:
        """Draws the odds for a move that is being chosen where the log is, if they are shown."""
        known = self.odds.look(model, move)
        if known is not None:
            lines, title = self.odds_told(model, known)
            self.host.explain(lines, title, model.texts._("odds"))
        elif self.odds_drawn:
            self.host.explain(())
        self.odds_drawn = known is not None

    def odds_told(self, model: S, known: KnownOdds) -> tuple[Sequence[Sequence[Part]], str]:
        """Returns odds as lines, and the line above them."""
        raise NotImplementedError

    def odds_toggled(self) -> None:
        """Draws what is shown now."""
        self.selection_changed()


def separator(said: str, width: int) -> Strip:
    """A horizontal line with a few words in it."""
    parts: list[Part] = [("──", palette.FAINT), (f" {said} " if said else "", palette.ACCENT)]
    return line_of([*parts, ("─" * width, palette.FAINT)], width)


def flashing(on: Frame, off: Frame) -> Sequence[Frame]:
    """Returns the frames of something that flashes once, for two steps."""
    return on, lambda: None, off
