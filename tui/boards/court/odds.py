"""The odds shown at a court table. A player who turned them on sees them in all own turns; in another seat's
turn they are shown until it ends, because then the log has something new.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from engine.court.model.moves import Keep, Move
from engine.game import Odds
from engine.value.values import Likelihood
from tui.boards.court.controller import CourtController
from tui.boards.court.panels import odds_lines
from tui.boards.court.panels.odds_lines import OddsRow
from tui.boards.court.play.view_model import ViewModel
from tui.boards.kit.board import BoardHost
from tui.boards.kit.position_odds import KnownOdds, PositionOdds
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


class OddsView(PositionOdds[ViewModel]):
    """Shows or hides odds, turn by turn."""

    def __init__(self, host: BoardHost, changed: Callable[[], None]) -> None:
        super().__init__(host, changed)
        self._seat: int | None = None
        """The seat in whose turn they are shown."""
        self._always = False
        """True if they are shown in every turn of the player's own."""
        self.is_wanted = False
        """Whether odds are shown now, or in turns to come."""
        self._best: dict[str, Likelihood] = {}
        """The best known chance of each card, from any question: inexact answers differ."""

    def shows(self, _: ViewModel) -> bool:
        return self._seat is not None

    def toggle(self, model: ViewModel) -> None:
        own = model.turn is not None and model.turn.seat == model.view.seat
        if self._seat is not None:
            self._always = self._always and not own
            self.hide()
        elif model.turn is not None:
            self._always = self._always or own
            self._seat = model.turn.seat
        else:
            self._host.notice(refusal_text(self._host.texts, refused("game-over")))
        self.is_wanted = self._seat is not None or self._always

    def look(self, model: ViewModel, move: Move | None = None) -> KnownOdds | None:
        seat = model.turn.seat if model.turn else None
        if seat != self._seat:
            self.hide()
            self._seat = seat if self._always and seat == model.view.seat else None
        return super().look(model, move)

    def hide(self) -> None:
        """Hide the odds until the next turn of the player's own in which they are shown."""
        super().close()
        self._seat, self.is_wanted = None, self._always

    def close(self) -> None:
        self._always = False
        self.hide()

    def forget(self) -> None:
        super().forget()
        self._best = {}

    def take(self, move: Move | None, odds: Odds) -> None:
        super().take(move, odds)
        for likely in odds.now:
            self._best[likely.what] = max(
                likely, self._best.get(likely.what, likely), key=lambda one: (one.exact, one.chance)
            )

    def rows(self, odds: Odds) -> Sequence[OddsRow]:
        """Return the cards that are listed, with the best that is known of each."""
        return odds_lines.rows([self._best.get(one.what, one) for one in odds.now], odds.then)
