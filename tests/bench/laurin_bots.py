"""The bots of laurin: how often each beats the weaker one, how fast they answer, how long games are."""

from collections.abc import Iterator
from statistics import mean, median
from time import perf_counter
from typing import Any

from engine.bots import bot_named
from engine.game import Bot
from engine.laurin.game import GAME
from tests.bench._bots import TimedBot, against, play

GAMES_AGAINST_TWO = 200
GAMES_AMONG_THEMSELVES = 20


def share_won(bot: Bot, weaker: Bot) -> float:
    """Three-seat games won against two of the weaker, at each seat in turn, in percent."""
    wins = 0
    for number in range(GAMES_AGAINST_TWO):
        seat, bots = against(bot, weaker, 3, number)
        wins += play(GAME, bots, f"{bot.name} {number}").places[seat] == 1
    return 100 * wins / GAMES_AGAINST_TWO


def speed(bot: TimedBot, budget: float | None) -> Iterator[dict[str, Any]]:
    """How fast somebody answered so far, and in games of each size among themselves."""
    for seats in GAME.seats:
        bot.answers.clear()
        rounds = [
            play(GAME, [bot] * seats, f"{seats} {number}").rounds for number in range(GAMES_AMONG_THEMSELVES)
        ]
        spent = {"value": round(mean(bot.answers), 3), "unit": "ms"}
        if budget is not None:
            spent["budget"] = budget
        yield {"figure": f"an answer of {bot.name}, {seats} seats, mean", **spent}
        longest = round(max(bot.answers), 1)
        yield {
            "figure": f"an answer of {bot.name}, {seats} seats, longest",
            "value": longest,
            "unit": "ms",
            "budget": 300,
        }
        yield {
            "figure": f"rounds of a game, {seats} of {bot.name}, median",
            "value": median(rounds),
            "unit": "rounds",
        }


def figures() -> Iterator[dict[str, Any]]:
    page, steward, chance = (
        TimedBot(GAME, "page", perf_counter),
        TimedBot(GAME, "steward", perf_counter),
        bot_named(GAME, "random"),
    )
    won = share_won(page, chance)
    yield {
        "figure": "games of three won by page against two of random",
        "value": won,
        "unit": "%",
        "budget": 60,
    }
    won = share_won(steward, page)
    yield {
        "figure": "games of three won by steward against two of page",
        "value": won,
        "unit": "%",
        "budget": 55,
    }
    yield from speed(page, None)
    yield from speed(steward, 20)
