"""The bot `master`: samples hidden cards as stewards would have played them, and asks what each move is worth
at the end of the round.

Every candidate move is tried on the same samples; the round is played to its end, the own seat by rules of
thumb, the others with the habits of stewards (`engine.intrigue.bots.habits`). What is reached then is rated
by learned chances to win (`engine.intrigue.bots.value`), after the last round by the result. The worse half
of the candidates is dropped after each stage. Its effort is counted in tries, so the same chance gives the
same answer anywhere.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from engine.chance import Chance
from engine.game import AnyGame, Ask
from engine.intrigue.bots.habits import Random, likely_sample, usual_move
from engine.intrigue.bots.learned import WEIGHTS
from engine.intrigue.bots.page import decide
from engine.intrigue.bots.steward import better_half, candidates, success
from engine.intrigue.bots.value import chances
from engine.intrigue.model.moves import Move
from engine.intrigue.model.state import State, View
from engine.intrigue.rules.standings import winners
from engine.intrigue.rules.transitions import after
from engine.intrigue.rules.validation import acting_seat

TRIES = 500
"""About how many rounds a decision may play to their end; each takes some 120 microseconds."""
BY_WIN = 0.7
"""The share of the rating of a finished game that follows from who won; the rest follows from the lead."""


class Master:
    """Plays intrigue by simulated rounds and learned chances."""

    name = "master"
    known_options = frozenset(("edition",))

    def choose(self, game: AnyGame, view: View, ask: Ask, chance: Chance) -> Move:
        """The move that promises most. One draw, from which all others follow."""
        return deque(self.improving(game, view, ask, chance), 1)[0]

    def improving(self, _game: AnyGame, view: View, ask: Ask, chance: Chance) -> Iterator[Move]:
        """The move that promises most so far: at first the one that is rated best."""
        random = numbers(chance.pick(range(1, 2**32)))
        found = candidates(view.position, ask.seat)
        stages = (len(found) - 1).bit_length()
        totals = [0.0] * len(found)
        yield found[0]
        for _ in range(stages):
            for _ in range(max(1, TRIES // stages // len(found))):
                state = likely_sample(view, random)
                for place, move in enumerate(found):
                    totals[place] += promise(state, move, ask.seat, random)
                yield found[totals.index(max(totals))]
            found, totals = better_half(found, totals)
            yield found[0]


def promise(state: State, move: Move, seat: int, random: Random) -> float:
    """The chance of a seat to win after its move, as it looks at the end of one simulated round."""
    began = state.round
    state = after(state, move)
    while (asked := acting_seat(state)) is not None and state.round == began:
        own = asked == seat
        state = after(state, decide(state, asked) if own else usual_move(state, asked, random))
    if asked is not None:
        return chances(state, WEIGHTS)[seat - 1]
    first = winners(state.influence, state.queue)
    won = 1 / len(first) if seat in first else 0.0
    return BY_WIN * won + (1 - BY_WIN) * success(state, seat)


SEEDS = 1 << 32


def numbers(seed: int) -> Random:
    """Numbers from 0 up to 1 that follow from a seed from 1 up to 2**32 (Marsaglia's xorshift): quick, and
    good enough for samples.
    """

    def drawn() -> float:
        nonlocal seed
        seed ^= (seed << 13) & 0xFFFFFFFF
        seed ^= seed >> 17
        seed ^= (seed << 5) & 0xFFFFFFFF
        return seed / SEEDS

    return drawn
