"""Everybody's chance between turns in the last rounds before the house limit, while the King can be taken.

Turn after turn: six alike bring a General, seven the King, where that is better for the seat; any other turn
takes a card that hardly ever fails. The earlier the round, the less the final households are known.
"""

from __future__ import annotations

from functools import lru_cache

from engine.court.bots.prospects import Cards, with_next
from engine.court.model.cards import hand_size, in_rows
from engine.court.model.state import Kind, State
from engine.court.value.final_round import (
    GENERAL,
    chances_held,
    left_in_round,
    often_alike,
    reaching,
)
from engine.kit.arrays import np
from engine.kit.seats import clockwise, with_value
from engine.value.network import Array
from engine.value.values import Chances

_SELDOM, _SELDOM_BEFORE, _NEVER = 0.02, 0.2, 2e-3
"""Six alike that are rarer than this bring nothing; the same before the last round; and seven alike."""
_OFTEN = 0.1
"""Before the last round no General is looked at where seven alike come as often as this."""
_BLUR, _CARD = 0.3, 0.25
"""By how many dice households at the end are uncertain, for each round before the last; how much of a die a
card is worth then.
"""
_AGAIN = 0.3
"""How often seven alike win the King back in the last turn of all."""
_JOINING: Cards = ("guard", "hunter", "craftsman", "pawnbroker", "knight", "bishop")
_CHANGING: Cards = ("astronomer", "philosopher", "maid", "merchant", "lady", "nobleman")
_KINDS: Cards = ("farmer", "jester", "general", *_JOINING, *_CHANGING)
_ENDLESS = 99
_TURNED = 2
"""In so many turns a Jester brings a die."""


def limited_chances(position: State) -> Chances:
    """The chance of each seat to win."""
    to_come = position.options.rounds - position.round
    stock = tuple([position.stock.get(kind, _ENDLESS) for kind in _KINDS])
    found = _chances(position.cards, left_in_round(position), to_come, stock, _BLUR * to_come)
    return tuple((found / found.sum()).tolist())


@lru_cache(maxsize=1 << 13)
def _chances(
    cards: tuple[Cards, ...], left: tuple[int, ...], to_come: int, stock: tuple[int, ...], blur: float
) -> Array:
    """The same: `left` have their turn in this round yet, and so many rounds follow it."""
    seat, *later = left
    own, has = cards[seat - 1], dict(zip(_KINDS, stock, strict=True))

    def after(card: Kind | None) -> Array:
        now = with_value(cards, seat, _with(own, card)) if card else cards
        less = tuple([number - (kind == card) for kind, number in has.items()])
        if later:
            return _chances(now, tuple(later), to_come, less, blur)
        if to_come <= 0:
            return _by_household(now, blur)
        return _chances(now, clockwise(len(cards), seat), to_come - 1, less, blur)

    reached = reaching(own)
    six = seven = float(reached[0])
    if "general" not in own and has["general"] > 0:
        six = max(seven, often_alike(own, GENERAL))
    general = six > seven
    easy = _easy(own, has, to_come + 1)
    best = after(easy)
    if easy == "farmer" and not own:
        paid = often_alike(own, 2)
        best = paid * best + (1 - paid) * after("jester" if has["jester"] > 0 else None)
    alike = best
    if general and (six >= _SELDOM_BEFORE and seven < _OFTEN if blur else six >= _SELDOM):
        alike = max(best, after("general"), key=lambda chances: float(chances[seat - 1]))
    plain = (1 - six) * best + (six - seven) * alike
    return plain + (_crowned(cards, left, alike) if seven >= _NEVER else seven * alike)


def _easy(own: Cards, has: dict[Kind, int], turns: int) -> Kind | None:
    """A card that nearly every turn can take, for a household that grows for so many turns."""
    if has["farmer"] > 0 and "farmer" not in own:
        return "farmer"
    if "jester" in own:
        return "charlatan"
    jester: Cards = ("jester",) if has["jester"] > 0 else ()
    others = (kind for kind in (*_JOINING, *_CHANGING) if kind not in own and has[kind] > 0)
    return next(iter((*jester, *others) if turns <= _TURNED else (*others, *jester)), None)


def _with(own: Cards, card: Kind) -> Cards:
    """A household with one more card; a Charlatan is a turned Jester."""
    kept = list(own)
    if card == "charlatan":
        kept.remove("jester")
    return in_rows((*kept, card))


def _crowned(cards: tuple[Cards, ...], left: tuple[int, ...], otherwise: Array) -> Array:
    """Everybody's chance if the seat rolls seven alike, times how often: it takes the King with marks that
    hold more often than it wins otherwise.
    """
    seat, *later = left
    grown, reached = list(cards), reaching(cards[seat - 1])
    grown[seat - 1] = in_rows((*cards[seat - 1], "king", "queen"))
    for other in later:
        grown[other - 1] = with_next(cards[other - 1])
    order = [other for other in clockwise(len(cards), left[-1]) if other != seat]
    holds = np.prod([1 - reaching(grown[other - 1])[1:] for other in order], axis=0)
    wins = holds + (1 - holds) * reached[0] * _AGAIN
    marks = np.where(wins >= otherwise[seat - 1], reached[:-1] - reached[1:], 0.0)
    held = np.array(chances_held((*order, seat), tuple(grown), marks, seat, seat))
    held += (reached[0] - marks.sum()) * otherwise
    return held


def _by_household(cards: tuple[Cards, ...], blur: float) -> Array:
    if blur:
        weights: Array = np.exp(np.array([hand_size(own) + _CARD * len(own) for own in cards]) / blur)
        weights /= weights.sum()
        return weights
    worth = [(hand_size(own), len(own)) for own in cards]
    most = max(worth)
    return np.array([(one == most) / worth.count(most) for one in worth])
