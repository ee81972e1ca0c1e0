"""Everybody's chance once the King is taken: seat after seat, from the chances to reach each mark.

Each seat that still has a turn is taken to reach a mark as often as it could if it aimed at that one alone
(`engine.court.bots.prospects.reach`, which is never too high). How far that is off is learned
(`training.court`). Turns are solved (`turn_values`, the last one here); only what comes after is estimated.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import log, prod

from engine.court.bots.king_race import Mark, beating_mark
from engine.court.bots.prospects import MARKS, Cards, reach, with_next
from engine.court.model.cards import hand_size, in_rows
from engine.court.model.state import Final, State, Turn
from engine.court.odds.card_effects import unused_cards
from engine.court.odds.same_face import SameFace
from engine.court.odds.whole_turn.exact_chances import TurnLeft, exact_chances, price, turn_left
from engine.court.rules.rounds import final_order
from engine.court.value.learned import MOST_SEATS, beside, cards_held, one_of, taken_network
from engine.kit.arrays import np
from engine.kit.seats import clockwise
from engine.value.network import Array
from engine.value.values import Chances

AT = {mark: place for place, mark in enumerate(MARKS)}
_EFFORT = 3e5
"""What the last turn may take, in about microseconds."""
_SELDOM = 5e-3
"""Who takes the King less often than this in a turn is taken not to."""

_FEW, _SOME, _ONE = 0.002, 0.05, 0.01
FACES = 6
_BEATS, _BEATS_LATER = 3, 4
"""Columns of `rows`: the chance to beat the mark, now and with one die more."""
_CHOSEN = 0.15
"""A card that is chosen for the final round is better than one die more by so much of another die."""


def left_in_round(position: State) -> tuple[int, ...]:
    """The seats that still have their turn in this round, in order."""
    return ((position.turn.seat,) if position.turn else ()) + tuple(position.waiting)


def taken_chances(position: State, final: Final) -> Chances:
    """The chance of each seat to win, before a turn once the King is taken."""
    return last_turn(position, final) or taken_network().chances(rows(position, final))


def last_turn(position: State, final: Final) -> Chances | None:
    """The same if it is the last turn and one mark has to be beaten, exactly; None: it is not, or it would
    take too long.
    """
    seat, *later = left_in_round(position)
    if not final.begun or later or seat == final.king:
        return None
    dice = hand_size(position.cards[seat - 1])
    held = unused_cards(position, Turn(seat, dice))
    target = beating_mark((final.mark.count, final.mark.face), equal=seat == final.queen)
    beats = _met(target, turn_left((), dice, held), join=held.join)
    if beats is None:
        return None
    return _by_seat({final.king: 1 - beats, seat: beats}, len(position.cards))


@lru_cache(maxsize=1 << 10)
def _met(target: SameFace, left: TurnLeft, *, join: bool) -> float | None:
    """How often a turn that begins meets a target by best play; None: it would take too long to say."""
    if price((target,), left).effort > _EFFORT:
        return None
    found = exact_chances((target,), left)
    return float((found.joined if join else found.rolled)[0])


def rows(position: State, final: Final) -> Array:
    """What the network is shown once the King is taken: a line for each seat."""
    cards, left, size = position.cards, left_in_round(position), len(position.cards)
    mark, begun = AT[final.mark.count, final.mark.face], float(final.begun)
    chain, own, table = in_order(position, final), list[list[float]](), list[list[float]]()
    for seat in range(1, size + 1):
        need = mark + (seat != final.queen)
        now, more = reach(cards[seat - 1]), reach(with_next(cards[seat - 1]))
        chance, beats, beats_later = chain[seat - 1], _at(now, need), _at(more, need)
        own.append(
            [
                *(chance, log(chance + _FEW), log(chance + _SOME)),
                *(beats, beats_later, log(beats + _ONE), log(beats_later + _ONE)),
                *(_at(now, need + FACES), _at(more, need + FACES)),
            ]
        )
    for seat in range(1, size + 1):
        later = left[left.index(seat) + 1 :] if seat in left else left
        stays = [prod(1 - own[other - 1][column] for other in later) for column in (_BEATS, _BEATS_LATER)]
        wait = one_of(MOST_SEATS + 1, left.index(seat) if seat in left else MOST_SEATS)
        is_king, is_queen, moves = (float(seat == one) for one in (final.king, final.queen, left[0]))
        table.append(
            [
                *wait,
                *[begun * one for one in wait],
                *one_of(MOST_SEATS - 1, size - 2),
                *(is_king, is_queen, is_king * begun, is_queen * begun, begun),
                *(len(left) / size, len(left) / size * begun, *stays, moves, moves * begun),
                *(mark / len(MARKS), mark // FACES / FACES, mark % FACES / FACES),
                float(position.options.edition == "en"),
            ]
        )
    seen, has, mover = np.array(own), cards_held(cards), left[0] - 1
    mean, most = beside(seen)
    first = [np.tile(one[mover], (size, 1)) for one in (seen, has)]
    return np.hstack([seen, first[0], mean, most, has, first[1], np.array(table)])


def _at(chances: Chances, place: int) -> float:
    return chances[place] if place < len(chances) else 0.0


def in_order(position: State, final: Final) -> Chances:
    """The same seat after seat, as if each aimed at one mark alone."""
    left = left_in_round(position)
    mark = final.mark.count, final.mark.face
    if final.begun:
        return chances_in_order(left, position.cards, mark, final.king, final.queen)
    order, cards, found = final_order(position, final), position.cards, list[Chances]()
    for _ in range(2):
        cards = tuple([with_next(own) if seat in left else own for seat, own in enumerate(cards, 1)])
        found.append(chances_in_order(order, cards, mark, final.king, final.queen))
    return tuple([one + _CHOSEN * (other - one) for one, other in zip(*found, strict=True)])


@lru_cache(maxsize=1 << 12)
def chances_in_order(
    order: tuple[int, ...], cards: tuple[Cards, ...], mark: Mark, king: int, queen: int
) -> Chances:
    """The chances if these seats have their turn in this order, and `king` holds the King with the mark."""
    return chances_held(order, cards, np.eye(1, len(MARKS), AT[mark])[0], king, queen)


def crowned_chances(cards: tuple[Cards, ...], left: tuple[int, ...]) -> tuple[Chances, float]:
    """Everybody's chance to win by a King that is taken by one of the seats `left` in this round, each as
    often as it can; and how often nobody takes him.
    """
    won, free = np.zeros(len(cards)), 1.0
    around = clockwise(len(cards), left[-1])  # the marker is passed on
    for place, seat in enumerate(left, start=1):
        reached = np.array([*reach(cards[seat - 1]), 0.0])
        if reached[0] < _SELDOM:
            continue
        grown = list(cards)
        grown[seat - 1] = in_rows((*cards[seat - 1], "king", "queen"))
        for later in left[place:]:
            grown[later - 1] = with_next(cards[later - 1])
        order = (*(other for other in around if other != seat), seat)
        marks = free * (reached[:-1] - reached[1:])
        won += chances_held(order, tuple(grown), marks, seat, seat)
        free *= 1 - float(reached[0])
    return tuple(won.tolist()), free


def chances_held(
    order: tuple[int, ...], cards: tuple[Cards, ...], marks: np.ndarray, king: int, queen: int
) -> Chances:
    """The same if the mark is this one or that, by their chances."""
    size = len(MARKS)
    holding = {king: marks}
    for seat in order:
        reached = np.array([*reach(cards[seat - 1]), 0.0])
        exactly = reached[:-1] - reached[1:]
        won, after = np.zeros(size), dict[int, np.ndarray]()
        for holder, held in holding.items():
            if holder == seat:
                after[holder] = after.get(holder, 0) + held
                continue
            least = np.arange(size) + (seat != queen)
            after[holder] = after.get(holder, 0) + held * (1 - reached[least])
            below = np.cumsum(held) if seat == queen else np.concatenate([[0], np.cumsum(held)[:-1]])
            won += exactly * below
        after[seat] = after.get(seat, 0) + won
        holding = after
    return _by_seat({seat: float(held.sum()) for seat, held in holding.items()}, len(cards))


def _by_seat(found: dict[int, float], seats: int) -> Chances:
    return tuple([found.get(seat, 0.0) for seat in range(1, seats + 1)])


def open_marks(cards: Cards, least: int) -> Sequence[int]:
    """The places in MARKS from `least` on that the household can reach with a chance worth the name."""
    reached = reach(cards)
    return [place for place in range(least, len(MARKS)) if reached[place] > NEVER]


NEVER = 1e-5
