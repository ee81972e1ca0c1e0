"""The best chance known for each of several targets: exact if there is time enough, or a lower bound.

Without cards, the targets themselves are exact. With cards the whole turn is solved (`whole_turn`), for all
targets together or else for the cheapest ones. For the others there are lower bounds: those of the targets,
what cards complete at once (`reachable`), and solutions with fewer cards. The effort is counted, not timed,
so the same question always gets the same answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from engine.court.model.dice import joined
from engine.court.model.state import Dice, Kind
from engine.court.odds import reachable
from engine.court.odds.card_effects import UnusedCards
from engine.court.odds.dice.rolls import EXACT_DICE
from engine.court.odds.targets import Target

if TYPE_CHECKING:
    from engine.court.odds.whole_turn.exact_chances import TurnLeft

EFFORTS = (12_000.0, 150_000.0, 600_000.0)
"""The effort of a first answer and of better ones, in about microseconds."""
MEMORY = 100e6
"""The bytes that a solution may keep at once."""
CERTAIN = 1 - 1e-12

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


Found = dict[Kind, ChanceEstimate]


def target_chances(
    aims: Mapping[Kind, Target | None], lay: TurnDice, held: UnusedCards, effort: float = EFFORTS[0]
) -> Found:
    """The chance of every target (None: always met) from these dice on, with best play for that target.

    `effort` limits the work, in about microseconds.
    """
    found = _clear(aims, lay, held)
    open_aims = {kind: target for kind, target in aims.items() if target is not None and kind not in found}
    if not held.cards and not held.adders and len(lay.aside) + lay.dice <= EXACT_DICE:
        found |= {kind: _bounded(target, lay, held, exact=True) for kind, target in open_aims.items()}
    else:
        solved, spent = _solved(open_aims, lay, held, effort)
        found |= solved
        rest = {kind: open_aims[kind] for kind in open_aims if kind not in found}
        found |= _bounds(rest, lay, held, effort - spent)
    return {kind: found[kind] for kind in aims}


def mean_chances(
    aims: Mapping[Kind, Target | None],
    lays: Sequence[tuple[float, TurnDice]],
    held: UnusedCards,
    effort: float = EFFORTS[0],
) -> Found | None:
    """The means over several lays of as many active dice, each with its chance; None if they cannot be solved
    with this effort.
    """
    lay = lays[0][1]
    found = _clear(aims, lay, held)
    open_aims = {kind: target for kind, target in aims.items() if target is not None and kind not in found}
    found |= _solved(open_aims, lay, held, effort, lays)[0]
    return {kind: found[kind] for kind in aims} if len(found) == len(aims) else None


def _clear(aims: Mapping[Kind, Target | None], lay: TurnDice, held: UnusedCards) -> Found:
    """The targets that are always met, and those out of reach."""
    found: Found = {}
    for kind, target in aims.items():
        if target is None:
            found[kind] = ChanceEstimate(1.0, exact=True)
        elif not target.possible(lay.aside, lay.dice + len(held.adders)):
            found[kind] = ChanceEstimate(0.0, exact=True)
    return found


def _solved(
    aims: Mapping[Kind, Target],
    lay: TurnDice,
    held: UnusedCards,
    effort: float,
    lays: Sequence[tuple[float, TurnDice]] = (),
) -> tuple[Found, float]:
    """The targets that can be solved with this effort, all of them together or else the cheapest ones, and
    the effort spent.
    """
    from engine.court.odds.whole_turn import exact_chances  # arrays are loaded where they are needed

    left = exact_chances.turn_left(lay.aside, lay.dice, held)
    lays = lays or ((1.0, lay),)
    spent = exact_chances.least_effort(len(aims), left)
    if not aims or spent > effort:
        return {}, 0.0
    price = exact_chances.price(tuple(aims.values()), left)
    if price.effort <= effort and price.memory <= MEMORY:
        return _looked_up(aims, left, lays, join=held.join), spent + price.effort
    found: Found = {}
    spent *= 2
    if spent > effort:
        return found, spent
    prices = {kind: exact_chances.price((target,), left) for kind, target in aims.items()}
    for kind, alone in sorted(prices.items(), key=lambda priced: priced[1]):
        if spent + alone.effort <= effort and alone.memory <= MEMORY:
            spent += alone.effort
            found |= _looked_up({kind: aims[kind]}, left, lays, join=held.join)
    return found, spent


def _looked_up(
    aims: Mapping[Kind, Target], left: TurnLeft, lays: Sequence[tuple[float, TurnDice]], *, join: bool
) -> Found:
    from engine.court.odds.whole_turn import exact_chances

    chances = exact_chances.exact_chances(tuple(aims.values()), left)
    rows = []
    for weight, lay in lays:
        if lay.active is None:
            row = chances.joined if join else chances.rolled
        else:
            row = chances.of_roll(lay.active, kept=lay.kept)
        rows.append([weight * float(chance) for chance in row])
    means = [fsum(column) for column in zip(*rows, strict=True)]
    return {kind: ChanceEstimate(min(1.0, mean), exact=True) for kind, mean in zip(aims, means, strict=True)}


def _bounds(aims: Mapping[Kind, Target], lay: TurnDice, held: UnusedCards, effort: float) -> Found:
    """Lower bounds of what is not solved, some of which turn out to be certain."""
    found = {kind: _bounded(target, lay, held, exact=False) for kind, target in aims.items()}
    for kind in _at_once({kind: aims[kind] for kind in aims if not found[kind].exact}, lay, held):
        found[kind] = ChanceEstimate(1.0, exact=True)
    for fewer in _fewer_cards(held):
        still = {kind: aims[kind] for kind in aims if not found[kind].exact}
        solved, spent = _solved(still, lay, fewer, effort)
        effort -= spent
        for kind, better in solved.items():
            if better.chance > found[kind].chance:
                found[kind] = ChanceEstimate(better.chance, better.chance >= CERTAIN)
    return found


_USES = 2_000
"""How many ways to use cards are tried, at most, of those with as many cards."""
_TRIES = 4
"""How many solutions with fewer cards are tried, at most."""


def _fewer_cards(held: UnusedCards) -> Iterator[UnusedCards]:
    """The cards without those that gain least, fewer each time; dice that cards add come last to go."""
    ordered = [card for card in _ORDER if card in held.cards]
    sizes = sorted({len(ordered) * part // _TRIES for part in range(_TRIES)}, reverse=True)
    for size in sizes:
        if size < len(ordered) or held.crowded:
            yield held._replace(cards=tuple(ordered[:size]), crowded=())


def _bounded(target: Target, lay: TurnDice, held: UnusedCards, *, exact: bool) -> ChanceEstimate:
    if lay.active is None:
        chance = target.before_roll(lay.aside, lay.dice, held)
    else:
        chance = target.after_roll(lay.aside, lay.active, held, kept=lay.kept)
    return ChanceEstimate(min(chance, 1.0), exact or chance >= CERTAIN)


def _at_once(aims: Mapping[Kind, Target], lay: TurnDice, held: UnusedCards) -> set[Kind]:
    """The targets that cards can complete with the active dice, without another roll."""
    if lay.active is None or not aims:
        return set()
    sure: set[Kind] = set()
    for dice in reachable.reachable_dice(lay.aside, lay.active, held.cards + held.adders, tries=_USES):
        result = joined(lay.aside, dice)
        sure.update(kind for kind, target in aims.items() if kind not in sure and target.met(result))
    return sure
