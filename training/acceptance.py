"""Whether what a game's value tells is true: `python -m training.acceptance GAME`, with fresh seeds;
`--small`, with fixed ones and within some seconds.

Games between bots are played and asked:

1. calibration: how often seats won whose chance at a boundary was told so; its log loss against equal
chances, on the same games;
2. reasons: each is a difference of what the odds panel shows;
3. losses: the mean loss of a decision, by bot, and beside it that of a game: who buys magic is asked about it
more often, and questions that cost nothing make up for mistakes;
4. told: the largest losses that are told, replayed again with other samples;
5. account: what is left over, and the means of luck and correction, which have to be 0;
6. the CPU of an analysis, on a machine on which python-chess plays PLIES a second;
7. the steps between opponents, as docs/gates lists them.

Prints a line for each, which ends with "ok" or with what is wrong. Limits hold within ERRORS standard errors
where many are compared. Exit status 0: all of them hold.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from itertools import pairwise
from math import fsum, hypot, inf, log, sqrt
from secrets import token_hex
from types import MappingProxyType
from typing import Any, NamedTuple

from engine.analysis.analyse import analyse, begun
from engine.analysis.findings import REPLAYED, Account, Finding, with_part
from engine.analysis.played import played_game
from engine.bots import bot_named
from engine.chance import FairChance
from engine.game import AnyGame, SeatedOddsCalculator, Setup
from engine.records.course import Course, read_course
from engine.records.record import Header, Record, deal_step, places, record_step
from engine.records.writing import write
from engine.registry import GAMES
from engine.selfplay import plies
from engine.value.seats import Sitting
from server.budget.garbage_collection import paused
from training.attempts import ROOT
from training.measured import LOWEST, MOST, chain_shares

ERRORS = 3.5
MISS: Mapping[str, float] = MappingProxyType({"strong": 0.03, "mixed": 0.05})
"""The largest miss of told chances, by tables."""
CPU: Mapping[str, float] = MappingProxyType({"court": 10.0, "intrigue": 45.0, "laurin": 25.0})
"""Seconds that the analysis of a game of four may take where python-chess plays PLIES a second."""
PLIES = 40_000
STRONGEST_FIRST = ("master", "steward", "page", "beginner")
TABLES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {"strong": ("steward", "steward", "steward", "master"), "mixed": STRONGEST_FIRST}
)
LARGEST, SINGLE = 50, 3
"""So many of the largest losses are replayed again; so many may be beyond two errors."""
LEFT_OVER, ENOUGH = 1e-9, 8
"""What may be left over; from so many games on means are judged."""
SMALL_OPTIONS: Mapping[str, Mapping[str, int]] = MappingProxyType(
    {"court": {"rounds": 4}, "laurin": {"rounds": 1}}
)
"""What makes a game short."""
FEW: Mapping[str, int] = MappingProxyType({"court": 2, "intrigue": 12, "laurin": 6})
"""Games at each kind of table in the small form."""
BINS = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 0.75)


class Told(NamedTuple):
    """A chance to win that was told in a game, and what became of it."""

    game: int
    chance: float
    won: float
    equal: float


@dataclass
class Asked:
    """What was found so far."""

    told: dict[str, list[Told]] = field(default_factory=lambda: defaultdict(list))
    losses: dict[str, list[list[float]]] = field(default_factory=lambda: defaultdict(list))
    """By bot and game: of each decision."""
    largest: list[tuple[Finding, Any, Course]] = field(default_factory=list)
    accounts: list[Account] = field(default_factory=list)
    drawn: list[Account] = field(default_factory=list)
    """One of each game: those of a game hang together."""
    reasons: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


def chance_of(seed: str, name: str) -> FairChance:
    """A chance of its own for each name."""
    return FairChance(sha256(f"{seed} {name}".encode()).digest())


def played(game: AnyGame, bots: Sequence[str], seed: str, options: Mapping[str, int]) -> Course:
    """A game between these bots."""
    setup = Setup(len(bots), game.Options(**options))
    seated = [bot_named(game, name) for name in bots]
    steps = list(plies(game, setup, seated, chance_of(seed, "table"), chance_of(seed, "bots")))
    written = [
        deal_step(one.applied.draws)
        if one.seat is None
        else record_step(game, one.seat, one.move, one.applied.draws)
        for one in steps
    ]
    header = Header(
        game=game.key, seats=tuple(bots), options={name: str(value) for name, value in options.items()}
    )
    result = places(steps[-1].applied.playthrough.standings())
    return read_course(write(Record(header, tuple(written), result)), {game.key: game})


def ask_boundaries(asked: Asked, tables: str, number: int, course: Course) -> None:
    """What everybody's chance was at each boundary."""
    values, whole = course.game.value, played_game(course)
    assert values is not None  # noqa: S101  (the game has a value)
    before, seats = None, values.playing(whole.bots)
    for state in whole.states[1:-1]:
        if state is not before and values.at_boundary(state):
            chances = values.boundary(state, seats)
            asked.told[tables] += [
                Told(number, chance, won, 1 / whole.seats)
                for chance, won in zip(chances, whole.result, strict=True)
            ]
        before = state


def as_fast() -> float:
    """How fast this machine is now: others' work may halve it."""
    from training.yardstick import measured, play_chess  # the small form does without python-chess

    return measured(play_chess, 1).plies / PLIES


def ask_analysis(asked: Asked, seed: str, course: Course, speed: Callable[[], float] = as_fast) -> None:
    """What the analysis of a game says."""
    began, analysis = time.process_time(), begun(course)
    with paused():  # as the process of an analysis does
        for part in analyse(course, partial(chance_of, seed)):
            analysis = with_part(analysis, part)
    asked.seconds.append((time.process_time() - began) * speed())
    asked.accounts += analysis.accounts
    asked.drawn.append(analysis.accounts[len(asked.drawn) % analysis.seats])
    views = {(one.seat, one.position): one.view for one in played_game(course).decisions}
    for seat, bot in enumerate(course.header.seats, start=1):
        asked.losses[bot].append([one.loss for one in analysis.findings if one.seat == seat])
        for one in analysis.worst(seat):
            view = views[seat, one.position]
            if one.replayed and one.loss > REPLAYED:
                asked.largest.append((one, view, course))
            asked.reasons += _reason_off(course.game, analysis.seats, view, one)


def _reason_off(game: AnyGame, seats: int, view: Any, one: Finding) -> list[float]:
    """By how much the chances of a reason differ from those of the odds panel among strong players, as far as
    it shows them.
    """
    calculator, values = game.odds_calculator, game.value
    if one.reason is None or "what" not in one.reason.data or calculator is None or values is None:
        return []
    off = []
    for name, key in ((one.best, "better"), (one.played, "played")):
        move = game.parse(name, view)
        shown = (
            calculator.odds_among(view, move, (Sitting(values.strong),) * seats, 0)
            if isinstance(calculator, SeatedOddsCalculator)
            else calculator.odds(view, move)
        ).then
        found = None if name.startswith("take") else _shown(shown, one.seat, str(one.reason.data["what"]))
        if found is not None:  # a card that is taken is certain, and the panel shows the next turn
            off.append(max(0.0, abs(float(one.reason.data[key]) - found[0]) - found[1]))
    return off


def _shown(odds: Any, seat: int, what: str) -> tuple[float, float] | None:
    """A chance of a seat that odds show, and what two standard errors of it and of the reason are."""
    if isinstance(odds, tuple):
        return next(((one.chance, 0.0) for one in odds if one.what == what), None)
    own = next((getattr(one, what) for one in odds.seats if one.seat == seat), None) if odds else None
    return own if own is None else (own, 0.0) if isinstance(own, float) else (own.value, 3 * own.error)


class Line(NamedTuple):
    """A figure, and what is wrong with it ("": nothing)."""

    said: str
    wrong: str = ""


def calibration(found: Sequence[Told], most: float) -> Iterator[Line]:
    """The miss by bins, and the log loss against equal chances."""
    bins: defaultdict[int, list[Told]] = defaultdict(list)
    for one in found:
        bins[sum(one.chance >= end for end in BINS)].append(one)
    miss = noise = 0.0
    for some in bins.values():
        games: defaultdict[int, float] = defaultdict(float)
        for one in some:
            games[one.game] += one.chance - one.won
        off = fsum(games.values())
        miss += off * off / len(some)
        noise += fsum(value * value for value in games.values()) / len(some)
    miss, noise = sqrt(miss / len(found)), sqrt(noise / len(found))
    limit = hypot(most, ERRORS * noise)
    yield Line(
        f"miss {miss:.3f} (chance leaves {noise:.3f}), {len(found)} chances",
        f"above {most}" if miss > limit else "",
    )
    gains: defaultdict[int, float] = defaultdict(float)
    for one in found:
        gains[one.game] += one.won * (log(max(one.chance, 1e-6)) - log(one.equal))
    mean, error = mean_and_error(list(gains.values()))
    yield Line(
        f"log likelihood above equal chances {mean:.3f} ± {error:.3f} a game",
        "" if mean > -2 * error else "worse than equal chances",
    )


def mean_and_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean, and its standard error."""
    if not values:
        return 0.0, 0.0
    mean = fsum(values) / len(values)
    spread = fsum((value - mean) ** 2 for value in values) / max(1, len(values) - 1)
    return mean, sqrt(spread / len(values))


def losses(asked: Asked) -> Line:
    """The mean loss of a decision by bot, the strongest bot first; beside it that of a game."""
    every = {bot: asked.losses[bot] for bot in STRONGEST_FIRST if asked.losses[bot]}
    found = {bot: of_a_decision(games) for bot, games in every.items()}
    games = {bot: fsum(map(fsum, lost)) / len(lost) for bot, lost in every.items()}
    said = ", ".join(
        f"{bot} {100 * mean:.2f} ± {100 * error:.2f} % ({100 * games[bot]:.1f})"
        for bot, (mean, error) in found.items()
    )
    wrong = [
        f"{one} above {other}"
        for (one, (mean, error)), (other, (next_mean, next_error)) in pairwise(found.items())
        if mean > next_mean + 2 * hypot(error, next_error)
    ]
    return Line(said, ", ".join(wrong))


def of_a_decision(games: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The mean loss of a decision, and its standard error, of which one game tells nothing: decisions of a
    game go together, and games ask unequally often.
    """
    decisions = max(1, sum(map(len, games)))
    mean = fsum(map(fsum, games)) / decisions
    if len(games) < 2:
        return mean, inf
    spread = fsum((fsum(one) - mean * len(one)) ** 2 for one in games) * len(games) / (len(games) - 1)
    return mean, sqrt(spread) / decisions


def told_again(asked: Asked, seed: str) -> Line:
    """The largest told losses less what other replays say of them."""
    largest = sorted(asked.largest, key=lambda one: -one[0].loss)[:LARGEST]
    off, beyond = [], 0
    for one, view, course in largest:
        game = course.game
        values = GAMES[game.key].value
        assert values is not None  # noqa: S101  (the game has a value)
        better, made = game.parse(one.best, view), game.parse(one.played, view)
        again = partial(chance_of, f"{seed} again {one.position}")
        *_, gain = values.replayed(view, better, made, again)
        off.append(one.loss - gain.mean)
        beyond += abs(off[-1]) > 2 * hypot(one.error or 0.0, gain.error)
    mean, error = mean_and_error(off)
    wrong = abs(mean) > ERRORS * error > 0 or beyond > SINGLE + len(off) // 20
    said = f"{len(off)} told less replayed again {100 * mean:+.1f} ± {100 * error:.1f} %"
    return Line(f"{said}, {beyond} beyond two errors", "told too much" if wrong else "")


def account(asked: Asked) -> Iterator[Line]:
    """What is left over, and the mean of what has to be nothing in the mean."""
    over = max(abs(one.start + fsum(one.columns.values()) - one.result) for one in asked.accounts)
    yield Line(f"left over at most {over:.0e}", "" if over <= LEFT_OVER else f"above {LEFT_OVER}")
    for name in ("own_dice", "hidden", "correction"):
        values = [one.columns[name] for one in asked.accounts]
        mean, error = mean_and_error([one.columns[name] for one in asked.drawn])
        square = sqrt(fsum(value * value for value in values) / len(values))
        if error:
            said = f"{name} {100 * mean:+.1f} ± {100 * error:.1f} %, root mean square {100 * square:.1f}"
            enough = len(asked.drawn) >= ENOUGH
            yield Line(said, "not 0" if enough and abs(mean) > ERRORS * error else "")


def steps(key: str) -> Line:
    """The shares of wins of each opponent against three of the next weaker one."""
    found = chain_shares(ROOT, key)
    low = [bot for bot, share in found if not LOWEST <= share <= MOST]
    missing = len(GAMES[key].opponents.bots) - 1 - len(found)
    said = ", ".join(f"{bot} {100 * share:.1f} %" for bot, share in found)
    return Line(said, f"{missing} not measured" if missing else ", ".join(low))


def lines(key: str, asked: Asked, seed: str, *, small: bool) -> Iterator[Line]:
    """All that was found."""
    for tables, found in asked.told.items():
        for line in calibration(found, MISS[tables]):
            yield line._replace(said=f"1 {tables}: {line.said}")
    off = max(asked.reasons, default=0.0)
    said = f"2 {len(asked.reasons)} chances of reasons off by at most {100 * off:.1f} points"
    yield Line(said, "more than a point" if off > 0.01 else "")
    line = losses(asked)
    yield Line(f"3 mean loss of a decision (of a game): {line.said}", "" if small else line.wrong)
    line = told_again(asked, seed)
    yield line._replace(said=f"4 {line.said}")
    for line in account(asked):
        yield line._replace(said=f"5 {line.said}")
    cpu = fsum(asked.seconds) / len(asked.seconds)
    worst = max(asked.seconds)
    said = f"6 CPU of an analysis {cpu:.1f} s in the mean, {worst:.1f} s at worst"
    yield Line(said, f"above {CPU[key]} s" if cpu > CPU[key] else "")
    line = steps(key)
    yield line._replace(said=f"7 {line.said}")


def accept(key: str, seed: str, games: int, analysed: int, *, small: bool) -> bool:
    """Play, ask and print. Returns whether all limits hold."""
    asked, game = Asked(), GAMES[key]
    for number in range(games):
        for tables, bots in TABLES.items():
            own = bots[number % 4 :] + bots[: number % 4]
            if small:
                own = ("page", "beginner", "page", "beginner") if tables == "mixed" else ("page",) * 4
            course = played(game, own, f"{seed} {tables} {number}", {})
            ask_boundaries(asked, tables, number, course)
            if tables == "mixed" and not small and number < analysed:
                ask_analysis(asked, f"{seed} {number}", course)
    if small:
        quick = ("page", *["beginner"] * (game.seats[0] - 1))
        course = played(_quick(game), quick, f"{seed} quick", SMALL_OPTIONS.get(key, {}))
        ask_analysis(asked, seed, course, speed=lambda: 1.0)
    fine = True
    for line in lines(key, asked, seed, small=small):
        fine &= not line.wrong
        sys.stdout.write(f"{key} {line.said}: {line.wrong or 'ok'}\n")
    sys.stdout.flush()
    return fine


def _quick(game: AnyGame) -> AnyGame:
    """The game, of whose losses one is replayed; the others that would have to be are not told."""
    values, left = game.value, iter(range(1))
    assert values is not None  # noqa: S101  (the game has a value)

    def replayed(*arguments: Any) -> Iterator[Any]:
        if next(left, None) is not None:
            yield from values.replayed(*arguments)

    return replace(game, value=values._replace(replayed=replayed))


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask one game, or all of them. Returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m training.acceptance", description=__doc__)
    parser.add_argument("game", choices=[*GAMES, "all"], nargs="?", default="all", metavar="GAME")
    parser.add_argument("--small", action="store_true", help="few games with fixed seeds")
    parser.add_argument("--games", type=int, default=400, help="games at each kind of table")
    parser.add_argument("--analysed", type=int, default=100, help="so many of them are analysed")
    asked = parser.parse_args(arguments)
    seed = "small" if asked.small else token_hex(8)
    sys.stdout.write(f"seed {seed}\n")
    keys = list(GAMES) if asked.game == "all" else [asked.game]
    fine = [
        accept(key, seed, FEW[key] if asked.small else asked.games, asked.analysed, small=asked.small)
        for key in keys
    ]
    return int(not all(fine))


if __name__ == "__main__":
    sys.exit(main())
