"""The goofspiel table as a widget: the prize and one's cards, and a row for each seat."""

from __future__ import annotations

from collections.abc import Mapping

from rich.cells import cell_len
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.boards.goofspiel import words
from tui.boards.goofspiel.controller import ACTIONS, GoofspielController, prompt
from tui.boards.goofspiel.view_model import ViewModel
from tui.boards.kit.board import BoardHost, Prompt
from tui.boards.kit.seat_notes import note
from tui.boards.kit.table_widget import TableWidget
from tui.widgets.lines import Lines
from tui.widgets.roster import Roster, RosterEntry
from tui.wire.terminal import palette

ABOVE = 3
"""Rows above the seats: the prize, one's cards, and a blank one."""


class GoofspielTable(TableWidget[ViewModel]):
    """The prize above the seats."""

    view_model = ViewModel
    actions = ACTIONS

    def __init__(self, host: BoardHost) -> None:
        super().__init__(host)
        self._top, self._seats = Lines(id="top"), Roster(id="seats")
        self.panels = (self._top, self._seats)
        self.controller = GoofspielController(host, self.redraw)

    # What the table screen asks for

    def rows(self, width: int, most: int) -> int:
        del width
        return min(ABOVE + (len(self.model.seats) if self.model else 0), most)

    def focus_decision(self) -> None:
        self._seats.focus()

    def prompt(self, model: ViewModel) -> Prompt:
        return prompt(model, self.host.since())

    # Drawing

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        below = max(0, size.height - ABOVE)
        return {
            self._top: Region(0, 0, size.width, ABOVE - 1),
            self._seats: Region(0, ABOVE, size.width, below),
        }

    def render_line(self, y: int) -> Strip:
        del y
        return Strip.blank(self.size.width)

    def draw(self, model: ViewModel) -> None:
        texts = model.texts
        prize = texts._("The prize is {points}.", points=words.points(texts, model.worth))
        own = texts._("Your cards: {cards}.", cards=words.cards(model.hand)) if model.hand else ""
        self._top.show([[(f" {prize}", palette.STRONG)], [(f" {own}", palette.TEXT)]])
        self.draw_seats(model)
        self.draw_choice(model)
        if self.display:
            self.show_prompt()

    def draw_choice(self, model: ViewModel) -> None:
        """What `?` asks."""
        if self._explains:
            lines = map(model.texts.of, (*words.RULES.values(),)[1:])
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
