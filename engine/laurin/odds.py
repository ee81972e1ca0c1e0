"""Odds of laurin: where the King may go next, who would score there, and what the round may still bring.

What would be scored where is a fact of the garden as it lies, and so is what may still change it: placing
points, dwarfs that may be moved, and magic. Chances and expected points are those of playouts to the end of
the round, from states that a seat (None: a spectator) cannot tell from the real one; everybody is assumed to
play like the bot `page`. Each comes with its standard error. The same view has the same odds: their chance
follows from the view.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from hashlib import sha256
from math import sqrt
from typing import NamedTuple

from msgspec import Struct

from engine import codec
from engine.chance import Chance, FairChance
from engine.laurin.bots.page import decide
from engine.laurin.bots.playouts import seat as seat_of
from engine.laurin.model import cards
from engine.laurin.model.garden import BESIDE, by_square
from engine.laurin.model.moves import Lead, Move
from engine.laurin.model.names import Direction, Magic, Point
from engine.laurin.model.refusals import refused
from engine.laurin.model.state import Position, State, View
from engine.laurin.queries import KingDestination, king_destinations, points
from engine.laurin.rules.legal import check
from engine.laurin.rules.transitions import successor
from engine.laurin.views import preview, sample

PLIES = 3_000
"""About how many moves are played out for an answer: a fifth of a second of work."""
MOST, LEAST = 400, 40
"""The most playouts, and the fewest, however long a round may be."""


class Estimate(Struct, frozen=True):
    """A mean of playouts and its standard error."""

    value: float
    error: float


class WayOdds(Struct, frozen=True):
    """A King's move that an open movement card allows."""

    owner: int
    """The seat in front of which the card lies."""
    card: str
    direction: Direction
    distance: int
    end: Point
    points: tuple[int, ...]
    """What every seat would score there without magic, as the dwarfs lie now."""
    leaders: tuple[int, ...]
    """The seats that would score most; none if nobody scores."""
    lead: int
    """How much more that is than the next seat scores; 0 if several lead."""
    free: tuple[str, ...]
    """Empty squares beside that point."""
    chance: Estimate
    """The chance that it is the next King's move."""


class SeatOdds(Struct, frozen=True):
    """What a seat may still do and score in this round."""

    seat: int
    place: int
    """Placing points that it may still use, with the dwarfs it has at home and the open movement card."""
    move: int
    """Dwarfs that it may still move."""
    magic: tuple[Magic, ...]
    """Magic cards that may still change a scoring of this round."""
    points: Estimate
    """What it scores until the round ends."""
    scores: Estimate
    """The chance that it scores anything until then."""
    most: Estimate
    """The chance that no seat scores more until then, and it scores anything."""


class LaurinOdds(Struct, frozen=True):
    """What may come in this round."""

    seat: int | None
    """Who asks; None: a spectator."""
    playouts: int
    """How many games the chances come from."""
    scoring: tuple[int, ...]
    """What every seat scores next, if no magic is played, once the King has moved; empty before."""
    ways: tuple[WayOdds, ...]
    """Both directions of every open movement card that stay on the board."""
    other: Estimate
    """The chance that the next King's move is none of these: by a card that is not open yet, or there is
    none.
    """
    seats: tuple[SeatOdds, ...]
    then: LaurinOdds | None = None
    """After the move asked about; None if none was, or if chance or a secret decides."""


class LaurinOddsCalculator:
    """Calculates `LaurinOdds`."""

    answer = LaurinOdds
    dear = True

    def odds(self, view: View, move: Move | None = None) -> LaurinOdds:
        """See `engine.game.OddsCalculator`. After the last move of the game there is no `then`."""
        if view.position.question is None:
            raise refused("game-over")
        if move is None:
            return _odds(view, PLIES, None)
        why = check(view, move)
        if why is not None:
            raise why
        after = preview(view, move)
        over = after is None or after.position.question is None
        then = None if after is None or over else _odds(after, PLIES // 2, None)
        return _odds(view, PLIES // 2, then)

    def prepare(self) -> None:
        """Nothing: playouts need no tables."""


class _Course(NamedTuple):
    """What came of a playout to the end of the round."""

    way: tuple[str, Direction] | None
    """The next King's move; None if there was none."""
    gained: tuple[int, ...]
    plies: int


def _odds(view: View, plies: int, then: LaurinOdds | None) -> LaurinOdds:
    position = view.position
    courses = _courses(view, plies)
    number, went = len(courses), Counter(course.way for course in courses)
    reaches = [(name, reach) for name, reach in _reaches(view) if reach.end is not None]
    ways = tuple(
        _way(view, name, reach, _share(went[name, reach.direction], number)) for name, reach in reaches
    )
    listed = sum(went[name, reach.direction] for name, reach in reaches)
    return LaurinOdds(
        view.seat,
        number,
        points(view, position.king) if position.kings_move else (),
        ways,
        _share(number - listed, number),
        tuple(_seat(position, seat, courses) for seat in range(1, len(position.scores) + 1)),
        then,
    )


def _courses(view: View, plies: int) -> list[_Course]:
    """Playouts to the end of the round, until about so many moves were made."""
    chance = FairChance(sha256(codec.encode(view)).digest())
    found: list[_Course] = []
    made = 0
    while len(found) < LEAST or (made < plies and len(found) < MOST):
        found.append(_course(sample(view, chance), chance))
        made += found[-1].plies
    return found


def _course(state: State, chance: Chance) -> _Course:
    """Plays a state on to the end of its round."""
    begun, way, plies = state.position, None, 0
    while state.position.round == begun.round and (seat := seat_of(state)) is not None:
        position = state.position
        seen = View(seat, position, state.hands[seat - 1], state.bids[seat - 1])
        move = decide(seen, position.question or "", seat, chance)
        if way is None and isinstance(move, Lead):
            way = position.movement[move.seat - 1] or "", move.direction
        state = successor(state, seat, move, chance)
        plies += 1
    gained = tuple(now - before for now, before in zip(state.position.scores, begun.scores, strict=True))
    return _Course(way, gained, plies)


def _reaches(view: View) -> list[tuple[str, KingDestination]]:
    return [(view.position.movement[reach.owner - 1] or "", reach) for reach in king_destinations(view)]


def _way(view: View, name: str, reach: KingDestination, chance: Estimate) -> WayOdds:
    end = reach.end or view.position.king
    ranked = sorted(reach.points, reverse=True)
    best = ranked[0]
    leaders = [seat for seat, gain in enumerate(reach.points, start=1) if gain == best and best]
    taken = by_square(view.position.dwarfs)
    return WayOdds(
        reach.owner,
        name,
        reach.direction,
        reach.card.distance,
        end,
        reach.points,
        tuple(leaders),
        best - ranked[1],
        tuple(square for square in BESIDE[end] if square not in taken),
        chance,
    )


def _seat(position: Position, seat: int, courses: Sequence[_Course]) -> SeatOdds:
    gained = [course.gained[seat - 1] for course in courses]
    number = len(courses)
    mean = sum(gained) / number
    spread = sqrt(sum((gain - mean) ** 2 for gain in gained) / max(1, number - 1))
    place, move = may_place(position, seat), may_move(position, seat)
    return SeatOdds(
        seat,
        place,
        move,
        magic_left(position, seat),
        Estimate(mean, spread / sqrt(number)),
        _share(sum(map(bool, gained)), number),
        _share(sum(0 < course.gained[seat - 1] == max(course.gained) for course in courses), number),
    )


def _share(count: int, number: int) -> Estimate:
    """A share and its standard error, which is not zero where all courses agree: two more, one of each kind,
    are added for it.
    """
    likely = (count + 1) / (number + 2)
    return Estimate(count / number, sqrt(likely * (1 - likely) / number))


# What may still change a scoring


def may_place(position: Position, seat: int) -> int:
    """The most placing points that a seat can still use in this round; 0 before its movement card is open."""
    left = _points_left(position, seat)
    sums = {0}
    for kind in position.stocks[seat - 1]:
        sums |= {value + cards.value(kind) for value in sums}
    return max(value for value in sums if value <= left)


def may_move(position: Position, seat: int) -> int:
    """The most dwarfs that a seat can still move in this round, those it may still place included."""
    own = sum(dwarf.seat == seat for dwarf in position.dwarfs)
    left = _points_left(position, seat)
    for value in sorted(map(cards.value, position.stocks[seat - 1])):
        left -= value
        own += left >= 0
    return min(_moves_left(position, seat), own)


def _points_left(position: Position, seat: int) -> int:
    card = _card(position, seat)
    if card is None or position.phase not in {"movement", "placing"}:
        return 0
    return card.points if position.phase == "movement" else _left(position, seat, card.points)


def _moves_left(position: Position, seat: int) -> int:
    card = _card(position, seat)
    if card is None or position.phase not in {"movement", "placing", "moving"}:
        return 0
    return _left(position, seat, card.moves) if position.phase == "moving" else card.moves


def _card(position: Position, seat: int) -> cards.MovementCard | None:
    name = position.movement[seat - 1]
    return cards.MOVEMENT[name] if name else None


def _left(position: Position, seat: int, whole: int) -> int:
    """What is left of a seat's turn in this phase: all of it if it is to come, nothing if it is over."""
    if position.turn is not None and position.turn.seat == seat:
        return position.turn.left
    return whole if seat in position.waiting else 0


def magic_left(position: Position, seat: int) -> tuple[Magic, ...]:
    """The magic cards of a seat that may still change what is scored in this round."""
    before = position.phase in {"treasure", "magic", "movement", "placing", "moving"}
    held = position.magic[seat - 1]
    return tuple(kind for kind in held if before or kind not in {"ban", "exchange"})
