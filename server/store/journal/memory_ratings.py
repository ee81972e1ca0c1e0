"""Ratings in memory, worked out from the logs whenever they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence

from msgspec.structs import replace

from server.results.book import RatedSeat, RatingBook
from server.results.ladder import LadderEntry, Standings, ahead_of, is_listed, ranked
from server.results.of_log import GameResult
from server.results.rated_games import Entrant, RatedGame, rated_game
from server.results.rating import Rating
from server.store.journal.ratings import LADDER_KINDS, RatingStore
from tui.host.ratings import LadderName

Books = tuple[dict[str, RatingBook], dict[str, Sequence[RatedSeat]]]


class MemoryRatings(RatingStore):
    """`results` returns the results of all games."""

    def __init__(self, results: Callable[[], Iterable[GameResult]]) -> None:
        self._results = results
        self._rated: list[RatedGame] = []
        self._known: Books = {}, {}
        """What those games come to."""

    async def of(self, who: Collection[str]) -> Sequence[tuple[str, Entrant, Rating]]:
        books = self._books()[0]
        every = ((game, one, rating) for game, book in books.items() for one, rating in book.ratings.items())
        return [found for found in every if found[1].who in who]

    async def changes(self, table: str) -> Sequence[RatedSeat]:
        return self._books()[1].get(table, ())

    async def ladder(self, game: str, ladder: LadderName, most: int, viewer: str, since: float) -> Standings:
        book = self._books()[0].get(game, RatingBook())
        names = self._names()
        entries = [
            LadderEntry(one, one.who if one.kind == "bot" else names[one.who], rating)
            for one, rating in book.ratings.items()
            if one.kind in LADDER_KINDS[ladder] and (one.kind == "bot" or one.who in names)
        ]
        listed = ranked([one for one in entries if is_listed(one.rating, since)])
        mine = next((entry for entry in entries if entry.entrant.who == viewer), None)
        own = replace(mine, ahead=ahead_of(mine, listed)) if mine else None
        return Standings(listed[:most], len(entries), own)

    async def rate_again(self) -> None:
        """Do nothing: ratings follow from the logs."""

    def _games(self) -> list[RatedGame]:
        games = [game for result in self._results() if (game := rated_game(result))]
        return sorted(games, key=lambda game: (game.ended, game.table))

    def _books(self) -> Books:
        """Return the ratings of each game, and what each table did to them; kept for the same games."""
        games = self._games()
        if games != self._rated:
            books: dict[str, RatingBook] = {}
            changes: dict[str, Sequence[RatedSeat]] = {}
            for game in games:
                changes[game.table] = books.setdefault(game.game, RatingBook()).add(game)
            self._rated, self._known = games, (books, changes)
        return self._known

    def _names(self) -> dict[str, str]:
        """Return the latest names of accounts that are not gone, by their ids."""
        results = sorted(self._results(), key=lambda result: result.ended)
        return {seat.who: seat.name for one in results for seat in one.seats if seat.holder == "account"}
