"""Chances of n of a kind, and of beating a mark, for which lower faces need one die more.

Up to EXACT_DICE dice, every choice is weighed (`groups`); with more dice, one face is collected
(`leading_face`). Cards that turn or add dice are counted for one given face at a time (`given_face`).
The greatest of these chances counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import fsum
from typing import NamedTuple

from engine.court.model.dice import FACES
from engine.court.model.state import Dice
from engine.court.odds import card_effects
from engine.court.odds.card_effects import ANY_FACE, UnusedCards
from engine.court.odds.dice import given_face, groups, leading_face
from engine.court.odds.dice.given_face import FaceGoal
from engine.court.odds.dice.groups import MissingGroups, SymmetricEffects
from engine.court.odds.dice.leading_face import LeaderState
from engine.court.odds.dice.rolls import EXACT_DICE, leading_chances
from engine.court.odds.dice.turning_cards import TURNING_CARDS

_CLEAR = 1 - 1e-6
"""Above this chance, no other way to play is tried."""
_PREFERRED: Dice = (5, 4, 6, 3, 2, 1)
"""The order in which faces are tried: most cards that turn dice add pips, or move them."""


class SameFace(NamedTuple):
    """Enough dice of one face: `needs` are the numbers required of 1s, 2s, .. 6s."""

    needs: tuple[int, ...]

    def met(self, result: Dice) -> bool:
        """True if the result shows enough dice of some face."""
        return any(result.count(face) >= need for face, need in zip(FACES, self.needs, strict=True))

    def possible(self, aside: Dice, dice: int) -> bool:
        """True if some face can still reach its number with `dice` dice more."""
        return any(aside.count(face) + dice >= need for face, need in zip(FACES, self.needs, strict=True))

    def before_roll(self, aside: Dice, dice: int, held: UnusedCards) -> float:
        """The greatest chance (0 to 1) of all ways to count it, with `dice` dice about to be rolled."""
        return _greatest(self._before_roll(aside, dice, held))

    def after_roll(self, aside: Dice, active: Dice, held: UnusedCards, *, kept: bool) -> float:
        """The greatest chance (0 to 1) of all ways to count it, with these dice rolled."""
        return _greatest(self._after_roll(aside, active, held, kept=kept))

    def _before_roll(self, aside: Dice, dice: int, held: UnusedCards) -> Iterator[float]:
        adds = held.adds
        yield self._any_face(
            aside, dice + (len(adds) if held.join else 0), card_effects.group_effects(held.cards)
        )
        if not _turns_or_brings(held):
            return
        for face in _PREFERRED:
            sure, more = _brought(face, adds)
            effects = card_effects.face_effects(held.cards, sure)
            now, late = (len(more), 0) if held.join else (0, len(more))
            yield given_face.before_roll(self._aim(face, aside, sure), dice + now, effects, late)
        if not aside:
            yield self._opening(dice, held)

    def _after_roll(self, aside: Dice, active: Dice, held: UnusedCards, *, kept: bool) -> Iterator[float]:
        adds = held.adds
        joining = tuple([face for face in adds if face != ANY_FACE]) if held.join else ()
        yield self._any_face_lying(
            aside, (*active, *joining), card_effects.group_effects(held.cards), kept=kept
        )
        if not _turns_or_brings(held):
            return
        for face in _PREFERRED:
            sure, more = _brought(face, adds)
            effects = card_effects.face_effects(held.cards, sure)
            thrown = (*active, *more) if held.join else active
            yield given_face.after_roll(self._aim(face, aside, sure), thrown, effects, kept=kept)

    def _opening(self, dice: int, held: UnusedCards) -> float:
        """The chance if the first roll decides the face to collect, and cards are used from the second roll
        on.

        Added dice join before the first roll or after it, whichever is better.
        """
        if not held.adds:
            return self._opened(dice, UnusedCards(held.cards))
        joined = self._opened(dice + len(held.adds), UnusedCards(held.cards)) if held.join else 0.0
        return max(joined, self._opened(dice, held))

    def _opened(self, dice: int, held: UnusedCards) -> float:
        return fsum([_led(face, self.needs[face - 1], dice, held) for face in _PREFERRED])

    def _aim(self, face: int, aside: Dice, sure: int) -> FaceGoal:
        own = aside.count(face)
        return FaceGoal(face, self.needs[face - 1] - own - sure, own > 0)

    def _any_face(self, aside: Dice, dice: int, effects: SymmetricEffects) -> float:
        if len(aside) + dice <= EXACT_DICE:
            counts = sorted([count for count, _ in self._counts(aside, ())], reverse=True)
            return groups.before_roll(MissingGroups("alike", min(self.needs), tuple(counts)), dice, effects)
        return max(leading_face.before_roll(race, dice, effects) for race, _, _ in self._races(aside, ()))

    def _any_face_lying(self, aside: Dice, active: Dice, effects: SymmetricEffects, *, kept: bool) -> float:
        if len(aside) + len(active) <= EXACT_DICE:
            pairs = sorted(self._counts(aside, active), reverse=True)
            want = MissingGroups("alike", min(self.needs), tuple([count for count, _ in pairs]))
            return groups.after_roll(want, tuple([count for _, count in pairs]), 0, effects, kept=kept)
        return max(
            leading_face.after_roll(race, here, most, len(active), effects, kept=kept)
            for race, here, most in self._races(aside, active)
        )

    def _counts(self, aside: Dice, active: Dice) -> Iterator[tuple[int, int]]:
        """Dice aside and active by face; faces that need more start lower."""
        least = min(self.needs)
        for face, need in zip(FACES, self.needs, strict=True):
            yield aside.count(face) - need + least, active.count(face)

    def _races(self, aside: Dice, active: Dice) -> Iterator[tuple[LeaderState, int, int]]:
        """With the faces that need least only, and with all: each face in the lead that may be."""
        for fresh in set(self.needs):
            faces = [face for face, need in zip(FACES, self.needs, strict=True) if need <= fresh]
            led = [face for face in faces if face in aside]
            if not led:
                yield LeaderState(None, fresh, len(faces)), 0, max(active.count(face) for face in faces)
            for lead in led:
                others = [face for face in faces if face != lead]
                race = LeaderState(self.needs[lead - 1] - aside.count(lead), fresh, len(others))
                yield race, active.count(lead), max((active.count(face) for face in others), default=0)


@lru_cache(maxsize=1 << 14)
def _led(face: int, need: int, dice: int, held: UnusedCards) -> float:
    """The chance that the first roll of `dice` dice decides for this face, and it is collected."""
    sure, more = _brought(face, held.adds)
    effects = card_effects.face_effects(held.cards, sure)
    return fsum(
        [
            chance
            * given_face.before_roll(
                FaceGoal(face, need - count - sure, count > 0), dice - count + len(more), effects
            )
            for count, chance in enumerate(leading_chances(dice, _PREFERRED.index(face)))
            if chance
        ]
    )


def of_a_kind(number: int) -> SameFace:
    """The target of `number` dice of any one face."""
    return SameFace((number,) * len(FACES))


@lru_cache(maxsize=1 << 10)
def _brought(face: int, adds: Dice) -> tuple[int, Dice]:
    """How many of the dice that cards can add show this face, and the other dice."""
    others = tuple([other for other in adds if other not in {face, ANY_FACE}])
    return len(adds) - len(others), others


def _turns_or_brings(held: UnusedCards) -> bool:
    return bool(held.adds) or any(card in TURNING_CARDS for card in held.cards)


def _greatest(chances: Iterator[float]) -> float:
    """The greatest of these chances; stops at the first above `_CLEAR`."""
    best = 0.0
    for chance in chances:
        best = max(best, chance)
        if best > _CLEAR:
            break
    return best
