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
from server.results.of_log import GameResult, SeatResult
from tui.host.history import WINS_TO_GO_ON, Rung

SEATS = 3


def rungs(
    results: Iterable[GameResult], opponents: Opponents, measured: Mapping[str, MeasuredRating]
) -> tuple[Rung, ...]:
    """Return the opponents of a game as a player stands to them by their results there, the weakest first."""
    games, won = Counter[str](), Counter[str]()
    for result in results:
        if against := _opponent(result, opponents):
            games[against] += 1
            won[against] += _is_better(result)
    found, is_open = list[Rung](), True
    names = {key: name for name, key in opponents.bots.items()}
    for bot, name in names.items():
        rating = measured[bot].points if bot in measured else None
        beside = names[opponents.beside(bot)]
        found.append(Rung(name, bot, beside, rating, games[bot], won[bot], is_open))
        is_open = is_open and won[bot] >= WINS_TO_GO_ON
    return tuple(found)


def _opponent(result: GameResult, opponents: Opponents) -> str:
    """Return the key of the opponent against whom a ladder game was; '': it was none."""
    bots = [seat.who for seat in result.seats if seat.holder == "bot"]
    if len(result.seats) != SEATS or len(bots) != SEATS - 1 or not _own(result).place or _own(result).program:
        return ""
    if result.kind != "practice" or set(result.options) - HOSTS or result.options.get("chance"):
        return ""
    first, second = bots
    return first if first in opponents.bots.values() and opponents.beside(first) == second else ""


def _is_better(result: GameResult) -> bool:
    """Return whether the player has a better place than the first bot."""
    own, bot = _own(result), next(seat for seat in result.seats if seat.holder == "bot")
    return not own.fate and own.place < bot.place


def _own(result: GameResult) -> SeatResult:
    """Return the one seat that is no bot's, in a game against bots."""
    return next(seat for seat in result.seats if seat.holder != "bot")
