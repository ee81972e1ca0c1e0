"""What a window on the web may see: what any guest may, without what people do not want everybody to read.

A window has no seat, no account and no talk. It is nobody to others: not among people, not counted as
watching. `server.web` makes pages of what it is told here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from server.host.port import HostPort
from server.host.requests.table_requests import no_table, readable
from server.identity.accounts import AccountFacts
from server.identity.known_players import KnownPlayer
from server.identity.look_alikes import skeleton
from server.lobby.completion import carry_out
from server.log.entries import Opening
from server.log.table_options import closes_at
from tui.host.clubs import ClubPage
from tui.host.cups import CupInfo, CupPage
from tui.host.history import PlayerProfile
from tui.host.pictures import Seat, TableInfo, TableSnapshot
from tui.host.port import Release
from tui.host.ratings import Ladder
from tui.host.refusals import refused
from tui.host.table_search import FoundTables, TableSearch

REQUESTS = frozenset(
    {"list", "watch", "unwatch", "history", "record", "ladder", "profile", "daily", "daily_results", "notify"}
    | {"cup", "club"}
)
"""What a window may ask for: nothing that changes anything, but that notices are stopped by their code."""
MOST_WATCHED = 200
QUESTIONS = 50
"""A window's questions a second."""
RECENT = 20
"""Events that come with the news of a table, so that a window which begins to look has some."""


class WindowPort(HostPort):
    """The port of a window."""

    def follow_table(self, table: str, listener: Callable[[TableSnapshot], None]) -> Release:
        """Call `listener` with a table as `HostPort` does, without talk and ratings."""
        return super().follow_table(table, lambda snapshot: listener(self._without_talk(snapshot)))

    def find_tables(self, search: TableSearch) -> FoundTables:
        found = super().find_tables(search)
        return replace(found, tables=tuple(map(self._shown_info, found.tables)))

    async def catch_up(self, table: str = "") -> None:
        """Ask no other node: what a window shows comes with its news, and strangers look through it."""

    async def stop_notices_of(self, code: str) -> None:
        await carry_out(self._services.recipients.stop_by_long_code(code))

    async def watch(self, table: str) -> str:
        """Return the id of a table that the window may look at. Raises Refused ("no-table")."""
        return self._at(table).opening.id

    async def profile(self, name: str = "") -> PlayerProfile:
        """Return the profile of somebody else, without whether they are here; ratings as they want it."""
        shown = await super().profile(name)
        facts = await self._facts([await self._account_of(name)])
        rated = all(one.shows_ratings for one in facts.values())
        games = shown.games if rated else tuple(replace(one, rating=None) for one in shown.games)
        return replace(shown, here=False, games=games)

    async def ladder(self, game: str, *, programs: bool = False) -> Ladder:
        """Return a ladder, without the names of those who want to see no ratings."""
        own = await super().ladder(game, programs=programs)  # refuses what there is not

        async def facts(accounts: Sequence[str]) -> Mapping[str, AccountFacts]:
            found = await self._services.stores.accounts.facts(accounts)
            return {
                one: known._replace(hidden=known.hidden or not known.shows_ratings)
                for one, known in found.items()
            }

        return await readable(self._lobby.ratings.ladder(own.game, own.ladder, self._id, facts))

    async def cups(self) -> tuple[CupInfo, ...]:
        """Return the cups that have not ended, or lately; of clubs none that was called off."""
        await self._look_up({cup.opened.owner for cup in self._services.cups.cups})
        return await super().cups()

    async def cup(self, cup: str = "") -> CupPage:
        """Return a cup that others may see, without its organiser's words. Raises Refused ("no-cup")."""
        found = await readable(self._services.cups.find(cup)) if cup else None
        if found is None:
            raise refused("no-cup", cup=cup[:40])
        await self._look_up({found.opened.owner, *(one.account for one in found.entrants)})
        page = await super().cup(found.id)
        return replace(page, tables=tuple(replace(one, why="") for one in page.tables))

    async def club(self, club: str = "") -> ClubPage:
        """Return what a club shows to everybody. Raises Refused ("no-club")."""
        found = await readable(self._clubs.find(skeleton(club), self.now()))
        if found is None:
            raise refused("no-club", club=club[:40])
        return ClubPage(found.name, found.founded, len(await readable(self._clubs.members(found.id))))

    async def _look_up(self, accounts: set[str]) -> None:
        await readable(self._lobby.hidden.read(accounts))

    async def _ended_opening(self, member: KnownPlayer, name: str) -> Opening:
        """Return an ended game by its id: of a private table only where it played the deal of a day."""
        opening = await super()._ended_opening(member, name)
        if opening.private and closes_at(opening.options) is None:
            raise no_table(name)
        return opening

    def _without_talk(self, snapshot: TableSnapshot) -> TableSnapshot:
        """Return what a window is shown of a table, each part by its name: a new one is not shown."""
        return TableSnapshot(
            self._shown_info(snapshot.info),
            snapshot.seq,
            None,
            view=snapshot.view,
            waiting_for=snapshot.waiting_for,
            events=snapshot.events,
            past=snapshot.past,
        )

    def _shown_info(self, info: TableInfo) -> TableInfo:
        return replace(info, seats=tuple(map(_seat, info.seats)), watching=0, proposals=(), lendable=())

    def _hides(self, account: str) -> bool:
        return self._lobby.hidden.hides(account)


def _seat(seat: Seat) -> Seat:
    """Return what a window is shown of a seat."""
    return Seat(
        seat.name, seat.held_by, seat.bot, lent=seat.lent, conceded=seat.conceded, program=seat.program
    )
