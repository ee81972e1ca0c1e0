"""What active dice can be turned into without another throw, by every unused card that draws nothing."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from engine.court import powers
from engine.court.dice import distinct, exchanged, joined
from engine.court.model import Dice, Kind
from engine.court.moves import AddDie, Reroll, Use

Path = tuple[Use, ...]
"""Uses in order. The Astronomer's die may follow another active one, which is then to be set aside first."""
LOOKED_AT = 200
"""So many ways are followed; what needs fewer cards comes first."""


def results(aside: Dice, active: Dice, cards: tuple[Kind, ...], limit: int = LOOKED_AT) -> dict[Dice, Path]:
    """Every set of active dice that these cards lead to, with a shortest path; the dice as they are first.

    At most `limit` of them. `cards` may bring dice too; there must be room for all of those.
    """
    found: dict[Dice, Path] = {active: ()}
    edge = [(active, cards)]
    while edge and len(found) < limit:
        after: list[tuple[Dice, tuple[Kind, ...]]] = []
        for dice, left in edge:
            for card in left:
                rest = tuple([other for other in left if other != card])
                for then, use in _used(card, aside, dice, limit):
                    if then not in found and len(found) < limit:
                        found[then] = (*found[dice], use)
                        after.append((then, rest))
        edge = after
    return found


def _used(card: Kind, aside: Dice, active: Dice, limit: int) -> Iterator[tuple[Dice, Use]]:
    if card in powers.ADDS:
        for addition in powers.additions(card, rolled=True):
            face = addition.face or powers.ADDS[addition.card]
            assert face is not None  # noqa: S101  (the Queen's additions have a face)
            yield joined(active, (face,)), addition
        return
    there = distinct(joined(aside, active)) if card == "astronomer" else aside
    for use in islice(powers.choices(card, active, there), limit):
        if not isinstance(use, Reroll | AddDie):
            yield exchanged(active, *powers.outcome(use)), use
