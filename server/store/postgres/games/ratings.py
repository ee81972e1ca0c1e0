"""Rates all games again on PostgreSQL."""

from __future__ import annotations

from functools import partial

from server.results.book import RatingBook
from server.results.queries import Cursor
from server.results.tail import START, rate_next
from server.store.postgres.connection import Postgres
from server.store.postgres.games import rated_seats
from server.store.postgres.sql import PostgresSql
from server.store.ratings import StoredRatings


class PostgresRatings(StoredRatings):
    """The ratings on PostgreSQL."""

    def __init__(self, database: Postgres) -> None:
        super().__init__(PostgresSql(database))
        self._postgres = database

    async def rate_again(self) -> None:
        """Rate them in transactions of a few seconds; those that end meanwhile are rated with the others."""
        for row in await self._database.fetch(rated_seats.GAMES):
            await self._rate_game_again(row["game"])

    async def _rate_game_again(self, game: str) -> None:
        book, place = RatingBook(), START
        run = self._postgres.run
        while rows := await run(partial(rated_seats.next_rows, game=game, after=place)):
            await run(partial(rated_seats.put, game=game, rated=rate_next(game, rows, book)))
            place = Cursor(rows[-1].ended, rows[-1].table)
        await run(partial(rated_seats.drop_others, game=game, rated=set(book.ratings)))
