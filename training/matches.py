"""Single games between bots under the stopwatch. The same seed and number give the same game everywhere,
as far as its bots are limited by effort.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from hashlib import sha256
from importlib import import_module
from typing import Any

from msgspec import Struct

from engine.bots import bot_named
from engine.chance import Chance, FairChance
from engine.game import AnyGame, Ask, Bot, Setup
from engine.registry import GAMES
from engine.selfplay import play_out


class PlayedMatch(Struct, frozen=True):
    """A finished game. Tuples are by seat, seat 1 first; times are in milliseconds, one for each answer."""

    number: int
    bots: tuple[str, ...]
    places: tuple[int, ...]
    scores: tuple[int, ...]
    wall: tuple[tuple[float, ...], ...]
    cpu: tuple[tuple[float, ...], ...]

    def won(self, seat: int) -> float:
        """A seat's share of the first place: 1/n if n seats share it."""
        return 1 / self.places.count(1) if self.places[seat - 1] == 1 else 0.0


def find_bot(game: AnyGame, name: str) -> Bot:
    """The bot of this name, or the one that `module:Class` makes. Raises Refused, ImportError,
    AttributeError.
    """
    module, _, attribute = name.partition(":")
    if not attribute:
        return bot_named(game, name)
    made: Bot = getattr(import_module(module), attribute)()
    return made


def play_match(key: str, names: Sequence[str], seed: str, number: int) -> PlayedMatch:
    """Game `number` of a seed, between bots that are named by seat, with the usual options. Every seat
    draws from a chance of its own, so that no bot's appetite changes what another does.
    """
    game = GAMES[key]
    bots = [
        StopwatchBot(find_bot(game, name), drawn(seed, number, f"bot {seat}"))
        for seat, name in enumerate(names, 1)
    ]
    setup = Setup(len(names), game.Options())
    played = play_out(game, setup, bots, drawn(seed, number, "table"), drawn(seed, number, "nobody"))
    return PlayedMatch(
        number,
        tuple(names),
        played.places,
        played.scores,
        tuple(tuple(bot.wall) for bot in bots),
        tuple(tuple(bot.cpu) for bot in bots),
    )


def drawn(seed: str, number: int, whose: str) -> FairChance:
    """A chance of its own for everybody in each game of a seed."""
    return FairChance(sha256(f"{seed} {number} {whose}".encode()).digest())


class StopwatchBot:
    """A bot whose answers are timed, in milliseconds, and which draws from its own chance."""

    def __init__(self, bot: Bot, chance: Chance) -> None:
        self.name, self.known_options = bot.name, bot.known_options
        self._bot, self._chance = bot, chance
        self.wall: list[float] = []
        self.cpu: list[float] = []

    def choose(self, game: AnyGame, view: Any, ask: Ask, _chance: Chance) -> Any:
        """The move of the bot."""
        wall, cpu = time.perf_counter(), time.process_time()
        move = self._bot.choose(game, view, ask, self._chance)
        self.wall.append(round(1000 * (time.perf_counter() - wall), 2))
        self.cpu.append(round(1000 * (time.process_time() - cpu), 2))
        return move
