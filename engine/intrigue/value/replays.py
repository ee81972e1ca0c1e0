"""Two moves of intrigue compared by playing on: stewards play the round to its end from each, in states that
the seat could imagine; there the chances between rounds tell.
"""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis.findings import CLOSE
from engine.analysis.paired import mean, standard_error
from engine.game import Ask
from engine.intrigue.bots.master import numbers
from engine.intrigue.bots.steward import Steward
from engine.intrigue.model.moves import Move
from engine.intrigue.model.state import State, View
from engine.intrigue.value.likely_cards import LikelySamples
from engine.intrigue.value.playing_on import Round, boundary, seeds
from engine.intrigue.views import view as seen_by
from engine.value.values import ChanceOf, Gain

LEAST, PAIRS, MOST = 30, 10, 100
"""The fewest pairs, the pairs between two figures, and the most."""
HOPELESS = 1.25
"""No more pairs are played where the most would leave an error so many times larger than one that is told."""
MOVES = 150
"""How many moves a steward that plays on simulates for a decision; with three times as many it is hardly
stronger.
"""
DEVIATION = 0.1
"""The least standard deviation of a difference that is believed: few rounds may agree by chance."""


def replayed(view: View, better: Move, made: Move, chance_of: ChanceOf) -> Iterator[Gain]:
    """How much better a move did than another, played on in pairs, with its error."""
    samples, seat, gains = LikelySamples(view), view.seat or 0, list[float]()
    for number, seed in enumerate(seeds(chance_of("states"), MOST)):
        state = samples.drawn(numbers(seed))
        ends = [played_on(state, move, chance_of, f"{number}")[seat - 1] for move in (better, made)]
        gains.append(ends[0] - ends[1])
        if len(gains) >= LEAST and len(gains) % PAIRS == 0:
            error = standard_error(gains, DEVIATION)
            yield Gain(mean(gains), error)
            if error * (len(gains) / MOST) ** 0.5 > HOPELESS * CLOSE:
                return


def played_on(state: State, move: Move, chance_of: ChanceOf, name: str) -> tuple[float, ...]:
    """Everybody's chance where the round ends, if stewards play on after a move. What a seat is asked has a
    chance of its own: after two moves that change little, the same questions get the same answers.
    """
    played, bot = Round(state), Steward(moves=MOVES)
    played.play(move)
    while (seat := played.asked) is not None:
        chance = chance_of(f"{name} {seat} {len(played.state.waiting)} {played.state.resolving}")
        played.play(bot.choose(None, seen_by(played.state, seat), Ask(0, seat, ""), chance))  # type: ignore[arg-type]
    return boundary(played.state)
