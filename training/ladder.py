"""`python -m training.ladder GAME`: each opponent of a game against three of the next weaker one, and their
ratings.

The reference of all is the weakest, which has 1000 points by definition; a step up is
174 ln(3p / (1 - p)) points, where p is the share of wins, so that 0 points are an even game. It can be
interrupted; every step is listed in docs/gates like other attempts (`training.attempts`), and
`engine.bot_ratings` is written from the last ones.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from itertools import pairwise

from engine.registry import GAMES
from training.attempts import AttemptFile
from training.figures import wilson
from training.matches import play_match
from training.measured import LOWEST, MOST, STEP, write_ratings
from training.seating import gate_seats

SEATS = 4
GAMES_OF_A_STEP, OF_THE_STRONGEST = 1000, 400
"""How many games a step needs; fewer for the two strongest, which think longer."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what is left of each step, the weakest first. Returns the exit status: 0 if every share lies
    between the limits.
    """
    parser = argparse.ArgumentParser(prog="python -m training.ladder", description=__doc__)
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--only", metavar="NAME", help="measure this opponent alone")
    parser.add_argument("--games", type=int, help=f"default {GAMES_OF_A_STEP}, {OF_THE_STRONGEST} at the top")
    asked = parser.parse_args(arguments)
    steps = list(pairwise(GAMES[asked.game].opponents.bots.items()))
    fits = True
    for place, ((_, weaker), (name, bot)) in enumerate(steps, start=1):
        if asked.only in {None, name}:
            usual = GAMES_OF_A_STEP if place <= len(steps) - 2 else OF_THE_STRONGEST
            share = _step(asked.game, name, bot, weaker, asked.games or usual)
            fits &= LOWEST <= share <= MOST
    write_ratings()
    return int(not fits)


def _step(game: str, name: str, bot: str, weaker: str, games: int) -> float:
    """Play what is left of a step. Returns the share of wins."""
    kept = AttemptFile(STEP, game, (bot, weaker))
    attempt, played = kept.begin(games, None)
    for number in range(len(played) + 1, attempt.games + 1):
        match = play_match(game, gate_seats(bot, weaker, SEATS, number), attempt.seed, number)
        kept.add(match)
        played.append(match)
    won = sum(match.won(match.bots.index(bot) + 1) for match in played)
    interval = [round(end, 4) for end in wilson(won, len(played))]
    kept.end(attempt, games=len(played), won=round(won, 3), interval=interval)
    share = won / len(played)
    low, high = interval
    sys.stdout.write(
        f"{name} ({bot}) against three of {weaker}: {won:.1f} of {len(played)}, {share:.1%}"
        f" (95 % between {low:.1%} and {high:.1%})\n"
    )
    sys.stdout.flush()
    return share


if __name__ == "__main__":
    sys.exit(main())
