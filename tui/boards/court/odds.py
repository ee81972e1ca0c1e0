"""The odds shown at a court table: they are asked of the host, one question at a time, and kept for the
position.

The host answers a moment later (`BoardHost.odds`); until then the old odds stay on the screen. If the choice
changes several times in between, only the last one is asked about. An answer with lower bounds is asked for
again with more effort, until all is exact, the host has no better one, or the choice or the position has
changed; the numbers on the screen grow as better answers come. Known odds are kept for the position, so that
going back and forth among dice asks nothing twice. A player who turned odds on sees them in all own
turns; in another seat's turn they are shown until it ends, because then the log has something new.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from engine.court.model.moves import Keep, Move
from engine.court.model.state import View
from engine.game import Odds, Refused
from engine.value.values import Likelihood
from tui.boards.court.controller import CourtController
from tui.boards.court.panels import odds_lines
from tui.boards.court.panels.odds_lines import OddsRow
from tui.boards.court.play.view_model import ViewModel
from tui.boards.kit.board import BoardHost
from tui.boards.kit.view_model import NoIntent
from tui.host.refusals import refused
from tui.language.refusals import refusal_text


def choice(controller: CourtController) -> Move | None:
    """Return the move that the present keys are about: setting the marked dice aside, or else the one under
    the cursor; or the use of the power that is being chosen. None: there is none.
    """
    model = controller.model
    move: Move | None = controller.use
    if model is not None and controller.intent == NoIntent() and model.phase == "dice":
        move = Keep(tuple(sorted(controller.dice_to_keep)))
    return move if model is not None and move is not None and model.check(move) is None else None


class OddsView:
    """Shows or hides odds. It calls `changed` when something else is to be shown."""

    def __init__(self, host: BoardHost, changed: Callable[[], None]) -> None:
        self._seat: int | None = None
        """The seat in whose turn they are shown."""
        self._always = False
        """True if they are shown in every turn of the player's own."""
        self.is_wanted = False
        """Whether odds are shown now, or in turns to come."""
        self._host, self._changed = host, changed
        self._view: View | None = None
        self._wish: Move | None = None
        self._known: dict[Move | None, Odds] = {}
        """The odds of this position, by the move in question."""
        self._best: dict[str, Likelihood] = {}
        """The best known chance of each card, from any question: inexact answers differ."""
        self._asked: View | None = None
        """The position whose answer is awaited."""
        self._improved: View | None = None
        """The position for which a better answer is awaited."""
        self._efforts: dict[Move | None, int] = {}
        """The effort of the last answer, by the move in question."""
        self._shown: tuple[Move | None, Odds] | None = None

    @property
    def on(self) -> bool:
        """Whether odds are shown."""
        return self._seat is not None

    def toggle(self, model: ViewModel) -> None:
        """Show or hide the odds."""
        own = model.turn is not None and model.turn.seat == model.view.seat
        if self.on:
            self._always = self._always and not own
            self.close()
        elif model.turn is not None:
            self._always = self._always or own
            self._seat = model.turn.seat
        else:
            self._host.notice(refusal_text(self._host.texts, refused("game-over")))
        self.is_wanted = self.on or self._always

    def look(self, controller: CourtController, model: ViewModel) -> None:
        """Take the position, and the choice for which odds are wanted."""
        seat = model.turn.seat if model.turn else None
        if seat != self._seat:
            self.close()
            self._seat = seat if self._always and seat == model.view.seat else None
        if not self.on:
            return
        if model.view != self._view:
            self._view, self._known, self._best, self._efforts = model.view, {}, {}, {}
        self._wish = move = choice(controller)
        if move in self._known:
            self._shown = move, self._known[move]
            self._improve()
        else:
            self._ask()

        self._show(model)

    def _show(self, model: ViewModel) -> None:
        """Draw the odds that are known."""
        if self._shown is None:
            return
        move, odds = self._shown
        rows = self._rows(odds)
        title = odds_lines.title(model, odds, move, rows, self._host.room.width)
        self._host.explain(odds_lines.lines(model, rows, self._host.room), title, model.texts._("odds"))

    def close(self) -> None:
        """Hide the odds and forget what is known."""
        if self.on:
            self._seat, self._view, self._asked, self._improved, self._shown = None, None, None, None, None
            self._host.explain(())
            self.is_wanted = self._always

    def _rows(self, odds: Odds) -> Sequence[OddsRow]:
        now = [self._best.get(likely.what, likely) for likely in odds.now]
        return odds_lines.rows(now, odds.then)

    def _ask(self) -> None:
        view, move = self._view, self._wish
        if not self.on or view is None or self._asked is view or move in self._known:
            return
        self._asked = view
        self._host.odds(move, partial(self._answered, view, move), partial(self._refused, view, move))

    def _answered(self, view: View, move: Move | None, odds: Odds) -> None:
        if view is self._view and self.on:
            self._asked = None
            self._take(move, odds)
            self._shown = move, odds
            self._changed()
            self._ask()

    def _take(self, move: Move | None, odds: Odds) -> None:
        """Note an answer, and what it says of the position."""
        self._known[move] = odds
        for likely in odds.now:
            self._best[likely.what] = max(
                likely, self._best.get(likely.what, likely), key=lambda one: (one.exact, one.chance)
            )

    def _improve(self) -> None:
        """Ask for a better answer to what is shown, if there is one."""
        view, move = self._view, self._wish
        if view is None or self._improved is view or not self._known[move].more:
            return
        self._improved = view
        effort = self._efforts[move] = self._efforts.get(move, 0) + 1
        done, no = partial(self._better, view, move), partial(self._no_better, view, move)
        self._host.odds(move, done, no, effort)

    def _better(self, view: View, move: Move | None, odds: Odds) -> None:
        if view is self._view and self.on:
            self._improved = None
            self._take(move, odds)
            self._changed()

    def _no_better(self, view: View, move: Move | None, _: Refused) -> None:
        """Leave it at what is known, unless it was another question that took its place."""
        if view is self._view and self.on:
            self._improved = None
            if move == self._wish:
                self._known[move] = replace(self._known[move], more=False)
            else:
                self._efforts[move] -= 1
            self._changed()

    def _refused(self, view: View, move: Move | None, refusal: Refused) -> None:
        """Note that a choice that is no longer possible has no odds. If the game has none at all,
        show that.
        """
        if view is not self._view or not self.on:
            return
        self._asked = None
        if move is None:
            self._always = False
            self.close()
            self._host.notice(refusal_text(self._host.texts, refusal))
        else:
            self._wish = None
            self._ask()
