"""`crownhouse selfplay GAME`: whole games between bots, to compare bots and to find faults."""

from __future__ import annotations

import argparse
import json
import os
import secrets
import sys
from collections.abc import Generator
from contextlib import closing
from functools import partial
from hashlib import sha256
from itertools import cycle, islice
from typing import TYPE_CHECKING, Any

import msgspec

from engine.bots import bot_named, usual_bot
from engine.chance import FairChance
from engine.game import AnyGame, Bot, Refused, Setup, printable
from engine.registry import GAMES
from engine.selfplay import SelfplayResult, play_out
from server.bots.workers import process_pool
from server.telemetry.sentences import counted, sentence, texts
from tui.host.refusals import refused

if TYPE_CHECKING:
    from argparse import _SubParsersAction


def add_parser(subparsers: _SubParsersAction[Any]) -> None:
    parser = subparsers.add_parser("selfplay", help="let bots play whole games")
    parser.add_argument("game", choices=GAMES, metavar="GAME", help=", ".join(GAMES))
    parser.add_argument("--seats", type=int, required=True, metavar="N")
    parser.add_argument("--games", type=_count, default=1, metavar="M", help="how many (default 1)")
    parser.add_argument(
        "--bots",
        metavar="A,B,...",
        help="one per seat, repeated in order if there are fewer (default: the game's usual one)",
    )
    parser.add_argument("--seed", help="same seed, same games (default: random)")
    parser.add_argument("--json", action="store_true", help="one JSON object per game, one per line")
    parser.set_defaults(run=run)


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of 1 or more")
    return int(text)


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print one line for each. Return the exit status."""
    seed = arguments.seed if arguments.seed is not None else secrets.token_hex(16)
    game = GAMES[arguments.game]
    try:
        names = tuple(bot.name for bot in _seated(game, arguments.bots, arguments.seats))
        with closing(_outcomes(game.key, names, seed, arguments.games)) as outcomes:
            for number, outcome in enumerate(outcomes, 1):
                sys.stdout.write(_line(number, outcome, as_json=arguments.json))
                sys.stdout.flush()
    except Refused as refused:
        sys.stderr.write(f"crownhouse selfplay: {_why_not(refused)}\n")
        return 2
    return 0


def _why_not(refused: Refused) -> str:
    """Return why there is no play; of an unknown bot also which there are, as nothing here lists them."""
    if refused.code != "bot-unknown":
        return sentence(refused)
    from tui.language.refusals import unknown_bot

    return printable(unknown_bot(texts(), refused.params))


def _seated(game: AnyGame, names: str | None, seats: int) -> tuple[Bot, ...]:
    """Return a bot for each seat. Raises Refused for an unknown bot or an impossible number of seats."""
    if seats not in game.seats:
        least, most = game.seats[0], game.seats[-1]
        raise refused("seats-not-possible", seats=seats, least=least, most=most)
    named = [usual_bot(game)] if names is None else [bot_named(game, name) for name in names.split(",")]
    return tuple(islice(cycle(named), seats))


def _outcomes(
    game: str, bots: tuple[str, ...], seed: str, games: int
) -> Generator[SelfplayResult, None, None]:
    """Yield the results in order. The games are played in as many processes as there are cores; a single game
    is played in this process.

    No game depends on another, so the same seed gives the same games on every machine.
    """
    played, numbers = partial(_played, game, bots, seed), range(1, games + 1)
    processes = min(games, os.cpu_count() or 1)
    if processes == 1:
        yield from map(played, numbers)
        return
    pool = process_pool(processes)
    try:
        yield from pool.map(played, numbers)
    finally:  # the caller stopped or a game failed: games that have not begun are not played
        pool.shutdown(cancel_futures=True)


def _played(key: str, names: tuple[str, ...], seed: str, number: int) -> SelfplayResult:
    game = GAMES[key]
    bots = [bot_named(game, name) for name in names]
    texts = (f"{seed} {number} {whose}" for whose in ("table", "bots"))
    drawn = [FairChance(sha256(text.encode(errors="surrogateescape")).digest()) for text in texts]
    return play_out(game, Setup(len(bots), game.Options()), bots, drawn[0], drawn[1])


def _line(number: int, outcome: SelfplayResult, *, as_json: bool) -> str:
    if as_json:
        return json.dumps({"number": number, **msgspec.to_builtins(outcome)}) + "\n"
    ranked = sorted(zip(outcome.places, range(1, len(outcome.places) + 1), strict=True))
    places = ", ".join(f"{place}. seat {seat} {outcome.bots[seat - 1]}" for place, seat in ranked)
    return f"game {number}: {places}; {counted(outcome.rounds, 'round')}, {counted(outcome.plies, 'move')}\n"
