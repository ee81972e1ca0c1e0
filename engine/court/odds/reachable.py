"""The dice that unused cards can turn active dice into without another roll."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from engine.court.model.dice import distinct, exchanged, joined
from engine.court.model.moves import AddDie, Reroll, TurnDie, Use
from engine.court.model.state import Dice, Kind
from engine.court.rules import powers

Path = tuple[Use, ...]
"""Uses of cards in order. The Astronomer may copy another active die, which then has to be set aside
first.
"""
MOST_RESULTS = 200
"""At most this many sets are found; those that need fewer cards come first."""


def reachable_dice(
    aside: Dice, active: Dice, cards: tuple[Kind, ...], limit: int = MOST_RESULTS
) -> dict[Dice, Path]:
    """Every set of active dice that these cards can make, each with a shortest path; the dice as they are
    come first.

    There are at most `limit` of them. `cards` may add dice; there must be room for all of those.
    """
    found: dict[Dice, Path] = {active: ()}
    edge = [(active, tuple(sorted(cards, key=_LAST.__eq__)))]
    while edge and len(found) < limit:
        later: list[tuple[Dice, tuple[Kind, ...]]] = []
        for dice, left in edge:
            for card in left:
                rest = tuple([other for other in left if other != card])
                for then, use in _used(card, aside, dice, limit):
                    if then not in found and len(found) < limit:
                        found[then] = (*found[dice], use)
                        if not _fixes(use, aside):
                            later.append((then, rest))
        edge = later
    return found


_LAST: Kind = "astronomer"


def _fixes(use: Use, aside: Dice) -> bool:
    """True if this use needs a die to be set aside first, which no other card can change afterwards."""
    return isinstance(use, TurnDie) and use.card == _LAST and use.to not in aside


def _used(card: Kind, aside: Dice, active: Dice, limit: int) -> Iterator[tuple[Dice, Use]]:
    if card in powers.ADDED_FACE:
        uses: Iterable[Use] = powers.additions(card, rolled=True)
    else:
        there = distinct(joined(aside, active)) if card == "astronomer" else aside
        uses = islice(powers.choices(card, active, there), limit)
    return ((after_use(active, use), use) for use in uses if not isinstance(use, Reroll))


def after_use(active: Dice, use: Use) -> Dice:
    """The active dice after a use that draws nothing."""
    if isinstance(use, AddDie):
        face = use.face or powers.ADDED_FACE[use.card]
        assert face is not None  # noqa: S101  (once dice are active, the Queen's face is chosen)
        return joined(active, (face,))
    assert not isinstance(use, Reroll)  # noqa: S101  (see above)
    return exchanged(active, *powers.outcome(use))
