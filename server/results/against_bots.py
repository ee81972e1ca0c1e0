"""What people's games against bots add up to: a measure of how strong bots are against people. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from server.results.of_log import GameResult


class AgainstBots(NamedTuple):
    """Games of one person against bots of one kind."""

    game: str
    seats: int
    bot: str
    """The bots' key."""
    games: int
    won: float
    """How many the person won; a shared win counts as its part."""


def against_bots(results: Iterable[GameResult]) -> tuple[AgainstBots, ...]:
    """Return what games add up to in which one person, who stayed to the end, played against bots of one
    kind; by game, seats and bot.
    """
    found: dict[tuple[str, int, str], tuple[int, float]] = {}
    for result in results:
        bots = {seat.who for seat in result.seats if seat.holder == "bot"}
        people = [seat for seat in result.seats if seat.holder != "bot"]
        if len(bots) != 1 or len(people) != 1 or not people[0].place or people[0].fate:
            continue
        key = result.game, len(result.seats), bots.pop()
        first = sum(seat.place == 1 for seat in result.seats)
        games, won = found.get(key, (0, 0.0))
        found[key] = games + 1, won + (people[0].place == 1) / first
    return tuple([AgainstBots(*key, *found[key]) for key in sorted(found)])
