"""A turn solved once, and asked for the values of every position and move that it can come to.

Results are worth what the first goal is worth that they meet. Several columns of worths are solved side by
side: the play of one is not that of another, unless their worths are close enough to choose alike.

`turn_solver` uses cards before dice are set aside, which loses nothing; but somebody may have set dice aside
first. So the values of positions where a die was set aside since the last roll are worked out once more for
the dice aside in question, cards included.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.court.model.dice import joined, selections, without
from engine.court.model.moves import ROLL, Keep, Reroll, Roll, Use
from engine.court.model.state import Dice, Kind
from engine.court.odds import index_tables
from engine.court.odds.dice.rolls import distinct_rolls
from engine.court.odds.reachable import after_use
from engine.court.odds.targets import Target
from engine.court.odds.whole_turn.move_values import worth_classes
from engine.court.odds.whole_turn.result_classes import ClassesOfSize
from engine.court.odds.whole_turn.roll_tables import Values
from engine.court.odds.whole_turn.turn_solver import (
    Cards,
    Price,
    SizeValues,
    TurnCards,
    kept_column,
    price,
    solved_sizes,
)
from engine.court.rules import powers
from engine.kit.arrays import Numbers, np


class TurnBegin(NamedTuple):
    """Where a turn is solved from: the dice aside by then, how many others there are, the unused cards."""

    aside: Dice
    dice: int
    cards: TurnCards
    join: bool
    """True if added dice may join before the first roll."""


class TurnPlace(NamedTuple):
    """A position later in the turn."""

    since: Dice
    """The dice set aside since the beginning."""
    active: Dice | None
    """None before the first roll."""
    kept: bool
    """True if all active dice may be rolled."""
    left: Cards
    """The unused cards."""


class TurnTables:
    """A solved turn. Values are arrays with an entry for each column of worths."""

    def __init__(self, worths: Values, targets: Sequence[Target | None], begin: TurnBegin) -> None:
        """`worths` has a row for each goal and one column or more; the goals come best first by the first
        column, and the last has no target, so that any result meets it.
        """
        self._begin, self._blocks = begin, worths.shape[1]
        self._plain = goal_classes(tuple(targets), begin)
        self._sizes: list[SizeValues] = solved_sizes(
            [_stacked(here, above, worths) for here, above in _with_next(self._plain)],
            begin.dice,
            begin.cards,
        )
        self._columns: dict[tuple[int, int], dict[Cards, Values]] = {}
        self._worths = worths

    def value(self, place: TurnPlace) -> Values:
        """The values of a position, with the best moves from there."""
        size, number = len(place.since), self._class(place.since)
        here = self._sizes[size]
        if place.active is None:
            joined_now = self._joined(place.left)
            blocks = [here.rolled[left][self._block(size, number)] for left in joined_now]
            best: Values = np.max(blocks, axis=0)
            return best
        row = index_tables.roll_indexes(len(place.active))[place.active]
        lying: Values = self._lying(place, size, number)[place.left][row]
        return lying

    def after(self, place: TurnPlace, move: Roll | Keep | Use) -> Values:
        """The values after a move of this position, with the best moves from there."""
        size, number = len(place.since), self._class(place.since)
        if isinstance(move, Roll):
            rolled: Values = self._sizes[size].rolled[place.left][self._block(size, number)]
            return rolled
        if isinstance(move, Keep):
            return self.value(kept(place, move.dice))
        left = place.left - {move.card}
        if place.active is None:
            return self.value(place._replace(left=left))
        if not isinstance(move, Reroll):
            return self.value(place._replace(active=after_use(place.active, move), left=left))
        rest = without(place.active, move.dice) or ()
        table = self._lying(place._replace(left=left), size, number)[left]
        rows = index_tables.roll_indexes(len(place.active))
        found = [chance * table[rows[joined(rest, fell)]] for chance, fell in distinct_rolls(len(move.dice))]
        mean: Values = np.sum(found, axis=0)
        return mean

    def moves(self, place: TurnPlace) -> Iterator[Roll | Keep | Use]:
        active = place.active
        if active is None or (place.kept and active):
            yield ROLL
        if active:
            yield from map(Keep, sorted(selections(active), key=len, reverse=True))
        for card in (*self._begin.cards.adders, *self._begin.cards.changers):
            if card in place.left:
                yield from self._uses(place, card)

    def _uses(self, place: TurnPlace, card: Kind) -> Iterator[Use]:
        if card in powers.ADDED_FACE:
            if self._begin.cards.added(place.left) < self._begin.cards.most and (
                place.active is not None or self._begin.join
            ):
                yield from powers.additions(card, rolled=place.active is not None)
        elif place.active:
            yield from powers.choices(card, place.active, joined(self._begin.aside, place.since))

    def _joined(self, left: Cards) -> list[Cards]:
        """What can be left of these cards when the dice are rolled for the first time."""
        if not self._begin.join:
            return [left]
        changers = frozenset(self._begin.cards.changers)
        return [one for one in self._sizes[0].rolled if left >= one >= changers & left]

    def _lying(self, place: TurnPlace, size: int, number: int) -> dict[Cards, Values]:
        """The values by the cards left and by roll, with these dice aside: after a roll, or once one of them
        was set aside.
        """
        here, block = self._sizes[size], self._block(size, number)
        if not place.kept:
            return {place.left: here.fallen[place.left][:, block]}
        found = self._columns.get((size, number))
        if found is None:
            plain = self._plain[size]
            there = np.repeat(plain.there[number], self._blocks)
            tables = {left: table[:, block] for left, table in here.kept.items()}
            actives = {left: self._begin.dice + self._begin.cards.added(left) - size for left in tables}
            found = kept_column(tables, actives, there)
            self._columns[size, number] = found
        return found

    def _class(self, since: Dice) -> int:
        number = 0
        for size, face in enumerate(since):
            number = int(self._plain[size].grown[face - 1][number])
        return number

    def _block(self, size: int, number: int) -> Numbers:
        return number + self._plain[size].number * np.arange(self._blocks)


def kept(place: TurnPlace, dice: Dice) -> TurnPlace:
    """The position after dice are set aside."""
    assert place.active is not None  # noqa: S101  (they were rolled)
    return place._replace(
        since=joined(place.since, dice), active=without(place.active, dice) or (), kept=True
    )


def goal_classes(targets: tuple[Target | None, ...], begin: TurnBegin) -> list[ClassesOfSize]:
    """The classes of sets of dice; `worth` is the number of the goal that is met, from 0."""
    goals = [(float(number), target) for number, target in enumerate(targets)]
    most = begin.dice + begin.cards.most
    return worth_classes(goals, begin.aside, begin.dice, most, copies="astronomer" in begin.cards.changers)


def cost(targets: tuple[Target | None, ...], begin: TurnBegin, columns: int) -> Price:
    """What it costs to solve so many columns."""
    return price(goal_classes(targets, begin), begin.dice, begin.cards, columns)


def _with_next(classes: list[ClassesOfSize]) -> Iterator[tuple[ClassesOfSize, int]]:
    """Classes, and how many there are one size up."""
    for here, above in zip(classes, [*classes[1:], None], strict=True):
        yield here, above.number if above else 0


def _stacked(here: ClassesOfSize, above: int, worths: Values) -> ClassesOfSize:
    """As many copies of the classes as there are columns, one behind the other."""
    numbers, columns = here.worth.astype(np.intp), range(worths.shape[1])
    return ClassesOfSize(
        np.concatenate([worths[numbers, column] for column in columns]),
        np.tile(here.there, worths.shape[1]),
        np.concatenate([here.grown + above * column for column in columns], axis=1),
    )
