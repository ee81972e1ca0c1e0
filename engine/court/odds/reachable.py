"""The dice that unused cards can turn active dice into without another roll."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from engine.court.model.dice import distinct, exchanged, joined, without
from engine.court.model.moves import AddDie, Reroll, Use
from engine.court.model.state import Dice, Kind
from engine.court.rules import powers

Path = tuple[Use, ...]
"""Uses of cards in order. The Astronomer may copy another active die, which then is set aside first."""
MOST_RESULTS = 800
"""At most this many ways are followed; those that need fewer cards come first."""


def reachable_dice(
    aside: Dice, active: Dice, cards: tuple[Kind, ...], tries: int | None = None
) -> dict[Dice, Path]:
    """Every set of active dice that these cards can make, each with a shortest path; the dice as they are
    come first. A die that is set aside for the Astronomer's sake is part of the set, but no later card
    changes it.

    At most MOST_RESULTS ways are followed; of ways with as many cards, at most `tries` are tried. `cards` may
    add dice; there must be room for all of those.
    """
    found: dict[Dice, Path] = {active: ()}
    begun = _Reached((), active, tuple(sorted(cards, key=_LAST.__eq__)), ())
    seen, edge = {(begun.fixed, begun.free, frozenset(cards))}, [begun]
    while edge and len(seen) < MOST_RESULTS:
        uses = (then for here in edge for card in here.left for then in _used(card, aside, here))
        later: list[_Reached] = []
        for then in islice(uses, tries):
            place = then.fixed, then.free, frozenset(then.left)
            if place not in seen and len(seen) < MOST_RESULTS:
                seen.add(place)
                found.setdefault(joined(then.fixed, then.free), then.path)
                later.append(then)
        edge = later
    return found


class _Reached(NamedTuple):
    """Dice on the way: those `fixed` by setting them aside since, the `free` ones, and the cards left."""

    fixed: Dice
    free: Dice
    left: tuple[Kind, ...]
    path: Path


_LAST: Kind = "astronomer"


def _used(card: Kind, aside: Dice, here: _Reached) -> Iterator[_Reached]:
    """Every way to use a card now."""
    left = tuple([other for other in here.left if other != card])
    if card in powers.ADDED_FACE:
        for added in powers.additions(card, rolled=True):
            yield _Reached(here.fixed, after_use(here.free, added), left, (*here.path, added))
        return
    there = joined(aside, here.fixed)
    for use in islice(powers.choices(card, here.free, there), MOST_RESULTS):
        if not isinstance(use, Reroll):
            yield _Reached(here.fixed, after_use(here.free, use), left, (*here.path, use))
    if card == _LAST:
        for face in distinct(here.free):
            rest = without(here.free, (face,))
            if face not in there and rest:
                for use in powers.choices(card, rest, (face,)):
                    path = (*here.path, use)
                    yield _Reached(joined(here.fixed, (face,)), after_use(rest, use), left, path)


def after_use(active: Dice, use: Use) -> Dice:
    """The active dice after a use that draws nothing."""
    if isinstance(use, AddDie):
        face = use.face or powers.ADDED_FACE[use.card]
        assert face is not None  # noqa: S101  (once dice are active, the Queen's face is chosen)
        return joined(active, (face,))
    assert not isinstance(use, Reroll)  # noqa: S101  (see above)
    return exchanged(active, *powers.outcome(use))
