"""The best that can be made of a few dice, every choice weighed: throws, sets aside, cards.

What a result is worth is handed in, for every set of faces that the dice can end with (their chance of
paying for a card, or any other value), so that one method serves every goal. A position is what was
set aside since, the dice left and the cards not used; values are worked out from the last die back to
the first throw. A card that brings a die holds its place until then: results always have all dice.

Exact, with all cards in any order, but for the Astronomer: he follows dice aside only, not active ones
that are set aside for his sake in the same throw (alone he loses nothing by that, as the die that he
would turn can be thrown once more before). The work grows fast with dice and cards: see `cost`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from operator import itemgetter, mul
from typing import Any, NamedTuple

from engine.court import powers
from engine.court.dice import FACES, distinct, exchanged, joined
from engine.court.model import Dice, Kind
from engine.court.odds.reach import after
from engine.court.odds.throws import multisets

MOST_DICE = 6
BRINGERS: frozenset[Kind] = frozenset(powers.ADDS)
Values = list[float]
Getter = Callable[[Any], tuple[float, ...]]
Cards = frozenset[Kind]


def cost(dice: int, cards: tuple[Kind, ...]) -> float:
    """Roughly how many microseconds `weigh` takes."""
    factor = 1.0
    for card in cards:
        factor *= 1.65 if card in BRINGERS else 3.5 if card in _HEAVY else 2.7
    return _ALONE[dice] * factor


_ALONE = (0, 25, 50, 120, 320, 1000, 3000)
_HEAVY: frozenset[Kind] = frozenset(("jester", "merchant", "astronomer"))


class Weighed(NamedTuple):
    """What was found: values by the cards that are left."""

    cards: Cards
    """All of them."""
    coming: Mapping[Cards, Sequence[float]]
    """After setting dice aside, before a throw (`place_aside`); nothing aside comes first."""
    lying: Mapping[Cards, Sequence[float]]
    """With each throw (`place`) on the table, nothing aside; cards that bring dice are not thrown."""

    @property
    def thrown(self) -> float:
        """The value of throwing now."""
        return self.coming[self.cards][0]

    @property
    def joined(self) -> float:
        """The value of throwing after the best use of cards that bring a die."""
        return max(values[0] for left, values in self.coming.items() if left | BRINGERS >= self.cards)


def weigh(
    worth: Sequence[float], dice: int, cards: tuple[Kind, ...], aside: Dice, *, kept: bool = False
) -> Weighed:
    """The best means of `worth` that `dice` dice can come to, those included that cards bring.

    `worth` is in the order of `multisets(dice)`: of the dice in question alone. Of the dice set aside
    before, only the faces matter here (to the Astronomer). `kept`: the dice on the table may be thrown
    again as they are.
    """
    sets = _subsets(cards)
    best = {held: [0.0] * _places(dice)[-1] + list(worth) for held in sets}
    tables: dict[Cards, Values] = {}
    for size in range(dice - 1, -1, -1):
        seen: dict[Any, int] = {}
        steps = zip(_sets(size), _ends(size, dice), _onward(size, dice), strict=True)
        for here, (fixed, ends, onward) in enumerate(steps, _places(dice)[size]):
            there = distinct(joined(aside, fixed)) if "astronomer" in cards else ()
            like = seen.setdefault((ends(worth), there), here)
            for held in sets:
                if like != here:
                    best[held][here] = best[held][like]
                elif (thrown := dice - size - len(held & BRINGERS)) >= 0:
                    tables[held] = _lying(onward(best[held]), thrown, held, tables, there)
                    best[held][here] = sum(map(mul, _chances(thrown), tables[held]))
    if kept:
        tables = _kept_before(best, dice, sets, distinct(aside))
    return Weighed(frozenset(cards), best, tables)


def _kept_before(
    best: Mapping[Cards, Values], dice: int, sets: list[Cards], there: Dice
) -> dict[Cards, Values]:
    """The values of every throw where it may be thrown again, nothing of it set aside."""
    tables: dict[Cards, Values] = {}
    [onward] = _onward(0, dice)
    for held in sets:
        thrown = dice - len(held & BRINGERS)
        tables[held] = _lying(onward(best[held]), thrown, held, tables, there, again=best[held][0])
    return tables


def _lying(
    onward: tuple[float, ...],
    dice: int,
    held: Cards,
    tables: Mapping[Cards, Values],
    there: Dice,
    again: float = 0.0,
) -> Values:
    """The values of every throw, from those of setting dice aside and those with a card less.

    `again`: of throwing all dice again.
    """
    table = [max(getter(onward)) for getter in _kept(dice)] if dice else [0.0]
    if again:
        table = [max(value, again) for value in table]
    for card in held:
        spent = tables[held - {card}]
        table = list(map(max, table, _with(card, dice, spent, there)))
    return table


def _with(card: Kind, dice: int, spent: Values, there: Dice) -> Iterable[float]:
    """The values of every throw when the card is used at once; `spent`: of every throw without it."""
    if card in powers.ADDS:
        return [max(getter(spent)) for getter in _brought(card, dice)]
    if not dice:
        return [0.0]
    if card == "jester":
        return [max([sum(getter(spent)) for getter in ways]) / 6 for ways in _one_again(dice)]
    if card == "merchant":
        means = [sum(map(mul, chances, getter(spent))) for chances, getter in _some_again(dice)]
        return [max(getter(means)) for getter in _left(dice)]
    return [max(getter(spent)) for getter in _turned(card, dice, there if card == "astronomer" else ())]


def _subsets(cards: tuple[Kind, ...]) -> list[Cards]:
    """All sets of cards, smaller ones first."""
    return [frozenset(some) for size in range(len(cards) + 1) for some in combinations(cards, size)]


def prepare(most: int = MOST_DICE) -> None:
    """Makes the tables that depend on no question, about half a second's work, for a process that waits."""
    everybody = tuple(powers.TOUCHES)
    for dice in range(1, most + 1):
        for card in everybody:
            weigh([0.0] * len(_sets(dice)), dice, (card,), FACES)


def place(dice: Dice) -> int:
    """Where these dice, ascending, stand among all throws of as many."""
    return _index(len(dice))[dice]


def place_aside(dice: Dice, all_dice: int) -> int:
    """Where these dice, ascending, stand among all sets aside of up to `all_dice`."""
    return _places(all_dice)[len(dice)] + _index(len(dice))[dice]


# Places: sets of faces by number, in the order of `multisets`


@lru_cache(maxsize=16)
def _sets(dice: int) -> tuple[Dice, ...]:
    return tuple(fell for _, fell in multisets(dice))


@lru_cache(maxsize=16)
def _chances(dice: int) -> tuple[float, ...]:
    return tuple(chance for chance, _ in multisets(dice))


@lru_cache(maxsize=16)
def _index(dice: int) -> dict[Dice, int]:
    return {fell: place for place, fell in enumerate(_sets(dice))}


@lru_cache(maxsize=16)
def _places(dice: int) -> list[int]:
    """Where the sets of 0, 1, .. `dice` dice begin in one long list of all of them."""
    starts = [0]
    for size in range(dice):
        starts.append(starts[-1] + len(_sets(size)))
    return starts


def _getter(places: Sequence[int]) -> Getter:
    """Values from these places, as a tuple even where it is only one."""
    return itemgetter(*places) if len(places) > 1 else itemgetter(places[0], places[0])


@lru_cache(maxsize=64)
def _onward(size: int, dice: int) -> tuple[Getter, ...]:
    """For every set aside of `size` dice: the sets that it can grow to, by what is added (see `_kept`)."""
    starts = _places(dice)
    return tuple(
        _getter(
            [
                starts[size + more] + _index(size + more)[joined(fixed, added)]
                for more in range(1, dice - size + 1)
                for added in _sets(more)
            ]
        )
        for fixed in _sets(size)
    )


@lru_cache(maxsize=64)
def _ends(size: int, dice: int) -> tuple[Getter, ...]:
    """For every set aside of `size` dice: the results that it can end as, by what is added."""
    index = _index(dice)
    return tuple(
        _getter([index[joined(fixed, added)] for added in _sets(dice - size)]) for fixed in _sets(size)
    )


@lru_cache(maxsize=16)
def _kept(dice: int) -> tuple[Getter, ...]:
    """For every throw: where the sets that can be set aside of it are among all of 1, 2, .. dice."""
    starts = [start - 1 for start in _places(dice)]
    return tuple(
        _getter([starts[len(kept)] + _index(len(kept))[kept] for kept in _parts(fell)])
        for fell in _sets(dice)
    )


def _parts(fell: Dice) -> list[Dice]:
    """Every choice of one or more of these dice."""
    return [part for size in range(1, len(fell) + 1) for part in dict.fromkeys(combinations(fell, size))]


@lru_cache(maxsize=512)
def _turned(card: Kind, dice: int, there: Dice) -> tuple[Getter, ...]:
    """For every throw: the throws that a card makes of it, and itself."""
    if len(there) > 1:
        ways = [_turns(card, dice, (face,)) for face in there]
        return tuple([_getter(sorted(set().union(*some))) for some in zip(*ways, strict=True)])
    return tuple([_getter(places) for places in _turns(card, dice, there)])


@lru_cache(maxsize=128)
def _turns(card: Kind, dice: int, there: Dice) -> tuple[tuple[int, ...], ...]:
    index = _index(dice)
    found = []
    for fell in _sets(dice):
        then = {index[fell]}
        then.update(index[after(fell, use)] for use in powers.choices(card, fell, there))
        found.append(tuple(sorted(then)))
    return tuple(found)


@lru_cache(maxsize=64)
def _brought(card: Kind, dice: int) -> tuple[Getter, ...]:
    """For every throw: the throws of one die more that a card makes of it."""
    uses = powers.additions(card, rolled=True)
    return tuple(_getter([_index(dice + 1)[after(fell, use)] for use in uses]) for fell in _sets(dice))


@lru_cache(maxsize=16)
def _one_again(dice: int) -> tuple[tuple[Getter, ...], ...]:
    """For every throw and each die of it: the six throws that throwing it again can make."""
    return tuple(
        tuple(
            itemgetter(*[_index(dice)[exchanged(fell, (face,), (new,))] for new in FACES])
            for face in distinct(fell)
        )
        for fell in _sets(dice)
    )


@lru_cache(maxsize=16)
def _some_again(dice: int) -> tuple[tuple[tuple[float, ...], Getter], ...]:
    """For every set of fewer dice that stays: the throws that it can become part of."""
    return tuple(
        (_chances(dice - size), _getter([_index(dice)[joined(stays, new)] for new in _sets(dice - size)]))
        for size in range(dice)
        for stays in _sets(size)
    )


@lru_cache(maxsize=16)
def _left(dice: int) -> tuple[Getter, ...]:
    """For every throw: where what can stay of it is in `_some_again`."""
    starts = _places(dice)
    return tuple(
        _getter(
            [starts[len(stays)] + _index(len(stays))[stays] for stays in ((), *_parts(fell)) if stays != fell]
        )
        for fell in _sets(dice)
    )
