"""The bot `steward`: how often it beats the page, how long its games are, how fast it answers.

Answers are measured in CPU time, so that a busy machine does no harm; the slowest ones make tables
that later answers find made.
"""

from collections.abc import Iterator
from statistics import mean, median, quantiles
from time import process_time
from typing import Any

from engine.bots import bot_named
from engine.court.game import GAME
from tests.bench._bots import TimedBot, against, play

GAMES_AGAINST_THE_PAGE = 200
GAMES_AMONG_STEWARDS = 40


def figures() -> Iterator[dict[str, Any]]:
    steward, page = TimedBot(GAME, "steward", process_time), bot_named(GAME, "page")
    wins = 0
    for number in range(GAMES_AGAINST_THE_PAGE):
        seat, bots = against(steward, page, 2, number)
        wins += play(GAME, bots, f"duel {number}").places[seat] == 1
    share = 100 * wins / GAMES_AGAINST_THE_PAGE
    yield {"figure": "two-seat games won against the page", "value": share, "unit": "%", "budget": ">= 80"}
    duels = steward.answers
    steward = TimedBot(GAME, "steward", process_time)
    rounds = [play(GAME, [steward] * 4, f"four {number}").rounds for number in range(GAMES_AMONG_STEWARDS)]
    figure = {"figure": "rounds of a game, four stewards, median", "value": median(rounds), "unit": "rounds"}
    yield figure | {"budget": "<= 20"}
    yield {"figure": "rounds of a game, four stewards, longest", "value": max(rounds), "unit": "rounds"}
    yield _time("an answer in self-play, mean", mean(steward.answers), 20)
    yield _time("an answer in self-play, p99", quantiles(steward.answers, n=100)[-1])
    yield _time("an answer, the slowest of all these games", max(duels + steward.answers), 300)


def _time(name: str, value: float, budget: float | None = None) -> dict[str, Any]:
    found = {"figure": name, "value": round(value, 2), "unit": "ms"}
    return found | {"budget": f"<= {budget}"} if budget else found
