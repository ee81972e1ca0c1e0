"""Phases 4 and 5: the turns in which dwarfs are placed or moved, and the chances to react before them.

Sources: the rulebook's "Zwerge einsetzen" and "Zwerge umsetzen"; laurin.md, "A round" 4 and 5 and "Chances to
react". A turn in which nothing could be done is skipped.
"""

from __future__ import annotations

from msgspec.structs import replace

from engine.kit.seats import with_value
from engine.laurin.model import cards
from engine.laurin.model.events import PhaseBegan, Placed, Relocated, TurnBegan, TurnEnded, TurnSkipped
from engine.laurin.model.garden import by_square, in_place
from engine.laurin.model.moves import Place, Relocate
from engine.laurin.model.state import Dwarf, State, Turn
from engine.laurin.phases.spells import can_act, seats_able_to_cast
from engine.laurin.phases.transition import Transition, ask, clockwise, with_position


def next_in_turn(state: State) -> Transition:
    """Goes on in phase 4 or 5 while nobody is asked."""
    position = state.position
    if position.turn is None:
        return _next_turn(state) if position.waiting else _after_turns(state)
    if position.turn.begun:
        return ask(state, "place" if position.phase == "placing" else "move", (position.turn.seat,)), ()
    reacting = seats_able_to_cast(position)
    return (ask(state, "react", reacting), ()) if reacting else begin(state)


def _next_turn(state: State) -> Transition:
    position = state.position
    seat, *waiting = position.waiting
    card = cards.MOVEMENT[position.movement[seat - 1] or ""]
    left = card.points if position.phase == "placing" else card.moves
    return with_position(state, turn=Turn(seat, left), waiting=tuple(waiting)), ()


def _after_turns(state: State) -> Transition:
    """Goes on after the last turn of a phase; after phase 5 there is one more chance for an Exchange."""
    position = state.position
    if position.phase == "placing":
        return with_position(state, phase="moving", waiting=clockwise(position)), (PhaseBegan("moving"),)
    reacting = seats_able_to_cast(position)
    return (ask(state, "react", reacting), ()) if reacting else close(state)


def close(state: State) -> Transition:
    """Ends phase 5."""
    return with_position(state, phase="auction"), (PhaseBegan("auction"),)


def begin(state: State) -> Transition:
    """Begins a turn, once the chance to react before it is over."""
    turn = state.position.turn
    assert turn is not None  # noqa: S101  (a chance in these phases is before a turn)
    if can_act(state.position, turn):
        begun = with_position(state, turn=replace(turn, begun=True))
        return begun, (TurnBegan(turn.seat, turn.left),)
    return with_position(state, turn=None), (TurnSkipped(turn.seat, banned=False),)


def skip(state: State, seat: int) -> Transition:
    """Skips a banned seat's turn."""
    return with_position(state, turn=None), (TurnSkipped(seat, banned=True),)


def end(state: State, seat: int) -> Transition:
    return with_position(state, turn=None), (TurnEnded(seat),)


def place(state: State, seat: int, move: Place) -> Transition:
    """Places a dwarf from the stock with its front up."""
    position = state.position
    stock = list(position.stocks[seat - 1])
    stock.remove(move.dwarf)
    dwarfs = in_place((*position.dwarfs, Dwarf(move.square, seat, move.dwarf)))
    left = (position.turn.left if position.turn else 0) - cards.value(move.dwarf)
    after = with_position(
        state,
        dwarfs=dwarfs,
        stocks=with_value(position.stocks, seat, tuple(stock)),
        turn=Turn(seat, left, begun=True),
    )
    return after, (Placed(seat, move.dwarf, move.square),)


def relocate(state: State, seat: int, move: Relocate) -> Transition:
    """Moves dwarfs from squares to squares, all at once; no more can be lifted in this turn."""
    there = by_square(state.position.dwarfs)
    lifted = [there.pop(source) for source, _ in move.steps]
    for dwarf, (_, target) in zip(lifted, move.steps, strict=True):
        there[target] = replace(dwarf, square=target)
    after = with_position(state, dwarfs=in_place(there.values()), turn=Turn(seat, 0, begun=True))
    return after, (Relocated(seat, move.steps),)
