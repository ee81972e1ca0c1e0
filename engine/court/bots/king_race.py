"""Estimates of the race for the King: the chances that seats beat a mark, and that one survives to the end.

The chances of beating a mark are those of `engine.court.odds` (never too high). A seat that beats it is
assumed to do so with one die more.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from engine.court.model.cards import MOST_DICE, hand_size
from engine.court.model.dice import FACES
from engine.court.model.state import Kind, State
from engine.court.odds.card_effects import ADDERS, UnusedCards
from engine.court.odds.same_face import SameFace
from engine.court.rules import powers
from engine.kit.seats import clockwise

Mark = tuple[int, int]
"""Count and face of a best group."""
_FACE = 3
"""The face assumed for a mark whose face is not known."""


def beating_mark(mark: Mark, *, equal: bool) -> SameFace:
    """The target that beats a mark (or equals it)."""
    count, face = mark
    least = face + (not equal)
    return SameFace(tuple([count if own >= least else count + 1 for own in FACES]))


@lru_cache(maxsize=1 << 14)
def beat_chance(cards: tuple[Kind, ...], mark: Mark, *, equal: bool) -> float:
    """The chance (0 to 1) that the owner of these cards beats (or equals) a mark in one turn."""
    dice = hand_size(cards)
    adders = tuple([card for card in ADDERS if card in cards][: MOST_DICE - dice])
    unused = UnusedCards(tuple([card for card in cards if card in powers.CHANGERS]), adders)
    return beating_mark(mark, equal=equal).before_roll((), dice, unused)


def hold_chance(position: State, mark: Mark, later: Iterable[int], *, queen: int | None = None) -> float:
    """The chance (0 to 1) that nobody of the seats `later` beats a mark.

    `queen` is the Queen's owner, who only has to equal it.
    """
    chance = 1.0
    for other in later:
        chance *= 1 - beat_chance(position.cards[other - 1], mark, equal=other == queen)
    return chance


def king_win_chance(position: State, seat: int, count: int) -> float:
    """The chance (0 to 1) to win for a seat that takes the King now with `count` of a kind."""
    others = [other for other in clockwise(len(position.cards), seat) if other != seat]
    held = hold_chance(position, (count, _FACE), others)
    again = beat_chance((*position.cards[seat - 1], "queen"), (count + 1, _FACE), equal=True)
    return held + (1 - held) * again
