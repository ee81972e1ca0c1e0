"""The bot `steward`: samples the hidden cards, lets pages play on, and takes the move that ends best.

It searches from its view alone. For each sample of the view it plays every candidate move and plays the
game to its end with `page.decide` for every seat. The worse half of the candidates is dropped after each
stage, so that later samples go to the best. The work of a decision is counted in simulated moves, not in
time, so the same chance gives the same answer anywhere, and no decision takes much longer than another.
"""

from __future__ import annotations

from math import exp

from engine.chance import Chance
from engine.game import AnyGame, Ask
from engine.intrigue.bots.page import decide, rated_choices
from engine.intrigue.bots.plays import rated_plays
from engine.intrigue.model.moves import LEAVE, REVEAL, Move
from engine.intrigue.model.state import State, View
from engine.intrigue.rules.transitions import after
from engine.intrigue.rules.validation import acting_seat
from engine.intrigue.views import sample

MOST_CANDIDATES = 10
"""How many moves are considered, best rated first."""
MOVES = 450
"""About how many moves a decision may simulate; each takes some 15 microseconds."""
LEAD = 3.0
"""The lead in influence at the end that counts as about three wins out of four."""


class Steward:
    """Plays intrigue by simulation: `moves` (about how many a decision may simulate) make it stronger."""

    known_options = frozenset(("edition",))

    def __init__(self, name: str = "steward", moves: int = MOVES) -> None:
        self.name, self._moves = name, moves

    def choose(self, _game: AnyGame, view: View, ask: Ask, chance: Chance) -> Move:
        """The move that ends best in simulated games. Draws from `chance` for the samples."""
        found = candidates(view.position, ask.seat)
        stages = (len(found) - 1).bit_length()
        totals = [0.0] * len(found)
        for _ in range(stages):
            simulate(view, ask.seat, found, totals, self._moves // stages, chance)
            found, totals = better_half(found, totals)
        return found[0]


def candidates(position: State, seat: int) -> list[Move]:
    """The moves to consider, best rated first."""
    resolving, promised = position.resolving, list[tuple[float, Move]]()
    if resolving is None:
        promised += rated_plays(position, seat)
    elif resolving.effect is None:
        return [REVEAL, LEAVE]
    else:
        promised += rated_choices(position, seat, resolving.place, resolving.effect)
    promised.sort(key=lambda promise: promise[0], reverse=True)
    return [move for _, move in promised[:MOST_CANDIDATES]]


def better_half(found: list[Move], totals: list[float]) -> tuple[list[Move], list[float]]:
    """The better half of the moves, rounded up, best first."""
    ranked = sorted(zip(totals, found, strict=True), key=lambda rival: rival[0], reverse=True)
    kept = ranked[: (len(found) + 1) // 2]
    return [move for _, move in kept], [total for total, _ in kept]


def simulate(
    view: View, seat: int, found: list[Move], totals: list[float], moves: int, chance: Chance
) -> None:
    """Adds to the totals how well each move does over the same samples, until `moves` were simulated."""
    while moves > 0:
        state = sample(view, chance)
        for place, move in enumerate(found):
            end = play_to_end(after(state, move))
            totals[place] += success(end, seat)
            moves -= end.number - state.number


def play_to_end(state: State) -> State:
    """The state at the end of the game if every seat plays like `page`."""
    while (seat := acting_seat(state)) is not None:
        state = after(state, decide(state, seat))
    return state


def success(end: State, seat: int) -> float:
    """How well a seat did, from 0 to 1; one half if it shares the most influence."""
    others = (own for other, own in enumerate(end.influence, start=1) if other != seat)
    lead = end.influence[seat - 1] - max(others)
    return 1 / (1 + exp(-lead / LEAD))
