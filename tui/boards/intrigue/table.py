"""The intrigue table as a widget: three panels, what they show, and their places.

`panels` and `play` make what is shown; the controller does what keys mean.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from textual.events import DescendantFocus
from textual.geometry import Region, Size
from textual.strip import Strip
from textual.widget import Widget

from engine.intrigue.model.events import Revealed
from tui.boards.intrigue.controller import IntrigueController, IntriguePanels
from tui.boards.intrigue.panels import explain, odds_lines
from tui.boards.intrigue.panels.faces import Gone, faces_of, removed_from
from tui.boards.intrigue.panels.hand import Hand, hand_rows, kind_of
from tui.boards.intrigue.panels.places import CHOOSABLE, CHOSEN
from tui.boards.intrigue.panels.plan import Plan, PlanSizes, compact_plan, is_compact, plan
from tui.boards.intrigue.panels.queue import Queue
from tui.boards.intrigue.panels.seat_rows import seat_entries
from tui.boards.intrigue.panels.state_line import legend, rule
from tui.boards.intrigue.play.actions import ACTIONS
from tui.boards.intrigue.play.intents import Moving, Placing, QueueSpot
from tui.boards.intrigue.play.prompts import prompt
from tui.boards.intrigue.play.view_model import ViewModel
from tui.boards.kit.board import BoardHost, Frame, Prompt
from tui.boards.kit.table_widget import OddsTable, flashing, separator
from tui.boards.kit.view_model import Confirming, NoIntent
from tui.host.port import TableSnapshot
from tui.widgets.card_grid import CardGrid
from tui.widgets.panel import Panel, Part, line_of
from tui.widgets.roster import Roster

MOST_SEATS = 5
LEAST_ROWS, LOGS_SHARE = 17, 3
"""The rows of a board in the smallest window; of further ones the log below it gets the third part."""


class IntrigueTable(OddsTable[ViewModel]):
    """Queue, seats, and the own hand; what is going on is in the line under the queue."""

    panels: IntriguePanels
    controller: IntrigueController
    view_model = ViewModel
    actions = ACTIONS

    def __init__(self, host: BoardHost) -> None:
        super().__init__(host)
        self.panels = IntriguePanels(Queue(id="queue"), Roster(id="seats"), Hand(id="hand"))
        self.controller = IntrigueController(host, self.panels, self.redraw)
        self._explained: tuple[explain.Lines, tuple[str, ...]] = (), ()
        """What is shown instead of the log, and its heading."""
        self._sizes = PlanSizes(MOST_SEATS, 0, 1)
        """The input of the present plan."""
        self._gone: Gone = {}

    # For the table screen

    def apply_snapshot(self, snapshot: TableSnapshot) -> bool:
        before = self.model
        fresh = super().apply_snapshot(snapshot)
        if (model := self.model) and before and before.view.position != model.view.position:
            goes_on = model.place and model.phase == "watch"  # who is asked chooses among what is left
            self._gone = removed_from(before.queue, model.queue, snapshot.events) if goes_on else {}
        self._update_sizes(resolved=bool(before and before.place))
        if model and before and model.phase == "watch" and model.place != before.place:
            self.panels.queue.follow(model.place)
        return fresh

    def question_opened(self) -> None:
        """Put the cursor on the first card that can be chosen."""
        model = self.model
        if model is None:
            return
        first = min(self.controller.targets, default=model.place)
        if first:
            self.panels.queue.go(QueueSpot(first))

    def rows(self, width: int, most: int) -> int:
        most -= max(0, most - LEAST_ROWS) // LOGS_SHARE
        return self._plan(Size(width, most)).height

    def focus_decision(self) -> None:
        model = self.model
        if model is not None and model.phase == "play" and isinstance(self.controller.intent, NoIntent):
            self.panels.hand.focus()
        else:
            self.panels.queue.focus()

    def prompt(self, model: ViewModel) -> Prompt:
        panel = self.panels.hand if model.phase == "play" else self.panels.queue
        elsewhere = not panel.is_focused
        return prompt(model, self.controller.intent, self.host.since(), elsewhere=elsewhere)

    # Layout

    def _update_sizes(self, *, resolved: bool) -> None:
        """Lay the panels out again if the queue or the hand has another number of rows. The queue keeps its
        grid while what `resolved` the last card is shown, though the next round has begun.
        """
        model = self.model
        if model is None:
            return
        seats, hand, places = len(model.seats), len(model.hand), len(model.queue) + len(self._gone)
        waiting = 0 if resolved else len(model.view.position.waiting)
        most = max(places + waiting, 0 if waiting else self._sizes.most)
        sizes = PlanSizes(seats, hand, places, most, model.texts.language)
        if sizes != self._sizes:
            self._sizes = sizes
            self.panels[0].refresh(layout=True)

    def plan(self, size: Size) -> Mapping[Widget, Region]:
        where = self._plan(size)
        queue, seats, hand = self.panels
        queue.set_shape(where.shape)
        if seats.set_shape(rows=1 + where.tall_seats, across=self._across(where)) and self.model:
            self.draw_seats(self.model)
        hand.set_shape(where.card)
        return {queue: where.queue, seats: where.seats, hand: where.hand}

    def _plan(self, size: Size) -> Plan:
        if is_compact(*size, self._sizes):
            return compact_plan(*size, self._sizes, self._focused)
        return plan(*size, self._sizes)

    @property
    def _focused(self) -> str:
        """The name of the panel that has the focus; while a line is typed, the queue."""
        _, seats, hand = self.panels
        return "seats" if seats.is_focused else "hand" if hand.is_focused else "queue"

    def render_line(self, y: int) -> Strip:
        """The lines between the panels; the first of them says what is going on."""
        where = self._plan(self.size)
        if y not in where.separators:
            return Strip.blank(self.size.width)
        if y != where.separators[0]:
            return separator(self._legend(where), self.size.width)
        return line_of(self._rule(), self.size.width)

    def _rule(self) -> Sequence[Part]:
        model, intent = self.model, self.controller.intent
        if model is None:
            return ()
        aiming = isinstance(intent.before if isinstance(intent, Confirming) else intent, Placing | Moving)
        return rule(model, self.size.width, aiming=aiming)

    def _legend(self, where: Plan) -> str:
        return legend(self.model) if self.model is not None and not where.tall_seats else ""

    # Drawing

    def draw(self, model: ViewModel) -> None:
        queue, _, hand = self.panels
        queue.nothing = model.texts._("The queue is empty.")
        queue.show(
            faces_of(model, self._signs(), self._gone),
            self.controller.stops(everywhere=self._explains or self.odds.shows(model)),
        )
        where = self._plan(self.size)
        hand.show(hand_rows(model, where.card))
        hand.choose(self._placed())
        hand.can_focus = bool(hand.rows)
        self.draw_seats(model)
        said = [*(text for text, _ in self._rule()), self._legend(where)]
        self.draw_separators(where.separators, "".join(said))
        self.draw_choice(model)
        if self.display:
            self.show_prompt()

    def _signs(self) -> dict[int, str]:
        """Returns the signs of places that can be chosen, and of the chosen one."""
        match self.controller.intent:
            case Moving(source) | Confirming(_, Moving(source)):
                return {source: CHOSEN}
            case Placing():
                return {}
        return dict.fromkeys(self.controller.targets, CHOOSABLE)

    def _placed(self) -> str:
        """Returns the card of the hand that is being placed; '' if none is."""
        match self.controller.intent:
            case Placing(card) | Confirming(_, Placing(card)):
                return card
        return ""

    def draw_seats(self, model: ViewModel) -> None:
        where = self._plan(self.size)
        width = self.width // self._across(where)
        self.panels.seats.show(seat_entries(model, width, self.host.now(), tall=where.tall_seats))

    def _across(self, where: Plan) -> int:
        """How many seats stand beside each other, so that everybody's influence is seen in few rows."""
        return 1 if where.tall_seats else -(-self._sizes.seats // max(1, where.seats.height))

    def draw_choice(self, model: ViewModel) -> None:
        """Draws what depends on the cursor: what is explained."""
        self._explain(model)

    def motion(self, before: ViewModel, model: ViewModel) -> Sequence[Frame]:
        """A card that was revealed flashes, if it is still where it was."""
        del before
        queue = self.panels.queue
        tops = {place: (stack[-1].kind, stack[-1].up) for place, stack in enumerate(model.queue, 1)}
        revealed = [event for event in model.snapshot.events if isinstance(event, Revealed)]
        shown = [event.place for event in revealed if tops.get(event.place) == (event.card, True)]
        return flashing(partial(queue.flash, shown[-1]), partial(queue.flash, None)) if shown else ()

    # Keys and messages of the panels

    def on_panel_moved(self, event: Panel.Moved) -> None:
        """A question about another place of the queue is dropped."""
        if event.panel is self.panels.queue:
            self.controller.move_on()

    def on_queue_confirmed(self, event: Queue.Confirmed) -> None:
        """Does what Enter means at a place of the queue now."""
        self.controller.choose_place(event.at)

    def on_card_grid_confirmed(self, event: CardGrid.Confirmed) -> None:
        """Asks where a card of the hand goes."""
        self.controller.choose_card(kind_of(event.key))

    def on_descendant_focus(self, _event: DescendantFocus) -> None:
        """Ends choosing when the focus leaves the list that was being chosen from."""
        if not self.controller.is_idle and not self.panels.queue.is_focused:
            self.controller.begin(NoIntent())
        self.selection_changed()
        self.show_prompt()
        self.make_room()

    # Explanations

    def odds_toggled(self) -> None:
        """Draws everything: the cursor stops at other places while odds are shown."""
        self.redraw()

    def toggle_explanation(self) -> None:
        self.odds.close()
        self._explains = not self._explains
        self.host.notice("")
        self.redraw()  # the cursor stops at other places while things are explained

    def _explain(self, model: ViewModel) -> None:
        """What a move is known to lead to while it waits for its confirming key; else what `?` explains."""
        queue, seats, hand = self.panels
        intent = self.controller.intent
        lines: explain.Lines = ()
        if isinstance(intent, Confirming):
            lines = explain.foreseen(model, intent.move, self.host.room)
        elif self._explains and isinstance(intent, Placing):
            lines = (*explain.spot_lines(model, queue.stop), *explain.card_lines(model, intent.card))
        elif self._explains and isinstance(intent, Moving):
            lines = (
                *explain.spot_lines(model, queue.stop),
                *explain.place_lines(model, QueueSpot(intent.source)),
            )
        elif self._explains and hand.is_focused and hand.card:
            lines = explain.card_lines(model, kind_of(hand.card.key))
        elif self._explains and seats.is_focused:
            lines = explain.seat_lines(model, seats.cursor + 1)
        elif self._explains:
            lines = explain.place_lines(model, queue.stop)
        headings: tuple[str, ...] = ()
        known = self.odds.look(model, self.controller.chosen(queue.stop))
        if known is not None and not lines:
            lines = odds_lines.lines(model, known, queue.stop.place if queue.has_focus else 0)
            headings = odds_lines.title(model), model.texts._("odds")
        if (lines, headings) != self._explained:
            self._explained = lines, headings
            self.host.explain(lines, *headings)
