"""Sends a notice when a table has waited long enough for a player who is away: at most one about each
question, and one when the time for it is nearly up, so that nobody gets several in one turn. And of what else
players are told while they are away (`tui.host.notice_events`), as far as they want it, not in their quiet
hours.

Each table has one timer, set to the next moment at which a notice is due there. Of several nodes the one that
acts for the table sends it, and the store makes sure that no other has.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container, Coroutine, Iterator, Mapping, Sequence
from contextvars import Context
from datetime import UTC, datetime
from math import ceil
from typing import NamedTuple
from weakref import WeakKeyDictionary

from engine.game import Ask
from server.identity.accounts import is_guest
from server.identity.codes import LONG, code_of
from server.identity.codes import digest as digest_of
from server.identity.time_zones import zone_of
from server.lobby.lobby import Lobby
from server.log import standing_answers
from server.notices.sender import Sender, notice_of
from server.notices.table_notices import over_notice, turn_notice
from server.people.notes import Note
from server.settings.notice_services import NoticeService
from server.settings.notices import NoticeSettings
from server.store.notices import KEPT, NoticeRecipient, WaitingNotice
from server.table.snapshots import deadlines
from server.table.table import Table
from tui.host.notice_events import NoticeEvent, digest_seconds, is_wanted, quiet_seconds, quiet_since
from tui.host.port import Release
from tui.host.setting_names import LANGUAGE, ZONE
from tui.language import away_notices
from tui.language.away_notices import NoticeText
from tui.language.texts import Texts, texts_in

log = logging.getLogger(__name__)

FIRST_REMINDER = -1
"""Reminders have negative numbers, questions positive ones."""
FIRST_CALL = -1_000_000
"""Calls have numbers below those of reminders."""
FIRST_LAST_CALL, FIRST_BOT, OVER, REMATCH, INVITED = (
    -100_000_000,
    -200_000_000,
    -300_000_000,
    -300_000_001,
    -300_000_002,
)
"""Last calls about questions, bots that took over at a position, and the end have numbers below those."""
OF_GAMES: Container[NoticeEvent] = frozenset({"turn", "time", "start", "bot"})
"""What may take all notices of a day; the rest, which others may bring about, takes half of them."""
AT_ONCE: Container[NoticeEvent] = frozenset({"time", "start", "bot"})
"""What cannot wait for a digest."""
INVITES: Container[NoticeEvent] = frozenset({"invitation", "rematch"})
"""What is about a seat at a table that has not begun."""
FOUND_AGAIN: Container[NoticeEvent] = frozenset({"turn", "time"})
"""What is found again at its table after a restart, as long as it is needed."""
AT_LEAST = 1.0
"""Seconds before its time at which what waited may be sent: clocks of nodes differ, and sums are rounded."""
LOOKS, LEFT_FOR = 600.0, 60.0
"""Seconds between two looks at what waits in the store, and after which it was left by another node."""
TOGETHER = 5.0
"""Seconds in which nodes bring what their tables have to tell, so that a digest has all of it."""
TALK = 6 * 3600.0
"""Seconds in which messages of one sender have one notice."""
LAST_PART, SHORTEST_LAST_PART = 1 / 8, 900.0
"""The part of the time for a question before whose end there is a last call, if it is so many seconds."""
MEANT_FOR_NOTES: Mapping[str, NoticeEvent] = {
    "invited": "invitation",
    "told": "message",
    "club-invited": "message",
    "club-note": "message",
    "club-event": "cup",
    "cup-soon": "cup",
    "cup-table": "cup",
    "cup-over": "cup",
}
TRIES = (0.0, 60.0, 300.0)
"""Seconds before each try to send a notice."""


class DueNotice(NamedTuple):
    """A question that a notice is to be sent about; `last`: because its time is nearly up."""

    player: str
    ask: int
    at: float
    last: bool = False

    @property
    def about(self) -> int:
        """Return the number by which it is known that the notice was sent."""
        return FIRST_LAST_CALL - self.ask if self.last else self.ask


class Occasion(NamedTuple):
    """Why a player is told something. `place` and `about` are the same for what is told once; the place is a
    table's id, or tells a sender from others.
    """

    event: NoticeEvent
    player: str
    place: str
    about: int = 0


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


class Seen(NamedTuple):
    """What was seen of a table before it changed."""

    stage: str
    lent: frozenset[str]
    """The players for whom a bot plays."""
    gone: frozenset[str]
    """The players who have no seat any more: they conceded, or their time was up."""


class NoticeScheduler:
    """Watches tables: `table_changed` must be called whenever anything about one has changed. `ban_of` is
    None for a player who may come; `ssh_host` is what is typed after `ssh` to come here, `web` the address of
    its window, if it has one; `pause` waits for seconds; `zone` is the time zone of players who named none.
    """

    def __init__(
        self,
        lobby: Lobby,
        *,
        services: Mapping[str, NoticeService],
        settings: NoticeSettings,
        sender: Sender,
        ban_of: Callable[[str], object],
        ssh_host: str,
        web: str,
        pause: Callable[[float], Awaitable[None]],
        zone: str,
    ) -> None:
        self._services, self._settings, self._sender = services, settings, sender
        self._away_since, self._ban_of = lobby.presence.away_since, ban_of
        self._ssh_host, self._web, self._pause, self._zone = ssh_host, web, pause, zone
        self._projection, self._dependencies = lobby.projection, lobby.dependencies
        self._store = lobby.dependencies.stores.notices
        self._profile = lobby.dependencies.stores.accounts.profile
        self._people, self._find = lobby.dependencies.stores.people, lobby.find
        self._acts_for = lobby.nodes.duties.acts_for
        self._unfollow = lobby.nodes.duties.follow(self._duties_changed)
        self._clock, self._timer = lobby.dependencies.clock, lobby.dependencies.timer
        self._seen: WeakKeyDictionary[Table, Seen] = WeakKeyDictionary()
        self._timers: dict[str, tuple[float, Release]] = {}
        self._dealt: WeakKeyDictionary[Table, frozenset[int]] = WeakKeyDictionary()
        """The questions at each table that were looked at already."""
        self._left: WeakKeyDictionary[Table, frozenset[int]] = WeakKeyDictionary()
        """Those of them that were left to another node."""
        self._gathered: dict[str, list[Telling]] = {}
        """What each player is told in their next digest."""
        self._tasks: set[asyncio.Task[None]] = set()

    def table_changed(self, table: Table) -> None:
        """Set the table's timer to the next moment at which a notice is due."""
        if not self._services:
            return
        place = table.opening.id
        asked = {number for ask in table.state.asks for number in (ask.id, FIRST_LAST_CALL - ask.id)}
        self._dealt[table] = self._dealt.get(table, frozenset()) & asked
        due = min((one.at for one in self._waiting(table)), default=None)
        set_to, release = self._timers.get(place, (None, None))
        if due == set_to:
            return
        if release:
            release()
            del self._timers[place]
        if due is not None:
            delay = max(0.0, due - self._clock())
            self._timers[place] = (due, self._timer(delay, lambda: self._look(table)))

    async def close(self) -> None:
        """Stop. What is due then is sent by another node, or after the next start."""
        self._unfollow()
        for _, release in self._timers.values():
            release()
        self._timers.clear()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._sender.close()

    def _waiting(self, table: Table) -> Iterator[DueNotice]:
        """Yield the questions that nobody was told of yet, and when that is due."""
        state = table.state
        if state.stage != "running" or len(state.players) < 2:  # nobody waits but bots
            return
        ends, dealt = deadlines(state, self._projection), self._dealt.get(table, frozenset())
        for ask in state.asks:
            player = self._asked(table, ask)
            away = self._away_since(player) if player else None
            if away is None:
                continue
            asked = state.asked_at.get(ask.id, away)
            due = [DueNotice(player, ask.id, max(away, asked) + self._settings.after)]
            last = (ends[ask.id] - asked) * LAST_PART if ask.id in ends else 0.0
            if last >= SHORTEST_LAST_PART:
                due.append(DueNotice(player, ask.id, ends[ask.id] - last, last=True))
            yield from (one for one in due if one.about not in dealt)

    def _asked(self, table: Table, ask: Ask) -> str:
        """Return the account that has to answer; '' if a bot or a guest does, or a plan."""
        holder = table.state.holders[ask.seat - 1]
        has_account = holder.held_by == "player" and not holder.lent and not is_guest(holder.who)
        return holder.who if has_account and not standing_answers.planned(table.state, ask) else ""

    def _look(self, table: Table) -> None:
        place, now = table.opening.id, self._clock()
        self._timers.pop(place, None)
        for due in tuple(self._waiting(table)):
            if due.at <= now:
                self._dealt[table] = self._dealt.get(table, frozenset()) | {due.about}
                if not self._acts_for(place):
                    self._left[table] = self._left.get(table, frozenset()) | {due.about}
                else:
                    self._begin(self._send(table, due), "turn")
                    self._begin(self._send_before_quiet(table, due), "time")
        self.table_changed(table)

    def _duties_changed(self) -> None:
        """Look again at what was left to a node that may be gone, and may have told nobody."""
        left, self._left = self._left, WeakKeyDictionary()
        for table, questions in left.items():
            self._dealt[table] = self._dealt.get(table, frozenset()) - questions
            self.table_changed(table)

    def _begin(self, work: Coroutine[None, None, None], event: NoticeEvent) -> None:
        task = asyncio.get_running_loop().create_task(_logged(work, event), context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, table: Table, due: DueNotice) -> None:
        def is_needed() -> bool:
            return any(ask.id == due.ask for ask in table.state.asks)

        def worded(texts: Texts) -> NoticeText:
            now, host = self._clock(), self._ssh_host
            return turn_notice(texts, table, due.player, due.ask, self._projection, now, host, last=due.last)

        event: NoticeEvent = "time" if due.last else "turn"
        occasion = Occasion(event, due.player, table.opening.id, due.about)
        await self._tell(Telling(occasion, worded, is_needed))

    async def _send_before_quiet(self, table: Table, due: DueNotice) -> None:
        """Send the last call about a question just before the player's quiet hours, if it would fall into
        them, and little of the time would be left at their end.
        """
        last = next((one for one in self._waiting(table) if one.last and one.ask == due.ask), None)
        if last is None:
            return
        settings, then = await self._at_home(last.player, last.at)
        quiet, began = quiet_seconds(settings, then), last.at - quiet_since(settings, then)
        ends = deadlines(table.state, self._projection).get(last.ask, last.at)
        if quiet <= (ends - last.at) / 2 or began - AT_LEAST <= self._clock():
            return
        await self._wait(began - AT_LEAST - self._clock())
        if deadlines(table.state, self._projection).get(last.ask) == ends:
            await self._send(table, last)

    def remind(self, table: Table, player: str, before: float) -> None:
        """Send a player who is away that a table begins in so many seconds; 0: now."""

        def worded(texts: Texts) -> NoticeText:
            return away_notices.starts(texts, table.opening.name, round(before / 60), self._ssh_host)

        self._tell_soon(Occasion("start", player, table.opening.id, FIRST_REMINDER - round(before)), worded)

    def call(self, table: Table, player: str) -> None:
        """Send a player who is away that others wait for them at a table, where a bot may play soon."""

        def worded(texts: Texts) -> NoticeText:
            minutes = ceil(self._dependencies.timeouts.call / 60)
            return away_notices.called(texts, table.opening.name, minutes, self._ssh_host)

        self._tell_soon(Occasion("bot", player, table.opening.id, FIRST_CALL - table.state.seq), worded)

    def note_given(self, note: Note) -> None:
        """Send a player who is away that there is a message or an invitation: one of each table, and one of
        each sender in a few hours; or news of a cup.
        """
        event, kind = MEANT_FOR_NOTES.get(note.kind), note.kind
        if event is None or is_guest(note.to):
            return
        page = next((self._page_of(table) for table in self._seen if table.opening.name == note.table), "")

        def worded(texts: Texts) -> NoticeText:
            match kind:
                case "cup-soon" | "cup-table" | "cup-over":
                    return away_notices.cup(texts, kind, note.text, note.table, self._ssh_host)
                case "club-event":
                    return away_notices.club_event(texts, note.table, note.text, note.name, self._ssh_host)
            if event == "invitation":
                return away_notices.invited(texts, note.name, note.table, self._ssh_host, page)
            return away_notices.written(texts, note.name, self._ssh_host)

        if event == "invitation":
            occasion = Occasion(event, note.to, note.place, INVITED)
        elif event == "cup":
            occasion = Occasion(event, note.to, note.id, 0)
        else:
            sender = digest_of(note.sender)[:16]
            occasion = Occasion(event, note.to, f"from {sender}", int(note.sent // TALK))
        self._tell_soon(occasion, worded)

    def note_changes(self, table: Table) -> None:
        """Tell players of a table what has happened there since it was seen; to be called whenever its stage
        or its seats have changed.
        """
        if not self._services:
            return
        state, place = table.state, table.opening.id
        held = [one for one in state.holders if one.held_by == "player" and not is_guest(one.who)]
        gone = frozenset(one.gave_up for one in state.holders if one.gave_up and not is_guest(one.gave_up))
        seen = Seen(state.stage, frozenset(one.who for one in held if one.lent), gone)
        before, self._seen[table] = self._seen.get(table), seen
        if before == seen or not self._acts_for(place):
            return
        if before is None:
            self._tell_of_rematch(table)
            return

        def ended(texts: Texts) -> NoticeText:
            return over_notice(texts, table, self._ssh_host, self._web)

        def taken_over(texts: Texts) -> NoticeText:
            return away_notices.bot_plays(texts, table.opening.name, self._ssh_host)

        def lost(texts: Texts) -> NoticeText:
            return away_notices.seat_lost(texts, table.opening.name, self._ssh_host)

        if (before.stage, seen.stage) == ("running", "over"):
            for player in {one.who for one in held} | (seen.gone - before.gone):
                self._tell_soon(Occasion("over", player, place, OVER), ended)
        elif seen.stage == "running":
            for player in seen.gone - before.gone:  # who concedes is here; else the clock has
                self._tell_soon(Occasion("bot", player, place, FIRST_BOT - state.seq), lost)
            for player in seen.lent - before.lent:
                self._tell_soon(Occasion("bot", player, place, FIRST_BOT - state.seq), taken_over)

    def _page_of(self, table: Table) -> str:
        """Return where an open table is on the web; '' for a private one, and without a window."""
        from tui.presenters.share import web_address

        private = table.opening.private or not self._web
        return "" if private else web_address(self._web, "t", table.opening.name)

    def _tell_of_rematch(self, table: Table) -> None:
        """Tell those for whom a seat is kept that they can play again."""
        state = table.state
        if state.stage != "open" or not table.opening.rematch_of:
            return

        def worded(texts: Texts) -> NoticeText:
            return away_notices.rematch(texts, table.opening.name, self._ssh_host, self._page_of(table))

        for player in state.people - {*state.players}:
            self._tell_soon(Occasion("rematch", player, table.opening.id, REMATCH), worded)

    def _tell_soon(self, occasion: Occasion, worded: Callable[[Texts], NoticeText]) -> None:
        """Tell a player in the background, if they are away."""
        if self._services and self._away_since(occasion.player) is not None:
            self._begin(self._tell(Telling(occasion, worded)), occasion.event)

    async def _tell(self, telling: Telling) -> None:
        """Tell a player what they want to know, after their quiet hours, or with all else in their digest."""
        player, event = telling.occasion.player, telling.occasion.event
        if await self._store.recipient(player) is None:
            return
        settings, now = await self._at_home(player, self._clock())
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
                await self._wait(digest)
            finally:
                del self._gathered[player]
            for one in tellings:
                if one.is_needed():
                    await self._keep(one, 0.0)
            await self._wait(TOGETHER)
            tellings = []
        elif wait:
            await self._wait(wait)
        await self._send_once(player, tellings)

    async def _at_home(self, player: str, at: float) -> tuple[Mapping[str, str], datetime]:
        """Return a player's settings, and what their clocks show at a time."""
        settings = (await self._profile(player)).settings
        zone = zone_of(settings.get(ZONE, "")) or zone_of(self._zone) or UTC
        return settings, datetime.fromtimestamp(at, zone)

    async def _stays(self, telling: Telling, wait: float) -> bool:
        """Keep what waits in the store, unless it is found again at its table after a restart."""
        return telling.occasion.event not in FOUND_AGAIN and await self._keep(telling, wait)

    async def _keep(self, telling: Telling, wait: float) -> bool:
        """Keep a telling in the store for so many seconds, for whichever node sends it; False: it goes
        nowhere.
        """
        player, event = telling.occasion.player, telling.occasion.event
        found = await self._store.recipient(player)
        if found is None:
            return False
        settings = (await self._profile(player)).settings
        text = telling.worded(texts_in(settings.get(LANGUAGE, found.language)))
        notice = WaitingNotice(event, telling.occasion.place, telling.occasion.about, text)
        await self._store.wait(player, notice, self._clock() + wait)
        return True

    def open(self) -> None:
        """Send now and then what has waited and was left by a node that ended."""
        if self._services:
            self._begin(self._send_left(), "message")

    async def _send_left(self) -> None:
        while True:
            try:
                for player in await self._store.due(self._clock() - LEFT_FOR):
                    await self._send_once(player, [])
            except Exception:
                log.exception("notices that waited could not be sent")
            await self._wait(LOOKS)

    async def _send_once(self, player: str, tellings: Sequence[Telling]) -> None:
        """Send one notice of all that was not sent already, up to three times, while something of it is
        needed and the player is away.
        """
        now = self._clock()
        waited = await self._store.take_waiting(player, now + AT_LEAST)
        tellings = [*[_kept(player, one) for one in waited if await self._still_says(player, one)], *tellings]
        letters = await self._letters(player, now)
        if not letters or self._away_since(player) is None:
            return
        await self._store.clean(now - KEPT)
        claimed = [one for one in tellings if one.is_needed() and await self._claim(one.occasion, now)]
        if not claimed:
            return
        settings = (await self._profile(player)).settings
        for wait in TRIES:
            await self._pause(wait)
            for letter in tuple(letters):
                texts = texts_in(settings.get(LANGUAGE, letter.to.language))
                told = [one.worded(texts) for one in claimed if one.is_needed()]
                if not told or self._away_since(player) is None:
                    return
                notice = notice_of(away_notices.digest(texts, told), letter.code, self._web)
                if await self._sender.send(letter.service, letter.to.recipient, notice):
                    letters.remove(letter)
            if not letters:
                return

    async def _still_says(self, player: str, waited: WaitingNotice) -> bool:
        """Return whether a notice that has waited is no old news: the player sits there, the game has begun,
        or what was written has been read.
        """
        if waited.event in INVITES:
            table = self._find(waited.table)
            return table is None or (table.state.stage == "open" and player not in table.state.players)
        if waited.event != "message":
            return True
        unread = await self._people.waiting(player)
        return any(MEANT_FOR_NOTES.get(note.kind) == "message" for note in unread)

    async def _letters(self, player: str, now: float) -> list[Letter]:
        """Return where a notice goes, each place with the code that stops it. None goes to who is banned, and
        could do nothing about it.
        """
        letters = list[Letter]()
        if self._ban_of(player):
            return letters
        for to in await self._store.recipients(player):
            service = self._services.get(to.service)
            place = digest_of(service.place_of(to.recipient)) if service else ""
            if service and not await self._store.is_stopped(place):
                code = code_of(self._dependencies.secret(LONG))
                await self._store.sent_code(digest_of(code), place, now)
                letters.append(Letter(to, service, code))
        return letters

    async def _claim(self, occasion: Occasion, now: float) -> bool:
        """Note that a player is told something now; False: they were, or there were too many today."""
        most = self._settings.a_day if occasion.event in OF_GAMES else (self._settings.a_day + 1) // 2
        return await self._store.claim(occasion.player, occasion.place, occasion.about, now, most)

    async def _wait(self, seconds: float) -> None:
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
