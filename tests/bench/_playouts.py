"""Random play of each game by its rules alone, for the benchmark of playouts.

A playout calls the rules directly: it makes no view, and checks no move, because its moves are legal by
construction. It sees the whole state, hidden things included.
"""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from engine.chance import Chance
from engine.court.model.moves import Move as CourtMove
from engine.court.model.state import State as CourtState
from engine.court.rules import legal as court_legal
from engine.court.rules import transitions as court
from engine.intrigue.model.moves import LEAVE, REVEAL, Play
from engine.intrigue.model.moves import Move as IntrigueMove
from engine.intrigue.model.state import State as IntrigueState
from engine.intrigue.rules.choices import choices
from engine.intrigue.rules.legal import spots
from engine.intrigue.rules.transitions import after
from engine.intrigue.rules.validation import acting_seat
from engine.laurin.model.garden import SQUARES, by_square
from engine.laurin.model.moves import Move as LaurinMove
from engine.laurin.model.moves import Relocate
from engine.laurin.model.state import Position, View
from engine.laurin.model.state import State as LaurinState
from engine.laurin.rules.legal import DONE, groups
from engine.laurin.rules.relocating import ordered
from engine.laurin.rules.transitions import next_seat, successor

T = TypeVar("T")
ANSWERS: tuple[IntrigueMove, ...] = (REVEAL, LEAVE)


class Playouts(NamedTuple):
    """The functions of one game. Unlike those of `Game`, they take whole states."""

    seat: Callable[[Any], int | None]
    """The seat that moves next (of several that are asked, the first); None once the game is over."""
    sample: Callable[[Any, int, Chance], Any]
    """A legal move of that seat, drawn from all of them or, where there are very many, from a part that every
    kind of move is in. What cannot be told apart is drawn once.
    """
    step: Callable[[Any, int, Any, Chance], Any]
    """The state that a legal move of that seat leads to."""


def play_out(
    playouts: Playouts,
    state: Any,
    chance: Chance,
    *,
    policy: Callable[[Any, int, Chance], Any] | None = None,
    is_over: Callable[[Any], bool] = lambda _: False,
) -> tuple[Any, int]:
    """The state in which the game is over, or `is_over` of it, and how many moves led there. `policy` chooses
    each move (`sample`, if there is none).
    """
    choose, step, seat_of = policy or playouts.sample, playouts.step, playouts.seat
    plies = 0
    while (seat := seat_of(state)) is not None and not is_over(state):
        state = step(state, seat, choose(state, seat, chance), chance)
        plies += 1
    return state, plies


def _court_seat(state: CourtState) -> int | None:
    return state.turn.seat if state.turn else None


def _court_sample(state: CourtState, _seat: int, chance: Chance) -> CourtMove:
    return chance.pick(list(court_legal.moves(state)))


def _court_step(state: CourtState, _seat: int, move: CourtMove, chance: Chance) -> CourtState:
    return court.successor(state, move, chance)


def _intrigue_sample(state: IntrigueState, seat: int, chance: Chance) -> IntrigueMove:
    resolving = state.resolving
    if resolving is None:
        kind = chance.pick(state.hands[seat - 1])
        assert kind is not None
        return Play(kind, chance.pick(spots(state, seat)))
    if resolving.effect is None:
        return chance.pick(ANSWERS)
    return chance.pick(tuple(choices(resolving.effect, state.queue, resolving.place, state.influence)))


def _intrigue_step(state: IntrigueState, _seat: int, move: IntrigueMove, _chance: Chance) -> IntrigueState:
    return after(state, move)


def _laurin_sample(state: LaurinState, seat: int, chance: Chance) -> LaurinMove:
    """Every kind of move is as likely as the others, then every choice. Relocations are drawn, not listed:
    there can be a million of them. Every number of dwarfs is as likely as the others, and so are the dwarfs,
    and the squares.
    """
    position = state.position
    view = View(seat, position, state.hands[seat - 1], state.bids[seat - 1])
    found = [group for group in map(list, groups(position, seat, view)) if group]
    lifted = position.turn.left if position.question == "move" and position.turn else 0
    number = int(chance.pick(range(len(found) + bool(lifted))))
    if number < len(found):
        return chance.pick(found[number])
    return _relocation(position, seat, lifted, chance) or DONE


def _relocation(position: Position, seat: int, left: int, chance: Chance) -> Relocate | None:
    """A move of up to `left` own dwarfs in the garden; None if the seat has none there."""
    own = [dwarf for dwarf in position.dwarfs if dwarf.seat == seat]
    if not own:
        return None
    there = by_square(position.dwarfs)
    lifted = _drawn(own, chance.pick(range(min(left, len(own)))) + 1, chance)
    free = [square for square in SQUARES if square not in there]
    steps: list[tuple[str, str]] = []
    for dwarf in lifted:
        others = [
            other.square for other in lifted if (other.kind, other.turned) != (dwarf.kind, dwarf.turned)
        ]
        taken = {target for _, target in steps}
        targets = [square for square in (*free, *others) if square not in taken]
        if not targets:
            return None
        steps.append((dwarf.square, chance.pick(targets)))
    return Relocate(ordered(position.dwarfs, steps))


def _drawn(items: Sequence[T], number: int, chance: Chance) -> list[T]:
    """So many of the items, none twice."""
    left = list(items)
    return [left.pop(chance.pick(range(len(left)))) for _ in range(number)]


PLAYOUTS: Mapping[str, Playouts] = MappingProxyType(
    {
        "court": Playouts(_court_seat, _court_sample, _court_step),
        "intrigue": Playouts(acting_seat, _intrigue_sample, _intrigue_step),
        "laurin": Playouts(next_seat, _laurin_sample, successor),
    }
)
"""By the key of the game."""
