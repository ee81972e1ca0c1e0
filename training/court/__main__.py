"""`python -m training.court`: works out what households of court are worth, for `master`; with `--value` what
positions between turns are worth; with `--final` once the King is taken, from solved final rounds, and with
`--turns` before, from what turns lead to; with `--edges` how much better or worse than a steward others play.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import msgspec

from engine.court.bots.prospects import Learned
from engine.court.value.learned import FILE, open_network, taken_network
from training.court import final_rounds, once_taken, solved_turns, turn_by_turn
from training.court.between_turns import by_seats, kept_solved, learned_anew, packed, report, solve_games
from training.court.clock import counted, seen_games
from training.court.edges import report as edges_told
from training.court.turn_endings import PlayedGame, add_games, kept_games, mixed, played
from training.court.ways import Ways

LEARNED = Path(__file__).parents[2] / "engine" / "court" / "bots" / "learned.msgpack"
EVERY, TENTH = 250, 10
"""So many households between two lines of progress, and so many games of which final rounds are solved."""
STRONG_GAMES = "strong"
"""The seed of solved games of stewards and masters, and the file with them."""


def main() -> int:
    """Count, work out and write. Returns the exit status."""
    asked = _parser().parse_args()
    if asked.value:
        return _learn_value(asked)
    if asked.turns:
        return _learn_on(asked)
    if asked.final:
        return _learn_final(asked)
    if asked.edges:
        return _learn_edges(asked)
    clock = counted(list(seen_games(asked.seed, asked.games)))
    _say(f"{asked.games} games of stewards, turns that took the King: {clock.hazards}")
    ways = Ways(clock)
    for number in ways.work_out():
        if number % EVERY == 0:
            _say(f"{number} households")
    _say(
        f"chance to win from the first turn on: {[round(ways.before((), 1, place), 4) for place in range(4)]}"
    )
    learned = Learned(clock.hazards, clock.held, clock.left, clock.lower, clock.pace, ways.packed())
    asked.to.write_bytes(msgspec.msgpack.encode(learned))
    return 0


def _learn_value(asked: argparse.Namespace) -> int:
    """Play games, solve turns of some, and learn both networks again."""
    asked.value.parent.mkdir(parents=True, exist_ok=True)
    add_games(asked.value, asked.games)
    games, turns = kept_games(asked.value)[: asked.games], asked.value.with_suffix(".turns")
    solve_games(turns, games[: asked.solved])
    every = by_seats(games, kept_solved(turns))
    for line in report(every, learned_anew(every, all_games=False)):
        _say(line)
    FILE.write_bytes(packed(learned_anew(every, all_games=True)))
    return 0


def _learn_on(asked: argparse.Namespace) -> int:
    """Play and solve games, and learn the network on from them while the King can be taken."""
    games = list[solved_turns.SolvedGame]()
    files = [(path, asked.games, mixed) for path in asked.turns]
    for path, most, play in (*files, (asked.turns[0].with_stem(STRONG_GAMES), asked.strong, played)):
        path.parent.mkdir(parents=True, exist_ok=True)
        for number in solved_turns.add_games(path, most, play):
            if number % EVERY == 0:
                _say(f"{path.stem}: {number} games")
        games += solved_turns.kept_games(path)[:most]
    every = turn_by_turn.by_seats(games)
    _say(f"{len(games)} games")
    for line in (
        *turn_by_turn.beginnings(every),
        *turn_by_turn.report(every, turn_by_turn.learned_on(every, all_games=False)),
    ):
        _say(line)
    FILE.write_bytes(packed((turn_by_turn.learned_on(every, all_games=True), taken_network())))
    return 0


def _learn_final(asked: argparse.Namespace) -> int:
    """Play games and solve final rounds, and learn the network for them on."""
    asked.final.parent.mkdir(parents=True, exist_ok=True)
    for number in final_rounds.add_rounds(asked.final, asked.games):
        if number % TENTH == 0:
            _say(f"{number} games")
    every = once_taken.by_seats(final_rounds.kept_rounds(asked.final)[: asked.games])
    for line in once_taken.report(every, once_taken.learned(every, all_games=False)):
        _say(line)
    FILE.write_bytes(packed((open_network(), once_taken.learned(every, all_games=True))))
    return 0


def _learn_edges(asked: argparse.Namespace) -> int:
    """Play games of any bots, and learn what each adds."""
    games = list[PlayedGame]()
    for path in asked.edges:
        path.parent.mkdir(parents=True, exist_ok=True)
        add_games(path, asked.games, mixed)
        games += kept_games(path)[: asked.games]
    for line in edges_told(games):
        _say(line)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m training.court", description=__doc__)
    parser.add_argument("--games", type=int, default=250, help="games of stewards to count (default 250)")
    parser.add_argument("--seed", default="court", help="any text")
    parser.add_argument("--processes", type=int, default=1, help="only one is used")
    parser.add_argument(
        "--value", type=Path, metavar="FILE", help="learn positions between turns, from --games games here"
    )
    parser.add_argument(
        "--turns",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="learn positions between turns on, from --games solved games of any bots in each",
    )
    parser.add_argument(
        "--strong",
        type=int,
        default=0,
        metavar="GAMES",
        help="with --turns: and from so many games of stewards and masters, kept beside the first file",
    )
    parser.add_argument(
        "--final",
        type=Path,
        metavar="FILE",
        help="learn positions once the King is taken on, from --games games",
    )
    parser.add_argument(
        "--edges",
        type=Path,
        nargs="+",
        metavar="FILE",
        help="learn how bots play, from --games games in each",
    )
    parser.add_argument("--solved", type=int, default=1400, help="of how many of them turns are solved")
    parser.add_argument("--to", type=Path, default=LEARNED)
    return parser


def _say(line: str) -> None:
    sys.stderr.write(f"{time.strftime('%H:%M:%S')} {line}\n")


if __name__ == "__main__":
    sys.exit(main())
