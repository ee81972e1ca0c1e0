"""`python -m training.court`: learns from races and writes `learned.json` here after each round, so that one
that is interrupted leaves what it would have made with fewer rounds.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from random import Random

import msgspec

from training.court.learning import crown_samples, fitted, log_likelihood, samples
from training.court.plans import learned_plan, noise, steward_plan
from training.court.races import SEATS, Plan, Race, race
from training.court.values import Learned

_LEARNED_SEATS = 0.6
"""How many seats play by what was learned so far; the others as stewards."""
_HELD_OUT = 0.1


def main() -> int:
    """Learn and write. Returns the exit status."""
    asked = _parser().parse_args()
    random = Random(asked.seed)  # noqa: S311  (simulation)
    learned: Learned | None = None
    for number in range(1, asked.rounds + 1):
        races = _races(asked.games, learned, random)
        held = int(len(races) * _HELD_OUT)
        places = samples(races[held:], random)
        learned = fitted(learned, places, crown_samples(races), random)
        told = log_likelihood(learned, samples(races[:held], random))
        sys.stderr.write(f"round {number}: {len(races)} races, {len(places)} places, held out {told:.4f}\n")
        asked.to.write_bytes(msgspec.json.format(msgspec.json.encode(learned), indent=1) + b"\n")
    assert learned is not None  # noqa: S101  (there is at least one round)
    sys.stderr.write(f"against three stewards, in races: {_share(learned, asked.games, random):.1%}\n")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.court", description=__doc__)
    parser.add_argument("--games", type=int, default=2500, help="races in a round (default 2500)")
    parser.add_argument("--rounds", type=int, default=4, help="default 4")
    parser.add_argument("--seed", default="court", help="any text")
    parser.add_argument("--processes", type=int, default=1, help="only one is used")
    parser.add_argument("--to", type=Path, default=Path(__file__).with_name("learned.json"))
    return parser


def _races(games: int, learned: Learned | None, random: Random) -> list[Race]:
    """Exploring races between what was learned so far and stewards."""
    found = []
    for _ in range(games):
        plans = [_plan(learned, random) for _ in range(SEATS)]
        played = race(plans, random.random, exploring=True)
        if played is not None:
            found.append(played)
    return found


def _plan(learned: Learned | None, random: Random) -> Plan:
    if learned is not None and random.random() < _LEARNED_SEATS:
        return learned_plan(learned, noise(random))
    return steward_plan(noise(random))


def _share(learned: Learned, games: int, random: Random) -> float:
    """The share of races won against three stewards, all without noise."""
    flat = dict.fromkeys(noise(random), 1.0)
    plain, steward = learned_plan(learned, flat), steward_plan(flat)
    won = 0
    for number in range(games):
        seat = number % SEATS
        plans = [plain if other == seat else steward for other in range(SEATS)]
        played = race(plans, random.random, exploring=False)
        won += played is not None and played.winner == seat
    return won / games


if __name__ == "__main__":
    sys.exit(main())
