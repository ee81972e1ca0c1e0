"""Everybody's chance once the King is taken: seat after seat, from the chances to reach each mark.

Each seat that still has a turn is taken to reach a mark as often as it could if it aimed at that one alone
(`engine.court.bots.prospects.reach`, which is never too high), before the final round with the card that it
will have by then. How far that is off is learned from solved final rounds (`training.court`). Turns are
solved (`turn_values`, the last one that counts here); only what comes after is estimated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from math import log, prod

from engine.court.bots.king_race import Mark, beating_mark
from engine.court.bots.prospects import MARKS, Cards, reach, with_next
from engine.court.model.cards import MOST_DICE, hand_size, in_rows, stock
from engine.court.model.state import Final, Kind, State, Turn
from engine.court.odds.card_effects import ADDERS, UnusedCards, unused_cards
from engine.court.odds.same_face import SameFace, of_a_kind
from engine.court.odds.whole_turn.exact_chances import TurnLeft, exact_chances, price, turn_left
from engine.court.rules import powers
from engine.court.rules.rounds import final_order
from engine.court.value.learned import MOST_SEATS, beside, cards_held, one_of, taken_network
from engine.kit.arrays import np
from engine.kit.seats import clockwise, with_value
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
GENERAL = 6
_NEXT: Cards = (
    *("farmer", "knight", "bishop", "pawnbroker", "hunter", "guard", "craftsman", "charlatan"),
    *("alchemist", "magician", "astronomer", "maid", "lady", "nobleman"),
)
"""Cards that are taken for the final round, the best first."""


def left_in_round(position: State) -> tuple[int, ...]:
    """The seats that still have their turn in this round, in order."""
    return ((position.turn.seat,) if position.turn else ()) + tuple(position.waiting)


def taken_chances(position: State, final: Final) -> Chances:
    """The chance of each seat to win, before a turn once the King is taken."""
    return last_turn(position, final) or taken_network().chances(rows(position, final))


def last_turn(position: State, final: Final) -> Chances | None:
    """The same if only one turn is left that can beat the mark, exactly; None: there are more, or it would
    take too long.
    """
    if not final.begun:
        return None
    left, mark = left_in_round(position), AT[final.mark.count, final.mark.face]
    able = [
        seat
        for seat in left
        if seat != final.king and open_marks(position.cards[seat - 1], mark + (seat != final.queen))
    ]
    if not able:
        return _by_seat({final.king: 1.0}, len(position.cards))
    if len(able) > 1 or final.king == final.queen in left:  # who has the Queen may win him back
        return None
    [seat] = able
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
    soon = None if final.begun else grown(cards, left, position.options.edition)
    ordered, own, table = in_order(position, final, soon), list[list[float]](), list[list[float]]()
    for seat in range(1, size + 1):
        need = mark + (seat != final.queen)
        now = reach(cards[seat - 1])
        more = reach(with_next(cards[seat - 1])) if soon is None else tuple(soon[seat - 1].tolist())
        chance, beats, beats_later = ordered[seat - 1], _at(now, need), _at(more, need)
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


def in_order(position: State, final: Final, soon: Sequence[Array] | None) -> Chances:
    """The same seat after seat, as if each aimed at one mark alone; `soon` as they have `grown` until the
    final round, unless it has begun.
    """
    mark = final.mark.count, final.mark.face
    if soon is None:
        return chances_in_order(left_in_round(position), position.cards, mark, final.king, final.queen)
    marks = np.eye(1, len(MARKS), AT[mark])[0]
    return chances_reached(final_order(position, final), soon, marks, final.king, final.queen)


@lru_cache(maxsize=1 << 12)
def grown(cards: tuple[Cards, ...], left: tuple[int, ...], edition: str) -> tuple[Array, ...]:
    """By seat: the chances to reach each mark, and 0, once the seats `left` took a card for the final round:
    six alike bring a General, any other turn the first of `_NEXT` that there is.
    """
    found = [reaching(own) for own in cards]
    held = Counter(chain.from_iterable(cards))
    has = {kind: float(number - held[kind]) for kind, number in stock(len(cards), edition).items()}
    for seat in left:
        own, general = cards[seat - 1], 0.0
        if "general" not in own and has["general"] > 0:
            general = min(1.0, has["general"]) * often_alike(own, GENERAL)
            has["general"] -= general
        found[seat - 1] = (1 - general) * reaching(_with_card(own, has, 1 - general))
        if general:
            found[seat - 1] = found[seat - 1] + general * reaching(in_rows((*own, "general")))
    return tuple(found)


def _with_card(own: Cards, has: dict[Kind, float], part: float) -> Cards:
    """The household with the first of `_NEXT` that there is, of which `part` is taken."""
    for card in _NEXT:
        if card == "charlatan" and "jester" in own:
            return in_rows(("charlatan", *(kind for kind in own if kind != "jester")))
        if card not in own and has.get(card, 0.0) > 0.5:
            has[card] -= part
            return in_rows((*own, card))
    return own


@lru_cache(maxsize=1 << 12)
def reaching(own: Cards) -> Array:
    """The chances to reach each mark in one turn, and 0."""
    return np.array([*reach(own), 0.0])


@lru_cache(maxsize=1 << 12)
def often_alike(own: Cards, number: int) -> float:
    """How often a turn brings so many alike."""
    dice = hand_size(own)
    adders = tuple([card for card in ADDERS if card in own][: MOST_DICE - dice])
    changers = tuple([card for card in own if card in powers.CHANGERS])
    return of_a_kind(number).before_roll((), dice, UnusedCards(changers, adders))


@lru_cache(maxsize=1 << 12)
def chances_in_order(
    order: tuple[int, ...], cards: tuple[Cards, ...], mark: Mark, king: int, queen: int
) -> Chances:
    """The chances if these seats have their turn in this order, and `king` holds the King with the mark."""
    return chances_held(order, cards, np.eye(1, len(MARKS), AT[mark])[0], king, queen)


def crowned_chances(cards: tuple[Cards, ...], left: tuple[int, ...], edition: str) -> tuple[Chances, float]:
    """Everybody's chance to win by a King that is taken by one of the seats `left` in this round, each as
    often as it can; and how often nobody takes him.
    """
    won, free = np.zeros(len(cards)), 1.0
    around = clockwise(len(cards), left[-1])  # the marker is passed on
    for place, seat in enumerate(left, start=1):
        reached = reaching(cards[seat - 1])
        if reached[0] < _SELDOM:
            continue
        crowned = with_value(cards, seat, in_rows((*cards[seat - 1], "king", "queen")))
        order = (*(other for other in around if other != seat), seat)
        marks = free * (reached[:-1] - reached[1:])
        won += chances_reached(order, grown(crowned, left[place:], edition), marks, seat, seat)
        free *= 1 - float(reached[0])
    return tuple(won.tolist()), free


def chances_held(
    order: tuple[int, ...], cards: tuple[Cards, ...], marks: np.ndarray, king: int, queen: int
) -> Chances:
    """The same if the mark is this one or that, by their chances."""
    return chances_reached(order, [reaching(own) for own in cards], marks, king, queen)


def chances_reached(
    order: tuple[int, ...], by_seat: Sequence[Array], marks: np.ndarray, king: int, queen: int
) -> Chances:
    """The same from each seat's chances to reach each mark, and 0."""
    size = len(MARKS)
    holding = {king: marks}
    for seat in order:
        reached = by_seat[seat - 1]
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
    return _by_seat({seat: float(held.sum()) for seat, held in holding.items()}, len(by_seat))


def _by_seat(found: dict[int, float], seats: int) -> Chances:
    return tuple([found.get(seat, 0.0) for seat in range(1, seats + 1)])


def open_marks(cards: Cards, least: int) -> Sequence[int]:
    """The places in MARKS from `least` on that the household can reach with a chance worth the name."""
    reached = reach(cards)
    return [place for place in range(least, len(MARKS)) if reached[place] > NEVER]


NEVER = 1e-5
