"""What a window on the web may see: what any guest may, without what people do not want everybody to read.

A window has no seat, no account and no talk. It is nobody to others: not among people, not counted as
watching. `server.web` makes pages of what it is told here.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence

from msgspec.structs import replace

from server.host.port import HostPort
from server.host.requests.table_requests import no_table, readable
from server.identity.accounts import GUEST, AccountFacts
from server.identity.known_players import KnownPlayer
from server.identity.look_alikes import skeleton
from server.lobby.completion import carry_out
from server.log.entries import Opening
from server.log.table_options import closes_at
from tui.host.clubs import ClubPage
from tui.host.cups import CupInfo, CupPage
from tui.host.history import HIDDEN, PROFILE_SETTING, PlayerProfile
from tui.host.pictures import Seat, TableInfo, TableSnapshot
from tui.host.port import Release
from tui.host.ratings import Ladder, LadderName
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
LOOK = 2.0
"""Seconds between two looks at who hides the profile, at least."""
RECENT = 20
"""Events that come with the news of a table, so that a window which begins to look has some."""


class WindowPort(HostPort):
    """The port of a window. A seat of a player who hides the profile has a holder and no name."""

    _hidden: Mapping[str, bool] = {}
    """Whether accounts hide their profiles, by their ids, as far as it was looked up."""
    _looking: asyncio.Task[None] | None = None
    _looked_up = 0.0

    def close(self) -> None:
        """End everything that the window follows."""
        super().close()
        if self._looking:
            self._looking.cancel()

    def follow_table(self, table: str, listener: Callable[[TableSnapshot], None]) -> Release:
        """Call `listener` with a table as `HostPort` does, without talk and ratings."""

        def told(snapshot: TableSnapshot) -> None:
            self._look_again()
            listener(self._without_talk(snapshot))

        return super().follow_table(table, told)

    def find_tables(self, search: TableSearch) -> FoundTables:
        found = super().find_tables(search)
        self._look_again()
        return replace(found, tables=tuple(map(self._shown_info, found.tables)))

    def _look_again(self) -> None:
        """Look up who hides the profile by now, for what is shown next."""
        if self.now() >= self._looked_up + LOOK and (self._looking is None or self._looking.done()):
            self._looked_up = self.now()
            self._looking = asyncio.ensure_future(self.look_up())
            self._looking.add_done_callback(_taken_note_of)

    async def look_up(self) -> None:
        """Look up who hides the profile of those who sit at public tables."""
        public = [table for table in self._lobby.tables if not table.opening.private]
        seated = {holder.account for table in public for holder in table.state.holders} - {""}
        wanted = sorted(one for one in seated if not one.startswith(GUEST))
        facts = await readable(self._services.stores.accounts.facts(wanted)) if wanted else {}
        self._hidden = {account: known.hidden for account, known in facts.items()}

    async def stop_notices_of(self, code: str) -> None:
        await carry_out(self._services.recipients.stop_by_long_code(code))

    async def watch(self, table: str) -> str:
        """Return the id of a table that the window may look at. Raises Refused ("no-table")."""
        at = self._at(table)
        await self.look_up()
        return at.opening.id

    async def profile(self, name: str = "") -> PlayerProfile:
        """Return the profile of somebody else, without whether they are here; ratings as they want it."""
        shown = await super().profile(name)
        facts = await self._facts([await self._account_of(name)])
        rated = all(one.shows_ratings for one in facts.values())
        games = shown.games if rated else tuple(replace(one, rating=None) for one in shown.games)
        return replace(shown, here=False, games=games)

    async def ladder(self, game: str, ladder: LadderName = "people") -> Ladder:
        """Return a ladder, without the names of those who want to see no ratings."""
        own = await super().ladder(game, ladder)  # refuses what there is not

        async def facts(accounts: Sequence[str]) -> Mapping[str, AccountFacts]:
            found = await self._services.stores.accounts.facts(accounts)
            return {
                one: known._replace(hidden=known.hidden or not known.shows_ratings)
                for one, known in found.items()
            }

        return await readable(self._lobby.ratings.ladder(own.game, ladder, self._id, facts))

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
        facts = await readable(self._services.stores.accounts.facts(sorted(accounts))) if accounts else {}
        self._hidden = {**self._hidden, **{account: known.hidden for account, known in facts.items()}}

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
        table = self._lobby.find(info.id)
        holders = table.state.holders if table else ()
        if len(holders) != len(info.seats):
            return replace(info, seats=tuple(self._seat(one, "?") for one in info.seats))
        seats = (self._seat(seat, holder.account) for seat, holder in zip(info.seats, holders, strict=True))
        return replace(info, seats=tuple(seats), watching=0, proposals=(), lendable=())

    def _seat(self, seat: Seat, account: str) -> Seat:
        hidden = seat.name and account and not account.startswith(GUEST) and self._hides(account)
        return Seat(
            "" if hidden else seat.name,
            seat.held_by,
            seat.bot,
            lent=seat.lent,
            conceded=seat.conceded,
            program=seat.program,
        )

    def _hides(self, account: str) -> bool:
        """Return whether an account hides its profile; until that is known, it does."""
        known = self._lobby.members.find(account)
        if known is not None and known.profile.settings.get(PROFILE_SETTING) == HIDDEN:
            return True
        is_here = known is not None and self._lobby.presence.is_here(account)
        return not is_here and self._hidden.get(account, True)


def _taken_note_of(looking: asyncio.Task[None]) -> None:
    """Do nothing about accounts that could not be looked up: they stay without a name."""
    if not looking.cancelled():
        looking.exception()
