"""What the cards are that a view hides: by the rules alone, and as strong players leave cards.

A family's face-down cards are different cards of those that are not known. By the rules alone every way to
deal them is as likely; as strong players leave cards, a way is the likelier, the more often they play each
card in its round and leave it face down under so much influence (`engine.intrigue.bots.habits`). Both are
exact: ways are summed up over the sets of cards that the queue's cards so far can be.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.intrigue.bots.habits import TOLD, Random
from engine.intrigue.bots.master import SEEDS, numbers
from engine.intrigue.model.cards import in_order, missing
from engine.intrigue.model.state import Card, Cards, Kind, State, View

Weights = tuple[tuple[float, ...], ...]
"""By card: how likely it is each of the kinds that are not known, not divided by any sum."""
Ways = tuple[dict[int, float], ...]
"""By the number of cards that have been dealt: by the set of kinds that they are (a bit each), the weight of
all ways to deal them, or to deal those that follow.
"""


class Hidden(NamedTuple):
    """A card that a view hides."""

    place: int
    depth: int
    """Its number in its stack, 0 at the bottom."""
    card: Card


class Family(NamedTuple):
    """The cards of a family that a view hides: all that are not known, and those of the queue, from its
    front.
    """

    kinds: tuple[Kind, ...]
    queued: tuple[Hidden, ...]

    @property
    def as_left(self) -> Weights:
        """How likely its cards of the queue are what, as strong players leave cards."""
        return tuple(
            [
                tuple([TOLD[kind][one.card.round - 1][min(one.card.influence, 3)] for kind in self.kinds])
                for one in self.queued
            ]
        )

    @property
    def by_rule(self) -> Weights:
        """The same by the rules alone."""
        return ((1.0,) * len(self.kinds),) * len(self.queued)


def families(view: View) -> tuple[Family, ...]:
    """The families as a view hides their cards, seat 1 first."""
    position = view.position
    queued: list[list[Hidden]] = [[] for _ in position.hands]
    known: list[list[Kind | None]] = [
        [*position.discards[seat], *position.hands[seat], *position.out[seat]]
        for seat in range(len(position.hands))
    ]
    for place, stack in enumerate(position.queue, start=1):
        for depth, card in enumerate(stack):
            if card.kind is None:
                queued[card.owner - 1].append(Hidden(place, depth, card))
            else:
                known[card.owner - 1].append(card.kind)
    return tuple([Family(missing(own), tuple(some)) for own, some in zip(known, queued, strict=True)])


class Deals(NamedTuple):
    """All ways to deal a family's hidden cards of the queue."""

    weights: Weights
    before: Ways
    after: Ways

    @property
    def whole(self) -> float:
        """The weight of all ways."""
        return self.after[0][0]

    def kinds(self, number: int) -> tuple[float, ...]:
        """The chance of each kind to be a card of the queue."""
        own, after = self.weights[number], self.after[number + 1]
        found = [0.0] * len(own)
        for taken, weight in self.before[number].items():
            for at, each in enumerate(own):
                if each and not taken >> at & 1:
                    found[at] += weight * each * after.get(taken | 1 << at, 0.0)
        return tuple([one / self.whole for one in found])

    def drawn(self, random: Random) -> list[int]:
        """A way, as likely as it is: by card, the number of its kind."""
        taken, found = 0, list[int]()
        for own, after in zip(self.weights, self.after[1:], strict=True):
            free = [at for at in range(len(own)) if not taken >> at & 1]
            chances = [own[at] * after.get(taken | 1 << at, 0.0) for at in free]
            left, place = random() * sum(chances), 0
            while place < len(free) - 1 and left >= chances[place]:
                left -= chances[place]
                place += 1
            found.append(free[place])
            taken |= 1 << free[place]
        return found


@lru_cache(maxsize=1 << 10)
def deals(weights: Weights) -> Deals:
    """All ways to deal cards that are likely to be what these weights say."""
    before: list[dict[int, float]] = [{0: 1.0}]
    for own in weights:
        later: dict[int, float] = {}
        for taken, weight in before[-1].items():
            for at, each in enumerate(own):
                if each and not taken >> at & 1:
                    later[taken | 1 << at] = later.get(taken | 1 << at, 0.0) + weight * each
        before.append(later)
    after: list[dict[int, float]] = [dict.fromkeys(before[-1], 1.0)]
    for own, sets in zip(reversed(weights), reversed(before[:-1]), strict=True):
        following = after[-1]
        after.append(
            {
                taken: sum(
                    [
                        each * following.get(taken | 1 << at, 0.0)
                        for at, each in enumerate(own)
                        if not taken >> at & 1
                    ]
                )
                for taken in sets
            }
        )
    return Deals(weights, tuple(before), tuple(reversed(after)))


def avoided(weights: Weights, barred: Sequence[frozenset[int]]) -> float:
    """The chance that no card is of a kind that is barred for it, by the kinds' numbers."""
    allowed = tuple(
        [
            tuple([0.0 if at in bars else each for at, each in enumerate(own)])
            for own, bars in zip(weights, barred, strict=True)
        ]
    )
    return deals(allowed).after[0].get(0, 0.0) / deals(weights).whole


class LikelySamples:
    """States that give a view, each as likely as strong players leave cards so."""

    def __init__(self, view: View) -> None:
        self._position = view.position
        self._families = [(one, deals(one.as_left)) for one in families(view)]

    def drawn_by(self, seed: int) -> tuple[State, int]:
        """One of them, and the seed by which its numbers go on (`numbers`)."""
        random, last = numbers(seed), seed / SEEDS

        def noted() -> float:
            nonlocal last
            last = random()
            return last

        return self.drawn(noted), int(last * SEEDS)

    def drawn(self, random: Random) -> State:
        """One of them."""
        position, turned, rests = self._position, dict[tuple[int, int], Kind](), list[list[Kind]]()
        for family, ways in self._families:
            found = ways.drawn(random)
            for one, number in zip(family.queued, found, strict=True):
                turned[one.place, one.depth] = family.kinds[number]
            rests.append([kind for at, kind in enumerate(family.kinds) if at not in found])

        def dealt(seat: int, cards: Cards) -> Cards:
            if None not in cards:
                return cards
            rest = rests[seat]
            return in_order(rest.pop(int(random() * len(rest))) if kind is None else kind for kind in cards)

        queue = tuple(
            [
                tuple(
                    [
                        card
                        if card.kind is not None
                        else Card(card.owner, card.round, turned[place, depth], card.up, card.influence)
                        for depth, card in enumerate(stack)
                    ]
                )
                for place, stack in enumerate(position.queue, start=1)
            ]
        )
        hands = tuple([dealt(seat, hand) for seat, hand in enumerate(position.hands)])
        out = tuple([dealt(seat, gone) for seat, gone in enumerate(position.out)])
        return State(
            position.options, position.number, position.round, position.crown, position.waiting,
            position.influence, hands, out, position.discards, queue, position.resolving,
        )  # fmt: skip
