"""Values moves of a turn by the chance of each single goal after them: for many dice or many cards.

A goal counts for the part of its chance that exceeds the chances of better goals. This is too little if
several goals add up and too much if they need different dice, but good enough to compare moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from engine.court.bots.goals import Goal, TurnPosition
from engine.court.bots.turning import TURNERS, turned
from engine.court.model.dice import FACES, joined
from engine.court.model.moves import ROLL, Keep, Move, Use
from engine.court.model.state import Dice, Kind
from engine.court.odds.card_effects import UnusedCards
from engine.court.odds.reachable import after_use
from engine.court.odds.targets import Target
from engine.court.rules import powers

_CLEAR = 1 - 1e-6


def valued_moves(hand: TurnPosition, *, prune: bool = True) -> Iterator[tuple[float, Move]]:
    """Plausible moves with their values; if `prune`, the value of a move that is no better than an earlier
    one is too low.
    """
    best = 0.0
    for chance_of, move in _moves(hand):
        value = _mean(hand.goals, chance_of, best)
        best = max(best, value) if prune else 0.0
        yield value, move


def _moves(hand: TurnPosition) -> Iterator[tuple[Callable[[Target], float], Move]]:
    """Plausible moves, each with a function that gives the chance of a target after it."""
    if hand.active is None:
        yield from _before(hand)
        return
    if hand.kept and hand.active:
        yield _before_roll(hand.aside, hand.dice, hand.unused._replace(join=False)), ROLL
    for picked in _picked(hand.active):
        yield _before_roll(joined(hand.aside, picked), hand.dice - len(picked), hand.unused), Keep(picked)
    for card in hand.unused.adders + hand.unused.cards:
        for use in _uses(card, hand.active, hand.aside):
            yield _after_roll(hand, after_use(hand.active, use), _less(hand.unused, card)), use


def _before(hand: TurnPosition) -> Iterator[tuple[Callable[[Target], float], Move]]:
    """Moves before the first roll: added dice all join, or all wait."""
    unused = hand.unused
    yield _before_roll((), hand.dice, unused._replace(join=False)), ROLL
    if unused.adders and unused.join:
        joining = _before_roll((), hand.dice + len(unused.adders), UnusedCards(unused.cards))
        yield joining, powers.additions(unused.adders[-1], rolled=False)[0]


def _before_roll(aside: Dice, dice: int, unused: UnusedCards) -> Callable[[Target], float]:
    """The chances if `dice` dice are about to be rolled."""
    return lambda target: target.before_roll(aside, dice, unused)


def _after_roll(hand: TurnPosition, active: Dice, unused: UnusedCards) -> Callable[[Target], float]:
    return lambda target: target.after_roll(hand.aside, active, unused, kept=hand.kept)


def _mean(goals: tuple[Goal, ...], chance_of: Callable[[Target], float], least: float) -> float:
    """The expected worth; each goal counts for what its chance exceeds those of better goals.

    Stops early once it cannot exceed `least`.
    """
    value = reached = 0.0
    for worth, target, _ in goals:
        if reached > _CLEAR or value + worth * (1 - reached) <= least:
            break
        chance = 1.0 if target is None else chance_of(target)
        if chance > reached:
            value, reached = value + worth * (chance - reached), chance
    return value


def _picked(active: Dice) -> Iterator[Dice]:
    """Choices of dice to set aside: all or none of each face, or one die."""
    faces = sorted(set(active))
    for some in product((False, True), repeat=len(faces)):
        picked = tuple([die for die in active if some[faces.index(die)]])
        if picked:
            yield picked
    yield from ((face,) for face in faces if active.count(face) > 1)


def _less(unused: UnusedCards, card: Kind) -> UnusedCards:
    cards = tuple([other for other in unused.cards if other != card])
    return unused._replace(cards=cards, adders=tuple([other for other in unused.adders if other != card]))


def _uses(card: Kind, active: Dice, aside: Dice) -> Iterator[Use]:
    """Uses that add a die, or turn dice to one of the two most frequent faces."""
    if card in powers.ADDED_FACE:
        yield from powers.additions(card, rolled=True)
    if card not in TURNERS:
        return
    faces = sorted(FACES, key=lambda face: (active.count(face) + aside.count(face), face), reverse=True)
    for face in faces[:2]:
        use = turned(card, active, aside, face)
        if use is not None:
            yield use
