"""`python -m tests.twins`: many pairs of every game on all cores, or one of them.

A pair that fails is `make twins GAME=laurin PAIR=12`.
"""

from __future__ import annotations

import argparse
import logging
import multiprocessing
import os
import signal
import sys
import time
import warnings
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from itertools import product

from engine.registry import GAMES
from tests.twins.leaks import LEAKS
from tests.twins.pair import PairOutcome, compare

ENOUGH = 10
"""So many pairs may fail until the rest is not tried."""
HASH_SEED = "PYTHONHASHSEED"


def say(line: str) -> None:
    """A line for whoever runs this."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main() -> int:
    """Compare what the command line says; 1 if somebody could tell two games apart."""
    arguments = _arguments()
    warnings.simplefilter("ignore")
    logging.lastResort = None
    games = [arguments.game] if arguments.game else list(GAMES)
    with LEAKS[arguments.leak][1]() if arguments.leak else nullcontext():
        if arguments.pair is not None:
            return _one(games[0], arguments.pair)
        return _many(arguments, games)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.twins", description=__doc__)
    parser.add_argument("--game", choices=GAMES, help="one game (default: all)")
    parser.add_argument("--pair", type=int, help="one pair, in full")
    parser.add_argument("--pairs", type=int, default=100, help="how many pairs of each game (default 100)")
    parser.add_argument("--first", type=int, default=1, help="the first of them")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes")
    parser.add_argument("--until-failure", action="store_true", help="stop at the first pair that fails")
    parser.add_argument("--leak", choices=LEAKS, help="with a planted leak")
    return parser.parse_args()


def _one(game: str, number: int) -> int:
    outcome = compare(game, number)
    say(outcome.problem or f"{game} {number}: {outcome.sent} bytes in {outcome.frames} frames are the same")
    say(f"sent {outcome.digest}")
    return int(bool(outcome.problem))


def _many(arguments: argparse.Namespace, games: list[str]) -> int:
    numbers = range(arguments.first, arguments.first + arguments.pairs)
    failed, done, began, frames, sent = 0, 0, time.monotonic(), 0, 0
    for outcome in _outcomes(list(product(numbers, games)), arguments.jobs):
        done, frames, sent = done + 1, frames + outcome.frames, sent + outcome.sent
        if outcome.problem:
            failed += 1
            say(f"{outcome.game} {outcome.number}: {outcome.problem}\n    {outcome.command}")
        if failed == (1 if arguments.until_failure else ENOUGH):
            break
    seconds = time.monotonic() - began
    say(f"{done} pairs in {seconds:.1f} s, {failed} failed: {frames} frames, {sent} bytes compared")
    return int(failed > 0)


def _outcomes(pairs: list[tuple[int, str]], jobs: int) -> Iterator[PairOutcome]:
    if jobs == 1:
        yield from map(_compare, pairs)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("fork"), _quiet) as pool:
        yield from pool.map(_compare, pairs, chunksize=3)


def _compare(pair: tuple[int, str]) -> PairOutcome:
    number, game = pair
    return compare(game, number)


def _quiet() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


if __name__ == "__main__":
    if os.environ.get(HASH_SEED) != "0":  # the order of sets is part of what a pair's number stands for
        os.environ[HASH_SEED] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "tests.twins", *sys.argv[1:]])  # noqa: S606
    sys.exit(main())
