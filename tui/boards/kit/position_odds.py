"""Odds that a board shows instead of its log: asked of the host, kept for the position.

The host answers a moment later (`BoardHost.odds`); until then the last odds stay on the screen. Only one
question is on its way at a time, and what is wanted by then is asked next. An answer that can be better is
asked for again with more effort, beside the next question. Odds that a player turned on in a turn of their
own are shown in all own turns, so that in between the log shows what happens; turned on while others are
asked, or by a spectator, they stay until they are turned off.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from msgspec.structs import replace

from engine.game import Refused
from tui.boards.kit.board import BoardHost
from tui.boards.kit.view_model import BoardViewModel
from tui.host.refusals import refused
from tui.language.refusals import refusal_text

S = TypeVar("S", bound=BoardViewModel[Any])


class KnownOdds(NamedTuple):
    """Odds, and the move that they were asked for (None: for the position)."""

    move: Any
    odds: Any


class PositionOdds(Generic[S]):
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
        self._improved: Any = None
        """The position for which a better answer is awaited."""
        self._shown: KnownOdds | None = None

    def shows(self, model: S) -> bool:
        """Whether odds are shown now."""
        return self._mode == "always" or (self._mode == "turns" and model.ask is not None)

    def toggle(self, model: S) -> None:
        """Show the odds, or hide them."""
        if self.shows(model):
            self.close()
        elif not model.waiting_for:
            self._host.notice(refusal_text(self._host.texts, refused("game-over")))
        else:
            self._mode = "always" if model.ask is None else "turns"

    def close(self) -> None:
        """Hide the odds and forget what is known."""
        self._mode, self._view, self._asked, self._improved, self._shown = "off", None, None, None, None

    def look(self, model: S, move: Any = None) -> KnownOdds | None:
        """Return the odds to show now, for a move that is being chosen; None if none are known, or wanted."""
        if not self.shows(model) or not model.waiting_for:
            return None
        if model.view != self._view:
            self._view = model.view
            self.forget()
        self._wish = None if move in self._barred else move
        if self._wish in self._known:
            self._shown = KnownOdds(self._wish, self._known[self._wish])
        self._ask()
        return self._shown

    def forget(self) -> None:
        """The position is another one: nothing is known of it yet."""
        self._known, self._efforts, self._barred = {}, {}, set()

    def take(self, move: Any, odds: Any) -> None:
        """Note an answer."""
        self._known[move] = odds

    def _ask(self) -> None:
        """Ask for what is wanted or, beside that, for a better answer than is known."""
        view, move = self._view, self._wish
        if view is None or move in self._barred:
            return
        if move not in self._known:
            if self._asked is not view:
                self._asked = view
                done, no = partial(self._answered, view, move, 0), partial(self._refused, view, move)
                self._host.odds(move, done, no)
        elif self._improved is not view and (effort := self._efforts.get(move, 0)):
            self._improved = view
            done, no = partial(self._answered, view, move, effort), partial(self._no_better, view, move)
            self._host.odds(move, done, no, effort)

    def _answered(self, view: Any, move: Any, effort: int, odds: Any) -> None:
        if view is not self._view:
            return
        if effort:
            self._improved = None
        else:
            self._asked = None
        self._efforts[move] = effort + 1 if getattr(odds, "more", False) else 0
        self.take(move, odds)
        self._changed()

    def _no_better(self, view: Any, move: Any, _: Refused) -> None:
        """Leave it at what is known, unless it was another question that took its place."""
        if view is self._view:
            self._improved = None
            if move == self._wish:
                self._efforts[move] = 0
                self._known[move] = replace(self._known[move], more=False)
            self._changed()

    def _refused(self, view: Any, move: Any, refusal: Refused) -> None:
        """Note that a choice that is no longer possible has no odds. If the position has none, say why; who
        only asked too often sees the odds of a later position.
        """
        if view is not self._view:
            return
        self._asked = None
        self._barred.add(move)
        if move is None:
            self._shown = None
            if refusal.code != "too-many-odds":
                self.close()
            self._host.notice(refusal_text(self._host.texts, refusal))
        self._changed()
