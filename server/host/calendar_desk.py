"""The calendars of a host's clubs, as one node sees to them: cups are opened, members told, entries given
their next time. What was done is noted with the entry, so that another node or a host that begins again
goes on from there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

from msgspec.structs import replace

from server.cluster.signals import Signal
from server.host.cup_desk import CupDesk
from server.lobby.completion import BackgroundTasks
from server.lobby.lobby import Lobby
from server.people.notes import Note
from server.results.cups.calendar import CUP_AHEAD, DAY, CalendarEntry, Step, moments, next_time, step
from tui.host.port import Release
from tui.host.setting_names import ZONE
from tui.language.time_zones import zone_of

log = logging.getLogger(__name__)

RETRY = 60.0
"""Seconds until what failed is tried again, or a host that is about to stop looked at."""


class CalendarDesk:
    """Does what is due in the calendars of clubs. `give` tells a member, wherever they are; `is_banned` says
    whose words nobody reads.
    """

    def __init__(
        self,
        cups: CupDesk,
        lobby: Lobby,
        give: Callable[[Note], Awaitable[object]],
        is_banned: Callable[[str], bool],
    ) -> None:
        self._cups, self._lobby, self._give, self._is_banned = cups, lobby, give, is_banned
        stores = lobby.dependencies.stores
        self._store, self._accounts = stores.clubs, stores.accounts
        self._clock, self._timer = lobby.dependencies.clock, lobby.dependencies.timer
        self._tasks = BackgroundTasks("a calendar could not be seen to")
        self._release: Release | None = None
        self._unfollow: Release | None = None
        self._lock = asyncio.Lock()

    def open(self) -> None:
        """Do what is due, now and from now on."""
        self._unfollow = self._lobby.nodes.duties.follow(self.look_soon)
        self.look_soon()

    async def close(self) -> None:
        """Wait for what is under way."""
        for release in (self._release, self._unfollow):
            if release:
                release()
        self._release = self._unfollow = None
        await self._tasks.close()

    async def changed(self) -> None:
        """Look again on every node, because an entry came or went."""
        self.look_soon()
        await self._lobby.tell(Signal("calendar"))

    def look_soon(self) -> None:
        """Do what is due in the background."""
        self._tasks.start(self._look())

    async def _look(self) -> None:
        async with self._lock:
            try:
                delay = await self._seen_to()
            except Exception:
                log.exception("calendars could not be seen to")
                delay = RETRY
            self._set_timer(delay)

    def _set_timer(self, delay: float) -> None:
        if self._release:
            self._release()
        self._release = self._timer(delay, self.look_soon)

    async def _seen_to(self) -> float:
        """Do what is due for all entries, and return the seconds until something may be due again."""
        if self._lobby.broadcaster.draining or self._lobby.broadcaster.moving:
            return RETRY
        delay = DAY
        for found in await self._store.coming(self._clock() + CUP_AHEAD + DAY):
            entry: CalendarEntry | None = found
            try:
                before = None
                while (
                    entry
                    and entry != before
                    and (due := step(entry, self._clock()))
                    and self._acts_for(entry)
                ):
                    before, entry = entry, await self._done(entry, due)
            except Exception:
                log.exception("a calendar's entry could not be seen to", extra={"club": found.club})
                delay = min(delay, RETRY)
            now = self._clock()
            delay = min([delay, *(at - now for at in (moments(entry) if entry else ()) if at > now)])
        return delay

    def _acts_for(self, entry: CalendarEntry) -> bool:
        return self._lobby.nodes.duties.acts_for(f"calendar {entry.club}")

    async def _done(self, entry: CalendarEntry, due: Step) -> CalendarEntry | None:
        """Do what is due, and return the entry as it is then; None: it is gone."""
        match due:
            case "pass":
                time = next_time(entry.planned, self._clock())
                await self._store.move_on(entry, time)
            case "open":
                await self._open_cup(entry)
            case "tell":
                await self._tell(entry)
                await self._store.note_told(entry)
        now = await self._store.calendar(entry.club)
        return next((one for one in now if one.number == entry.number), None)

    async def _open_cup(self, entry: CalendarEntry) -> None:
        """Open the cup of an entry for whoever made it; if they have left, for an officer."""
        club, members = await self._store.named(entry.club), await self._store.members(entry.club)
        if club is None or entry.planned.wish is None or not members:
            return
        officers = [one.account for one in members if one.role != "member"]
        accounts = {one.account for one in members}
        may_lead = entry.author in accounts and not self._is_banned(entry.author)
        owner = entry.author if may_lead else (*officers, members[0].account)[0]
        facts = await self._accounts.facts([owner])
        name = facts[owner].name if owner in facts else ""
        opened = self._cups.prepared(entry.planned.wish, entry.starts, owner, name, club.name)
        await self._cups.begin(replace(opened, planned=True), entry)

    def words_of(self, entry: CalendarEntry) -> str:
        """Return the words of an entry, '' of one whose author is banned."""
        return "" if self._is_banned(entry.author) else entry.planned.text

    async def _tell(self, entry: CalendarEntry) -> None:
        """Tell all members, each in their own zone, or the entry's; nobody is told twice."""
        club, cup = await self._store.named(entry.club), await self._cups.find(entry.cup)
        words = self.words_of(entry)
        for one in await self._store.members(entry.club):
            own = (await self._accounts.profile(one.account)).settings.get(ZONE, "")
            zone = own if zone_of(own) else entry.planned.zone
            text = f"{datetime.fromtimestamp(entry.starts, zone_of(zone) or UTC):%Y-%m-%d %H:%M} ({zone})"
            note = Note(
                id=f"{entry.club} {entry.number} {entry.starts:.0f} {one.account}",
                to=one.account,
                kind="club-event",
                sent=self._clock(),
                sender=entry.author if words else "",  # a note goes with whose words it has
                name=entry.cup if cup and not cup.ended else "",
                table=club.name if club else "",
                text=f"{text}, {words}" if words else text,
            )
            await self._give(note)
