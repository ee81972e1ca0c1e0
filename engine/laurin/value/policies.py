"""How a seat can play on: the policies that `engine.value.seats` names for laurin, by the names of its bots.

A master thinks too long to be played on hundreds of times; a steward stands in for it. How far that carries
is measured (docs/odds.md).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType

from engine.chance import Chance
from engine.game import Ask
from engine.laurin.bots import page, steward
from engine.laurin.bots.beginner import Beginner
from engine.laurin.bots.evaluation import NEAR
from engine.laurin.model.moves import Move
from engine.laurin.model.names import Cards
from engine.laurin.model.state import Position, State, View

STRONG = "steward"
"""Who plays on for strong players."""
QUICK = "quick"
"""A steward that does not look as far, for long games on."""
STAND_IN: Mapping[str, str] = MappingProxyType({"master": STRONG})
"""Who plays on for bots that think too long."""
FIXED = frozenset({STRONG})
"""Policies whose moves follow from the view alone, without chance."""
BY_POSITION = frozenset({"give", "place", "move", "king", "king-free", "king-last", "react", "counter"})
"""Questions that a steward answers by what lies open, whatever treasure it has."""
Asked = tuple[Position, int, Cards, Cards]
"""What a steward's answer follows from: the position, its seat, and the treasure that it looks at: in hand
and laid face down.
"""


def stand_in(name: str) -> str:
    """The policy that plays on for this one."""
    return STAND_IN.get(name, name)


def asked(state: State, seat: int) -> Asked:
    """What a steward would look at that is asked in this state."""
    if state.position.question in BY_POSITION:
        return state.position, seat, (), ()
    return state.position, seat, state.hands[seat - 1], state.bids[seat - 1]


@lru_cache(maxsize=1 << 12)
def steward_move(position: Position, seat: int, hand: Cards, bid: Cards) -> Move:
    """What a steward does that is `asked`."""
    return steward.decide(View(seat, position, hand, bid), position.question or "", seat)


def move_by(name: str, state: State, seat: int, chance: Chance) -> Move:
    """What a seat that is asked does by a policy. Raises ValueError: there is none of this name."""
    position = state.position
    policy = _POLICIES.get(stand_in(name))
    if policy is None:
        raise ValueError(f"laurin is not played on like {name!r}, but like {', '.join(_POLICIES)}")
    view = View(seat, position, state.hands[seat - 1], state.bids[seat - 1])
    return policy(view, position.question or "", seat, chance)


def _steward(view: View, kind: str, seat: int, _chance: Chance) -> Move:
    return steward.decide(view, kind, seat)


def _quick(view: View, kind: str, seat: int, _chance: Chance) -> Move:
    return steward.decide(view, kind, seat, NEAR)


def _beginner(view: View, kind: str, seat: int, chance: Chance) -> Move:
    return _BEGINNER.choose(None, view, Ask(0, seat, kind), chance)  # type: ignore[arg-type]


_BEGINNER = Beginner()
_POLICIES: Mapping[str, Callable[[View, str, int, Chance], Move]] = MappingProxyType(
    {"beginner": _beginner, "page": page.decide, STRONG: _steward, QUICK: _quick}
)
