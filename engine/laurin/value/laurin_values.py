"""Laurin's implementation of `engine.value.values.Values`."""

from __future__ import annotations

from collections.abc import Sequence

from engine.kit.mixture import ways_at
from engine.laurin.model.state import State, View
from engine.laurin.opponents import BOTS
from engine.laurin.phases.market import first_buyer
from engine.laurin.value.boundary import MISS, chances
from engine.laurin.value.choices import moves
from engine.laurin.value.lying import after, lying
from engine.laurin.value.policies import STRONG
from engine.laurin.value.replays import replayed
from engine.value.seats import Seats
from engine.value.values import Values


def at_boundary(state: State) -> bool:
    """Whether a round has begun and nobody has bought or passed yet, or the game is over."""
    position = state.position
    if position.question is None:
        return True
    untouched = len(position.offer) == len(position.scores)
    return position.phase == "magic" and untouched and position.asked == (first_buyer(position),)


def seated(bots: Sequence[str]) -> Seats:
    """As `ways_at` (`Values.seated`)."""
    return ways_at(bots, BOTS, STRONG)


def laid(view: View) -> dict[str, int | float | str]:
    """Where the King stood, and the open movement cards."""
    x, y = view.position.king
    cards = " ".join(name for name in view.position.movement if name)
    found: dict[str, int | float | str] = {"x": x, "y": y}
    return found | {"cards": cards} if cards else found


VALUES = Values(
    strong=STRONG,
    miss=MISS,
    at_boundary=at_boundary,
    boundary=chances,
    moves=moves,
    lying=lying,
    after=after,
    replayed=replayed,
    laid=laid,
    seated=seated,
)
