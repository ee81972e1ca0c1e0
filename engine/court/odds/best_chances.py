"""The best chance known for each of several targets: lower bounds first, then whatever can be solved in time.

The targets themselves give lower bounds. Targets that these leave open are then completed by cards at
once, if that is possible (`reachable`), or solved exactly (`solver`), with as many cards as the effort
allows. The effort is counted, not timed, so the same question always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.court.model.dice import joined
from engine.court.model.state import Dice, Kind
from engine.court.odds import index_tables, reachable, solver
from engine.court.odds.card_effects import UnusedCards
from engine.court.odds.dice.rolls import EXACT_DICE
from engine.court.odds.targets import Target, known_faces, met_flags

EFFORT = 12_000.0
"""The effort that one question may cost, in about microseconds."""
CERTAIN = 1 - 1e-12
_CLEAR = 1 - 1e-6
"""A target whose lower bound is at least this is not solved exactly."""

_ORDER: tuple[Kind, ...] = (
    "maid",
    "philosopher",
    "alchemist",
    "lady",
    "nobleman",
    "magician",
    "astronomer",
    "merchant",
    "jester",
)
"""Cards in the order in which solving with them gains most; the bounds already cover the last ones well."""


class TurnDice(NamedTuple):
    """The dice of a turn: those `aside`, and either `active` ones or `dice` that are about to be rolled."""

    aside: Dice
    dice: int
    active: Dice | None = None
    kept: bool = False
    """True if the active dice may be rerolled without setting one aside."""


class ChanceEstimate(NamedTuple):
    """A chance (0 to 1), exact or else a lower bound."""

    chance: float
    exact: bool


def target_chances(
    aims: Mapping[Kind, Target | None], lay: TurnDice, held: UnusedCards, effort: float = EFFORT
) -> dict[Kind, ChanceEstimate]:
    """The chance of every target (None: always met) from these dice on, with best play for that target.

    `effort` limits the work, in about microseconds.
    """
    plain = not held.cards and not held.adders and held.room and len(lay.aside) + lay.dice <= EXACT_DICE
    found = {kind: _bounded(target, lay, held, exact=plain) for kind, target in aims.items()}
    if plain:
        return found
    for kind in _at_once(_open(aims, found), lay, held):
        found[kind] = ChanceEstimate(1.0, exact=True)
    still = {kind: target for kind, target in _open(aims, found).items() if found[kind].chance < _CLEAR}
    for done, (kind, target) in enumerate(still.items()):
        share = effort / (len(still) - done)
        better, spent = _weighed(target, lay, held, share)
        effort -= spent
        if better.exact or better.chance > found[kind].chance:
            found[kind] = better
    return found


def _bounded(target: Target | None, lay: TurnDice, held: UnusedCards, *, exact: bool) -> ChanceEstimate:
    if target is None:
        return ChanceEstimate(1.0, exact=True)
    if not target.possible(lay.aside, lay.dice + len(held.adders)):
        return ChanceEstimate(0.0, exact=True)
    if lay.active is None:
        chance = target.before_roll(lay.aside, lay.dice, held)
    else:
        chance = target.after_roll(lay.aside, lay.active, held, kept=lay.kept)
    return ChanceEstimate(min(chance, 1.0), exact or chance >= CERTAIN)


def _open(aims: Mapping[Kind, Target | None], found: Mapping[Kind, ChanceEstimate]) -> dict[Kind, Target]:
    return {kind: target for kind, target in aims.items() if target is not None and not found[kind].exact}


def _at_once(aims: Mapping[Kind, Target], lay: TurnDice, held: UnusedCards) -> set[Kind]:
    """The targets that cards can complete with the active dice, without another roll."""
    if lay.active is None or not aims:
        return set()
    sure: set[Kind] = set()
    for dice in reachable.reachable_dice(lay.aside, lay.active, held.cards + held.adders):
        result = joined(lay.aside, dice)
        sure.update(kind for kind, target in aims.items() if kind not in sure and target.met(result))
    return sure


def _weighed(target: Target, lay: TurnDice, held: UnusedCards, effort: float) -> tuple[ChanceEstimate, float]:
    """The best chance that the solver finds with about this effort, and the effort spent."""
    best, spent = ChanceEstimate(0.0, exact=False), 0.0
    for ways in _choices(target, lay, held):
        way = next((way for way in ways if way.cost <= effort - spent), None)
        if way is not None:
            spent += way.cost
            table = _table(target, way.lay.aside, way.lay.dice, way.cards, kept=way.lay.kept)
            chance = min(1.0, _looked_up(table, way.lay, join=held.join))
            best = max(best, ChanceEstimate(chance, way.whole or chance >= CERTAIN))
    return best, spent


class SolverInput(NamedTuple):
    """Input for the solver: the dice, with those that cards add later, and the cards.

    `whole` is true if nothing is left out, so that the result is exact.
    """

    lay: TurnDice
    cards: tuple[Kind, ...]
    whole: bool = False

    @property
    def cost(self) -> float:
        """The effort of this call, in about microseconds."""
        return solver.cost(self.lay.dice, self.cards)


def _choices(target: Target, lay: TurnDice, held: UnusedCards) -> Iterator[list[SolverInput]]:
    """Lists of inputs, best first; the solver takes the first of each list that the effort allows.

    Dice that cards add come when it is best, or are set aside from the start if there are too many. If
    one die more can do harm, nothing is exact, and the solver runs with the added dice and without.
    """
    ordered = tuple([card for card in _ORDER if card in held.cards])
    all_dice = lay._replace(dice=lay.dice + len(held.adders))
    fixed = lay._replace(aside=joined(lay.aside, known_faces(held.adds)))
    free = not held.adders or target.grows
    if free:
        yield [
            *_fewer(all_dice, held.adders, ordered, whole=held.room and _lossless(ordered)),
            *(_fewer(fixed, (), ordered, whole=False) if held.adders else ()),
        ]
    else:
        yield list(_fewer(all_dice, held.adders, ordered, whole=False))
        yield list(_fewer(lay, (), ordered, whole=False))


def _fewer(
    lay: TurnDice, adders: tuple[Kind, ...], cards: tuple[Kind, ...], *, whole: bool
) -> Iterator[SolverInput]:
    """Inputs with all of these cards, then with one card less each, down to the first card alone."""
    if 0 < lay.dice <= solver.MOST_DICE:
        for number in range(len(cards), 0 if cards else -1, -1):
            yield SolverInput(lay, adders + cards[:number], whole=whole and number == len(cards))


def _lossless(cards: tuple[Kind, ...]) -> bool:
    """True if solving with all of these cards is exact (see `engine.court.odds.solver`)."""
    return len(cards) == 1 or "astronomer" not in cards


class TargetSolution(NamedTuple):
    """What is kept of a solution for one target: the values of rolling, of adding dice first, and of
    each roll.
    """

    roll_value: float
    joined: float
    after_roll: Sequence[float]


def _looked_up(table: TargetSolution, lay: TurnDice, *, join: bool) -> float:
    if lay.active is None:
        return table.joined if join else table.roll_value
    return table.after_roll[index_tables.roll_index(lay.active)]


@lru_cache(maxsize=1 << 9)
def _table(target: Target, aside: Dice, dice: int, cards: tuple[Kind, ...], *, kept: bool) -> TargetSolution:
    found = solver.solve(
        [float(met) for met in met_flags(target, aside, dice)], dice, cards, aside, kept=kept
    )
    return TargetSolution(found.roll_value, found.joined, found.after_roll[found.cards])
