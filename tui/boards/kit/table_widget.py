"""A board's widget as every game has it: hands, panels that stand by a plan, explanations.

A board says what its panels show (`draw`, `draw_choice`), where they stand (`plan`, `rows`) and
what is explained; what keys do is its hands' business. (Textual calls a handler of this class
beside one of the same name in a board's.)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from textual.app import ComposeResult
from textual.events import Key
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from tui.boards.kit.board import BoardHost, BoardView
from tui.boards.kit.controller import BoardController
from tui.boards.kit.keys import BACK, EXPLAINS
from tui.boards.kit.view_model import BoardViewModel
from tui.host.port import TableSnapshot
from tui.widgets.actions import Action, help_lines
from tui.widgets.panel import Part, line_of
from tui.wire.terminal import palette

NARROWEST = 80

S = TypeVar("S", bound=BoardViewModel[Any])


class TableWidget(BoardView, Generic[S]):
    """Subclasses make their panels and hands before anything is shown."""

    panels: Sequence[Widget]
    """From top to bottom."""
    controller: BoardController[S]
    actions: Sequence[Action]
    """What the help page tells."""

    def __init__(self, host: BoardHost) -> None:
        super().__init__()
        self.host = host
        self._explains = False
        self._ruled: tuple[tuple[int, ...], str] = (), ""
        """The rows of lines between panels as they were drawn last, and what they said."""

    def compose(self) -> ComposeResult:
        yield from self.panels

    # What boards say

    def see(self, snapshot: TableSnapshot) -> bool:
        """Takes the news to the hands. Whether this player is asked something new."""
        raise NotImplementedError

    def asked_anew(self) -> None:
        """Called when this player is asked something new, once it is drawn."""

    def draw(self, model: S) -> None:
        """Brings every panel up to date; panels draw only what differs."""
        raise NotImplementedError

    def draw_choice(self, model: S) -> None:
        """Brings up to date what depends on cursors and marks alone."""
        raise NotImplementedError

    def draw_seats(self, model: S) -> None:
        """Brings up to date what is said of the seats, which depends on the time, too."""
        raise NotImplementedError

    def resized(self) -> None:
        """There is more or less room, or any for the first time."""
        self.redraw()

    def pressed(self, key: str) -> bool:
        """Does what a key means, before hands get it; whether it meant something."""
        if key in EXPLAINS or (self._explains and key in BACK.keys and self.controller.is_idle):
            self.toggle_explanation()
            return True
        return False

    # What the table screen asks for

    def show(self, snapshot: TableSnapshot) -> None:
        asked_anew = self.see(snapshot)
        self.redraw()
        if asked_anew:
            self.asked_anew()
            self.take_focus()

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
        """What there is to see, once there is anything."""
        return self.controller.model

    @property
    def width(self) -> int:
        """Columns to draw on; before there are any, the fewest there will be."""
        return self.size.width or NARROWEST

    def redraw(self) -> None:
        """Everything may be different."""
        if self.model is not None:
            self.draw(self.model)

    def draw_rules(self, rows: tuple[int, ...], said: str) -> None:
        """Draws the lines between panels again where they stand, or say, something else."""
        if (rows, said) != self._ruled:
            self._ruled = rows, said
            self.refresh(*[Region(0, y, self.width, 1) for y in rows])

    def chosen(self) -> None:
        """A cursor moved, or something was marked."""
        if self.model is not None:
            self.draw_choice(self.model)

    def toggle_explanation(self) -> None:
        """Explains what is under the cursor from now on, or no longer."""
        self._explains = not self._explains
        self.host.notice("")
        if not self._explains:
            self.host.explain(())
        self.chosen()

    def on_mount(self) -> None:
        self.host.take_focus()

    def on_resize(self) -> None:
        self.resized()

    def on_key(self, event: Key) -> None:
        if self.pressed(event.key) or self.controller.press(event.key):
            event.stop()


def rule(said: str, width: int) -> Strip:
    """A line across, with a few words in it."""
    parts: list[Part] = [("──", palette.FAINT), (f" {said} " if said else "", palette.ACCENT)]
    return line_of([*parts, ("─" * width, palette.FAINT)], width)
