"""How often what the odds of laurin tell comes true: `python -m training.laurin.odds TABLES --games N`.

Games between bots are played, and at some positions of each a seat or a spectator asks for the odds. What
was told of the next King's move, and of who scores most in the round, is compared with what came. Beside it
stands what would have been told if everybody played like `page`, as it was before the seats counted. Among
people (`unknown`) nobody is known; their seats are told from their moves so far.

A chance's miss is the root of the mean square difference between told and true, by bins. Errors are those of
means over games, since what is told within one is not independent.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import takewhile
from math import sqrt
from secrets import token_hex
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.bots import bot_named
from engine.chance import Chance, FairChance
from engine.game import Setup
from engine.laurin.game import GAME
from engine.laurin.model.moves import Lead, Move
from engine.laurin.model.names import Direction
from engine.laurin.model.state import State, View
from engine.laurin.odds import LOOKED_AT, WORK, LaurinOddsCalculator
from engine.laurin.value.prospects import Course, courses
from engine.selfplay import plies
from engine.value.seats import SeenMove, Sitting, alike

TABLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "stewards": ("steward",),
        "masters": ("master",),
        "mixed": ("beginner", "page", "steward"),
        "unknown": ("beginner", "page", "steward"),
    }
)
"""Who may sit at each kind of table."""
WANTED: Mapping[str, float] = MappingProxyType(
    {"stewards": 0.03, "masters": 0.03, "mixed": 0.05, "unknown": 0.05}
)
"""The most that chances may miss there, beside what the number of games leaves to chance."""
ERRORS = 3.5
"""So many errors are allowed where many chances are compared."""
BINS = (0.03, 0.2, 0.4, 0.6, 0.8, 0.97, 1.01)
ASKED = 8
"""Positions of a game."""
BEFORE = "page"
"""How the odds are called that take everybody for a page."""
BEFORE_WORK = 6_000


class Told(NamedTuple):
    """A chance that was told, and whether it came true."""

    game: int
    by: str
    what: str
    chance: float
    came: bool


class Asked(NamedTuple):
    """A position of a game, and what came of it."""

    state: State
    seats: tuple[Sitting, ...]
    course: Course


def told(
    tables: str, games: int, seed: str, asked: int = ASKED
) -> Iterator[tuple[list[Told], dict[str, float]]]:
    """For each game: what was told, and the seconds of CPU that each kind of answer took in the mean."""
    for number in range(games):
        chance = _chance(seed, number, "asks")
        bots = [chance.pick(TABLES[tables]) for _ in range(3 + number % 3)]
        found: list[Told] = []
        seconds: defaultdict[str, list[float]] = defaultdict(list)
        for position in _some(list(_positions(bots, seed, number, known=tables != "unknown")), asked, chance):
            who = chance.pick((None, *range(1, len(bots) + 1)))
            for by, pairs, took in _answers(GAME.view(position.state, who), position):
                found += [Told(number, by, what, value, came) for what, value, came in pairs]
                seconds[by].append(took)
        yield found, {by: sum(some) / len(some) for by, some in seconds.items()}


def _positions(bots: Sequence[str], seed: str, number: int, *, known: bool) -> Iterator[Asked]:
    """The positions of a game at which no King's move is under way."""
    seen: list[tuple[SeenMove, ...]] = [()] * len(bots)
    steps: list[tuple[State, Move, tuple[tuple[SeenMove, ...], ...]]] = []
    table, luck = _chance(seed, number, "table"), _chance(seed, number, "bots")
    state: State | None = None
    setup = Setup(len(bots), GAME.Options())
    for ply in plies(GAME, setup, [bot_named(GAME, name) for name in bots], table, luck):
        if state is not None:
            steps.append((state, ply.move, tuple(seen)))
            if state.position.question in LaurinOddsCalculator.telling:
                move = SeenMove(GAME.view(state, None), ply.move)
                own = (ply.seat or 0) - 1
                seen[own] = (*seen[own], move)[-max(LOOKED_AT) :]
        state = ply.applied.playthrough.state
    assert state is not None  # noqa: S101  (a game has moves)
    for place, (before, _, seats) in enumerate(steps):
        if before.position.kings_move is None:
            rest = [step for step in steps[place:] if step[0].position.round == before.position.round]
            ends = [step[0] for step in steps[place + len(rest) :]] or [state]
            scores = zip(ends[0].position.scores, before.position.scores, strict=True)
            gained = [now - then for now, then in scores]
            sitting = [
                Sitting(bot) if known else Sitting(seen=own) for bot, own in zip(bots, seats, strict=True)
            ]
            course = Course(_way(rest), tuple(gained), ends[0])
            yield Asked(before, tuple(sitting), course)


def _way(rest: Sequence[tuple[State, Move, Any]]) -> tuple[str, Direction] | None:
    for state, move, _ in rest:
        if isinstance(move, Lead):
            return state.position.movement[move.seat - 1] or "", move.direction
    return None


def _answers(view: View, asked: Asked) -> Iterator[tuple[str, list[tuple[str, float, bool]], float]]:
    """What is told of a position by each kind of answer, what came, and the seconds of CPU it took."""
    calculator, gained = LaurinOddsCalculator(), asked.course.gained
    most = {seat for seat, gain in enumerate(gained, start=1) if 0 < gain == max(gained)}
    for effort in range(len(WORK)):
        began = time.process_time()
        odds = calculator.odds_among(view, None, asked.seats, effort)
        took = time.process_time() - began
        open_ways = {(one.card, one.direction) for one in odds.ways}
        pairs = [
            ("next King's move", one.chance.value, (one.card, one.direction) == asked.course.way)
            for one in odds.ways
        ]
        if odds.ways:
            pairs.append(("next King's move", odds.other.value, asked.course.way not in open_ways))
        pairs += [("most points", one.most.value, one.seat in most) for one in odds.seats]
        yield f"effort {effort}", pairs, took
    began = time.process_time()
    found = courses(view, None, alike(BEFORE, len(gained)), BEFORE_WORK)
    took = time.process_time() - began
    ways = [(way, sum(one.way == way for one in found) / len(found)) for way in sorted(open_ways)]
    pairs = [("next King's move", share, way == asked.course.way) for way, share in ways]
    if ways:
        rest = 1 - sum(share for _, share in ways)
        pairs.append(("next King's move", rest, asked.course.way not in open_ways))
    for seat in range(1, len(gained) + 1):
        share = sum(0 < one.gained[seat - 1] == max(one.gained) for one in found) / len(found)
        pairs.append(("most points", share, seat in most))
    yield BEFORE, pairs, took


def _some(things: list[Asked], number: int, chance: Chance) -> list[Asked]:
    return [things.pop(chance.pick(range(len(things)))) for _ in range(min(number, len(things)))]


def _chance(seed: str, number: int, whose: str) -> FairChance:
    return FairChance(sha256(f"{seed} {number} {whose}".encode()).digest())


class Reliability(NamedTuple):
    """How chances of one kind compare with what came. `noise` is the miss that chance alone would leave."""

    brier: float
    miss: float
    noise: float
    bins: tuple[tuple[float, float, int], ...]
    """Told, true, how many."""


def reliability(found: Sequence[Told]) -> Reliability:
    """How what was told compares with what came; at least one has to be there."""
    bins: defaultdict[int, list[Told]] = defaultdict(list)
    for one in found:
        bins[len(list(takewhile(lambda end, at=one.chance: at >= end, BINS)))].append(one)  # type: ignore[misc]
    rows, miss, noise = [], 0.0, 0.0
    for _, some in sorted(bins.items()):
        said, came = _mean([one.chance for one in some]), _mean([float(one.came) for one in some])
        rows.append((round(said, 3), round(came, 3), len(some)))
        games: defaultdict[int, float] = defaultdict(float)
        for one in some:
            games[one.game] += one.chance - one.came
        spread = sum(value * value for value in games.values()) / len(some) ** 2
        miss += len(some) * (said - came) ** 2
        noise += len(some) * spread
    brier = _mean([(one.chance - one.came) ** 2 for one in found])
    return Reliability(brier, sqrt(miss / len(found)), sqrt(noise / len(found)), tuple(rows))


def gain(found: Sequence[Told], by: str, what: str) -> tuple[float, float]:
    """By how much the Brier score of an answer is below that of before, and the standard error over games."""
    games: defaultdict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for one in found:
        if one.what == what and one.by in {by, BEFORE}:
            square = (one.chance - one.came) ** 2
            games[one.game][0] += square if one.by == BEFORE else -square
            games[one.game][1] += one.by == by
    number = sum(count for _, count in games.values())
    mean = sum(value for value, _ in games.values()) / number
    spread = sum((value - mean * count) ** 2 for value, count in games.values())
    return mean, sqrt(spread) / number


def is_calibrated(found: Sequence[Told], by: str, what: str, most: float) -> bool:
    """Whether an answer misses by at most so much, as far as the number of games can tell."""
    some = reliability([one for one in found if one.by == by and one.what == what])
    return some.miss <= sqrt(most**2 + (ERRORS * some.noise) ** 2)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def report(
    tables: str, seed: str, found: Sequence[Told], seconds: Mapping[str, float]
) -> list[dict[str, Any]]:
    """A line for each kind of answer and of chance."""
    games = len({one.game for one in found})
    lines: list[dict[str, Any]] = []
    for by in dict.fromkeys(one.by for one in found):
        for what in ("next King's move", "most points"):
            some = reliability([one for one in found if one.by == by and one.what == what])
            line = {"tables": tables, "seed": seed, "games": games, "by": by, "what": what}
            line |= {
                "brier": round(some.brier, 4),
                "miss": round(some.miss, 3),
                "noise": round(some.noise, 3),
            }
            if by != BEFORE:
                line["brier below page's"] = [round(one, 4) for one in gain(found, by, what)]
            lines.append({**line, "ms": round(1000 * seconds[by]), "told/true/how many": some.bins})
    return lines


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print, again after every ten games. Returns the exit status: 0 if all is calibrated."""
    parser = argparse.ArgumentParser(prog="python -m training.laurin.odds", description=__doc__)
    parser.add_argument("tables", choices=TABLES)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", default="", help="default: drawn now")
    asked = parser.parse_args(arguments)
    seed = asked.seed or token_hex(8)
    found: list[Told] = []
    took: defaultdict[str, list[float]] = defaultdict(list)
    for number, (some, seconds) in enumerate(told(asked.tables, asked.games, seed), start=1):
        found += some
        for by, one in seconds.items():
            took[by].append(one)
        if number % 10 == 0 or number == asked.games:
            means = {by: _mean(every) for by, every in took.items()}
            for line in report(asked.tables, seed, found, means):
                sys.stdout.write(json.dumps(line) + "\n")
            sys.stdout.flush()
    missed = [
        f"{by}, {what}"
        for by in (f"effort {effort}" for effort in range(len(WORK)))
        for what in ("next King's move", "most points")
        if not is_calibrated(found, by, what, WANTED[asked.tables])
    ]
    if missed:
        sys.stdout.write(f"misses by more than {WANTED[asked.tables]}: {'; '.join(missed)}\n")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
