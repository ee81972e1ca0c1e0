"""The garden table as a widget: five panels, what they show, and where they stand.

What is said is made by the modules beside this one; what keys do is `Hands`' business.
"""

from __future__ import annotations

from collections.abc import Mapping

from textual.events import DescendantFocus
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from tui.boards.kit.board import BoardHost
from tui.boards.kit.intents import Idle
from tui.boards.kit.table_widget import TableWidget
from tui.boards.laurin.controller import LaurinController, LaurinPanels
from tui.boards.laurin.panels import choice_rows, explain, info
from tui.boards.laurin.panels.choice_list import ChoiceList
from tui.boards.laurin.panels.choice_rows import ListOption, PlayOption
from tui.boards.laurin.panels.garden import Garden
from tui.boards.laurin.panels.household_rows import Room, households
from tui.boards.laurin.panels.households import Households
from tui.boards.laurin.panels.picture import picture
from tui.boards.laurin.panels.plan import Plan, plan
from tui.boards.laurin.panels.treasure_panel import TreasurePanel
from tui.boards.laurin.play.actions import ACTIONS
from tui.boards.laurin.play.intents import Choosing, Saying
from tui.boards.laurin.play.prompts import prompt
from tui.boards.laurin.play.view_model import ViewModel, view_model
from tui.host.port import TableSnapshot
from tui.widgets.lines import Lines
from tui.widgets.panel import Part
from tui.widgets.paragraphs import laid

MOST_SEATS = 5
SMALLEST = Size(80, 17)


class LaurinTable(TableWidget[ViewModel]):
    """Garden, seats, movement cards, treasure, and what is under the cursor."""

    panels: LaurinPanels
    hands: LaurinController
    actions = ACTIONS

    def __init__(self, desk: BoardHost) -> None:
        super().__init__(desk)
        self.panels = LaurinPanels(
            Garden(id="garden"),
            Households(id="seats"),
            ChoiceList(id="slips"),
            TreasurePanel(id="purse"),
            Lines(id="info"),
        )
        self.hands = LaurinController(desk, self.panels, self.redraw)

    # What the table screen asks for

    def see(self, news: TableSnapshot) -> bool:
        return self.hands.see(view_model(self.desk.texts, news))

    def asked_anew(self) -> None:
        self.desk.notice("")

    def rows(self, width: int, most: int) -> int:
        return min(most, self._plan(Size(width, most)).height)

    def take_focus(self) -> None:
        """Goes to where the next decision is; a chance to react leaves the focus where it is."""
        scene = self.scene
        if not self.is_attached or self.desk.is_typing:
            return
        focused = self.screen.focused in self.panels
        match scene.question if scene else None:
            case "bid" | "take-back":
                self.panels.purse.focus()
            case "buy" | "give" | "king" | "king-free" | "king-last":
                self.panels.slips.focus()
            case "place" | "move":
                self.panels.garden.focus()
            case _ if not focused:
                self.panels.garden.focus()

    def again(self) -> None:
        if self.scene is not None:
            self.desk.prompt(prompt(self.scene, self.hands.intent, self.hands.dwarf, self.desk.since()))

    # Where things stand

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        where = self._plan(size)
        garden, seats, slips, purse, lines = self.panels
        return {
            garden: where.garden,
            seats: where.seats,
            slips: where.slips,
            purse: where.purse,
            lines: where.info,
        }

    def _plan(self, size: Size) -> Plan:
        return plan(size.width, size.height, len(self.scene.seats) if self.scene else MOST_SEATS)

    @property
    def _where(self) -> Plan:
        return self._plan(self.size if self.size.area else SMALLEST)

    def render_line(self, y: int) -> Strip:
        del y
        return Strip.blank(self.size.width)

    # Drawing

    def draw(self, scene: ViewModel) -> None:
        self.draw_seats(scene)
        width = self._where.slips.width
        self.panels.slips.show(choice_rows.slips(scene, self.hands.intent, width))
        shown = scene.view.position.auction.shown if scene.view.position.auction else ()
        backs = shown[scene.own - 1] if scene.question == "take-back" else scene.view.hand
        label = scene.texts._("your bid") if scene.question == "take-back" else scene.texts._("treasure")
        self.panels.purse.show(label if scene.view.seat else "", backs)
        self.draw_choice(scene)
        self.again()

    def draw_seats(self, scene: ViewModel) -> None:
        where = self._where
        room = Room(where.seats.width, where.seat_lines)
        self.panels.seats.show(households(scene, room, self.desk.now()))

    def draw_choice(self, scene: ViewModel) -> None:
        """What depends on cursors: the garden, the lines below the treasure, explanations."""
        target = self.hands.target if isinstance(self.hands.intent, Choosing) else None
        aim = target.move if isinstance(target, ListOption) else None
        self.panels.garden.show(picture(scene, self.hands.intent, aim))
        where = self._where.info
        lines = laid(tuple(self._below(scene)), max(1, where.width - 1), indent=1)
        self.panels.info.show(lines[: where.height])
        if self._explains:
            self._explain(scene)

    def _below(self, scene: ViewModel) -> list[Part]:
        _, seats, slips, purse, _ = self.panels
        if slips.has_focus or isinstance(self.hands.intent, Choosing | Saying):
            return info.target(scene, self.hands.target) or self._columns(scene)
        if purse.has_focus:
            return info.treasure(scene, purse.laid)
        if seats.has_focus:
            return info.seat(scene, seats.cursor + 1)
        return info.garden(scene, self.hands.dwarf)

    def _columns(self, scene: ViewModel) -> list[Part]:
        """What stands in the columns of movement cards, where their list has no row for it."""
        listed = len(self.panels.slips.rows) <= self._where.slips.height
        ways = isinstance(self.hands.target, PlayOption)
        return [choice_rows.columns(scene)] if ways and not listed else []

    # Keys and what the panels say

    def on_garden_moved(self) -> None:
        self.chosen()

    def on_garden_confirmed(self, event: Garden.Confirmed) -> None:
        self.hands.choose_square(event.square)

    def on_slips_moved(self) -> None:
        self.chosen()

    def on_slips_confirmed(self) -> None:
        self.hands.choose_slip()

    def on_purse_changed(self) -> None:
        self.chosen()

    def on_purse_barred(self) -> None:
        self.hands.miss_treasure()

    def on_purse_confirmed(self, event: TreasurePanel.Confirmed) -> None:
        self.hands.choose_treasure(event.cards)

    def on_households_moved(self) -> None:
        self.chosen()

    def on_households_confirmed(self) -> None:
        self.toggle_explanation()

    def on_descendant_focus(self, _event: DescendantFocus) -> None:
        if isinstance(self.hands.intent, Choosing | Saying) and not self.panels.slips.has_focus:
            self.hands.begin(Idle())
        self.chosen()

    # Explanations

    def _explain(self, scene: ViewModel) -> None:
        garden, seats, _, purse, _ = self.panels
        if garden.has_focus:
            lines = explain.square_lines(scene, garden.cursor)
        elif seats.has_focus:
            lines = explain.seat_lines(scene, seats.cursor + 1)
        elif purse.has_focus:
            lines = explain.treasure_lines(scene)
        else:
            lines = explain.target_lines(scene, self.hands.target)
        self.desk.explain(lines)
