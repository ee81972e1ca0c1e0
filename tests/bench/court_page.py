"""The bot `page`: how often it beats random play, how fast it answers, how long its games are."""

from collections.abc import Iterator
from statistics import mean, median
from time import perf_counter
from typing import Any

from engine.bots import bot_named
from engine.court.game import GAME
from tests.bench._bots import TimedBot, against, play

GAMES_AGAINST_CHANCE = 200
GAMES_AMONG_PAGES = 50


def figures() -> Iterator[dict[str, Any]]:
    page, chance = TimedBot(GAME, "page", perf_counter), bot_named(GAME, "random")
    wins = 0
    for number in range(GAMES_AGAINST_CHANCE):
        seat, bots = against(page, chance, 2, number)
        wins += play(GAME, bots, number).places[seat] == 1
    share = 100 * wins / GAMES_AGAINST_CHANCE
    yield {"figure": "two-seat games won against random play", "value": share, "unit": "%", "budget": 90}
    for seats in GAME.seats:
        rounds = [
            play(GAME, [page] * seats, f"{seats} {number}").rounds for number in range(GAMES_AMONG_PAGES)
        ]
        yield {
            "figure": f"rounds of a game, {seats} pages, median",
            "value": median(rounds),
            "unit": "rounds",
        }
        yield {"figure": f"rounds of a game, {seats} pages, longest", "value": max(rounds), "unit": "rounds"}
    spent = round(mean(page.answers), 3)
    yield {"figure": "an answer of page, mean", "value": spent, "unit": "ms", "budget": 2}
