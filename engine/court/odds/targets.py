"""The targets of a turn: each card's condition, or the mark, and how to count its chance.

A target gives its chance from the dice set aside and the unused cards, either before a roll or after
one. Added dice either all join now or all wait until their face is wanted; the better of the two counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, Protocol

from engine.court.model.dice import FACES, joined
from engine.court.model.state import Dice, Kind
from engine.court.odds import card_effects, same_face
from engine.court.odds.card_effects import ANY_FACE, UnusedCards
from engine.court.odds.dice import groups, parity, straights, total
from engine.court.odds.dice.rolls import distinct_rolls


class Target(Protocol):
    """A condition that a result can meet. Equal targets are equal values."""

    def __hash__(self) -> int: ...

    def met(self, result: Dice) -> bool:
        """True if the result meets the target."""

    def possible(self, aside: Dice, dice: int) -> bool:
        """True if `dice` dice more can still meet it with the best luck and any cards."""

    def before_roll(self, aside: Dice, dice: int, held: UnusedCards) -> float:
        """A lower bound of the chance (0 to 1) if `dice` dice are about to be rolled."""

    def after_roll(self, aside: Dice, active: Dice, held: UnusedCards, *, kept: bool) -> float:
        """A lower bound of the chance (0 to 1) with these dice rolled. `kept`: all may be rerolled."""


@lru_cache(maxsize=1 << 13)
def met_flags(target: Target, aside: Dice, dice: int) -> bytes:
    """One byte for every roll of `dice` dice, in the order of `distinct_rolls`: 1 if it meets the target."""
    if not target.possible(aside, dice):
        return bytes(len(distinct_rolls(dice)))
    return bytes([target.met(joined(aside, fell)) for _, fell in distinct_rolls(dice)])


class Groups(NamedTuple):
    """Pairs, triples, or a triple and a pair."""

    shape: groups.Shape
    need: int

    def met(self, result: Dice) -> bool:
        """True if the result meets the target."""
        left = groups.still_missing(self._want(result), 0)
        return left is not None and not left.need

    def possible(self, aside: Dice, dice: int) -> bool:
        """True if `dice` dice more can still meet it."""
        return groups.still_missing(self._want(aside), dice) is not None

    def before_roll(self, aside: Dice, dice: int, held: UnusedCards) -> float:
        return max(
            groups.before_roll(self._want(fixed), number, card_effects.group_effects(held.cards, spare))
            for fixed, number, spare in _dealt(aside, dice, held)
        )

    def after_roll(self, aside: Dice, active: Dice, held: UnusedCards, *, kept: bool) -> float:
        best = 0.0
        for fixed, thrown, spare in _shown(aside, active, held):
            effects = card_effects.group_effects(held.cards, spare)
            pairs = sorted(((fixed.count(face), thrown.count(face)) for face in FACES), reverse=True)
            want = groups.MissingGroups(self.shape, self.need, tuple([count for count, _ in pairs]))
            counts = tuple([count for _, count in pairs])
            best = max(best, groups.after_roll(want, counts, 0, effects, kept=kept))
        return best

    def _want(self, aside: Dice) -> groups.MissingGroups:
        counts = sorted([aside.count(face) for face in FACES], reverse=True)
        return groups.MissingGroups(self.shape, self.need, tuple(counts))


class Straight(NamedTuple):
    """A straight: all of `inner`, and one of `ends` if there are any."""

    inner: Dice
    ends: Dice

    def met(self, result: Dice) -> bool:
        """True if the result meets the target."""
        return not self._gap(result).faces

    def possible(self, aside: Dice, dice: int) -> bool:
        """True if `dice` dice more can still meet it."""
        return self._gap(aside).faces <= dice

    def before_roll(self, aside: Dice, dice: int, held: UnusedCards) -> float:
        return max(
            straights.before_roll(self._gap(fixed), number, card_effects.straight_effects(held.cards, spare))
            for fixed, number, spare in _dealt(aside, dice, held)
        )

    def after_roll(self, aside: Dice, active: Dice, held: UnusedCards, *, kept: bool) -> float:
        best = 0.0
        for fixed, thrown, spare in _shown(aside, active, held):
            effects = card_effects.straight_effects(held.cards, spare)
            gap = self._gap(fixed)
            found = sum(face in thrown and face not in fixed for face in self.inner)
            ends = sum(face in thrown for face in self.ends) if gap.end else 0
            best = max(best, straights.after_roll(gap, found, ends, len(thrown), effects, kept=kept))
        return best

    def _gap(self, aside: Dice) -> straights.MissingFaces:
        inner = sum(face not in aside for face in self.inner)
        return straights.MissingFaces(inner, bool(self.ends) and not any(face in aside for face in self.ends))


class Total(NamedTuple):
    """A sum of at least `least` pips."""

    least: int

    def met(self, result: Dice) -> bool:
        """True if the result meets the target."""
        return sum(result) >= self.least

    def possible(self, aside: Dice, dice: int) -> bool:
        """True if `dice` dice more can still meet it."""
        return sum(aside) + FACES[-1] * dice >= self.least

    def before_roll(self, aside: Dice, dice: int, held: UnusedCards) -> float:
        return max(
            total.before_roll(self.least - sum(fixed), number, card_effects.total_effects(held.cards, spare))
            for fixed, number, spare in _dealt(aside, dice, held)
        )

    def after_roll(self, aside: Dice, active: Dice, held: UnusedCards, *, kept: bool) -> float:
        return max(
            total.after_roll(
                self.least - sum(fixed), thrown, card_effects.total_effects(held.cards, spare), kept=kept
            )
            for fixed, thrown, spare in _shown(aside, active, held)
        )


class Parity(NamedTuple):
    """Only odd dice (`remainder` 1) or only even ones (0). Added dice stay out, or fit."""

    remainder: int

    def met(self, result: Dice) -> bool:
        """True if the result meets the target."""
        return not self._spoilt(result)

    def possible(self, aside: Dice, dice: int) -> bool:  # noqa: ARG002  (as other targets)
        """True unless a die aside has the wrong parity."""
        return not self._spoilt(aside)

    def before_roll(self, aside: Dice, dice: int, held: UnusedCards) -> float:
        if self._spoilt(aside):
            return 0.0
        return parity.before_roll(
            self.remainder, dice, card_effects.parity_effects(held.cards, held.adds, self.remainder)
        )

    def after_roll(self, aside: Dice, active: Dice, held: UnusedCards, *, kept: bool) -> float:
        if self._spoilt(aside):
            return 0.0
        effects = card_effects.parity_effects(held.cards, held.adds, self.remainder)
        return parity.after_roll(self.remainder, active, effects, there=bool(aside), kept=kept)

    def _spoilt(self, aside: Dice) -> bool:
        return any(face % 2 != self.remainder for face in aside)


def _dealt(aside: Dice, dice: int, held: UnusedCards) -> Iterator[tuple[Dice, int, int]]:
    """The dice aside, the number of dice to roll, and the number of free rerolls.

    Added dice are either set aside as they come, each instead of a rolled one, or rolled too.
    """
    adds = known_faces(held.adds)
    yield (*aside, *adds), dice, len(adds)
    if adds and held.join:
        yield aside, dice + len(adds), 0


def _shown(aside: Dice, active: Dice, held: UnusedCards) -> Iterator[tuple[Dice, Dice, int]]:
    """The dice aside, the active dice, and the number of free rerolls, after a roll."""
    adds = known_faces(held.adds)
    yield (*aside, *adds), active, len(adds)
    if adds and held.join:
        yield aside, (*active, *adds), 0


def known_faces(adds: Dice) -> Dice:
    """The faces of dice that can be added; a free choice counts as a 6."""
    return tuple(face if face != ANY_FACE else FACES[-1] for face in adds)


CARDS: Mapping[Kind, Target] = MappingProxyType(
    {
        "farmer": same_face.of_a_kind(2),
        "maid": Parity(1),
        "philosopher": Parity(0),
        "craftsman": Total(15),
        "guard": same_face.of_a_kind(3),
        "hunter": same_face.of_a_kind(4),
        "astronomer": Groups("pairs", 2),
        "merchant": Total(20),
        "lady": Groups("house", 1),
        "magician": Straight((2, 3, 4, 5), (1, 6)),
        "pawnbroker": Total(30),
        "knight": same_face.of_a_kind(5),
        "bishop": Groups("pairs", 3),
        "alchemist": Straight(FACES, ()),
        "nobleman": Groups("triples", 2),
        "general": same_face.of_a_kind(6),
        "king": same_face.of_a_kind(7),
    }
)
"""Each card's condition as a target; Jester and Charlatan have none."""
