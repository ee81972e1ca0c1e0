"""Intrigue's implementation of `engine.value.values.Values`.

Everybody plays on by the habits of strong players, whoever sits there. Only the deal draws: what hidden cards
make of a chance is told as that.
"""

from __future__ import annotations

from functools import lru_cache

from engine.intrigue.model.moves import Move
from engine.intrigue.model.state import State, View
from engine.intrigue.rules.transitions import perform
from engine.intrigue.rules.validation import acting_seat
from engine.intrigue.value.choices import moves
from engine.intrigue.value.playing_on import boundary, mean_of, seeds
from engine.intrigue.value.replays import replayed
from engine.value.seats import Seats
from engine.value.values import ChanceOf, Chances, Expected, Values

PLAYED = 100
"""So many rounds are played on with all cards open."""


def at_boundary(state: State) -> bool:
    """Whether a round has begun and nobody has played a card yet, or the game is over."""
    begun = state.resolving is None and len(state.waiting) == len(state.influence)
    return begun or acting_seat(state) is None


@lru_cache(maxsize=4)
def lying(state: State, _seats: Seats, chance_of: ChanceOf) -> Chances:
    """Every seat's chance with all cards open. Kept, as `after` asks for it again."""
    if acting_seat(state) is None:
        return boundary(state)
    return mean_of(state, seeds(chance_of("lying"), PLAYED))


def after(state: State, _seat: int, move: Move, seats: Seats, chance_of: ChanceOf) -> Expected:
    """Nothing: a move draws nothing, so nothing is left to what comes after it."""
    return Expected(lying(perform(state, move).state, seats, chance_of), "hidden")


def laid(view: View) -> dict[str, int | float | str]:
    """The hand that a card was played from, or the card in the queue that it was about."""
    position = view.position
    if position.resolving is None:
        return {"hand": " ".join(kind for kind in position.hands[(view.seat or 1) - 1] if kind)}
    place = position.resolving.place
    card = position.queue[place - 1][-1]
    return {"place": place, "card": card.kind or "", "influence": card.influence}


MISS = 0.04
"""How far the chances at the beginning of a round are off, among strong players (docs/analysis.md)."""
VALUES = Values(
    strong="steward",
    miss=MISS,
    at_boundary=at_boundary,
    boundary=boundary,
    moves=moves,
    lying=lying,
    after=after,
    replayed=replayed,
    laid=laid,
)
