"""`crownhouse against-bots`: how people did against bots, from the results of all ended games."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from engine.registry import GAMES
from server.results.of_log import GameResult
from server.results.tallies import AgainstBots, against_bots
from server.start.offline.rebuild import add_store_arguments, with_store
from server.start.store import Store

PAGE = 500


def add_parser(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the subcommand `against-bots`."""
    parser = subparsers.add_parser("against-bots", help="count the games that people won against bots")
    add_store_arguments(parser)
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each game, number of seats and opponent. Returns the exit status: 1 if the database
    cannot be used.
    """
    return with_store(arguments, every_result, _told)


def _told(results: Sequence[GameResult]) -> int:
    found = against_bots(results)
    sys.stdout.writelines(f"{line(one)}\n" for one in found)
    if not found:
        sys.stdout.write("No game of one person against bots of one kind has ended yet.\n")
    return 0


async def every_result(store: Store) -> Sequence[GameResult]:
    found, after, history = list[GameResult](), "", store.journal.history
    while tables := await history.ended(after, PAGE):
        found += await history.results(tables)
        after = tables[-1]
    return found


def line(one: AgainstBots) -> str:
    """Return what people won, and what would be even."""
    opponents = GAMES[one.game].opponents if one.game in GAMES else None
    name = opponents.name_of(one.bot) if opponents else one.bot
    won = (
        f"{one.won:g} of {one.games} won, {100 * one.won / one.games:.0f} %, {100 / one.seats:.0f} % is even"
    )
    return f"{one.game}, {one.seats} seats, against {name} ({one.bot}): {won}"
