"""Moves of a turn valued by the chances of each single wish after them: for many dice or many cards.

Wishes are taken as if the chances of the better ones were part of those of the lesser: that is too
little where several wishes add up, too much where they need different dice, and good enough to compare
moves by.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from engine.court.bots.turning import TURNERS, turned
from engine.court.bots.wishes import Hand, Wish
from engine.court.model.dice import FACES, joined
from engine.court.model.moves import ROLL, Keep, Move, Use
from engine.court.model.state import Dice, Kind
from engine.court.odds.card_effects import Aids
from engine.court.odds.reach import after
from engine.court.odds.targets import Target
from engine.court.rules import powers

_CLEAR = 1 - 1e-6


def valued(hand: Hand) -> Iterator[tuple[float, Move]]:
    """Plausible moves, each with its value; of one that is no better than an earlier one, less of it."""
    best = 0.0
    for chance_of, move in _moves(hand):
        value = _mean(hand.wishes, chance_of, best)
        best = max(best, value)
        yield value, move


def _moves(hand: Hand) -> Iterator[tuple[Callable[[Target], float], Move]]:
    """Plausible moves, each with the chances after it."""
    if hand.active is None:
        yield from _before(hand)
        return
    if hand.kept and hand.active:
        yield _coming(hand.aside, hand.dice, hand.aids._replace(join=False)), ROLL
    for picked in _picked(hand.active):
        yield _coming(joined(hand.aside, picked), hand.dice - len(picked), hand.aids), Keep(picked)
    for card in hand.aids.bringers + hand.aids.cards:
        for use in _uses(card, hand.active, hand.aside):
            yield _lying(hand, after(hand.active, use), _less(hand.aids, card)), use


def _before(hand: Hand) -> Iterator[tuple[Callable[[Target], float], Move]]:
    """Before the first throw: dice that cards bring all join, or all wait."""
    aids = hand.aids
    yield _coming((), hand.dice, aids._replace(join=False)), ROLL
    if aids.bringers and aids.join:
        joining = _coming((), hand.dice + len(aids.bringers), Aids(aids.cards))
        yield joining, powers.additions(aids.bringers[-1], rolled=False)[0]


def _coming(aside: Dice, dice: int, aids: Aids) -> Callable[[Target], float]:
    """When dice are about to be thrown."""
    return lambda target: target.coming(aside, dice, aids)


def _lying(hand: Hand, active: Dice, aids: Aids) -> Callable[[Target], float]:
    """With these dice on the table."""
    return lambda target: target.lying(hand.aside, active, aids, kept=hand.kept)


def _mean(wishes: tuple[Wish, ...], chance_of: Callable[[Target], float], least: float) -> float:
    """The mean worth, each wish counted for what its chance is above that of better ones.

    Given up where it cannot come to more than `least`.
    """
    value = reached = 0.0
    for worth, target, _ in wishes:
        if reached > _CLEAR or value + worth * (1 - reached) <= least:
            break
        chance = 1.0 if target is None else chance_of(target)
        if chance > reached:
            value, reached = value + worth * (chance - reached), chance
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
    return aids._replace(cards=cards, bringers=tuple([other for other in aids.bringers if other != card]))


def _uses(card: Kind, active: Dice, aside: Dice) -> Iterator[Use]:
    """Bringing a die, or turning dice to one of the two faces that there are most of."""
    if card in powers.ADDS:
        yield from powers.additions(card, rolled=True)
    if card not in TURNERS:
        return
    faces = sorted(FACES, key=lambda face: (active.count(face) + aside.count(face), face), reverse=True)
    for face in faces[:2]:
        use = turned(card, active, aside, face)
        if use is not None:
            yield use
