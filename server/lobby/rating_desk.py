"""The ratings that tables show: beside the names of those who sit there, and what an ended game did to them.

They are read from the store in the background when somebody is shown for the first time and when a rated
game ends, here or on another node, and are shown once they are there: of who hides their profile to nobody
else, since a figure is found on the ladder. Ladders are read whenever they are asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from msgspec.structs import replace

from server.identity.accounts import is_guest
from server.lobby.completion import BackgroundTasks
from server.lobby.hidden_profiles import Facts
from server.log.entries import Outcome
from server.log.seating import SeatHolder
from server.results.ladder import ACTIVE, LISTED, ladder_row
from server.results.rated_games import Entrant
from server.results.rating import shown_rating
from server.store.ratings import RatingStore
from tui.host.pictures import LobbySnapshot, TableInfo, TableSnapshot
from tui.host.ratings import Ladder, LadderName, RatingChange, ShownRating

MOST = 20_000
"""Accounts whose ratings are remembered; of more, those read first are read again when they are shown."""

Known = Mapping[tuple[str, Entrant], ShownRating]
"""The ratings of one account or bot, by game and by how it plays."""


class RatingDesk:
    """The ratings that are shown, but for those of whom `hides` says that they hide their profile. `changed`
    is called with the accounts whose ratings are known now, and with the ids of ended tables.
    """

    def __init__(
        self,
        store: Callable[[], RatingStore],
        hides: Callable[[str], bool],
        clock: Callable[[], float],
        changed: Callable[[str], None],
    ) -> None:
        self._store, self._hides, self._clock, self._changed = store, hides, clock, changed
        self._known: dict[str, Known] = {}
        self._wanted: set[str] = set()
        self._changes: dict[str, tuple[tuple[str, RatingChange], ...]] = {}
        """By table, each with whose rating it is."""
        self._tasks = BackgroundTasks("ratings could not be read")

    def shown(self, game: str, holder: SeatHolder) -> ShownRating | None:
        """Return the rating that is shown beside a seat's player."""
        rating = self.of(game, holder)
        return None if rating is None or self._hides(holder.who) else rating

    def of(self, game: str, holder: SeatHolder) -> ShownRating | None:
        """Return the rating of a seat's player, None if there is none; if it is not known yet, it is read."""
        if holder.held_by != "player" or is_guest(holder.who):
            return None
        known = self._known.get(holder.who)
        if known is None:
            self.read_soon(holder.who)
            return None
        return known.get((game, Entrant(holder.who, "program" if holder.program else "person")))

    def own(self, account: str) -> Mapping[str, ShownRating]:
        """Return an account's ratings by game, for what it plays in person; if they are not known yet, they
        are read.
        """
        if is_guest(account):
            return {}
        known = self._known.get(account)
        if known is None:
            self.read_soon(account)
            return {}
        return {game: rating for (game, one), rating in known.items() if one.kind == "person"}

    def changes(self, table: str, seat: int | None) -> tuple[RatingChange, ...]:
        """Return what an ended game did to ratings, as far as that is known, as a seat sees it."""
        found = self._changes.get(table, ())
        return tuple(one for who, one in found if one.seat == seat or not self._hides(who))

    def ended(self, table: str, outcome: Outcome) -> None:
        """Read what a rated game that has ended did, unless that has been read."""
        if table not in self._changes:
            self._changes[table] = ()
            self._tasks.start(self._read_changes(table, set(outcome.players) - {""}))

    def drop(self, table: str) -> None:
        """Forget what a game did whose table is closed."""
        self._changes.pop(table, None)

    def read_again(self, table: str) -> None:
        """Forget what a game did, and all ratings: they are read again as they are shown."""
        self.drop(table)
        for account in list(self._known):
            self.read_soon(account)

    async def ladder(self, game: str, ladder: LadderName, viewer: str, facts: Facts) -> Ladder:
        """Return the ladder of a game, as an account sees it; `facts` tells who hides their profile. Raises
        what the stores raise.
        """
        now = self._clock()
        found = await self._store().ladder(game, ladder, LISTED, viewer, now - ACTIVE)
        accounts = [one.entrant.who for one in found.entries if one.entrant.kind != "bot"]
        hidden = {who for who, known in (await facts(accounts)).items() if known.hidden}
        rows = tuple(ladder_row(entry, now, viewer, hidden) for entry in found.entries)
        yours = ladder_row(found.own, now, viewer) if found.own else None
        return Ladder(game, ladder, rows, found.players, yours)

    async def close(self) -> None:
        """Wait for what is being read."""
        await self._tasks.close()

    def read_soon(self, who: str) -> None:
        """Have an account's ratings read, and shown if they changed."""
        if not self._wanted:
            self._tasks.start(self._read_wanted())
        self._wanted.add(who)

    async def _read_wanted(self) -> None:
        wanted, self._wanted = self._wanted, set()
        await self._read(wanted)

    async def _read(self, accounts: Collection[str]) -> None:
        """Read the ratings of accounts, and have those shown that there are."""
        found: dict[str, dict[tuple[str, Entrant], ShownRating]] = {account: {} for account in accounts}
        for game, entrant, rating in await self._store().of(accounts):
            found[entrant.who][game, entrant] = shown_rating(rating)
        for account, known in found.items():
            before = self._known.pop(account, {})
            self._known[account] = known
            if known != before:
                self._changed(account)
        for account in list(self._known)[: max(0, len(self._known) - MOST)]:
            del self._known[account]

    async def _read_changes(self, table: str, accounts: Collection[str]) -> None:
        found = await self._store().changes(table)
        if not found:
            return
        await self._read(accounts)
        if table not in self._changes:  # it was closed meanwhile
            return
        self._changes[table] = tuple(
            (one.entrant.who, RatingChange(one.seat, shown_rating(one.before), shown_rating(one.after)))
            for one in found
        )
        self._changed(table)


def lobby_without_ratings(lobby: LobbySnapshot) -> LobbySnapshot:
    """Return the lobby for somebody who hides ratings."""
    return replace(lobby, tables=tuple(map(_without, lobby.tables)), ratings={})


def table_without_ratings(snapshot: TableSnapshot) -> TableSnapshot:
    """Return what is shown of a table to somebody who hides ratings."""
    return replace(snapshot, info=_without(snapshot.info), ratings=())


def _without(table: TableInfo) -> TableInfo:
    if all(seat.rating is None for seat in table.seats):
        return table
    return replace(table, seats=tuple(replace(seat, rating=None) for seat in table.seats))
