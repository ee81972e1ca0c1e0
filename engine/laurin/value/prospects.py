"""What the rest of a round may bring, from playouts: the next King's move, and what every seat scores.

The states are those that the seat of a view (None: a spectator) cannot tell from the real one. The same view
has the same prospects: their chance follows from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from engine import codec
from engine.chance import FairChance
from engine.laurin.model.moves import Move
from engine.laurin.model.names import Direction
from engine.laurin.model.state import State, View
from engine.laurin.queries import KingDestination, king_destinations
from engine.laurin.rules.transitions import successor
from engine.laurin.value.playing_on import Players
from engine.laurin.views import sample
from engine.value.seats import Seats
from engine.value.values import Likelihood

DOUBT = 1.0
"""So many playouts more count as evenly shared among all that may come, since few can agree by chance."""
Way = tuple[str, Direction]
"""A King's move: the card, and where to."""
LEAST, MOST = 2, 100
"""The fewest playouts, and the most, however long a round may be."""


class Course(NamedTuple):
    """What came of a playout to the end of the round."""

    way: Way | None
    """The next King's move, as card and direction; None if there was none."""
    gained: tuple[int, ...]
    """The points that every seat scored, seat 1 first."""
    end: State
    """The state after the round."""


def courses(view: View, move: Move | None, seats: Seats, work: int, least: int = LEAST) -> tuple[Course, ...]:
    """Playouts until so much work is done (`Players.work`), but `least` of them, after a move of the viewing
    seat if one is given. Playout n is of the same state and chance whatever the move.
    """
    return Playouts(view, move, seats).until(work, least)


class Playouts:
    """Playouts like `courses`, which can be gone on with."""

    def __init__(self, view: View, move: Move | None, seats: Seats) -> None:
        self._view, self._move, self._seats = view, move, seats
        self._key, self._players = sha256(codec.encode(view)).digest(), Players()
        self._found: list[Course] = []

    def until(self, work: int, least: int) -> tuple[Course, ...]:
        """All of them, once so much work is done and there are `least`."""
        while len(self._found) < least or (self._players.work < work and len(self._found) < MOST):
            self._found.append(self._played(len(self._found).to_bytes(4, "big")))
        return tuple(self._found)

    def _played(self, number: bytes) -> Course:
        view, before = self._view, self._view.position.scores
        chance = FairChance(sha256(self._key + number).digest())
        state, policies = sample(view, chance), self._seats.drawn(chance)
        state = state if self._move is None else successor(state, view.seat or 0, self._move, chance)
        played = self._players.round_played(state, policies, chance)
        scores = played.state.position.scores
        gained = tuple([now - then for now, then in zip(scores, before, strict=True)])
        return Course(played.way, gained, played.state)


def likely(count: float, number: int, doubted: float) -> float:
    """A chance by how often something came in so many playouts. `doubted`: its part of those that count as
    doubt.
    """
    return (count + DOUBT * doubted) / (number + DOUBT)


def reaches(view: View) -> list[tuple[Way, KingDestination]]:
    """The King's moves that the open cards allow, and where they lead."""
    names = view.position.movement
    return [((names[one.owner - 1] or "", one.direction), one) for one in king_destinations(view) if one.end]


def way_chances(view: View, found: Sequence[Course]) -> dict[Way | None, float]:
    """The chance of each of these to be the next King's move; None: that it is none of them."""
    ways = [way for way, _ in reaches(view)]
    went = Counter(course.way for course in found)
    each, number = 1 / (len(ways) + 1), len(found)
    chances: dict[Way | None, float] = {way: likely(went[way], number, each) for way in ways}
    return {**chances, None: likely(number - sum(went[way] for way in ways), number, each)}


def most_chances(found: Sequence[Course]) -> tuple[float, ...]:
    """The chance of each seat that no seat scores more until the round ends, and it scores anything."""
    seats = range(len(found[0].gained))
    times = [sum(0 < one.gained[seat] == max(one.gained) for one in found) for seat in seats]
    return tuple([likely(count, len(found), 1 / len(seats)) for count in times])


def scores_chance(found: Sequence[Course], seat: int) -> float:
    """The chance of a seat to score anything until the round ends."""
    return likely(sum(one.gained[seat - 1] > 0 for one in found), len(found), 0.5)


def outcomes(found: Sequence[Course], seat: int) -> tuple[Likelihood, ...]:
    """What can come for a seat, as the odds panel shows it: that no seat scores more ("most"), or that it
    scores anything ("scores").
    """
    return (
        Likelihood("most", most_chances(found)[seat - 1], exact=False),
        Likelihood("scores", scores_chance(found, seat), exact=False),
    )
