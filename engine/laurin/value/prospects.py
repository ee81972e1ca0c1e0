"""What the rest of a round may bring, from playouts: the next King's move, and what every seat scores.

The states are those that the seat of a view (None: a spectator) cannot tell from the real one. The same view
has the same prospects: their chance follows from it.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

from engine import codec
from engine.chance import FairChance
from engine.laurin.bots.playouts import step
from engine.laurin.model.moves import Move
from engine.laurin.model.names import Direction
from engine.laurin.model.state import View
from engine.laurin.value.playing_on import Players
from engine.laurin.views import sample
from engine.value.seats import Seats

LEAST, MOST = 2, 100
"""The fewest playouts, and the most, however long a round may be."""


class Course(NamedTuple):
    """What came of a playout to the end of the round."""

    way: tuple[str, Direction] | None
    """The next King's move, as card and direction; None if there was none."""
    gained: tuple[int, ...]
    """The points that every seat scored, seat 1 first."""


def courses(view: View, move: Move | None, seats: Seats, work: int) -> tuple[Course, ...]:
    """Playouts until so much work is done (`Players.work`), after a move of the viewing seat if one is given.
    Playout n is of the same state and chance whatever the move.
    """
    key, scores, players = sha256(codec.encode(view)).digest(), view.position.scores, Players()
    found: list[Course] = []
    while len(found) < LEAST or (players.work < work and len(found) < MOST):
        number = len(found).to_bytes(4, "big")
        chance = FairChance(sha256(key + number).digest())
        state, policies = sample(view, chance), seats.drawn(chance)
        state = state if move is None else step(state, view.seat or 0, move, chance)
        played = players.round_played(state, policies, chance)
        after = played.state.position.scores
        found.append(Course(played.way, tuple([now - then for now, then in zip(after, scores, strict=True)])))
    return tuple(found)
