"""The model of pig: options, state, view, moves, events, and why a move is refused."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.refusals import COMMON_PARAMS, CommonCode

SEATS = range(2, 6)
LOSING = 1
"""The face that ends a turn without points."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on. `goal`: the points that win."""

    goal: Annotated[int, Meta(ge=10, le=1000)] = 100


class State(Struct, frozen=True):
    """A position: everything in it is public."""

    options: Options
    number: int
    """Moves made so far; the id of the open ask."""
    turns: int
    """Turns that have ended."""
    turn: int
    """The seat whose turn it is."""
    points: tuple[int, ...]
    """Points held, by seat."""
    pending: int = 0
    """Points of this turn, not held yet."""

    @property
    def over(self) -> bool:
        """Whether somebody has reached the goal."""
        return max(self.points) >= self.options.goal


class View(Struct, frozen=True):
    """What a seat (None: a spectator) knows: the whole position."""

    seat: int | None
    position: State


class Roll(Struct, frozen=True, tag="roll"):
    """Roll the die."""


class Hold(Struct, frozen=True, tag="hold"):
    """Add the points of this turn to the own ones and end the turn."""


Move = Roll | Hold
ROLL, HOLD = Roll(), Hold()


class Rolled(Struct, frozen=True, tag="rolled"):
    """The die showed `face`; `pending`: the points of this turn after it."""

    seat: int
    face: int
    pending: int


class Lost(Struct, frozen=True, tag="lost"):
    """The die showed a 1, and the turn's points are gone."""

    seat: int
    points: int


class Held(Struct, frozen=True, tag="held"):
    """The turn's points were added; `total`: the seat's points after it."""

    seat: int
    points: int
    total: int


class Ended(Struct, frozen=True, tag="ended"):
    """The seat has reached the goal."""

    winner: int


Event = Rolled | Lost | Held | Ended

Code = Literal[CommonCode, "not-your-turn", "nothing-to-hold"]
PARAMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {**COMMON_PARAMS, "not-your-turn": ("seat",), "nothing-to-hold": ()}
)
