"""Finds the next turn: rounds, the start marker, the final round and the end of the game.

Sources: the rulebook's "Spielablauf" (last part) and "Spielende"; court.md, "Rounds", "End" and "House
limit". Every function takes the position after a turn and returns the next position with the events on the
way.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.court.model.cards import hand_size
from engine.court.model.events import Ended, Event, RoundBegan, TurnBegan
from engine.court.model.state import Final, State, Turn
from engine.kit.seats import clockwise

Transition = tuple[State, tuple[Event, ...]]


def next_turn(position: State) -> Transition:
    """The position after a turn: the next seat's turn, the first turn of the next round, or the end."""
    if position.waiting:
        return _turn_of(position, position.waiting[0], position.waiting[1:])
    final = position.final
    if final is None:
        return _after_round(position)
    return _end(position, final.king) if final.begun else _final_round(position, final)


def _turn_of(position: State, seat: int, waiting: tuple[int, ...]) -> Transition:
    final = position.final
    if final is not None and final.begun and seat == final.queen == final.king:
        return _end(position, final.king)
    dice = hand_size(position.cards[seat - 1])
    began = replace(position, waiting=waiting, turn=Turn(seat, dice))
    return began, (TurnBegan(seat, dice),)


def _after_round(position: State) -> Transition:
    if position.round >= position.options.rounds:
        return _end(position, None)
    return begin_round(replace(position, round=position.round + 1, starter=_marker_passed(position)))


def begin_round(position: State) -> Transition:
    """The first turn of a round, which belongs to the seat with the start marker."""
    order = clockwise(len(position.cards), position.starter)
    return _first_of(position, order, final=False)


def _first_of(position: State, order: tuple[int, ...], *, final: bool) -> Transition:
    after, events = _turn_of(position, order[0], order[1:])
    return after, (RoundBegan(position.round, order[0], final), *events)


def _marker_passed(position: State) -> int:
    """The seat that gets the marker: the one that played last, counter-clockwise."""
    return clockwise(len(position.cards), position.starter)[-1]


def final_order(position: State, final: Final) -> tuple[int, ...]:
    """The order of turns in the final round to come: clockwise from the marker, the Queen's owner last."""
    around = clockwise(len(position.cards), _marker_passed(position))
    return (*(seat for seat in around if seat != final.queen), final.queen)


def _final_round(position: State, final: Final) -> Transition:
    began = replace(
        position, round=position.round + 1, starter=_marker_passed(position), final=replace(final, begun=True)
    )
    return _first_of(began, final_order(position, final), final=True)


def _end(position: State, king: int | None) -> Transition:
    return replace(position, waiting=(), turn=None), (Ended(king),)
