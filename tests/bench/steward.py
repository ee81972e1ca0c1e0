"""The bot `steward`: how often it beats the page, how long its games are, how fast it answers.

Answers are measured in CPU time, so that a busy machine does no harm; the slowest ones make tables
that later answers find made.
"""

from collections.abc import Iterator
from statistics import mean, median, quantiles
from time import process_time
from typing import Any

from engine.bots import bot_of
from engine.court.game import GAME
from engine.game import Ask, Bot, Setup
from engine.selfplay import Outcome, play_out
from tests.engine.luck import luck

GAMES_AGAINST_THE_PAGE = 200
GAMES_AMONG_STEWARDS = 40


class Timed:
    """Somebody whose answers are timed, in milliseconds."""

    def __init__(self, bot: Bot) -> None:
        self.name, self._bot = bot.name, bot
        self.answers: list[float] = []

    def choose(self, game: Any, view: Any, ask: Ask, chance: Any) -> Any:
        began = process_time()
        move = self._bot.choose(game, view, ask, chance)
        self.answers.append(1000 * (process_time() - began))
        return move


def play(bots: list[Bot], seed: object) -> Outcome:
    setup = Setup(len(bots), GAME.Options())
    return play_out(GAME, setup, bots, luck(f"{seed} table"), luck(f"{seed} bots"))


def figures() -> Iterator[dict[str, Any]]:
    steward, page = Timed(bot_of(GAME, "steward")), bot_of(GAME, "page")
    wins = 0
    for number in range(GAMES_AGAINST_THE_PAGE):
        seat = number % 2
        bots: list[Bot] = [page, steward] if seat else [steward, page]
        wins += play(bots, f"duel {number}").places[seat] == 1
    share = 100 * wins / GAMES_AGAINST_THE_PAGE
    yield {"figure": "two-seat games won against the page", "value": share, "unit": "%", "budget": ">= 80"}
    against = steward.answers
    steward = Timed(bot_of(GAME, "steward"))
    rounds = [play([steward] * 4, f"four {number}").rounds for number in range(GAMES_AMONG_STEWARDS)]
    figure = {"figure": "rounds of a game, four stewards, median", "value": median(rounds), "unit": "rounds"}
    yield figure | {"budget": "<= 20"}
    yield {"figure": "rounds of a game, four stewards, longest", "value": max(rounds), "unit": "rounds"}
    yield _time("an answer in self-play, mean", mean(steward.answers), 20)
    yield _time("an answer in self-play, p99", quantiles(steward.answers, n=100)[-1])
    yield _time("an answer, the slowest of all these games", max(against + steward.answers), 300)


def _time(name: str, value: float, budget: float | None = None) -> dict[str, Any]:
    found = {"figure": name, "value": round(value, 2), "unit": "ms"}
    return found | {"budget": f"<= {budget}"} if budget else found
