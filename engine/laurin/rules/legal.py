"""The legal moves of a seat, found lazily, and the check of a single move.

Moves are found independently of `engine.laurin.rules.validation`; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain, combinations
from types import MappingProxyType

from engine.game import Refused
from engine.laurin.model import cards, garden
from engine.laurin.model.components import PRICES
from engine.laurin.model.moves import (
    Ban,
    Bid,
    Buy,
    Cast,
    Counter,
    Done,
    Exchange,
    Fog,
    Give,
    Haste,
    Lapse,
    Lead,
    Move,
    Pass,
    Place,
    Revolt,
    TakeBack,
)
from engine.laurin.model.names import Magic, Question
from engine.laurin.model.refusals import refused
from engine.laurin.model.state import Position, View
from engine.laurin.phases.spells import playable, revolted
from engine.laurin.rules import validation
from engine.laurin.rules.relocating import relocations

PASS = Pass()
DONE = Done()
COUNTER = Counter()


def check(view: View, move: Move) -> Refused | None:
    """Why the viewing seat may not make this move now; None if it may."""
    position = view.position
    if view.seat is None and position.question is not None:
        return refused("not-your-turn", asked=position.asked)
    return validation.refusal(position, view.seat or 0, view.hand, move)


def legal(view: View) -> Iterator[Move]:
    """Every move of the viewing seat, each choice once, cheap ones first."""
    position = view.position
    if position.question is None or view.seat not in position.asked:
        return iter(())
    found = groups(position, view.seat, view)
    left = position.turn.left if position.question == "move" and position.turn else 0
    if not left:
        return chain.from_iterable(found)
    return chain(chain.from_iterable(found), relocations(position.dwarfs, view.seat, left))


def groups(position: Position, seat: int, view: View) -> _Found:
    """Every move of a seat that is asked by its kind, but for relocations, of which there are very many."""
    assert position.question is not None  # noqa: S101
    return _FINDERS[position.question](position, seat, view)


_Found = Iterator[Iterable[Move]]


def _buy(position: Position, _seat: int, view: View) -> _Found:
    yield (PASS,)
    for card in dict.fromkeys(position.offer):
        yield (Buy(card, paid) for paid in cards.payments(view.hand, PRICES[card]))


def _give(position: Position, _seat: int, _view: View) -> _Found:
    seats = [seat for seat, card in enumerate(position.movement, start=1) if card is None]
    for card in position.drawn:
        yield (Give(card, seat) for seat in seats)


def _place(position: Position, seat: int, _view: View) -> _Found:
    yield (DONE,)
    left = position.turn.left if position.turn else 0
    taken = garden.by_square(position.dwarfs)
    for kind in dict.fromkeys(position.stocks[seat - 1]):
        if cards.value(kind) <= left:
            yield (Place(kind, square) for square in garden.SQUARES if square not in taken)
    yield from _casts(position, seat)


def _move(position: Position, seat: int, _view: View) -> _Found:
    yield (DONE,)
    yield from _casts(position, seat)


def _bid(_position: Position, _seat: int, view: View) -> _Found:
    yield (PASS,)
    yield (Bid(chosen) for chosen in cards.selections(view.hand))


def _take_back(position: Position, seat: int, _view: View) -> _Found:
    bid = position.auction.shown[seat - 1] if position.auction else ()
    yield (TakeBack(chosen) for chosen in ((), *cards.selections(bid, len(bid) // 2)))


def _king(position: Position, _seat: int, _view: View) -> _Found:
    yield leads(position)
    yield lapses(position)


def _king_free(position: Position, _seat: int, _view: View) -> _Found:
    yield (PASS,)
    yield leads(position)
    yield lapses(position)


def _king_last(position: Position, _seat: int, _view: View) -> _Found:
    yield (PASS,)
    yield leads(position)


def _chance(position: Position, seat: int, _view: View) -> _Found:
    yield (PASS,)
    yield from _casts(position, seat)


def leads(position: Position) -> Iterator[Lead]:
    """Every King's move that the open movement cards allow."""
    for owner, name in enumerate(position.movement, start=1):
        if name is not None:
            card = cards.MOVEMENT[name]
            for direction in card.directions:
                if garden.walked(position.king, direction, card.distance) is not None:
                    yield Lead(owner, direction)


def lapses(position: Position) -> Iterator[Lapse]:
    """Every open movement card that may lapse."""
    for owner, name in enumerate(position.movement, start=1):
        if name is not None:
            card = cards.MOVEMENT[name]
            if any(garden.walked(position.king, way, card.distance) is None for way in card.directions):
                yield Lapse(owner)


# Magic


def _casts(position: Position, seat: int) -> _Found:
    for card in playable(position, seat):
        yield casts(position, card)


def casts(position: Position, card: Magic) -> Iterable[Cast]:
    """Every way to play a magic card that may be played now."""
    return _CASTS[card](position)


def _bans(position: Position) -> Iterable[Cast]:
    return () if position.turn is None else (Ban(position.turn.seat),)


def _exchanges(position: Position) -> Iterable[Cast]:
    return (Exchange(one.square, other.square) for one, other in combinations(position.dwarfs, 2))


def _hastes(position: Position) -> Iterable[Cast]:
    return (
        Haste(direction)
        for direction in garden.DIRECTIONS
        if garden.walked(position.king, direction, 1) is not None
    )


def _revolts(position: Position) -> Iterable[Cast]:
    kings_move = position.kings_move
    if kings_move is None:
        return
    for straight in range(1, kings_move.length):
        for side in garden.right_angled(kings_move.direction):
            move = Revolt(straight, side)
            if revolted(kings_move, move) is not None:
                yield move


def _fogs(position: Position) -> Iterable[Cast]:
    return (Fog(seat) for seat in range(1, len(position.scores) + 1))


def _counters(_position: Position) -> Iterable[Cast]:
    return (COUNTER,)


_FINDERS: Mapping[Question, Callable[[Position, int, View], _Found]] = MappingProxyType(
    {
        "buy": _buy,
        "give": _give,
        "place": _place,
        "move": _move,
        "bid": _bid,
        "take-back": _take_back,
        "king": _king,
        "king-free": _king_free,
        "king-last": _king_last,
        "react": _chance,
        "counter": _chance,
    }
)
_CASTS: Mapping[Magic, Callable[[Position], Iterable[Cast]]] = MappingProxyType(
    {
        "ban": _bans,
        "exchange": _exchanges,
        "haste": _hastes,
        "revolt": _revolts,
        "fog": _fogs,
        "counter": _counters,
    }
)
