"""`python -m training.gate GAME`: a bot against three stewards (or as many as `--seats` leaves), or all bots
against each other.

Both can be interrupted: the same command goes on where it stopped, unless the code has changed. Every attempt
is listed in docs/gates (`training.attempts`).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from functools import partial
from types import MappingProxyType
from typing import Any

import msgspec

from engine.game import Refused
from engine.registry import GAMES
from server.bots.workers import process_pool
from training.attempts import Attempt, AttemptFile
from training.figures import answer_times, ratings, wilson
from training.matches import PlayedMatch, find_bot, play_match
from training.seating import gate_seats, round_robin_seats

SEATS = 4
AGAINST = "steward"
ENOUGH = 400
"""The games that a gate needs; a shorter attempt is a trial."""
WANTED: Mapping[str, float] = MappingProxyType({"court": 0.32, "intrigue": 0.35, "laurin": 0.32})
"""The share of wins that a `master` needs; a quarter is even."""
SURE = 0.27
"""What the lower end of the 95 % interval has to exceed; of other seats than SEATS, an even share."""
MEAN_MS, WORST_MS = 250.0, 1000.0
"""CPU time of an answer."""
EVERY = 20
"""So many games between two lines of progress."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what the command line says. Returns the exit status: 0 only if the gate was passed or the round
    robin was played.
    """
    asked = _parser().parse_args(arguments)
    game = GAMES[asked.game]
    try:
        bots = tuple(asked.bots.split(",")) if asked.bots else tuple(game.bots)
        for name in bots if asked.round_robin else (asked.bot,):
            find_bot(game, name)
    except (Refused, ImportError, AttributeError) as error:
        sys.stderr.write(f"no such bot: {error}\n")
        return 2
    try:
        return _round_robin(asked, bots) if asked.round_robin else _gate(asked)
    except KeyboardInterrupt:
        _say("interrupted; the same command goes on")
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.gate", description=__doc__)
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--bot", default="master", help="a bot's name, or module:Class (default master)")
    parser.add_argument("--games", type=int, default=ENOUGH, help=f"default {ENOUGH}; fewer are a trial")
    parser.add_argument("--seats", type=int, default=SEATS, help=f"of a gate (default {SEATS})")
    parser.add_argument("--seed", help="to repeat an attempt (default: drawn now, as a gate needs it)")
    parser.add_argument("--anew", action="store_true", help="give up an attempt that was interrupted")
    parser.add_argument("--processes", type=int, default=1, help="default 1")
    parser.add_argument("--round-robin", type=int, default=0, metavar="N", help="N games of all bots")
    parser.add_argument("--bots", metavar="A,B,...", help="of the round robin (default: all of the game)")
    parser.add_argument(
        "--sparing", metavar="BOT=N", type=_sparing, default=("", 0), help="a slow bot, in N games only"
    )
    return parser


def _sparing(text: str) -> tuple[str, int]:
    bot, _, games = text.partition("=")
    if not bot or not games.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not like master=200")
    return bot, int(games)


def _gate(asked: argparse.Namespace) -> int:
    kind = "gate" if asked.seats == SEATS else f"gate of {asked.seats} seats"
    kept = AttemptFile(kind, asked.game, (asked.bot,))
    attempt, played = kept.begin(asked.games, asked.seed, anew=asked.anew)
    _opened(attempt, played)
    tables = {
        number: gate_seats(asked.bot, AGAINST, asked.seats, number) for number in range(1, attempt.games + 1)
    }
    for match in _remaining(attempt, tables, played, asked.processes):
        kept.add(match)
        played.append(match)
        if len(played) % EVERY == 0:
            _say(_summary(asked.bot, played))
    figures = gate_figures(attempt, played)
    kept.end(attempt, **figures)
    _say(_summary(asked.bot, played))
    for name, time in figures["milliseconds"].items():
        _say(f"{name}: mean {time['mean']} ms, p99 {time['p99']} ms, worst {time['worst']} ms")
    share, sure = wanted(asked.game, asked.seats)
    _say(f"{figures['outcome']}: wanted {share:.0%} and a lower end above {sure:.0%}")
    return int(figures["outcome"] != "passed")


def wanted(game: str, seats: int) -> tuple[float, float]:
    """The share of wins that passes a gate, and what the lower end of its interval has to exceed."""
    return (WANTED[game], SURE) if seats == SEATS else (1 / seats, 1 / seats)


def gate_figures(attempt: Attempt, played: Sequence[PlayedMatch]) -> dict[str, Any]:
    """What a finished attempt at a gate came to, as it is listed: wins (a shared one is 1/n), share, 95 %
    interval, the bot's times, and the outcome ("passed", "missed", or "trial" if it could not count).
    """
    [bot] = attempt.bots
    own = [(match, match.bots.index(bot) + 1) for match in played]
    won = sum(match.won(seat) for match, seat in own)
    interval = wilson(won, len(played))
    times = {
        clock: answer_times([one for match, seat in own for one in getattr(match, clock)[seat - 1]])
        for clock in ("cpu", "wall")
    }
    share, sure = wanted(attempt.game, len(played[0].bots))
    strong = won / len(played) >= share and interval.low > sure
    quick = times["cpu"].mean <= MEAN_MS and times["cpu"].worst <= WORST_MS
    counts = attempt.fresh and len(played) >= ENOUGH
    return {
        "games": len(played),
        "won": round(won, 3),
        "share": round(won / len(played), 4),
        "interval": [round(end, 4) for end in interval],
        "milliseconds": msgspec.to_builtins(times),
        "outcome": ("passed" if strong and quick else "missed") if counts else "trial",
    }


def _round_robin(asked: argparse.Namespace, bots: tuple[str, ...]) -> int:
    kept = AttemptFile("round robin", asked.game, bots)
    attempt, played = kept.begin(asked.round_robin, asked.seed, anew=asked.anew, sparing=asked.sparing)
    _opened(attempt, played)
    tables = {
        number: round_robin_seats(bots, SEATS, number, attempt.games, attempt.seed, asked.sparing)
        for number in range(1, attempt.games + 1)
    }
    for match in _remaining(attempt, tables, played, asked.processes):
        kept.add(match)
        played.append(match)
        if len(played) % EVERY == 0:
            _say(f"{len(played)} of {attempt.games} games")
    rated = ratings(asked.game, played)
    kept.end(attempt, games=len(played), ratings=msgspec.to_builtins(rated))
    for one in rated:
        _say(f"{one.bot}: {one.points} +- {one.plus_minus}, {one.games} games, {one.won:.1%} of wins")
    return 0


def _remaining(
    attempt: Attempt, tables: Mapping[int, tuple[str, ...]], played: Sequence[PlayedMatch], processes: int
) -> Iterator[PlayedMatch]:
    """Plays the games that are left; with one process in their order, in this process."""
    left = sorted(tables.keys() - {match.number for match in played})
    play = partial(_played, attempt.game, attempt.seed)
    if processes <= 1:
        yield from (play(tables[number], number) for number in left)
        return
    pool = process_pool(processes)
    try:
        jobs = [pool.submit(play, tables[number], number) for number in left]
        for job in as_completed(jobs):
            yield job.result()
    finally:
        pool.shutdown(cancel_futures=True)


def _played(key: str, seed: str, names: tuple[str, ...], number: int) -> PlayedMatch:
    return play_match(key, names, seed, number)


def _opened(attempt: Attempt, played: Sequence[PlayedMatch]) -> None:
    how = "going on with" if played else "beginning"
    _say(f"{how} {attempt.seed} (code {attempt.code}): {len(played)} of {attempt.games} games")


def _summary(bot: str, played: Sequence[PlayedMatch]) -> str:
    won = sum(match.won(match.bots.index(bot) + 1) for match in played)
    low, high = wilson(won, len(played))
    share = won / len(played)
    return f"{len(played)} games: {bot} won {won:.1f}, {share:.1%} (95 % between {low:.1%} and {high:.1%})"


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
