"""The ladder of a game's opponents: what a player's games against bots add up to there. Pure.

A ladder game is a game of three at the usual rules: the player, the opponent, and the one beside it
(`Opponents.beside`) in the next seat, so that a game tells by its seats against whom it was. What bots are
called and how strong they are is left to `engine`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from engine.bot_ratings import MeasuredRating
from engine.opponents import Opponents
from server.log.table_options import HOSTS
from server.results.of_log import GameResult
from tui.host.history import WINS_TO_GO_ON, Rung

SEATS = 3


def rungs(
    account: str,
    results: Iterable[GameResult],
    opponents: Opponents,
    measured: Mapping[str, MeasuredRating],
) -> tuple[Rung, ...]:
    """Return the opponents of a game as an account stands to them by its results there, the weakest first."""
    games, won = Counter[str](), Counter[str]()
    for result in results:
        if against := _opponent(account, result, opponents):
            games[against] += 1
            won[against] += _is_better(account, result)
    found, is_open = list[Rung](), True
    for name, bot in opponents.bots.items():
        rating = measured[bot].points if bot in measured else None
        beside = opponents.name_of(opponents.beside(bot))
        found.append(Rung(name, bot, beside, rating, games[bot], won[bot], is_open))
        is_open = is_open and won[bot] >= WINS_TO_GO_ON
    return tuple(found)


def _opponent(account: str, result: GameResult, opponents: Opponents) -> str:
    """Return the key of the opponent against whom a ladder game was; '': it was none."""
    own = result.seat_of(account)
    bots = [seat.who for seat in result.seats if seat.holder == "bot"]
    if own is None or not own.place or own.program or len(result.seats) != SEATS or len(bots) != SEATS - 1:
        return ""
    if result.kind != "practice" or set(result.options) - HOSTS or result.options.get("chance"):
        return ""
    first, second = bots
    return first if first in opponents.bots.values() and opponents.beside(first) == second else ""


def _is_better(account: str, result: GameResult) -> bool:
    """Return whether the account has a better place than the first bot."""
    own = result.seat_of(account)
    bot = next(seat for seat in result.seats if seat.holder == "bot")
    return own is not None and not own.fate and own.place < bot.place
