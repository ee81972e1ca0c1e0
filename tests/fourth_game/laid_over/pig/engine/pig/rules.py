"""The rules of pig: the deal, the open question, what a move leads to, and why it is not allowed."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from engine.chance import Chance
from engine.game import Ask, Refused, Setup, Standing, Step
from engine.kit.seats import clockwise, draw_first_seat, rank, with_value
from engine.options import check_setup
from engine.pig.model import (
    HOLD,
    LOSING,
    ROLL,
    SEATS,
    Ended,
    Event,
    Held,
    Hold,
    Lost,
    Move,
    Rolled,
    State,
    View,
)


def start(setup: Setup, chance: Chance) -> Step:
    """Nobody has points; the first seat is drawn. Raises Refused like `engine.options.check_setup`."""
    check_setup(setup, SEATS)
    return Step(
        State(setup.options, 0, 0, draw_first_seat(setup.seats, chance), (0,) * setup.seats), (), False
    )


def asks(state: State) -> tuple[Ask, ...]:
    """One seat rolls or holds; whose time runs out holds what there is to hold."""
    if state.over:
        return ()
    return (Ask(state.number, state.turn, "turn", HOLD if state.pending else ROLL),)


def refusal(state: State, seat: int | None, move: Move) -> Refused | None:
    """Why the seat may not make this move; None: it may."""
    if state.over:
        return Refused("game-over")
    if seat != state.turn:
        return Refused("not-your-turn", {"seat": state.turn})
    if isinstance(move, Hold) and not state.pending:
        return Refused("nothing-to-hold")
    return None


def play(state: State, ask: Ask, move: Move, chance: Chance) -> Step:
    """The next position. Raises Refused as `refusal` has it."""
    why = refusal(state, ask.seat, move)
    if why is not None:
        raise why
    return hold(state) if isinstance(move, Hold) else roll(state, chance)


def roll(state: State, chance: Chance) -> Step:
    """One die: its pips are pending, a 1 loses the turn."""
    (face,) = chance.dice(1)
    if face == LOSING:
        return Step(_next_turn(state), (Lost(state.turn, state.pending),), False)
    pending = state.pending + face
    after = replace(state, number=state.number + 1, pending=pending)
    return Step(after, (Rolled(state.turn, face, pending),), False)


def hold(state: State) -> Step:
    """The pending points are kept; enough of them end the game."""
    seat, points = state.turn, state.pending
    total = state.points[seat - 1] + points
    after = replace(_next_turn(state), points=with_value(state.points, seat, total))
    held = Held(seat, points, total)
    events: tuple[Event, ...] = (held, Ended(seat)) if after.over else (held,)
    return Step(after, events, True)


def _next_turn(state: State) -> State:
    following = clockwise(len(state.points), state.turn)[1]
    return replace(state, number=state.number + 1, turns=state.turns + 1, turn=following, pending=0)


def legal(view: View) -> Iterator[Move]:
    """Roll, and hold where there is something to hold."""
    return (move for move in (ROLL, HOLD) if check(view, move) is None)


def check(view: View, move: Move) -> Refused | None:
    """Why the viewing seat may not make this move; None: it may."""
    return refusal(view.position, view.seat, move)


def preview(view: View, move: Move) -> View | None:
    """The view after holding; None for a roll. Raises what `check` would say."""
    why = check(view, move)
    if why is not None:
        raise why
    return View(view.seat, hold(view.position).state) if isinstance(move, Hold) else None


def standings(state: State) -> tuple[Standing, ...]:
    """By points held."""
    worth = {seat: (points,) for seat, points in enumerate(state.points, start=1)}
    return rank(worth, state.points)


def rounds(state: State) -> int:
    """Rounds that have begun, a turn for each seat being one."""
    return (state.turns - state.over) // len(state.points) + 1
