"""Tells players who are away: at once, after their quiet hours, or with all else in their digest. What waits
is kept in the store, for whichever node sends it. One notice goes to each of a player's recipients, tried
again where a service does not take it; nothing is sent twice, or to who is here meanwhile.

What there is to tell is left to `server.notices.scheduler`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container, Coroutine, Mapping, Sequence
from contextvars import Context
from datetime import UTC, datetime
from typing import NamedTuple

from server.identity.codes import LONG, code_of
from server.identity.codes import digest as digest_of
from server.lobby.lobby import Lobby
from server.notices.delivery import Sender, notice_of
from server.people.notes import Note
from server.settings.notice_services import NoticeService, NoticeSettings
from server.store.notices import KEPT, NoticeRecipient, WaitingNotice
from tui.host.notice_events import EVENTS, NoticeEvent, digest_seconds, is_wanted, quiet_seconds
from tui.host.setting_names import LANGUAGE, ZONE
from tui.language import away_notices
from tui.language.away_notices import NoticeText
from tui.language.texts import Texts, texts_in
from tui.language.time_zones import zone_of

log = logging.getLogger(__name__)

OF_GAMES: Container[NoticeEvent] = frozenset({"turn", "time", "start", "bot"})
"""What may take all notices of a day; the rest, which others may bring about, takes half of them."""
AT_ONCE: Container[NoticeEvent] = frozenset({"time", "start", "bot"})
"""What cannot wait for a digest."""
INVITES: Container[NoticeEvent] = frozenset({"invitation", "rematch"})
"""What is about a seat at a table that has not begun."""
INVITED = -300_000_002
"""The number of an invitation among the notices about its table."""
TALK = 6 * 3600.0
"""Seconds in which messages of one sender have one notice."""
FOUND_AGAIN: Container[NoticeEvent] = frozenset({"turn", "time"})
"""What is found again at its table after a restart, as long as it is needed."""
AT_LEAST = 1.0
"""Seconds before its time at which what waited may be sent: clocks of nodes differ, and sums are rounded."""
LOOKS, LEFT_FOR = 600.0, 60.0
"""Seconds between two looks at what waits in the store, and after which it was left by another node."""
TOGETHER = 5.0
"""Seconds in which nodes bring what their tables have to tell, so that a digest has all of it."""
MEANT_FOR_NOTES: Mapping[str, NoticeEvent] = {
    "invited": "invitation",
    "told": "message",
    "club-invited": "message",
    "club-note": "message",
    "club-event": "cup",
    "cup-soon": "cup",
    "cup-table": "cup",
    "cup-room": "cup",
    "cup-over": "cup",
}
COMMAND = 15.0
"""Seconds after which whoever is here is so for more than a single command."""
TRIES = (0.0, 60.0, 300.0)
"""Seconds before each try to send a notice."""


class Occasion(NamedTuple):
    """Why a player is told something. `place` and `about` are the same for what is told once; the place is a
    table's id, or tells a sender from others.
    """

    event: NoticeEvent
    player: str
    place: str
    about: int = 0


def occasion_of(note: Note) -> Occasion | None:
    """Return why its reader is told of a note: once of each table, of each sender in a few hours, and of each
    piece of news of a cup or club; None: for no reason.
    """
    event = MEANT_FOR_NOTES.get(note.kind)
    if event == "invitation":
        return Occasion(event, note.to, note.place, INVITED)
    if event == "cup":
        return Occasion(event, note.to, note.id)
    sender = digest_of(note.sender)[:16]
    return Occasion(event, note.to, f"from {sender}", int(note.sent // TALK)) if event else None


class Telling(NamedTuple):
    """What a player is told, as long as it is needed."""

    occasion: Occasion
    worded: Callable[[Texts], NoticeText]
    is_needed: Callable[[], bool] = lambda: True


class Letter(NamedTuple):
    """A recipient at a service, and the code that stops what goes there."""

    to: NoticeRecipient
    service: NoticeService
    code: str


class Letters:
    """`ban_of` is None for a player who may come; `web` is the address of the host's window, if it has one;
    `pause` waits for seconds; `zone` is the time zone of players who named none.
    """

    def __init__(
        self,
        lobby: Lobby,
        *,
        services: Mapping[str, NoticeService],
        settings: NoticeSettings,
        sender: Sender,
        ban_of: Callable[[str], object],
        web: str,
        pause: Callable[[float], Awaitable[None]],
        zone: str,
    ) -> None:
        self.services, self._settings, self._sender = services, settings, sender
        self._away_since, self._ban_of = lobby.presence.away_since, ban_of
        self._web, self._pause, self._zone = web, pause, zone
        self._secret = lobby.dependencies.secret
        self._store = lobby.dependencies.stores.notices
        self._profile = lobby.dependencies.stores.accounts.profile
        self._people, self._find = lobby.dependencies.stores.people, lobby.find
        self._clock, self._timer = lobby.dependencies.clock, lobby.dependencies.timer
        self._gathered: dict[str, list[Telling]] = {}
        """What each player is told in their next digest."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def open(self) -> None:
        """Send now and then what has waited and was left by a node that ended."""
        if self.services:
            self.begin(self._send_left(), "message")

    async def close(self) -> None:
        """Stop. What is due then is sent by another node, or after the next start."""
        self._closed = True
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._sender.close()

    def tell_soon(self, occasion: Occasion, worded: Callable[[Texts], NoticeText]) -> None:
        """Tell a player in the background, if they are away."""
        if self.services and self._away_since(occasion.player) is not None:
            self.begin(self.tell(Telling(occasion, worded)), occasion.event)

    async def tell(self, telling: Telling) -> None:
        """Tell a player what they want to know, after their quiet hours, or with all else in their digest."""
        player, event = telling.occasion.player, telling.occasion.event
        if await self._store.recipient(player) is None:
            return
        settings, now = await self.at_home(player, self._clock())
        if not is_wanted(settings, event):
            return
        tellings, digest = [telling], None if event in AT_ONCE else digest_seconds(settings, now)
        if wait := quiet_seconds(settings, now) if digest is None else digest:
            tellings = [] if await self._stays(telling, wait) else tellings
        if digest is not None:
            if (gathered := self._gathered.get(player)) is not None:
                gathered += tellings
                return
            self._gathered[player] = tellings
            try:
                await self.wait(digest)
            finally:
                del self._gathered[player]
            for one in tellings:
                if one.is_needed():
                    await self._keep(one, 0.0)
            await self.wait(TOGETHER)
            tellings = []
        elif wait:
            await self.wait(wait)
        await self._send_once(player, tellings)

    async def at_home(self, player: str, at: float) -> tuple[Mapping[str, str], datetime]:
        """Return a player's settings, and what their clocks show at a time."""
        settings = (await self._profile(player)).settings
        zone = zone_of(settings.get(ZONE, "")) or zone_of(self._zone) or UTC
        return settings, datetime.fromtimestamp(at, zone)

    def begin(self, work: Coroutine[None, None, None], event: NoticeEvent) -> None:
        """Do work for an event in the background; what it raises is logged."""
        if self._closed:
            work.close()
            return
        task = asyncio.get_running_loop().create_task(_logged(work, event), context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _stays(self, telling: Telling, wait: float) -> bool:
        """Keep what waits in the store, unless it is found again at its table after a restart."""
        return telling.occasion.event not in FOUND_AGAIN and await self._keep(telling, wait)

    async def _keep(self, telling: Telling, wait: float) -> bool:
        """Keep a telling in the store for so many seconds, for who sends it; False: it goes nowhere."""
        player, event = telling.occasion.player, telling.occasion.event
        found = await self._store.recipient(player)
        if found is None:
            return False
        settings = (await self._profile(player)).settings
        text = telling.worded(texts_in(settings.get(LANGUAGE, found.language)))
        notice = WaitingNotice(event, telling.occasion.place, telling.occasion.about, text)
        await self._store.wait(player, notice, self._clock() + wait)
        return True

    async def _send_left(self) -> None:
        while True:
            try:
                for player in await self._store.due(self._clock() - LEFT_FOR):
                    await self._send_once(player, [])
            except Exception:
                log.exception("notices that waited could not be sent")
            await self.wait(LOOKS)

    async def _send_once(self, player: str, tellings: Sequence[Telling]) -> None:
        """Send one notice of all that was not sent already, up to three times, while something of it is
        needed and the player is away.
        """
        now = self._clock()
        waited = await self._store.take_waiting(player, now + AT_LEAST)
        tellings = [*[_kept(player, one) for one in waited if await self._still_says(player, one)], *tellings]
        letters = await self._letters(player, now)
        if not letters or await self._is_here(player):
            return
        await self._store.clean(now - KEPT)
        tellings.sort(key=lambda one: EVENTS.index(one.occasion.event))  # what has to be answered first
        claimed = [one for one in tellings if one.is_needed() and await self._claim(one.occasion, now)]
        if not claimed:
            return
        settings = (await self._profile(player)).settings
        for wait in TRIES:
            await self._pause(wait)
            for letter in tuple(letters):
                texts = texts_in(settings.get(LANGUAGE, letter.to.language))
                told = [one.worded(texts) for one in claimed if one.is_needed()]
                if not told or await self._is_here(player):
                    return
                notice = notice_of(away_notices.digest(texts, told), letter.code, self._web)
                if await self._sender.send(letter.service, letter.to.recipient, notice):
                    letters.remove(letter)
            if not letters:
                return

    async def _is_here(self, player: str) -> bool:
        """Return whether a player is here, and stays for longer than a single command."""
        if self._away_since(player) is None:
            await self.wait(COMMAND)
        return self._away_since(player) is None

    async def _still_says(self, player: str, waited: WaitingNotice) -> bool:
        """Return whether a notice that has waited still says something: the player does not sit there, the
        game has not begun, and what it is about has neither been read nor been taken away, because whoever
        wrote it was banned.
        """
        table = self._find(waited.table) if waited.event in INVITES else None
        if table and (table.state.stage != "open" or player in table.state.players):
            return False
        if waited.event not in MEANT_FOR_NOTES.values():
            return True
        unread = [occasion_of(note) for note in await self._people.waiting(player)]
        return any(one and (one.event, one.place) == (waited.event, waited.table) for one in unread)

    async def _letters(self, player: str, now: float) -> list[Letter]:
        """Return where a notice goes, each place with the code that stops it. None goes to who is banned, and
        could do nothing about it.
        """
        letters = list[Letter]()
        if self._ban_of(player):
            return letters
        for to in await self._store.recipients(player):
            service = self.services.get(to.service)
            place = digest_of(service.place_of(to.recipient)) if service else ""
            if service and not await self._store.is_stopped(place):
                code = code_of(self._secret(LONG))
                await self._store.sent_code(digest_of(code), place, now)
                letters.append(Letter(to, service, code))
        return letters

    async def _claim(self, occasion: Occasion, now: float) -> bool:
        """Note that a player is told something now; False: they were, or there were too many today."""
        most = self._settings.a_day if occasion.event in OF_GAMES else (self._settings.a_day + 1) // 2
        return await self._store.claim(occasion.player, occasion.place, occasion.about, now, most)

    async def wait(self, seconds: float) -> None:
        """Wait by the host's timer."""
        done = asyncio.get_running_loop().create_future()
        release = self._timer(seconds, lambda: done.set_result(None))
        try:
            await done
        finally:
            release()


async def _logged(work: Coroutine[None, None, None], event: NoticeEvent) -> None:
    try:
        await work
    except Exception:
        log.exception("a notice could not be sent", extra={"event": event})


def _kept(player: str, notice: WaitingNotice) -> Telling:
    """Return what has waited in the store as it is told now."""
    occasion = Occasion(notice.event, player, notice.table, notice.ask)
    return Telling(occasion, lambda _: notice.text)
