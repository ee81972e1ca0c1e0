"""What a player's games add up to: games and places by game, streaks, what is left out of
them; and how strong bots are against people.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from msgspec import Struct

from server.results.of_log import GameResult
from tui.host.history import BotTally, GameKind, GameTally
from tui.host.today import Week, WeekOfGame


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


class PlayedGame(NamedTuple):
    """An ended game as it counts for one of its players."""

    game: str
    kind: GameKind
    place: int
    """0: without a result."""
    seats: int
    shared: bool = False
    """Whether the place is the first and others have it, too: nobody has won."""
    points: int | None = None
    """Of games against bots that were played to the end."""

    @property
    def won(self) -> bool:
        """Whether the player alone has the first place."""
        return self.place == 1 and not self.shared


class HeadToHead(Struct, frozen=True):
    """The matches with a result against one opponent, by how the two were placed."""

    opponent: str
    """The account's id."""
    played: int
    better: int
    """How often the player was placed better than the opponent."""
    worse: int
    last: float
    """When the last of these games ended."""


def tallies(games: Iterable[PlayedGame]) -> tuple[GameTally, ...]:
    """Return what games add up to, the game played most first. The games are given oldest first."""
    by_game: dict[str, list[PlayedGame]] = {}
    for one in games:
        by_game.setdefault(one.game, []).append(one)
    found = [_tally(game, played) for game, played in by_game.items()]
    return tuple(sorted(found, key=lambda one: (-one.played, -one.practice, one.game)))


def overall(games: Iterable[PlayedGame]) -> GameTally:
    """Return what the games of all kinds add up to, oldest first; without the name of a game."""
    return _tally("", games)


def _tally(game: str, games: Iterable[PlayedGame]) -> GameTally:
    places: Counter[int] = Counter()
    practice = unfinished = shared = streak = best = 0
    with_bots = list[PlayedGame]()
    for one in games:
        if one.kind != "match":
            practice += 1
            with_bots += [one] if one.kind == "practice" and one.place else []
        elif not one.place:
            unfinished += 1
        else:
            places[one.place] += 1
            shared += one.shared
            if one.won:
                streak += 1
                best = max(best, streak)
            else:
                streak = 0
    counted = dict(sorted(places.items()))
    bots = _with_bots(with_bots, is_one_game=bool(game))
    return GameTally(game, places.total(), counted, unfinished, practice, streak, best, shared, bots=bots)


def _with_bots(games: Sequence[PlayedGame], *, is_one_game: bool) -> BotTally:
    won = [one.won for one in games]
    rows = [len(list(same)) for is_won, same in groupby(won) if is_won]
    points = [one.points for one in games if one.points is not None]
    return BotTally(
        len(won),
        sum(won),
        max(points, default=None) if is_one_game else None,
        rows[-1] if won and won[-1] else 0,
        max(rows, default=0),
    )


def week_of(results: Iterable[GameResult], account: str, since: float, ended: tuple[int, ...]) -> Week:
    """Return what an account's games add up to that ended since a time, and how many it has won in a row.
    `results`: its games, newest first, all of them or the newest; those without places and continued ones are
    left out. `ended`: how many games of everybody ended.
    """
    won = list[bool]()
    lately: dict[str, list[tuple[bool, int | None]]] = {}
    for one in results:
        own = one.seat_of(account)
        if own is None or not own.place or one.kind == "continued":
            continue
        won.append(own.place == 1 and not one.is_shared)
        if one.ended >= since:
            lately.setdefault(one.game, []).append((won[-1], None if own.fate else own.points))
    rows = [list(same) for is_won, same in groupby(won) if is_won]
    return Week(
        tuple(
            WeekOfGame(
                game,
                len(games),
                sum(is_won for is_won, _ in games),
                max((points for _, points in games if points is not None), default=None),
            )
            for game, games in sorted(lately.items())
        ),
        len(rows[0]) if won and won[0] else 0,
        max(map(len, rows), default=0),
        ended,
    )
