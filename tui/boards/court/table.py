"""The court table as a widget: four panels, what they show, and their places.

`panels` and `play` make what is shown; the controller does what keys mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Literal, cast

from textual.events import DescendantBlur, DescendantFocus
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from engine.court.model.events import DiceChanged, DieAdded, Kept, Rolled, Took
from engine.court.model.state import Kind
from tui.boards.court.controller import CourtController, CourtPanels
from tui.boards.court.odds import OddsView, choice
from tui.boards.court.panels import court_rows, explain, odds_lines, worth
from tui.boards.court.panels.plan import Plan, compact_plan, is_compact, plan, wanted
from tui.boards.court.panels.seat_rows import seat_entries
from tui.boards.court.play.actions import ACTIONS
from tui.boards.court.play.intents import ChoosingPower, UsingPower
from tui.boards.court.play.prompts import PromptContext, prompt
from tui.boards.court.play.view_model import ViewModel
from tui.boards.court.words import phrases
from tui.boards.kit.board import BoardHost, Frame, Prompt
from tui.boards.kit.position_odds import KnownOdds
from tui.boards.kit.table_widget import OddsTable, flashing, separator
from tui.boards.kit.view_model import NoIntent
from tui.host.port import TableSnapshot
from tui.widgets.card_grid import CardGrid
from tui.widgets.dice_tray import DiceTray
from tui.widgets.lines import Lines
from tui.widgets.panel import Panel, Part
from tui.widgets.roster import Roster
from tui.wire.terminal import tones

MOST_SEATS = 5
PANELS: Mapping[str, str] = MappingProxyType({"dice": "tray", "seats": "seats", "court": "court"})
"""The names of the panels in a plan, by what has the focus."""
OWN_STEPS, WATCHED_STEPS = 3, 2
"""In how many steps the player's own dice settle, and those of others."""
WIDEST_CARD = 34
"""Cells of a card in the widest window."""


class CourtTable(OddsTable[ViewModel]):
    """Court, seats, dice, and what they are worth."""

    panels: CourtPanels
    controller: CourtController
    odds: OddsView
    view_model = ViewModel
    actions = ACTIONS

    def __init__(self, host: BoardHost) -> None:
        super().__init__(host)
        self.panels = CourtPanels(
            CardGrid(id="court", accent=tones.COURT, widest=WIDEST_CARD),
            Roster(id="seats"),
            DiceTray(id="tray", changed=self.selection_changed),
            Lines(id="worth"),
        )
        self.controller = CourtController(host, self.panels, self.redraw)
        self.odds = OddsView(host, self.selection_changed)
        self._drawn_width = 0
        self._worths: dict[worth.ChosenDice, list[Part]] = {}
        self._worths_of: tuple[ViewModel | None, int] = None, 0
        """The position and the width for which they are known."""

    # For the table screen

    def rows(self, width: int, most: int) -> int:
        seats = len(self.model.seats) if self.model else MOST_SEATS
        return most if is_compact(width, most, seats) else wanted(width, most, seats)

    def focus_decision(self) -> None:
        model = self.model
        if model is not None and model.phase == "end":
            self.controller.go_to_court()
        else:
            self.panels.tray.focus()

    def prompt(self, model: ViewModel) -> Prompt:
        context = PromptContext(self.host.since(), self._panel, self._explains)
        return prompt(model, self.controller.intent, context)

    @property
    def _panel(self) -> Literal["court", "seats", "dice"]:
        if self.panels.court.is_focused:
            return "court"
        return "seats" if self.panels.seats.is_focused else "dice"

    # Layout

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        where = self._plan(size)
        court, seats, tray, line = self.panels
        return {court: where.court, seats: where.seats, tray: where.tray, line: where.worth}

    def _plan(self, size: Size) -> Plan:
        seats = len(self.model.seats) if self.model else MOST_SEATS
        if not is_compact(*size, seats):
            return plan(*size, seats)
        court = self.panels.court
        return compact_plan(*size, seats, court.lines_at(size.width), PANELS[self._panel])

    def render_line(self, y: int) -> Strip:
        """The lines between the panels; the last of them names the result to beat."""
        rules = self._plan(self.size).separators
        if y not in rules:
            return Strip.blank(self.size.width)
        said = self._mark_to_beat() if y == rules[-1] else ""
        return separator(said, self.size.width)

    def _mark_to_beat(self) -> str:
        model = self.model
        final = model.view.position.final if model else None
        if model is None or final is None:
            return ""
        mark = phrases.mark(final.mark.count, final.mark.face)
        return model.texts._("to beat: {name}'s {result}", result=mark, name=model.names(final.mark.seat))

    # Drawing

    def resized(self) -> None:
        if self._drawn_width != self.width:
            self.redraw()
        self.call_after_refresh(self.selection_changed)  # the log has its new size by now

    def draw(self, model: ViewModel) -> None:
        self._drawn_width = self.width
        texts, (court, _, tray, _) = model.texts, self.panels
        choosing = isinstance(self.controller.intent, ChoosingPower)
        court.show(court_rows.court_rows(texts, model.view, using=choosing))
        self.draw_seats(model)
        tray.show(model.dice, model.aside, _dice_labels(model))
        tray.restrict(self.controller.limit(model))
        self.draw_separators(self._plan(self.size).separators, self._mark_to_beat())
        self.draw_choice(model)
        self.show_prompt()

    def draw_seats(self, model: ViewModel) -> None:
        self.panels.seats.show(seat_entries(model, self.width, self.host.now()))

    def draw_choice(self, model: ViewModel) -> None:
        """Draws what depends on marks and cursors: signs at dice, results, the line under them."""
        *_, tray, line = self.panels
        tray.note(self.controller.notes(model))
        line.show([self._below(model)])
        if self._explains:
            self._explain(model)
        elif self.odds.is_wanted or self.odds_drawn:
            self.draw_odds(model, choice(self.controller))

    def _worth(self, model: ViewModel, chosen: worth.ChosenDice) -> list[Part]:
        """Returns what chosen dice are worth, in a line: the same are chosen again and again."""
        if self._worths_of[0] is not model or self._worths_of[1] != self.width:
            self._worths_of, self._worths = (model, self.width), {}
        known = self._worths.get(chosen)
        if known is None:
            known = self._worths[chosen] = worth.worth_line(model, chosen, self.width)
        return known

    def _below(self, model: ViewModel) -> list[Part]:
        court = self.panels.court
        match self.controller.intent:
            case UsingPower() as using:
                return worth.choice_line(model, using, self.controller.use, self.width)
            case ChoosingPower():
                return worth.power_line(model, self._card(), self.width, is_told=court.tells_powers)
        if court.is_focused and court.card and not (self._explains or court.tells_powers):
            return worth.card_line(model, self._card(), self.width)
        return self._worth(model, self._chosen_dice(model))

    def _chosen_dice(self, model: ViewModel) -> worth.ChosenDice:
        """The chosen dice. That at the caret counts if others are marked or set aside; else all count."""
        tray = self.panels.tray
        if not self.controller.is_idle or model.phase != "dice":
            return worth.ChosenDice()
        marks = tray.marks
        focused = tray.is_focused and bool(marks or model.aside)
        places = sorted({*marks, tray.cursor}) if focused else marks
        chosen = tuple([tray.dice[place] for place in places])
        return worth.ChosenDice(chosen, with_caret=focused)

    def _card(self) -> Kind:
        card = self.panels.court.card
        return court_rows.kind_of(card.key) if card else "king"

    def goes_on(self, snapshot: TableSnapshot) -> bool:
        """Whatever a bot does between two rolls is shown with the second one."""
        happened = [event for event in snapshot.events if isinstance(event, (Kept, DiceChanged, DieAdded))]
        seats = {event.seat for event in happened}
        return (
            bool(happened)
            and seats == set(snapshot.waiting_for)
            and all(snapshot.info.seats[seat - 1].held_by == "bot" for seat in seats)
            and not any(isinstance(event, Rolled) for event in snapshot.events)
        )

    def motion(self, before: ViewModel, model: ViewModel) -> Sequence[Frame]:
        """A roll settles, from the first die to the last, for those who watch in one step less; a card that
        was taken flashes.
        """
        court, _, tray, _ = self.panels
        happened = model.snapshot.events
        rolled = any(isinstance(event, Rolled) for event in happened)
        taken = next((event.card for event in happened if isinstance(event, Took)), None)
        old, count = before.dice, len(tray.dice)
        if rolled and len(old) == count > 1:
            steps = WATCHED_STEPS if model.ask is None else OWN_STEPS
            return [partial(tray.settle, old, count * step // steps) for step in range(1, steps + 1)]
        return flashing(partial(court.flash, taken), partial(court.flash, None)) if taken else ()

    # Keys and messages of the panels

    def on_dice_tray_barred(self, event: DiceTray.Barred) -> None:
        """Shows why a die that was pressed cannot be marked."""
        self.controller.miss_die(event.index, event.face)

    def on_dice_tray_confirmed(self, event: DiceTray.Confirmed) -> None:
        """Does what Enter means at the dice now."""
        self.controller.choose_dice(event.marks)

    def on_card_grid_confirmed(self, event: CardGrid.Confirmed) -> None:
        """Takes a card or uses its power."""
        self.controller.choose_card(court_rows.kind_of(event.key))

    def on_panel_beyond(self, event: Panel.Beyond) -> None:
        """Goes from panel to panel, from the last to the first; does nothing while something is chosen."""
        if self.controller.is_idle:
            panels = self.panels[:3]
            panels[(panels.index(cast("Any", event.panel)) + event.by) % 3].focus()
        else:
            self.controller.refuse_other_keys()

    def on_descendant_focus(self, _event: DescendantFocus) -> None:
        """Ends choosing when the focus leaves the list that was being chosen from."""
        if isinstance(self.controller.intent, ChoosingPower) and not self.panels.court.is_focused:
            self.controller.begin(NoIntent())
        self.selection_changed()
        self.show_prompt()
        self.make_room()

    def on_descendant_blur(self, event: DescendantBlur) -> None:
        """Redraws: while a line is typed no die has the caret, and none counts for being so."""
        if event.widget is self.panels.tray and self.host.is_typing:
            self.selection_changed()

    # Odds and explanations

    def odds_told(self, model: ViewModel, known: KnownOdds) -> tuple[Sequence[Sequence[Part]], str]:
        rows = self.odds.rows(known.odds)
        title = odds_lines.title(model, known.odds, known.move, rows, self.host.room.width)
        return odds_lines.lines(model, rows, self.host.room), title

    def toggle_explanation(self) -> None:
        self.odds.hide()
        super().toggle_explanation()
        self.show_prompt()

    def _explain(self, model: ViewModel) -> None:
        court, seats, tray, _ = self.panels
        if court.is_focused:
            lines = explain.card_lines(model, self._card())
        elif seats.is_focused:
            lines = explain.seat_lines(model, seats.cursor + 1)
        else:
            face = tray.dice[tray.cursor] if tray.dice else None
            lines = explain.dice_lines(model, face)
        self.host.explain(lines)


def _dice_labels(model: ViewModel) -> tuple[str, str]:
    """Returns the labels of the dice that can be moved, always of the same width, and of those set aside."""
    texts = model.texts
    words = texts._("active"), texts._("in hand")
    active, in_hand = (word.ljust(max(map(len, words))) for word in words)
    return in_hand if model.turn is not None and not model.turn.rolled else active, texts._("aside")
