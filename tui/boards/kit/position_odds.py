"""Odds that a board shows instead of its log: asked of the host, kept for the position.

The host answers a moment later (`BoardHost.odds`); until then the last odds stay on the screen. Only one
question is on its way at a time, and what is wanted by then is asked next. An answer that can be better is
asked for again with more effort. Odds that a player turned on in a turn of their own are shown in all own
turns, so that in between the log shows what happens; turned on while others are asked, or by a spectator,
they stay until they are turned off.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal, NamedTuple, TypeVar

from engine.game import Refused
from tui.boards.kit.board import BoardHost
from tui.boards.kit.keys import BACK, ODDS_KEYS
from tui.boards.kit.table_widget import TableWidget
from tui.boards.kit.view_model import BoardViewModel
from tui.host.refusals import refused
from tui.language.refusals import refusal_text

S = TypeVar("S", bound=BoardViewModel[Any])


class KnownOdds(NamedTuple):
    """Odds, and the move that they were asked for (None: for the position)."""

    move: Any
    odds: Any


class PositionOdds:
    """Whether odds are shown, and which. It calls `changed` when something else is to be shown."""

    def __init__(self, host: BoardHost, changed: Callable[[], None]) -> None:
        self._host, self._changed = host, changed
        self._mode: Literal["off", "turns", "always"] = "off"
        self._view: Any = None
        self._wish: Any = None
        self._known: dict[Any, Any] = {}
        """The odds of this position, by the move in question."""
        self._efforts: dict[Any, int] = {}
        """The effort of the last answer, by the move in question; where there is none, none is wanted."""
        self._barred: set[Any] = set()
        """Moves whose odds were refused."""
        self._asked: Any = None
        """The position whose answer is awaited."""
        self._shown: KnownOdds | None = None

    def shows(self, model: BoardViewModel[Any]) -> bool:
        """Whether odds are shown now."""
        return self._mode == "always" or (self._mode == "turns" and model.ask is not None)

    def toggle(self, model: BoardViewModel[Any]) -> None:
        """Show the odds, or hide them."""
        if self.shows(model):
            self.close()
        elif not model.waiting_for:
            self._host.notice(refusal_text(self._host.texts, refused("game-over")))
        else:
            self._mode = "always" if model.ask is None else "turns"

    def close(self) -> None:
        """Hide the odds and forget what is known."""
        self._mode, self._view, self._asked, self._shown = "off", None, None, None

    def look(self, model: BoardViewModel[Any], move: Any = None) -> KnownOdds | None:
        """Return the odds to show now, for a move that is being chosen; None if none are known, or wanted."""
        if not self.shows(model) or not model.waiting_for:
            return None
        if model.view != self._view:
            self._view, self._known, self._efforts, self._barred = model.view, {}, {}, set()
        self._wish = None if move in self._barred else move
        if self._wish in self._known:
            self._shown = KnownOdds(self._wish, self._known[self._wish])
        self._ask()
        return self._shown

    def _ask(self) -> None:
        """Ask for what is wanted: the first answer, or a better one than is known."""
        view, move = self._view, self._wish
        if view is None or self._asked is view or move in self._barred:
            return
        effort = self._efforts.get(move, 0) if move in self._known else 0
        if move in self._known and not effort:
            return
        self._asked = view
        done, no = partial(self._answered, view, move, effort), partial(self._refused, view, move)
        self._host.odds(move, done, no, effort) if effort else self._host.odds(move, done, no)

    def _answered(self, view: Any, move: Any, effort: int, odds: Any) -> None:
        if view is self._view:
            self._asked = None
            self._known[move] = odds
            self._efforts[move] = effort + 1 if getattr(odds, "more", False) else 0
            self._changed()

    def _refused(self, view: Any, move: Any, refusal: Refused) -> None:
        """Note that a choice that is no longer possible has no odds. If the position has none, say why; who
        only asked too often sees the odds of a later position.
        """
        if view is not self._view:
            return
        self._asked = None
        if move in self._known:
            self._efforts[move] = 0
            return
        self._barred.add(move)
        if move is None:
            self._shown = None
            if refusal.code != "too-many-odds":
                self.close()
            self._host.notice(refusal_text(self._host.texts, refusal))
        self._changed()


class OddsTable(TableWidget[S]):
    """A board with a key for the odds of the position."""

    def __init__(self, host: BoardHost) -> None:
        super().__init__(host)
        self.odds = PositionOdds(host, self.selection_changed)

    def press_key(self, key: str) -> bool:
        model = self.model
        closes = key in BACK.keys and self.controller.is_idle and model is not None and self.odds.shows(model)
        if key in ODDS_KEYS or closes:
            self.show_odds()
            return True
        return super().press_key(key)

    def show_odds(self) -> bool:
        self._explains = False
        self.host.notice("")
        if self.model is not None:
            self.odds.toggle(self.model)
        self.odds_toggled()
        return True

    def odds_toggled(self) -> None:
        """Draws what is shown now."""
        self.selection_changed()
