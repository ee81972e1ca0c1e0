"""Court's implementation of `engine.value.values.Values`.

Nothing is hidden in court, and within a turn nothing is sampled, so a chance makes no difference but to
replays. How seats play counts between turns alone: within a turn strong players play on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.analysis.findings import LEAST
from engine.chance import NoChance
from engine.court.model.moves import Concede, Move, Reroll, Roll, Stand, Take
from engine.court.model.state import State, Turn, View
from engine.court.odds.card_odds import odds_with_move
from engine.court.opponents import BOTS
from engine.court.rules.legal import moves
from engine.court.rules.transitions import successor
from engine.court.value.boundary import STRONG, boundary
from engine.court.value.replays import replayed
from engine.kit.mixture import ways_at
from engine.value.seats import Seats
from engine.value.values import ChanceOf, Chances, Expected, Likelihood, MoveValue, Values

if TYPE_CHECKING:
    from engine.court.value.turn_values import SolvedTurn

ALIKE = 1e-4
"""Chances that differ by at most this are equal: the solver tells endings of equal worth apart by it."""

TOLD = LEAST - 1e-4
"""From here on a loss may be told, rounded, with what each move makes likelier."""


def solved(state: State) -> tuple[SolvedTurn, Turn]:
    """Return the solution of a state's turn, and the turn."""
    from engine.court.value import turn_values  # for whoever asks: with it come arrays

    return turn_values.solved(state)


def at_boundary(state: State) -> bool:
    """Whether nothing of a turn is played yet."""
    turn = state.turn
    return turn is None or not (turn.rolled or turn.used)


def lying(state: State, _seats: Seats, _chance_of: ChanceOf) -> Chances:
    """Everybody's chance in any state, all cards open (`Values.lying`)."""
    if state.turn is None:
        return boundary(state)
    found, turn = solved(state)
    if turn.rolled and not turn.active:
        stopped = max(_endings(state), key=lambda one: one[1][turn.seat - 1])[1]
        going = found.chances(turn)
        return max(going, stopped, key=lambda chances: chances[turn.seat - 1])
    return found.chances(turn)


def after(state: State, _seat: int, move: Move, _seats: Seats, _chance_of: ChanceOf) -> Expected:
    """The same after a seat's move (`Values.after`)."""
    if isinstance(move, Take | Stand | Concede):
        return Expected(boundary(successor(state, move, NoChance())), "correction")
    found, turn = solved(state)
    return Expected(found.after(turn, move), "dice" if isinstance(move, Roll | Reroll) else "correction")


def valued_moves(
    view: View, _seats: Seats, _chance_of: ChanceOf, made: Move | None
) -> Iterator[tuple[MoveValue, ...]]:
    """The moves of a view's seat, best first (`Values.moves`): all legal ones, or the best and the one
    that was made, with outcomes.
    """
    state = view.position
    found, turn = solved(state)
    values: dict[Move, float] = dict(found.moves(turn))
    for move, chances in _endings(state):
        values[move] = chances[turn.seat - 1]
    ordered = sorted(values, key=lambda move: -values[move])
    if made is None:
        yield tuple([MoveValue(move, values[move]) for move in ordered])
        return
    own = values[made] if made in values else _own(state, found, made)
    if values[ordered[0]] - own <= ALIKE:
        yield (MoveValue(made, own),)
        return
    pair = ((ordered[0], values[ordered[0]]), (made, own))
    told = values[ordered[0]] - own >= TOLD
    yield tuple(
        [
            MoveValue(move, chance, 0.0, *(_outcomes(view, found, move) if told else ()))
            for move, chance in pair
        ]
    )


def _own(state: State, found: SolvedTurn, made: Move) -> float:
    assert state.turn is not None  # noqa: S101  (somebody moved)
    if isinstance(made, Take | Stand | Concede):
        return boundary(successor(state, made, NoChance()))[state.turn.seat - 1]
    return found.own(state.turn, made)


def _endings(state: State) -> Iterator[tuple[Move, Chances]]:
    """The moves that end the turn now, with everybody's chance after each."""
    assert state.turn is not None  # noqa: S101  (somebody has a turn)
    if state.turn.rolled and state.turn.active:
        return
    for move in moves(state):
        if isinstance(move, Take | Stand | Concede):
            yield move, boundary(successor(state, move, NoChance()))


def _outcomes(view: View, found: SolvedTurn, move: Move) -> tuple[tuple[Likelihood, ...], tuple[float, ...]]:
    """What the odds panel shows after a move, and what each card is worth above the least ending."""
    seat = found.seat - 1
    least = found.endings[-1].chances[seat]
    worths: dict[str, float] = {}
    for ending in reversed(found.endings):  # the best of several marks comes last
        if ending.card:
            worths[ending.card] = max(0.0, ending.chances[seat] - least)
    likely = odds_with_move(view, move).then
    if isinstance(move, Take):
        likely = tuple([Likelihood(move.card, 1.0)] if move.card else [])
    return likely, tuple([worths.get(one.what, 0.0) for one in likely])


def seated(bots: Sequence[str]) -> Seats:
    """As `ways_at` (`Values.seated`)."""
    return ways_at(bots, BOTS, STRONG)


def laid(view: View) -> dict[str, int | float | str]:
    """The dice of the turn: those in hand by number, those active and aside by faces."""
    turn = view.position.turn
    assert turn is not None  # noqa: S101  (somebody decides)
    if not turn.rolled:
        return {"hand": turn.hand}
    lying = {"active": turn.active, "aside": turn.aside}
    return {where: " ".join(map(str, dice)) for where, dice in lying.items() if dice}


MISS = 0.03
"""Above what was measured between stewards and masters (docs/analysis.md), since others play otherwise."""
VALUES = Values(
    strong=STRONG,
    miss=MISS,
    at_boundary=at_boundary,
    boundary=boundary,
    moves=valued_moves,
    lying=lying,
    after=after,
    replayed=replayed,
    laid=laid,
    seated=seated,
)
