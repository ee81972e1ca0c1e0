"""Odds of intrigue: what cards that lie face down may be, what they can hit, and how the round may end.

Of cards there are two chances: by the rules alone, where every deal that agrees with what a seat (None: a
spectator) sees is as likely, and as strong players leave cards (`engine.intrigue.value.likely_cards`). Both
are exact. How the round may end is estimated by rounds played on (`engine.intrigue.value.prospects`).

An attack is looked for in the queue as it lies: what each card on top could be made to do if its owner
revealed it now, by the rules of choices. Cards that are still to be played, or that come to lie elsewhere
before they are resolved, are not foreseen.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from engine.intrigue.model.moves import Copy, Move, Remove, Steal
from engine.intrigue.model.refusals import refused
from engine.intrigue.model.state import Card, Kind, View
from engine.intrigue.queries import known_consequences
from engine.intrigue.rules.choices import choices
from engine.intrigue.rules.validation import acting_seat
from engine.intrigue.value.likely_cards import Family, Weights, avoided, deals, families
from engine.intrigue.value.prospects import leads_chance, round_ends, spared_chance
from engine.value.values import Likelihood

THEFT = 0
"""Stands for the viewer's influence among the places that a card can hit."""


class FamilyOdds(Struct, frozen=True):
    """The cards of a family that the viewer does not know, and how many lie where."""

    seat: int
    kinds: tuple[Kind, ...]
    """By the rules alone, each of the cards that are not known is each of these with the same chance."""
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
    """What it may be by the rules alone, by the names of the notation."""
    as_left: tuple[Likelihood, ...]
    """The same as strong players leave cards."""
    hits: float
    """The chance that it can remove a card of the viewer's or take their influence: 0 if it is covered."""
    hits_as_left: float
    soon: bool
    """Whether it is on top of a place that is still to be resolved in this round."""


class DangerOdds(Struct, frozen=True):
    """A card of the viewer's on top of a place, or their influence (place 0), that others can hit now."""

    place: int
    kind: Kind | None
    """The card; None: influence."""
    chance: float
    """The chance that a card which is not known and still to be resolved can hit it, by the rules alone."""
    as_left: float
    """The same as strong players leave cards."""


class SeatOdds(Struct, frozen=True):
    """How the round may end for a seat, if strong players play on: estimates."""

    seat: int
    leads: float
    """The chance that no seat has more influence then; in the last round, that it wins or shares the win."""
    spared: float
    """The chance that it loses no card and no influence to others until then."""


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
    """The chance that one of the cards still to be resolved this round can hit anything of the viewer's, by
    the rules alone.
    """
    hit_as_left: float
    """The same as strong players leave cards."""
    seats: tuple[SeatOdds, ...]
    then: IntrigueOdds | None = None
    """After the move asked about; None if none was, or if a card that is not known decides."""


class IntrigueOddsCalculator:
    """Calculates `IntrigueOdds`."""

    answer = IntrigueOdds
    dear = False

    def odds(self, view: View, move: Move | None = None) -> IntrigueOdds:
        """The odds of a view. After the last move of the game there is no `then`."""
        if acting_seat(view.position) is None:
            raise refused("game-over")
        if move is None:
            return _odds(view, _seats(view, None), None)
        after = known_consequences(view, move).view
        over = after is None or acting_seat(after.position) is None
        then = None if after is None or over else _odds(after, _seats(view, move), None)
        return _odds(view, _seats(view, None), then)

    def prepare(self) -> None:
        """Nothing: rounds are played on without tables."""


class _Hidden(NamedTuple):
    """A face-down card and, for each kind that it may be, what of the viewer's it can hit."""

    card: Card
    place: int
    under: int
    soon: bool
    number: int
    """Its number among the hidden cards of its family in the queue."""
    targets: tuple[frozenset[int], ...]


def _seats(view: View, move: Move | None) -> tuple[SeatOdds, ...]:
    ends = round_ends(view, move)
    return tuple(
        [
            SeatOdds(seat, leads_chance(ends, seat), spared_chance(ends, seat))
            for seat in range(1, len(view.position.hands) + 1)
        ]
    )


def _odds(view: View, seats: tuple[SeatOdds, ...], then: IntrigueOdds | None) -> IntrigueOdds:
    position = view.position
    every = families(view)
    hidden = tuple(_hidden(view, every))
    soon = tuple(one for one in hidden if one.soon)
    hittable = sorted({target for one in soon for found in one.targets for target in found})
    return IntrigueOdds(
        view.seat,
        tuple(
            [
                FamilyOdds(
                    seat,
                    one.kinds,
                    len(one.queued),
                    position.hands[seat - 1].count(None),
                    position.out[seat - 1].count(None),
                )
                for seat, one in enumerate(every, start=1)
                if one.kinds
            ]
        ),
        tuple(_card(one, every[one.card.owner - 1]) for one in hidden),
        tuple(
            DangerOdds(
                place,
                position.queue[place - 1][-1].kind if place != THEFT else None,
                *_chances(every, soon, {place}),
            )
            for place in hittable
        ),
        *_chances(every, soon, set(hittable)),
        seats,
        then,
    )


def _hidden(view: View, every: Sequence[Family]) -> Iterable[_Hidden]:
    position = view.position
    first = position.resolving.place if position.resolving else 1
    numbers = {(one.place, one.depth): number for family in every for number, one in enumerate(family.queued)}
    for place, stack in enumerate(position.queue, start=1):
        for under, card in enumerate(reversed(stack)):
            if card.kind is None:
                kinds = every[card.owner - 1].kinds
                targets = tuple(
                    [frozenset[int]() if under else _targets(view, place, kind) for kind in kinds]
                )
                number = numbers[place, len(stack) - 1 - under]
                yield _Hidden(card, place, under, not under and place >= first, number, targets)


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


def _card(one: _Hidden, family: Family) -> CardOdds:
    by_rule, as_left = (deals(weights).kinds(one.number) for weights in (family.by_rule, family.as_left))
    return CardOdds(
        one.place,
        one.under,
        one.card.owner,
        tuple(map(Likelihood, family.kinds, by_rule)),
        tuple(map(Likelihood, family.kinds, as_left)),
        _hits(one, by_rule),
        _hits(one, as_left),
        one.soon,
    )


def _hits(one: _Hidden, chances: Sequence[float]) -> float:
    return sum(chance for chance, targets in zip(chances, one.targets, strict=True) if targets)


def _chances(every: Sequence[Family], cards: Sequence[_Hidden], hit: set[int]) -> tuple[float, float]:
    """The chance that at least one of the cards can hit at least one of these, by the rules alone and as
    strong players leave cards; families are independent.
    """
    by_rule = as_left = 1.0
    for seat, family in enumerate(every, start=1):
        barred = {
            one.number: frozenset(at for at, targets in enumerate(one.targets) if targets & hit)
            for one in cards
            if one.card.owner == seat
        }
        if any(barred.values()):
            by_rule *= _avoided(family.by_rule, barred)
            as_left *= _avoided(family.as_left, barred)
    return 1.0 - by_rule, 1.0 - as_left


def _avoided(weights: Weights, barred: dict[int, frozenset[int]]) -> float:
    return avoided(weights, [barred.get(number, frozenset()) for number in range(len(weights))])
