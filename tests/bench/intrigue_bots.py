"""The bots of intrigue: how often they win with three seats, how long they take for an answer.

Seats rotate. A shared first place counts as its fraction.
"""

from collections.abc import Iterator
from statistics import mean
from time import process_time
from typing import Any

from engine.bots import bot_named
from engine.game import Bot
from engine.intrigue.game import GAME
from tests.bench._bots import TimedBot, against, play

GAMES = 300
SEATS = 3
FULL_TABLES = 10


def won(hero: Bot, others: Bot, number: int) -> float:
    """Game number `number` of the hero against two others: its share of the first place."""
    seat, bots = against(hero, others, SEATS, number)
    places = play(GAME, bots, f"{hero.name} {others.name} {number}").places
    return 1 / places.count(1) if places[seat] == 1 else 0.0


def figures() -> Iterator[dict[str, Any]]:
    page, steward = (TimedBot(GAME, name, process_time) for name in ("page", "steward"))
    for hero, others, budget in ((page, bot_named(GAME, "random"), 60), (steward, page, 55)):
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
        alone = TimedBot(GAME, "steward", process_time)
        for number in range(FULL_TABLES):
            play(GAME, [alone] * seats, f"{seats} {number}")
        figure = f"an answer of steward among {seats}, mean"
        yield {"figure": figure, "value": _mean(alone), "unit": "ms", "budget": "<= 20"}
        figure = f"an answer of steward among {seats}, longest"
        yield {"figure": figure, "value": _longest(alone), "unit": "ms", "budget": "<= 300"}


def _mean(bot: TimedBot) -> float:
    return round(mean(bot.answers), 2)


def _longest(bot: TimedBot) -> float:
    return round(max(bot.answers), 2)
