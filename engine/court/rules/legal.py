"""The legal moves of a seat, found lazily, and the check of a single move.

Moves are found independently of `engine.court.rules.validation`, which alone says why a move is not
allowed; tests compare the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from types import MappingProxyType

from engine.court.model.cards import CONDITIONS, MOST_DICE, pays_for
from engine.court.model.moves import CONCEDE, NOTHING, ROLL, STAND, Move, Take
from engine.court.model.refusals import refused
from engine.court.model.state import Dice, Kind, State, Turn, View
from engine.court.rules import powers
from engine.court.rules.validation import dice_in_turn, final_round, refusal
from engine.game import Refused

_TAKES: Mapping[Kind, Take] = MappingProxyType({kind: Take(kind) for kind in CONDITIONS})


def check(view: View, move: Move) -> Refused | None:
    """Why the viewing seat may not make this move now; None if it may."""
    turn = view.position.turn
    if turn is not None and turn.seat != view.seat:
        return refused("not-your-turn", seat=turn.seat)
    return refusal(view.position, move)


def legal(view: View) -> Iterator[Move]:
    """Every move of the viewing seat, each choice once, cheap ones first."""
    turn = view.position.turn
    if turn is None or turn.seat != view.seat:
        return iter(())
    return moves(view.position)


def moves(position: State) -> Iterator[Move]:
    """Every move of the seat whose turn it is; the game is not over."""
    turn = position.turn
    assert turn is not None  # noqa: S101
    if not turn.rolled:
        groups = _before_rolling(position, turn)
    else:
        groups = _with_dice(position, turn) if turn.active else _at_the_end(position, turn)
    return chain.from_iterable(groups)


def _before_rolling(position: State, turn: Turn) -> Iterator[Iterable[Move]]:
    yield (ROLL,)
    if position.options.edition == "de":
        yield from _additions(position, turn)
    if final_round(position):
        yield (CONCEDE,)


def _with_dice(position: State, turn: Turn) -> Iterator[Iterable[Move]]:
    if turn.kept:
        yield (ROLL,)
    yield from _additions(position, turn)
    yield powers.keeps(turn.active)
    for card in position.cards[turn.seat - 1]:
        if card in powers.CHANGERS and card not in turn.used:
            yield powers.choices(card, turn.active, turn.aside)


def _at_the_end(position: State, turn: Turn) -> Iterator[Iterable[Move]]:
    if final_round(position):
        yield (STAND,)
    else:
        yield (NOTHING,)
        yield [_TAKES[kind] for kind in takeable(position, turn.seat, turn.aside)]
    yield from _additions(position, turn)


def _additions(position: State, turn: Turn) -> Iterator[Iterable[Move]]:
    if dice_in_turn(turn) < MOST_DICE:
        for card in position.cards[turn.seat - 1]:
            if card in powers.ADDED_FACE and card not in turn.used:
                yield powers.additions(card, rolled=turn.rolled)


def takeable(position: State, seat: int, result: Dice) -> tuple[Kind, ...]:
    """The cards that this result (ascending) may take for `seat`, in the order of the rows."""
    own, stock = position.cards[seat - 1], position.stock
    return tuple(
        [
            kind
            for kind in pays_for(result)
            if ("jester" in own if kind == "charlatan" else kind not in own and stock.get(kind, 1))
        ]
    )
