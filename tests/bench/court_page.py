"""The bot `page`: how often it beats random play, how fast it answers, how long its games are."""

from collections.abc import Iterator
from statistics import mean, median
from time import perf_counter
from typing import Any

from engine.bots import bot_of
from engine.court.game import GAME
from engine.game import Ask, Bot, Setup
from engine.selfplay import Outcome, play_out
from tests.engine.luck import luck

GAMES_AGAINST_CHANCE = 200
GAMES_AMONG_PAGES = 50


class Timed:
    """Somebody whose answers are timed, in seconds."""

    def __init__(self, bot: Bot) -> None:
        self.name, self._bot = bot.name, bot
        self.answers: list[float] = []

    def choose(self, game: Any, view: Any, ask: Ask, chance: Any) -> Any:
        began = perf_counter()
        move = self._bot.choose(game, view, ask, chance)
        self.answers.append(perf_counter() - began)
        return move


def play(bots: list[Bot], seed: object) -> Outcome:
    setup = Setup(len(bots), GAME.Options())
    return play_out(GAME, setup, bots, luck(f"{seed} table"), luck(f"{seed} bots"))


def figures() -> Iterator[dict[str, Any]]:
    page, chance = Timed(bot_of(GAME, "page")), bot_of(GAME, "random")
    wins = 0
    for number in range(GAMES_AGAINST_CHANCE):
        seat = number % 2
        bots = [chance, page] if seat else [page, chance]
        wins += play(bots, number).places[seat] == 1
    share = 100 * wins / GAMES_AGAINST_CHANCE
    yield {"figure": "two-seat games won against random play", "value": share, "unit": "%", "budget": 90}
    for seats in GAME.seats:
        rounds = [play([page] * seats, f"{seats} {number}").rounds for number in range(GAMES_AMONG_PAGES)]
        yield {
            "figure": f"rounds of a game, {seats} pages, median",
            "value": median(rounds),
            "unit": "rounds",
        }
        yield {"figure": f"rounds of a game, {seats} pages, longest", "value": max(rounds), "unit": "rounds"}
    spent = round(1000 * mean(page.answers), 3)
    yield {"figure": "an answer of page, mean", "value": spent, "unit": "ms", "budget": 2}
