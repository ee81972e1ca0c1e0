"""The garden table as a widget: five panels, what they show, and their places.

`panels` and `play` make what is shown; the controller does what keys mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from textual.events import DescendantFocus
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from engine.laurin.model.events import Placed, Relocated, Scored
from tui.boards.kit.board import BoardHost, Frame, Prompt
from tui.boards.kit.position_odds import KnownOdds
from tui.boards.kit.table_widget import OddsTable, flashing
from tui.boards.kit.view_model import NoIntent
from tui.boards.laurin.controller import LaurinController, LaurinPanels
from tui.boards.laurin.panels import choice_rows, explain, info, odds_lines
from tui.boards.laurin.panels.choice_list import ChoiceList
from tui.boards.laurin.panels.choice_rows import MoveOption
from tui.boards.laurin.panels.garden import Garden
from tui.boards.laurin.panels.garden_picture import garden_picture
from tui.boards.laurin.panels.hand import hand
from tui.boards.laurin.panels.plan import Page, Plan, is_small, plan, widest
from tui.boards.laurin.panels.seat_rows import SeatRowSize, Seats, seat_rows
from tui.boards.laurin.panels.treasure_panel import TreasurePanel
from tui.boards.laurin.play.actions import ACTIONS
from tui.boards.laurin.play.intents import ChoosingMove, ChoosingStandingAnswers
from tui.boards.laurin.play.prompts import prompt
from tui.boards.laurin.play.view_model import ViewModel
from tui.widgets.lines import Lines
from tui.widgets.panel import Panel, Part
from tui.widgets.paragraphs import Paragraph, wrap_cached
from tui.wire.terminal import palette

MOST_SEATS = 5
SMALLEST = Size(80, 17)


class LaurinTable(OddsTable[ViewModel]):
    """Garden, seats, movement cards, treasure, and what is under the cursor."""

    panels: LaurinPanels
    controller: LaurinController
    view_model = ViewModel
    actions = ACTIONS
    gives_rows = False

    def __init__(self, host: BoardHost) -> None:
        super().__init__(host)
        self.panels = LaurinPanels(
            Garden(id="garden"),
            Seats(id="seats"),
            ChoiceList(id="choices"),
            TreasurePanel(id="treasure"),
            Lines(id="info"),
            Lines(id="hand"),
        )
        self.controller = LaurinController(host, self.panels, self.redraw)
        self._page: Page = "garden"

    # For the table screen

    def question_opened(self) -> None:
        """Removes the last notice."""
        self.host.notice("")

    def rows(self, width: int, most: int) -> int:
        return min(most, self._plan(Size(width, most)).height)

    def columns(self, most: int, rows: int) -> int:
        """Columns that the board wants beside its log: the garden grows first."""
        return widest(most, rows)

    def focus_decision(self) -> None:
        """Puts the focus where the next decision is; a chance to react leaves it where it is, but not in a
        list that is empty by now: a small window would show that and no garden.
        """
        model, choices = self.model, self.panels.choices
        if model and (where := self._decided_at(model)):
            where.focus()
        elif self.screen.focused not in self.panels or (
            choices.is_focused and not any(row.cells for row in choices.rows)
        ):
            self.panels.garden.focus()

    def _decided_at(self, model: ViewModel) -> Panel | None:
        """Returns the panel where the question is answered; None: wherever one is."""
        match model.question:
            case "bid" | "take-back":
                return self.panels.treasure_panel
            case "buy" | "give" | "king" | "king-free" | "king-last":
                return self.panels.choices
            case "place" | "move":
                return self.panels.garden
        return None

    def prompt(self, model: ViewModel) -> Prompt:
        where = self._decided_at(model)
        elsewhere = where is not None and not where.is_focused
        intent, dwarf = self.controller.intent, self.controller.dwarf
        return prompt(model, intent, dwarf, self.host.since(), elsewhere=elsewhere)

    # Layout

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        where = self._plan(size)
        garden, seats, choices, treasure_panel, lines, cards = self.panels
        return {
            garden: where.garden,
            seats: where.seats,
            choices: where.choices,
            treasure_panel: where.treasure_panel,
            lines: where.info,
            cards: where.hand,
        }

    def _plan(self, size: Size) -> Plan:
        model = self.model
        seats = len(model.seats) if model else MOST_SEATS
        holds = bool(model and model.own)
        return plan(size.width, size.height, seats, holds=holds, page=self._page)

    @property
    def _where(self) -> Plan:
        return self._plan(self.size if self.size.area else SMALLEST)

    def render_line(self, y: int) -> Strip:
        """A blank row: the panels leave nothing to draw between them."""
        del y
        return Strip.blank(self.size.width)

    # Drawing

    def draw(self, model: ViewModel) -> None:
        self.draw_seats(model)
        width, intent = self._where.choices.width, self.controller.intent
        if self.host.is_brief:
            self.panels.choices.show(())
        else:
            self.panels.choices.show(
                choice_rows.choices(model, intent, width), choice_rows.heading(model, intent, width)
            )
        room = self._where.hand
        self.panels.hand.show(hand(model, room.width, room.height))
        self.draw_choice(model)
        self.show_prompt()

    def draw_seats(self, model: ViewModel) -> None:
        where = self._where
        room = SeatRowSize(where.seats.width, where.seat_lines)
        rows = seat_rows(model, room, self.host.now())
        self.panels.seats.set_shape(rows=1 + len(rows[0].below))
        self.panels.seats.show(rows)

    def draw_choice(self, model: ViewModel) -> None:
        """Draws what depends on cursors: the garden, the treasure, what is said of the choice."""
        target = self.controller.option if self._chooses else None
        aim = target.move if isinstance(target, MoveOption) else None
        self.panels.garden.show(garden_picture(model, self.controller.intent, aim, brief=self.host.is_brief))
        self._tell(model)
        self.draw_odds(model, self.controller.chosen)
        if self._explains:
            self._explain(model)

    @property
    def _chooses(self) -> bool:
        """True if the list is what matters now."""
        return self.panels.choices.is_focused or isinstance(
            self.controller.intent, ChoosingMove | ChoosingStandingAnswers
        )

    def _tell(self, model: ViewModel) -> None:
        """Draws what is said of the option under the cursor below the list, and of the treasure beside it."""
        where, choices = self._where, self.panels.choices
        said = info.target(model, self.controller.option) if self._chooses else ()
        feet = [_wrapped(one, where.choices.width) for one in said]
        free = where.choices.height - len(choices.rows) - bool(choices.heading)
        below = next((foot for foot in feet if len(foot) <= free), feet[-1] if feet else ())[:free]
        choices.tell(below)
        sayings = said if said and not below else self._sayings(model)
        room = where.info.height
        self.panels.info.show(_wrapped(sayings[0], where.info.width)[:room] if sayings and room else ())
        self._show_treasure(model, () if room else sayings)

    def _sayings(self, model: ViewModel) -> info.Sayings:
        """Return what there is to say of the treasure, or of what is under the cursor of another panel."""
        _, seats, _, treasure_panel, *_ = self.panels
        if treasure_panel.is_focused:
            return info.treasure(model, treasure_panel.laid)
        if seats.is_focused:
            return info.seat(model, seats.cursor + 1)
        return info.garden(model, self.controller.dwarf)

    def _show_treasure(self, model: ViewModel, sayings: info.Sayings) -> None:
        """Shows the treasure, with what fits beside it."""
        shown = model.view.position.auction.shown if model.view.position.auction else ()
        backs = shown[model.own - 1] if model.question == "take-back" else model.view.hand
        label = model.texts._("your bid") if model.question == "take-back" else model.texts._("treasure")
        panel = self.panels.treasure_panel
        panel.show(label if model.view.seat else "", backs, sayings)

    def motion(self, before: ViewModel, model: ViewModel) -> Sequence[Frame]:
        """Dwarfs that came, moved or scored flash."""
        del before
        squares: list[str] = []
        for event in model.snapshot.events:
            match event:
                case Placed(square=square):
                    squares.append(square)
                case Relocated(steps=steps):
                    squares += [end for _, end in steps]
                case Scored(dwarfs=dwarfs):
                    squares += [dwarf.square for dwarf in dwarfs]
        garden = self.panels.garden
        here = [square for square in squares if square in garden.picture.dwarfs]
        return flashing(partial(garden.flash, here), partial(garden.flash, ())) if here else ()

    # Keys and messages of the panels

    def on_garden_confirmed(self, event: Garden.Confirmed) -> None:
        """Does what Enter means at a square now."""
        self.controller.choose_square(event.square)

    def on_choice_list_confirmed(self) -> None:
        """Does what Enter means in the list now."""
        self.controller.choose_option()

    def on_treasure_panel_barred(self) -> None:
        """Shows why a card cannot be laid out."""
        self.controller.miss_treasure()

    def on_treasure_panel_confirmed(self, event: TreasurePanel.Confirmed) -> None:
        """Bids the treasure, or takes it back."""
        self.controller.choose_treasure(event.cards)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Ends choosing when the focus leaves the list that was being chosen from. In a small window, brings
        what has the focus to the front.
        """
        if (
            isinstance(self.controller.intent, ChoosingMove | ChoosingStandingAnswers)
            and not self.panels.choices.is_focused
        ):
            self.controller.begin(NoIntent())
        self._turn_page(event.widget)
        self.selection_changed()
        self.show_prompt()

    def _turn_page(self, focused: Widget) -> None:
        garden, seats, *_ = self.panels
        page: Page = "garden" if focused is garden else "seats" if focused is seats else "list"
        if page != self._page:
            self._page = page
            if is_small(*self.size):
                garden.refresh(layout=True)
                self.redraw()

    # Odds and explanations

    def odds_toggled(self) -> None:
        """Ends what was explained in their place."""
        self.host.explain(())
        super().odds_toggled()

    def toggle_explanation(self) -> None:
        self.odds.close()
        super().toggle_explanation()

    def odds_told(self, model: ViewModel, known: KnownOdds) -> tuple[Sequence[Sequence[Part]], str]:
        return odds_lines.lines(model, known.odds), odds_lines.title(model)

    def _explain(self, model: ViewModel) -> None:
        garden, seats, _, treasure_panel, *_ = self.panels
        if garden.is_focused:
            lines = explain.square_lines(model, garden.cursor)
        elif seats.is_focused:
            lines = explain.seat_lines(model, seats.cursor + 1)
        elif treasure_panel.is_focused:
            lines = explain.treasure_lines(model)
        else:
            lines = explain.target_lines(model, self.controller.option)
        self.host.explain(lines)


def _wrapped(said: str, width: int) -> Paragraph:
    """Return a sentence in lines with a blank before them."""
    return wrap_cached(((f" {said}", palette.TEXT),), max(1, width - 1), indent=1) if said else ()
