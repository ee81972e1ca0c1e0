"""The bots of intrigue: how often they win with three seats, how long they take for an answer.

Seats rotate. A shared first place counts as its fraction.
"""

from collections.abc import Iterator
from statistics import mean
from time import process_time
from typing import Any

from engine.bots import bot_of
from engine.game import Ask, Bot, Setup
from engine.intrigue.game import GAME
from engine.selfplay import play_out
from tests.engine.luck import luck

GAMES = 300
SEATS = 3
FULL_TABLES = 10


class Timed:
    """Somebody whose answers are timed, in seconds of CPU."""

    def __init__(self, name: str) -> None:
        self.name, self._bot = name, bot_of(GAME, name)
        self.answers: list[float] = []

    def choose(self, game: Any, view: Any, ask: Ask, chance: Any) -> Any:
        began = process_time()
        move = self._bot.choose(game, view, ask, chance)
        self.answers.append(process_time() - began)
        return move


def won(hero: Bot, others: Bot, number: int) -> float:
    """Game number `number` of the hero against two others: its share of the first place."""
    seat = number % SEATS
    bots = [hero if place == seat else others for place in range(SEATS)]
    setup = Setup(SEATS, GAME.Options())
    seed = f"{hero.name} {others.name} {number}"
    places = play_out(GAME, setup, bots, luck(f"{seed} table"), luck(f"{seed} bots")).places
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def figures() -> Iterator[dict[str, Any]]:
    page, steward = Timed("page"), Timed("steward")
    for hero, others, budget in ((page, bot_of(GAME, "random"), 60), (steward, page, 55)):
        share = round(100 * mean(won(hero, others, number) for number in range(GAMES)), 1)
        figure = f"games of {hero.name} won against two of {others.name}"
        yield {"figure": figure, "value": share, "unit": "%", "budget": f">= {budget}"}
    yield {"figure": "an answer of page, mean", "value": _mean(page), "unit": "ms"}
    yield {"figure": "an answer of steward, mean", "value": _mean(steward), "unit": "ms", "budget": "<= 20"}
    yield {
        "figure": "an answer of steward, longest",
        "value": _longest(steward),
        "unit": "ms",
        "budget": "<= 300",
    }
    for seats in GAME.seats:
        alone = Timed("steward")
        for number in range(FULL_TABLES):
            chances = luck(f"{seats} table {number}"), luck(f"{seats} bots {number}")
            play_out(GAME, Setup(seats, GAME.Options()), [alone] * seats, *chances)
        figure = f"an answer of steward among {seats}, mean"
        yield {"figure": figure, "value": _mean(alone), "unit": "ms", "budget": "<= 20"}
        figure = f"an answer of steward among {seats}, longest"
        yield {"figure": figure, "value": _longest(alone), "unit": "ms", "budget": "<= 300"}


def _mean(bot: Timed) -> float:
    return round(1000 * mean(bot.answers), 2)


def _longest(bot: Timed) -> float:
    return round(1000 * max(bot.answers), 2)
