"""Views of court: everybody sees everything, since nothing is hidden."""

from __future__ import annotations

from engine.chance import Chance, NoChance
from engine.court.model.events import Event
from engine.court.model.moves import Move
from engine.court.model.refusals import refused
from engine.court.model.state import State, View
from engine.court.rules.legal import check
from engine.court.rules.transitions import DRAWING, perform


def view(state: State, who: int | None) -> View:
    """The position as seat `who` (None: spectators) sees it."""
    return View(who, state)


def show(event: Event, _who: int | None) -> Event:
    """The event; everybody sees all of it."""
    return event


def sample(view: View, _chance: Chance) -> State:
    return view.position


def preview(view: View, move: Move) -> View | None:
    """The view after a legal move; None if dice decide. Raises Refused as `check` would."""
    turn, why = view.position.turn, check(view, move)
    if turn is None or why is not None:
        raise why or refused("game-over")
    if type(move) in DRAWING:
        return None
    return View(view.seat, perform(view.position, turn, move, NoChance()).state)
