"""How often bots get each trophy: `python -m training.trophies GAME --games 100 --bot page` prints how many
of 100 seats at tables of four got it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator

from engine.bots import bot_named
from engine.chance import FairChance
from engine.game import AnyGame, PastStep, Setup
from engine.playthrough import trophies
from engine.registry import GAMES
from engine.selfplay import plies

SEATS = 4
COMMON = 35
"""What more than so many of 100 strong seats get is no trophy."""


def main() -> None:
    """Play games of one bot and print the rates."""
    parser = argparse.ArgumentParser(prog="python -m training.trophies", description=__doc__)
    parser.add_argument("game", choices=[key for key, game in GAMES.items() if game.trophies])
    parser.add_argument("--bot", default="page")
    parser.add_argument("--games", type=int, default=100)
    arguments = parser.parse_args()
    game = GAMES[arguments.game]
    found = Counter(
        trophy for number in range(arguments.games) for _, trophy in _of_a_game(game, arguments.bot, number)
    )
    for trophy in game.trophies.names if game.trophies else ():
        rate = 100 * found[trophy] / (SEATS * arguments.games)
        sys.stdout.write(f"{trophy:17} {rate:5.1f}{' is no trophy: too common' if rate > COMMON else ''}\n")


def _of_a_game(game: AnyGame, bot: str, number: int) -> Iterator[tuple[int, str]]:
    bots = [bot_named(game, bot)] * SEATS
    table, thoughts = (FairChance(f"{what} {number}".encode().ljust(32)) for what in ("table", "bots"))
    steps, before = list[PastStep](), None
    for ply in plies(game, Setup(SEATS, game.Options()), bots, table, thoughts):
        steps.append(PastStep(before and before.state, ply.seat, ply.applied.events))
        before = ply.applied.playthrough
    yield from trophies(before, steps) if before else ()


if __name__ == "__main__":
    main()
