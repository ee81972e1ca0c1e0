"""Odds of laurin: where the King may go next, who would score there, and what the round may still bring.

What would be scored where is a fact of the garden as it lies, and so is what may still change it: placing
points, dwarfs that may be moved, and magic. Chances and expected points are those of playouts to the end of
the round (`engine.laurin.value.prospects`), in which every seat plays as it is known to: a bot as it does,
somebody else as their moves suggest. Each comes with its standard error.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

from msgspec import Struct

from engine.laurin.model import cards
from engine.laurin.model.garden import BESIDE, by_square
from engine.laurin.model.moves import Move
from engine.laurin.model.names import Direction, Magic, Point
from engine.laurin.model.refusals import refused
from engine.laurin.model.state import Position, View
from engine.laurin.queries import KingDestination, points
from engine.laurin.rules.legal import check
from engine.laurin.value.prospects import (
    Course,
    Way,
    courses,
    most_chances,
    reaches,
    scores_chance,
    way_chances,
)
from engine.laurin.value.ways_to_play import TELLING, seats_of
from engine.laurin.views import preview
from engine.value.seats import Sitting

WORK = (1_000, 8_000)
"""How much is played out for an answer of each effort, in steps of the rules (`Players.work`): the first is
there at once, the second within half a second.
"""
LOOKED_AT = (2, 8)
"""How many of a seat's last moves each effort looks at, to tell how it plays."""


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
    """The chance that the next King's move is none of these: by a card that is not open yet, or none."""
    seats: tuple[SeatOdds, ...]
    then: LaurinOdds | None = None
    """After the move asked about; None if none was, or if chance or a secret decides."""
    more: bool = False
    """True if the same question, asked with more effort, gets an answer from more playouts."""


class LaurinOddsCalculator:
    """Calculates `LaurinOdds`: see `engine.game.SeatedOddsCalculator`."""

    answer = LaurinOdds
    dear = True
    telling = TELLING

    def odds(self, view: View, move: Move | None = None) -> LaurinOdds:
        """The first answer, if nothing is known of who sits there."""
        return self.better_odds(view, move, 0)

    def better_odds(self, view: View, move: Move | None, effort: int) -> LaurinOdds:
        return self.odds_among(view, move, (Sitting(),) * len(view.position.scores), effort)

    def odds_among(
        self, view: View, move: Move | None, sitting: Sequence[Sitting], effort: int
    ) -> LaurinOdds:
        """The odds, if these play. After the last move of the game there is no `then`."""
        if view.position.question is None:
            raise refused("game-over")
        if move is not None and (why := check(view, move)) is not None:
            raise why
        effort = min(effort, len(WORK) - 1)
        seats = seats_of(sitting, LOOKED_AT[effort])
        after = None if move is None else preview(view, move)
        if after is None or after.position.question is None:
            return _odds(view, courses(view, None, seats, WORK[effort]), effort)
        work = WORK[effort] // 2
        then = _odds(after, courses(view, move, seats, work), effort)
        return _odds(view, courses(view, None, seats, work), effort, then)

    def prepare(self) -> None:
        """Nothing: playouts need no tables."""


def _odds(view: View, found: Sequence[Course], effort: int, then: LaurinOdds | None = None) -> LaurinOdds:
    position, number = view.position, len(found)
    next_ways = way_chances(view, found)
    ways = [_way(view, way, reach, _share(next_ways[way], number)) for way, reach in reaches(view)]
    most = most_chances(found)
    return LaurinOdds(
        view.seat,
        number,
        points(view, position.king) if position.kings_move else (),
        tuple(ways),
        _share(next_ways[None], number),
        tuple(_seat(position, seat, found, chance) for seat, chance in enumerate(most, start=1)),
        then,
        effort < len(WORK) - 1,
    )


def _way(view: View, way: Way, reach: KingDestination, chance: Estimate) -> WayOdds:
    end = reach.end or view.position.king
    ranked = sorted(reach.points, reverse=True)
    best = ranked[0]
    leaders = [seat for seat, gain in enumerate(reach.points, start=1) if gain == best and best]
    taken = by_square(view.position.dwarfs)
    return WayOdds(
        reach.owner,
        way[0],
        reach.direction,
        reach.card.distance,
        end,
        reach.points,
        tuple(leaders),
        best - ranked[1],
        tuple(square for square in BESIDE[end] if square not in taken),
        chance,
    )


def _seat(position: Position, seat: int, found: Sequence[Course], most: float) -> SeatOdds:
    gained = [course.gained[seat - 1] for course in found]
    number = len(found)
    mean = sum(gained) / number
    spread = sqrt(sum((gain - mean) ** 2 for gain in gained) / (number - 1))
    return SeatOdds(
        seat,
        may_place(position, seat),
        may_move(position, seat),
        magic_left(position, seat),
        Estimate(mean, spread / sqrt(number)),
        _share(scores_chance(found, seat), number),
        _share(most, number),
    )


def _share(chance: float, number: int) -> Estimate:
    """A chance from so many playouts, and its standard error."""
    return Estimate(chance, sqrt(chance * (1 - chance) / number))


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
