"""Odds of intrigue: what can be derived from open information about cards that lie face down.

Every deal that agrees with what a seat (None: a spectator) sees is taken as equally likely: of each family,
the kinds that lie nowhere open and are not the viewer's own are spread over its face-down cards, its hand and
its three cards out of the game. How anybody plays, and so what a card left face down may tell, is not
weighed. All chances are exact.

An attack is looked for in the queue as it lies: what each card on top could be made to do if its owner
revealed it now, by the rules of choices. Cards that are still to be played, or that come to lie elsewhere
before they are resolved, are not foreseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import perm
from typing import NamedTuple

from msgspec import Struct

from engine.intrigue.model.cards import missing
from engine.intrigue.model.moves import Copy, Move, Remove, Steal
from engine.intrigue.model.refusals import refused
from engine.intrigue.model.state import Card, Kind, View
from engine.intrigue.queries import known_consequences
from engine.intrigue.rules.choices import choices
from engine.intrigue.rules.validation import acting_seat
from engine.value.values import Likelihood

THEFT = 0
"""Stands for the viewer's influence among the places that a card can hit."""


class FamilyOdds(Struct, frozen=True):
    """The cards of a family that the viewer does not know, and how many lie where."""

    seat: int
    kinds: tuple[Kind, ...]
    """Each of the cards that are not known is each of these with the same chance."""
    queue: int
    hand: int
    out: int


class CardOdds(Struct, frozen=True):
    """A card of the queue that the viewer does not know."""

    place: int
    under: int
    """How many cards lie on it; 0: it is on top."""
    seat: int
    """Its owner."""
    kinds: tuple[Likelihood, ...]
    """What it may be, by the names of the notation."""
    hits: float
    """The chance that it can remove a card of the viewer's or take their influence: 0 if it is covered."""
    soon: bool
    """Whether it is on top of a place that is still to be resolved in this round."""


class DangerOdds(Struct, frozen=True):
    """A card of the viewer's on top of a place, or their influence (place 0), that others can hit this
    round.
    """

    place: int
    kind: Kind | None
    """The card; None: influence."""
    chance: float
    """The chance that a card which is not known and still to be resolved can hit it."""


class IntrigueOdds(Struct, frozen=True):
    """What a seat can say about the cards it does not see, and after a move the same again."""

    seat: int | None
    """Who asks; None: a spectator."""
    families: tuple[FamilyOdds, ...]
    """Those with cards that are not known."""
    cards: tuple[CardOdds, ...]
    """From the front of the queue, of each place from the top."""
    dangers: tuple[DangerOdds, ...]
    """Only those that there are."""
    hit: float
    """The chance that one of the cards still to be resolved this round can hit anything of the viewer's."""
    then: IntrigueOdds | None = None
    """After the move asked about; None if none was, or if a card that is not known decides."""


class IntrigueOddsCalculator:
    """Calculates `IntrigueOdds`."""

    answer = IntrigueOdds
    dear = False

    def odds(self, view: View, move: Move | None = None) -> IntrigueOdds:
        """See `engine.game.OddsCalculator`. After the last move of the game there is no `then`."""
        if acting_seat(view.position) is None:
            raise refused("game-over")
        if move is None:
            return _odds(view, None)
        after = known_consequences(view, move).view
        over = after is None or acting_seat(after.position) is None
        return _odds(view, None if after is None or over else _odds(after, None))

    def prepare(self) -> None:
        """Nothing: an answer takes less than a millisecond."""


class _Hidden(NamedTuple):
    """A face-down card and, for each kind that it may be, what of the viewer's it can hit."""

    card: Card
    place: int
    under: int
    soon: bool
    targets: dict[Kind, frozenset[int]]


def _odds(view: View, then: IntrigueOdds | None) -> IntrigueOdds:
    position = view.position
    families = {seat: family for seat in range(1, len(position.hands) + 1) if (family := _family(view, seat))}
    hidden = tuple(_hidden(view, families))
    soon = tuple(one for one in hidden if one.soon)
    hittable = sorted({target for one in soon for found in one.targets.values() for target in found})
    return IntrigueOdds(
        view.seat,
        tuple(families.values()),
        tuple(_card(one) for one in hidden),
        tuple(
            DangerOdds(
                place,
                position.queue[place - 1][-1].kind if place != THEFT else None,
                _chance(families, soon, {place}),
            )
            for place in hittable
        ),
        _chance(families, soon, set(hittable)),
        then,
    )


def _family(view: View, seat: int) -> FamilyOdds | None:
    """A family's unknown cards; None if the viewer knows them all."""
    position = view.position
    queued = [card.kind for stack in position.queue for card in stack if card.owner == seat]
    hand, out = position.hands[seat - 1], position.out[seat - 1]
    kinds = missing((*position.discards[seat - 1], *hand, *out, *queued))
    if not kinds:
        return None
    return FamilyOdds(seat, kinds, queued.count(None), hand.count(None), out.count(None))


def _hidden(view: View, families: dict[int, FamilyOdds]) -> Iterable[_Hidden]:
    position = view.position
    first = position.resolving.place if position.resolving else 1
    for place, stack in enumerate(position.queue, start=1):
        for under, card in enumerate(reversed(stack)):
            if card.kind is None:
                kinds = families[card.owner].kinds
                targets = {kind: frozenset[int]() if under else _targets(view, place, kind) for kind in kinds}
                yield _Hidden(card, place, under, not under and place >= first, targets)


def _targets(view: View, place: int, kind: Kind) -> frozenset[int]:
    """What of the viewer's the top card of a place could hit if it were revealed as this kind."""
    position, found = view.position, set[int]()
    for choice in choices(kind, position.queue, place, position.influence):
        match choice:
            case Copy(source):
                copied = position.queue[source - 1][-1].kind
                found |= _targets(view, place, copied) if copied else frozenset()
            case Remove(target) if position.queue[target - 1][-1].owner == view.seat:
                found.add(target)
            case Steal(seat) if seat == view.seat:
                found.add(THEFT)
    return frozenset(found)


def _card(one: _Hidden) -> CardOdds:
    each = 1 / len(one.targets)
    kinds = tuple(Likelihood(kind, each) for kind in one.targets)
    hits = sum(bool(targets) for targets in one.targets.values()) * each
    return CardOdds(one.place, one.under, one.card.owner, kinds, hits, one.soon)


def _chance(families: dict[int, FamilyOdds], cards: Sequence[_Hidden], hit: set[int]) -> float:
    """The chance that at least one of the cards can hit at least one of these; families are independent."""
    safe = 1.0
    for seat, family in families.items():
        barred = [
            frozenset(kind for kind, targets in one.targets.items() if targets & hit)
            for one in cards
            if one.card.owner == seat
        ]
        safe *= avoided(family.kinds, tuple(filter(None, barred)))
    return 1.0 - safe


@lru_cache(maxsize=4096)
def avoided(kinds: tuple[Kind, ...], barred: tuple[frozenset[Kind], ...]) -> float:
    """The chance that of as many different cards, drawn from these kinds, none is of a kind barred for it."""
    ways = {0: 1}
    for bars in barred:
        later: dict[int, int] = {}
        for taken, count in ways.items():
            for at, kind in enumerate(kinds):
                if kind not in bars and not taken >> at & 1:
                    later[taken | 1 << at] = later.get(taken | 1 << at, 0) + count
        ways = later
    return sum(ways.values()) / perm(len(kinds), len(barred))
