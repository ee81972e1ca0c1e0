"""The chances of a turn of court by trying everything, as an oracle for odds. Slow and plain.

`without_powers` knows nothing but dice; `by_the_rules` walks every legal move of the engine. Both
weigh all goals at once: a list with the best chance for each.
"""

from collections import Counter
from functools import cache
from itertools import combinations, product
from math import factorial, prod

from engine.chance import ScriptedChance
from engine.court.model.moves import Concede, Reroll, Roll, Stand, Take
from engine.court.model.state import View
from engine.court.rules import legal, transitions


@cache
def throws(dice):
    """Every throw by trying all sequences: [(chance, faces ascending)]."""
    if dice > 4:
        return [
            (factorial(dice) / prod(factorial(count) for count in Counter(fell).values()) / 6**dice, fell)
            for fell in sorted(
                {tuple(sorted((*most, last))) for _, most in throws(dice - 1) for last in range(1, 7)}
            )
        ]
    fallen = Counter(tuple(sorted(fell)) for fell in product(range(1, 7), repeat=dice))
    return [(ways / 6**dice, fell) for fell, ways in fallen.items()]


def without_powers(goals):
    """A function (aside, active, kept) and one (aside, dice to be thrown), each giving a list of chances."""

    def kept_sets(active):
        return {kept for number in range(1, len(active) + 1) for kept in combinations(active, number)}

    @cache
    def splits(active):
        return [(kept, len(active) - len(kept)) for kept in kept_sets(active)]

    @cache
    def before_roll(aside, dice):
        if not dice:
            return [float(goal(aside)) for goal in goals]
        total = [0.0] * len(goals)
        for chance, fell in throws(dice):
            for place, best in enumerate(after_roll(aside, fell, kept=False)):
                total[place] += chance * best
        return total

    def after_roll(aside, active, *, kept):
        choices = [before_roll(tuple(sorted(aside + picked)), left) for picked, left in splits(active)]
        if kept:
            choices.append(before_roll(aside, len(active)))
        return [max(column) for column in zip(*choices, strict=True)]

    return after_roll, before_roll


def by_the_rules(state, goals):
    """The chances of the turn under way, by every legal move and every throw, powers included."""

    @cache
    def best(turn):
        here = state.__class__(
            state.options,
            state.number,
            state.round,
            state.starter,
            state.waiting,
            state.stock,
            state.cards,
            turn,
            state.final,
        )
        found = [[0.0] * len(goals)]
        for move in legal.legal(View(turn.seat, here)):
            if isinstance(move, Take | Stand | Concede):
                found.append([float(goal(turn.aside)) for goal in goals])
            elif isinstance(move, Roll | Reroll):
                found.append(_mean(here, turn, move))
            else:
                found.append(best(transitions.perform(here, turn, move, None).state.turn))
        return [max(column) for column in zip(*found, strict=True)]

    def _mean(here, turn, move):
        dice = len(move.dice) if isinstance(move, Reroll) else turn.hand or len(turn.active)
        total = [0.0] * len(goals)
        for chance, fell in throws(dice):
            after = transitions.perform(
                here, turn, move, ScriptedChance([str(face) for face in fell])
            ).state.turn
            for place, value in enumerate(best(after)):
                total[place] += chance * value
        return total

    return best(state.turn)
