"""`python -m training.intrigue.habits`: counts what stewards do, for `engine.intrigue.bots.habits`.

It prints how often each card was played in each round, and how often it was left face down with no influence
on it, with one, and with more. The tables were counted in 163 games and smoothed by hand: never is not said
of anything.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter

from engine.chance import QuickChance
from engine.game import Setup
from engine.intrigue.bots.steward import Steward
from engine.intrigue.game import GAME
from engine.intrigue.model.cards import KINDS, ROUNDS
from engine.intrigue.model.moves import Leave, Play, Reveal
from engine.intrigue.rules.transitions import asks, perform, start
from engine.intrigue.views import view

SEATS = 4


def main() -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(prog="python -m training.intrigue.habits", description=__doc__)
    parser.add_argument("--games", type=int, default=163)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    chance = QuickChance(random.Random(asked.seed).random)  # noqa: S311  (nobody bets on it)
    played, left, met = Counter[object](), Counter[object](), Counter[object]()
    for _ in range(asked.games):
        state = start(Setup(SEATS, GAME.Options()), chance).state
        while found := asks(state):
            [ask] = found
            move = Steward().choose(GAME, view(state, ask.seat), ask, chance)
            if isinstance(move, Play):
                played[move.card, state.round] += 1
            elif isinstance(move, Reveal | Leave):
                card = state.queue[state.resolving.place - 1][-1]
                with_influence = card.kind, min(card.influence, 2)
                met[with_influence] += 1
                left[with_influence] += isinstance(move, Leave)
            state = perform(state, move).state
    for kind in KINDS:
        rounds = ", ".join(str(played[kind, number]) for number in range(1, ROUNDS + 1))
        shares = ", ".join(f"{left[kind, on]}/{met[kind, on]}" for on in range(3))
        sys.stdout.write(f"{kind}: played ({rounds}), left ({shares})\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
