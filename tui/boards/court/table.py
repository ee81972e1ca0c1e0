"""The court table as a widget: four panels, what they show, and where they stand.

What is said is made by the modules beside this one; what keys do is `Hands`' business.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, cast

from textual.events import DescendantBlur, DescendantFocus
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from engine.court.model.state import Kind
from tui.boards.court.controller import CourtController, CourtPanels
from tui.boards.court.odds import OddsView, choice
from tui.boards.court.panels import court_rows, explain, worth
from tui.boards.court.panels.plan import Plan, plan
from tui.boards.court.panels.seat_rows import seat_entries
from tui.boards.court.play.actions import ACTIONS, ODDS
from tui.boards.court.play.intents import Powers, Using
from tui.boards.court.play.prompts import PromptContext, prompt
from tui.boards.court.play.view_model import ViewModel, view_model
from tui.boards.court.words import phrases
from tui.boards.kit.board import BoardHost
from tui.boards.kit.intents import Idle
from tui.boards.kit.keys import BACK
from tui.boards.kit.table_widget import TableWidget, rule
from tui.host.port import TableSnapshot
from tui.widgets.card_grid import CardGrid
from tui.widgets.dice_tray import DiceTray
from tui.widgets.lines import Lines
from tui.widgets.panel import Panel, Part
from tui.widgets.roster import Roster

MOST_SEATS = 5


class CourtTable(TableWidget[ViewModel]):
    """Court, seats, dice, and what they are worth."""

    panels: CourtPanels
    hands: CourtController
    actions = ACTIONS

    def __init__(self, desk: BoardHost) -> None:
        super().__init__(desk)
        self.panels = CourtPanels(
            CardGrid(id="court"), Roster(id="seats"), DiceTray(id="tray"), Lines(id="worth")
        )
        self.hands = CourtController(desk, self.panels, self.redraw)
        self.odds = OddsView(desk, self.chosen)
        self._drawn_width = 0

    # What the table screen asks for

    def see(self, news: TableSnapshot) -> bool:
        return self.hands.see(view_model(self.desk.texts, news))

    def rows(self, width: int, most: int) -> int:
        return self._plan(Size(width, most)).height

    def take_focus(self) -> None:
        if not self.is_attached or self.desk.is_typing:
            return
        scene = self.scene
        if scene is not None and scene.phase == "end":
            self.hands.go_to_court()
        else:
            self.panels.tray.focus()

    def again(self) -> None:
        if self.scene is not None:
            around = PromptContext(self.desk.since(), self._panel, self._explains)
            self.desk.prompt(prompt(self.scene, self.hands.intent, around))

    @property
    def _panel(self) -> Literal["court", "seats", "dice"]:
        """Where the focus is."""
        if self.panels.court.has_focus:
            return "court"
        return "seats" if self.panels.seats.has_focus else "dice"

    # Where things stand

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        where = self._plan(size)
        court, seats, tray, line = self.panels
        return {court: where.court, seats: where.seats, tray: where.tray, line: where.worth}

    def _plan(self, size: Size) -> Plan:
        return plan(size.width, size.height, len(self.scene.seats) if self.scene else MOST_SEATS)

    def render_line(self, y: int) -> Strip:
        """The lines between the panels; the last of them names the result to beat."""
        rules = self._plan(self.size).rules
        if y not in rules:
            return Strip.blank(self.size.width)
        said = self._mark_to_beat() if y == rules[-1] else ""
        return rule(said, self.size.width)

    def _mark_to_beat(self) -> str:
        scene = self.scene
        final = scene.view.position.final if scene else None
        if scene is None or final is None:
            return ""
        mark = phrases.mark(final.mark.count, final.mark.face)
        return scene.texts._("to beat: {result} of {name}", result=mark, name=scene.names(final.mark.seat))

    # Drawing

    def resized(self) -> None:
        if self._drawn_width != self.width:
            self.redraw()
        self.call_after_refresh(self.chosen)  # the log has its new size by then

    def draw(self, scene: ViewModel) -> None:
        self._drawn_width = self.width
        texts, (court, _, tray, _) = scene.texts, self.panels
        choosing = isinstance(self.hands.intent, Powers)
        court.show(court_rows.court_rows(texts, scene.view, using=choosing))
        self.draw_seats(scene)
        tray.show(scene.dice, scene.aside, _dice_labels(scene), framed=scene.ask is not None)
        tray.restrict(self.hands.limit(scene))
        self.draw_rules(self._plan(self.size).rules, self._mark_to_beat())
        self.draw_choice(scene)
        self.again()

    def draw_seats(self, scene: ViewModel) -> None:
        self.panels.seats.show(seat_entries(scene, self.width, self.desk.now()))

    def draw_choice(self, scene: ViewModel) -> None:
        """What depends on marks and cursors: signs, results, the line under the dice."""
        court, _, tray, line = self.panels
        chosen = self._chosen_dice(scene)
        court.light(court_rows.payable(scene.view, chosen.dice) if chosen.dice else ())
        tray.note(self.hands.notes(scene))
        line.show([self._below(scene)])
        if self._explains:
            self._explain(scene)
        else:
            self.odds.look(scene, choice(self.hands, tray))

    def _below(self, scene: ViewModel) -> list[Part]:
        width = self.width
        match self.hands.intent:
            case Using() as using:
                return worth.choice_line(scene, using, self.hands.use, width)
            case Powers():
                return worth.card_line(scene, self._card(), width, using=True)
        if self.panels.court.has_focus and self.panels.court.card:
            return worth.card_line(scene, self._card(), width, using=False)
        return worth.worth_line(scene, self._chosen_dice(scene), width)

    def _chosen_dice(self, scene: ViewModel) -> worth.Chosen:
        """The die in brackets counts as long as others are marked or lie aside: else all dice do."""
        tray = self.panels.tray
        if not self.hands.is_idle or scene.phase != "dice":
            return worth.Chosen()
        bracket = tray.has_focus and bool(tray.marks or scene.aside)
        places = {*tray.marks, tray.cursor} if bracket else set(tray.marks)
        return worth.Chosen(tuple(tray.dice[place] for place in sorted(places)), bracket)

    def _card(self) -> Kind:
        card = self.panels.court.card
        return court_rows.kind_of(card.key) if card else "king"

    # Keys and what the panels say

    def pressed(self, key: str) -> bool:
        if key in ODDS.keys or (self.odds.on and key in BACK.keys and self.hands.is_idle):
            self.show_odds()
            return True
        return super().pressed(key)

    def on_dice_tray_marked(self) -> None:
        self.chosen()

    def on_dice_tray_moved(self) -> None:
        self.chosen()

    def on_dice_tray_barred(self, event: DiceTray.Barred) -> None:
        self.hands.miss_die(event.index, event.face)

    def on_dice_tray_confirmed(self, event: DiceTray.Confirmed) -> None:
        self.hands.choose_dice(event.marks)

    def on_card_grid_moved(self) -> None:
        self.chosen()

    def on_card_grid_confirmed(self, event: CardGrid.Confirmed) -> None:
        self.hands.choose_card(court_rows.kind_of(event.key))

    def on_roster_moved(self) -> None:
        self.chosen()

    def on_roster_confirmed(self) -> None:
        self.toggle_explanation()

    def on_panel_beyond(self, event: Panel.Beyond) -> None:
        """From panel to panel, from the last to the first; not while something is chosen."""
        if self.hands.is_idle:
            panels = self.panels[:3]
            panels[(panels.index(cast("Any", event.panel)) + event.by) % 3].focus()
        else:
            self.hands.stay()

    def on_descendant_focus(self, _event: DescendantFocus) -> None:
        if isinstance(self.hands.intent, Powers) and not self.panels.court.has_focus:
            self.hands.begin(Idle())
        self.chosen()
        self.again()

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        """While a line is typed no die is in brackets, and none counts for being so."""
        if event.widget is self.panels.tray and self.desk.is_typing:
            self.chosen()

    # Explanations

    def show_odds(self) -> bool:
        self._explains = False
        self.desk.notice("")
        if self.scene is not None:
            self.odds.toggle(self.scene)
        self.chosen()
        return True

    def toggle_explanation(self) -> None:
        self.odds.close()
        super().toggle_explanation()
        self.again()

    def _explain(self, scene: ViewModel) -> None:
        court, seats, tray, _ = self.panels
        if court.has_focus:
            lines = explain.card_lines(scene, self._card())
        elif seats.has_focus:
            lines = explain.seat_lines(scene, seats.cursor + 1)
        else:
            face = tray.dice[tray.cursor] if tray.dice else None
            lines = explain.dice_lines(scene, face)
        self.desk.explain(lines)


def _dice_labels(scene: ViewModel) -> tuple[str, str]:
    """What stands before the dice set aside and the others, always of the same width."""
    texts = scene.texts
    words = texts._("aside"), texts._("active"), texts._("in hand")
    aside, active, in_hand = (word.ljust(max(map(len, words))) for word in words)
    return aside, in_hand if scene.turn is not None and not scene.turn.rolled else active
