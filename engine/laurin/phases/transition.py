"""Helpers of every transition: a new state together with the events that led to it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from engine.kit.seats import clockwise as around
from engine.laurin.model.events import Event
from engine.laurin.model.names import Question
from engine.laurin.model.state import Position, State

Transition = tuple[State, tuple[Event, ...]]


def with_position(state: State, **changes: Any) -> State:
    """Returns the state with these fields of its position changed."""
    return replace(state, position=replace(state.position, **changes))


def then(before: Transition, following: Callable[[State], Transition]) -> Transition:
    """Returns the transition that makes one after another, with the events of both."""
    state, events = before
    after, more = following(state)
    return after, (*events, *more)


def ask(state: State, question: Question, seats: tuple[int, ...]) -> State:
    """Returns the state with a new question to these seats."""
    return with_position(state, number=state.position.number + 1, question=question, asked=seats)


def answered(state: State, seat: int) -> State:
    """Returns the state in which one seat is no longer asked; the other seats' question stays open."""
    asked = tuple(other for other in state.position.asked if other != seat)
    return with_position(state, asked=asked)


def seats_of(position: Position) -> tuple[int, ...]:
    """Returns all seats by number."""
    return tuple(range(1, len(position.scores) + 1))


def clockwise(position: Position) -> tuple[int, ...]:
    """Returns all seats in turn order, from the one with the crown."""
    return around(len(position.scores), position.starter)
