"""The pig table as a widget: the points of this turn, and a row for each seat."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.boards.kit.board import BoardHost, Prompt
from tui.boards.kit.seat_notes import note
from tui.boards.kit.table_widget import TableWidget
from tui.boards.pig import words
from tui.boards.pig.controller import ACTIONS, PigController, prompt
from tui.boards.pig.view_model import ViewModel
from tui.widgets.lines import Lines
from tui.widgets.roster import Roster, RosterEntry
from tui.wire.terminal import palette

ABOVE = 2
"""Rows above the seats: the points of this turn, and a blank one."""


class PigTable(TableWidget[ViewModel]):
    """The turn above the seats."""

    view_model = ViewModel
    actions = ACTIONS

    def __init__(self, host: BoardHost) -> None:
        super().__init__(host)
        self._turn, self._seats = Lines(id="turn"), Roster(id="seats")
        self.panels = (self._turn, self._seats)
        self.controller = PigController(host, self.redraw)

    # What the table screen asks for

    def rows(self, width: int, most: int) -> int:
        del width
        seats = len(self.model.seats) if self.model else 0
        return min(ABOVE + seats, most)

    def focus_decision(self) -> None:
        self._seats.focus()

    def prompt(self, model: ViewModel) -> Prompt:
        return prompt(model, self.host.since())

    # Drawing

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        below = max(0, size.height - ABOVE)
        return {self._turn: Region(0, 0, size.width, 1), self._seats: Region(0, ABOVE, size.width, below)}

    def render_line(self, y: int) -> Strip:
        del y
        return Strip.blank(self.size.width)

    def draw(self, model: ViewModel) -> None:
        texts = model.texts
        pending = texts._("this turn: {points}", points=words.points(texts, model.pending))
        self._turn.show([[(f" {pending}", palette.STRONG)]])
        self.draw_seats(model)
        self.draw_choice(model)
        if self.display:
            self.show_prompt()

    def draw_choice(self, model: ViewModel) -> None:
        """What `?` asks."""
        if self._explains:
            lines = map(model.texts.of, (*words.RULES.values(),)[2:5])
            self.host.explain([[(f" {line}", palette.TEXT)] for line in lines])

    def draw_seats(self, model: ViewModel) -> None:
        seats = range(1, len(model.seats) + 1)
        longest = max(cell_len(model.names(seat)) for seat in seats)
        self._seats.show(self._entry(model, seat, longest) for seat in seats)

    def _entry(self, model: ViewModel, seat: int, longest: int) -> RosterEntry:
        name, said = model.names(seat), words.points(model.texts, model.points(seat))
        away, ink = note(model.texts, model.seats[seat - 1], self.host.now())
        return RosterEntry(
            lead=((" >" if seat in model.waiting_for else "  ", palette.ACCENT),),
            name=((name.ljust(longest), palette.MINE if seat == model.view.seat else palette.TEXT),),
            rest=((f"  {said}  ", palette.STRONG), (away, ink)),
        )
