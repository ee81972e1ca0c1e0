"""Bots under the stopwatch: timed answers, whole games of them with the same luck every time, cheap dice."""

from collections.abc import Callable, Sequence
from typing import Any

from engine.bots import bot_named
from engine.game import AnyGame, Ask, Bot, Setup
from engine.selfplay import SelfplayResult, play_out
from tests.engine.seeded_chance import luck


class TimedBot:
    """Somebody whose answers are timed, in milliseconds of `clock` (which counts seconds)."""

    def __init__(self, game: AnyGame, name: str, clock: Callable[[], float]) -> None:
        self.name, self._bot, self._clock = name, bot_named(game, name), clock
        self.known_options = self._bot.known_options
        self.answers: list[float] = []

    def choose(self, game: Any, view: Any, ask: Ask, chance: Any) -> Any:
        began = self._clock()
        move = self._bot.choose(game, view, ask, chance)
        self.answers.append(1000 * (self._clock() - began))
        return move


def play(game: AnyGame, bots: Sequence[Bot], seed: object) -> SelfplayResult:
    """A whole game with the usual options; the same seed gives the same game."""
    setup = Setup(len(bots), game.Options())
    return play_out(game, setup, list(bots), luck(f"{seed} table"), luck(f"{seed} bots"))


def against(hero: Bot, others: Bot, seats: int, number: int) -> tuple[int, list[Bot]]:
    """The hero's place in the row in game number `number`, each in turn, and who sits at the table."""
    seat = number % seats
    return seat, [hero if place == seat else others for place in range(seats)]
