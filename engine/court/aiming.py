"""Moves of a turn valued by the chances of each single wish after them: for many dice or cards.

Wishes are taken as if the chances of the better ones were part of those of the lesser: that is too
little where several wishes add up, too much where they need different dice, and good enough to compare
moves by.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from engine.court import powers
from engine.court.dice import FACES, exchanged, joined, without
from engine.court.moves import ROLL, Keep, Move, Use
from engine.court.model import Dice, Kind
from engine.court.odds.aids import Aids
from engine.court.turning import TURNERS, turned
from engine.court.wishes import Hand

_CLEAR = 1 - 1e-6


def valued(hand: Hand) -> Iterator[tuple[float, Move]]:
    """Plausible moves, each with its value."""
    if hand.active is None:
        yield from _before(hand)
        return
    if hand.kept and hand.active:
        yield _by_chances(hand, hand.aids._replace(join=False)), ROLL
    for picked in _picked(hand.active):
        yield _coming(hand, joined(hand.aside, picked), hand.dice - len(picked)), Keep(picked)
    for card in hand.aids.bringers:
        left = _less(hand.aids, card)
        for addition in powers.additions(card, rolled=True):
            face = addition.face or powers.ADDS[addition.card] or 0
            yield _lying(hand, joined(hand.active, (face,)), left), addition
    for card in hand.aids.cards:
        for use in _uses(card, hand.active, hand.aside):
            after = exchanged(hand.active, *powers.outcome(use))
            yield _lying(hand, after, _less(hand.aids, card)), use


def _before(hand: Hand) -> Iterator[tuple[float, Move]]:
    """Before the first throw: dice that cards bring join all at once, or wait."""
    yield _by_chances(hand, hand.aids._replace(join=False)), ROLL
    if hand.aids.join and hand.aids.bringers:
        dice = hand.dice + len(hand.aids.bringers)
        joined_ = hand._replace(dice=dice)
        yield (
            _by_chances(joined_, Aids(hand.aids.cards)),
            powers.additions(hand.aids.bringers[-1], rolled=False)[0],
        )


def _by_chances(hand: Hand, aids: Aids) -> float:
    value = reached = 0.0
    for worth, target, _ in hand.wishes:
        chance = 1.0 if target is None else target.coming(hand.aside, hand.dice, aids)
        if chance > reached:
            value, reached = value + worth * (chance - reached), chance
        if reached > _CLEAR:
            break
    return value


def _coming(hand: Hand, aside: Dice, dice: int) -> float:
    return _by_chances(hand._replace(aside=aside, dice=dice), hand.aids)


def _lying(hand: Hand, active: Dice, aids: Aids) -> float:
    value = reached = 0.0
    for worth, target, _ in hand.wishes:
        chance = 1.0 if target is None else target.lying(hand.aside, active, aids, kept=hand.kept)
        if chance > reached:
            value, reached = value + worth * (chance - reached), chance
        if reached > _CLEAR:
            break
    return value


def _picked(active: Dice) -> Iterator[Dice]:
    """All or none of each face, or one die."""
    faces = sorted(set(active))
    for some in product((False, True), repeat=len(faces)):
        picked = tuple([die for die in active if some[faces.index(die)]])
        if picked:
            yield picked
    yield from ((face,) for face in faces if active.count(face) > 1)


def _less(aids: Aids, card: Kind) -> Aids:
    cards = tuple([other for other in aids.cards if other != card])
    return Aids(cards, tuple([other for other in aids.bringers if other != card]), aids.join)


def _uses(card: Kind, active: Dice, aside: Dice) -> Iterator[Use]:
    """Using a card for one of the faces that there are most of."""
    if card not in TURNERS:
        return
    faces = sorted(FACES, key=lambda face: (active.count(face) + aside.count(face), face), reverse=True)
    for face in faces[:2]:
        use = turned(card, active, aside, face)
        if use is not None:
            yield use
