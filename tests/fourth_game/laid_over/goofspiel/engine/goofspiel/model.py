"""The model of goofspiel: options, state, view, moves, events, and why a move is refused."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Literal

from msgspec import Meta, Struct

from engine.refusals import COMMON_PARAMS, CommonCode

SEATS = range(3, 4)
UNSEEN = 0
"""A bid that lies face down, to those who did not make it."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What a table agrees on. `cards`: everybody has the cards from 1 to this, and so have the prizes.
    `ties`: a prize for which the highest bid was made twice is added to the next one, or is lost.
    """

    cards: Annotated[int, Meta(ge=3, le=13)] = 7
    ties: Literal["added", "lost"] = "added"


class State(Struct, frozen=True):
    """A position; tuples are by seat, seat 1 first."""

    options: Options
    prize: int
    """The prize that is bid for."""
    left: tuple[int, ...]
    """The prizes that come later, lowest first."""
    hands: tuple[tuple[int, ...], ...]
    """The cards that were not bid yet, lowest first."""
    bids: tuple[int | None, ...]
    points: tuple[int, ...]
    added: int = 0
    """What nobody took before, and goes with this prize."""
    drawn: bool = True
    """Whether the next prize is drawn; by the first version of the rules the lowest one follows."""
    over: bool = False

    @property
    def round(self) -> int:
        """The number of prizes that were turned up."""
        return self.options.cards - len(self.left)


class View(Struct, frozen=True):
    """What a seat (None: a spectator) knows. Bids of others are UNSEEN, and still in their hands."""

    seat: int | None
    position: State


class Bid(Struct, frozen=True, tag="bid"):
    """Lay a card face down."""

    card: int


Move = Bid


class Turned(Struct, frozen=True, tag="turned"):
    """A prize was turned up; `added`: what goes with it."""

    prize: int
    added: int


class Laid(Struct, frozen=True, tag="laid"):
    """The seat has bid; the card is UNSEEN to others."""

    seat: int
    card: int


class Taken(Struct, frozen=True, tag="taken"):
    """All bids were shown, and the highest one took the prize."""

    seat: int
    points: int
    bids: tuple[int, ...]


class Tied(Struct, frozen=True, tag="tied"):
    """All bids were shown, and nobody bid most alone. `kept`: the prize goes with the next one."""

    points: int
    kept: bool
    bids: tuple[int, ...]


Event = Turned | Laid | Taken | Tied

Code = Literal[CommonCode, "not-in-hand"]
PARAMS: Mapping[str, tuple[str, ...]] = MappingProxyType({**COMMON_PARAMS, "not-in-hand": ("number",)})
