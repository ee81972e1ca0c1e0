"""How the seats of a table play, as far as everybody can know: bots as they do, people by their public moves.

Somebody who is not known plays like a beginner, a page or a steward. A placing or a moving that one of these
would not do makes it less likely. Bids are left out: they follow from hands that nobody else sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from math import exp

from engine import codec
from engine.chance import FairChance
from engine.kit.mixture import way_of
from engine.laurin.model.moves import Move
from engine.laurin.model.state import Position, State
from engine.laurin.opponents import BOTS
from engine.laurin.value.policies import FIXED, move_by
from engine.value.seats import Seats, Sitting, Way, way

TELLING = frozenset({"place", "move"})
"""Questions whose answers tell how a seat plays."""
KINDS = ("beginner", "page", "steward")
"""How people may play."""
COSTS, COSTS_ALWAYS = 1.2, 0.15
"""What a move costs a policy that would not make it, and one that would, in natural logarithms of weight."""
TRIES = 8
"""So often a policy that draws is asked whether it would make a move."""


def seats_of(sitting: Sequence[Sitting], most: int) -> Seats:
    """How seats play, by so many of the last moves of those of which it is not known."""
    return Seats(tuple([_way(one, seat, most) for seat, one in enumerate(sitting, start=1)]))


def _way(one: Sitting, seat: int, most: int) -> Way:
    known = way_of(one.bot, BOTS) if one.bot else None
    if known is not None:
        return known
    moves = [(seen.view.position, seen.move) for seen in one.seen[-most:]]
    return way(
        {
            kind: exp(-sum(COSTS_ALWAYS if would_make(kind, *seen, seat) else COSTS for seen in moves))
            for kind in KINDS
        }
    )


@lru_cache(maxsize=1 << 10)
def would_make(policy: str, position: Position, move: Move, seat: int) -> bool:
    """Whether a policy might make this move."""
    nothing: tuple[tuple[int, ...], ...] = ((),) * len(position.scores)
    state = State(position, nothing, nothing)
    chance = FairChance(sha256(codec.encode(position)).digest())
    tries = 1 if policy in FIXED else TRIES
    return any(move_by(policy, state, seat, chance) == move for _ in range(tries))
