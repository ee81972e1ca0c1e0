"""What can be asked about ratings on PostgreSQL."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from server.postgres.connection import Postgres
from server.postgres.games import rated_seats
from server.ratings.book import RatedSeat
from server.ratings.ladder import Standings
from server.ratings.rated_games import Entrant
from server.ratings.rating import Rating
from server.storage.ratings import LADDER_KINDS, ladder_entry, rated_seat
from tui.host.ratings import PROVISIONAL_GAMES, LadderName

OF = "SELECT game, who, kind, mu, sigma, games, last FROM ratings WHERE who = ANY ($1::text[])"
CHANGES = """
    SELECT seat, who, kind, old_mu, old_sigma, mu, sigma, games, ended FROM rated_seats
    WHERE table_id = $1 ORDER BY seat
"""
LADDER = f"""
    SELECT who, kind, coalesce(name, ''), mu, sigma, games, last,
    rank() OVER (ORDER BY games < {PROVISIONAL_GAMES}, mu DESC) - 1 AS ahead
    FROM ratings LEFT JOIN accounts ON id = who
    WHERE game = $1 AND kind = ANY ($2::text[]) AND (kind = 'bot' OR id IS NOT NULL)
"""  # noqa: S608  (our own words)
FIRST = f"""
    SELECT * FROM ({LADDER}) AS whole ORDER BY games < {PROVISIONAL_GAMES}, mu DESC, who COLLATE "C" LIMIT $3
"""  # noqa: S608  (likewise)
OWN = f"SELECT * FROM ({LADDER}) AS whole WHERE who = $3"  # noqa: S608  (likewise)
COUNT = f"SELECT count(*) AS players FROM ({LADDER}) AS whole"  # noqa: S608  (likewise)


class PostgresRatings:
    """See `server.storage.ratings.RatingStore`."""

    def __init__(self, database: Postgres) -> None:
        self._database = database

    async def of(self, who: Collection[str]) -> Sequence[tuple[str, Entrant, Rating]]:
        """See `RatingStore.of`."""
        rows = await self._database.fetch(OF, list(who))
        return [(game, Entrant(one, kind), Rating(*row)) for game, one, kind, *row in rows]

    async def changes(self, table: str) -> Sequence[RatedSeat]:
        """See `RatingStore.changes`."""
        return [rated_seat(*row) for row in await self._database.fetch(CHANGES, table)]

    async def ladder(self, game: str, ladder: LadderName, most: int, viewer: str) -> Standings:
        """See `RatingStore.ladder`."""
        where = (game, list(LADDER_KINDS[ladder]))
        rows = await self._database.fetch(FIRST, *where, most)
        own = await self._database.fetch(OWN, *where, viewer)
        count = (await self._database.fetch(COUNT, *where))[0]["players"]
        return Standings(
            tuple(ladder_entry(*row) for row in rows), count, ladder_entry(*own[0]) if own else None
        )

    async def rate_again(self) -> None:
        """See `RatingStore.rate_again`."""
        await self._database.run(rated_seats.rate_again)
