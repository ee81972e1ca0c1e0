"""Sends a notice when a table has waited long enough for a player who is away: at most one about each
question, so that nobody gets several in one turn. And before a table with a start time begins.

Each table has one timer, set to the next moment at which a notice is due there. Of several nodes the one that
acts for the table sends it, and the store makes sure that no other has.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextvars import Context
from math import ceil
from typing import NamedTuple
from weakref import WeakKeyDictionary

from engine.game import Ask
from server.identity.accounts import Profile, is_guest
from server.identity.codes import LONG, code_of, digest
from server.notices.sender import Sender, notice_of
from server.notices.turn_notice import turn_notice
from server.settings.notice_services import NoticeService
from server.settings.notices import NoticeSettings
from server.store.notices import KEPT, NoticeStore
from server.table.dependencies import Timer
from server.table.snapshots import ProjectionContext
from server.table.table import Table
from tui.host.port import Release
from tui.language import away_notices
from tui.language.away_notices import NoticeText
from tui.language.texts import Texts, texts_in

log = logging.getLogger(__name__)

FIRST_REMINDER = -1
"""Reminders have negative numbers, questions positive ones."""
FIRST_CALL = -1_000_000
"""Calls have numbers below those of reminders."""
TRIES = (0.0, 60.0, 300.0)
"""Seconds before each try to send a notice."""


class DueNotice(NamedTuple):
    """A question that a notice is to be sent about."""

    player: str
    ask: int
    at: float


class NoticeScheduler:
    """Watches tables: `table_changed` must be called whenever anything about one has changed.
    `away_since(player)` is None for a player who is here; `ssh_host` is what is typed after `ssh` to come
    here; `acts_for(table)` says whether this node sends a table's notices; `pause` waits for seconds, and
    `secret(n)` returns n secret bytes.
    """

    def __init__(
        self,
        *,
        services: Mapping[str, NoticeService],
        settings: NoticeSettings,
        store: NoticeStore,
        sender: Sender,
        away_since: Callable[[str], float | None],
        profile: Callable[[str], Awaitable[Profile]],
        ssh_host: str,
        acts_for: Callable[[str], bool],
        clock: Callable[[], float],
        timer: Timer,
        pause: Callable[[float], Awaitable[None]],
        projection: ProjectionContext,
        secret: Callable[[int], bytes],
        answer_within: float = 300.0,
    ) -> None:
        self._answer_within = answer_within
        """The seconds that a player who is called has to answer."""
        self._services = services
        self._settings = settings
        self._store = store
        self._sender = sender
        self._away_since = away_since
        self._profile = profile
        self._ssh_host = ssh_host
        self._acts_for = acts_for
        self._clock = clock
        self._timer = timer
        self._pause = pause
        self._projection = projection
        self._secret = secret
        self._timers: dict[str, tuple[float, Release]] = {}
        self._dealt: WeakKeyDictionary[Table, frozenset[int]] = WeakKeyDictionary()
        """The questions at each table that were looked at already."""
        self._tasks: set[asyncio.Task[None]] = set()

    def table_changed(self, table: Table) -> None:
        """Set the table's timer to the next moment at which a notice is due."""
        if not self._services:
            return
        place = table.opening.id
        asked = {ask.id for ask in table.state.asks}
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
        for ask in state.asks:
            if (player := self._asked(table, ask)) and ask.id not in self._dealt.get(table, ()):
                away = self._away_since(player)
                if away is not None:
                    since = max(away, state.asked_at.get(ask.id, away))
                    yield DueNotice(player, ask.id, since + self._settings.after)

    def _asked(self, table: Table, ask: Ask) -> str:
        """Return the account that has to answer; '' if a bot or a guest does, or has answered beforehand."""
        holder = table.state.holders[ask.seat - 1]
        has_account = holder.held_by == "player" and not holder.lent and not is_guest(holder.who)
        return holder.who if has_account else ""

    def _look(self, table: Table) -> None:
        """Send what is due now."""
        place, now = table.opening.id, self._clock()
        self._timers.pop(place, None)
        for due in tuple(self._waiting(table)):
            if due.at <= now:
                self._dealt[table] = self._dealt.get(table, frozenset()) | {due.ask}
                if self._acts_for(place):
                    self._begin(self._send(table, due))
        self.table_changed(table)

    def _begin(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _send(self, table: Table, due: DueNotice) -> None:
        try:
            await self._tell(table, due)
        except Exception:
            log.exception("a notice could not be sent", extra={"table": table.opening.name})

    async def _tell(self, table: Table, due: DueNotice) -> None:
        def is_needed() -> bool:
            return any(ask.id == due.ask for ask in table.state.asks)

        def worded(texts: Texts) -> NoticeText:
            now = self._clock()
            return turn_notice(texts, table, due.player, due.ask, self._projection, now, self._ssh_host)

        await self._send_once(table, due.player, due.ask, worded, is_needed)

    def remind(self, table: Table, player: str, before: float) -> None:
        """Send a player who is away that a table begins in so many seconds; 0: now."""
        if self._services and self._away_since(player) is not None:
            self._begin(self._remind(table, player, before))

    async def _remind(self, table: Table, player: str, before: float) -> None:
        def worded(texts: Texts) -> NoticeText:
            return away_notices.starts(texts, table.opening.name, round(before / 60), self._ssh_host)

        try:
            await self._send_once(table, player, FIRST_REMINDER - round(before), worded, lambda: True)
        except Exception:
            log.exception("a reminder could not be sent", extra={"table": table.opening.name})

    def call(self, table: Table, player: str) -> None:
        """Send a player who is away that others wait for them at a table, where a bot may play soon."""
        if self._services and self._away_since(player) is not None:
            self._begin(self._call(table, player, FIRST_CALL - table.state.seq))

    async def _call(self, table: Table, player: str, about: int) -> None:
        def worded(texts: Texts) -> NoticeText:
            minutes = ceil(self._answer_within / 60)
            return away_notices.called(texts, table.opening.name, minutes, self._ssh_host)

        try:
            await self._send_once(table, player, about, worded, lambda: True)
        except Exception:
            log.exception("a call could not be sent", extra={"table": table.opening.name})

    async def _send_once(
        self,
        table: Table,
        player: str,
        about: int,
        worded: Callable[[Texts], NoticeText],
        is_needed: Callable[[], bool],
    ) -> None:
        """Send a notice about something at a table, unless one was sent about it already; up to three times,
        while it is needed and the player is away.
        """
        from tui.host.setting_names import LANGUAGE  # it imports Textual, which a host starts without

        found, now = await self._store.recipient(player), self._clock()
        service = self._services.get(found.service) if found else None
        if found is None or service is None or not found.confirmed:
            return
        place = digest(service.place_of(found.recipient))
        if await self._store.is_stopped(place):
            return
        await self._store.clean(now - KEPT)
        if not await self._store.claim(player, table.opening.id, about, now, self._settings.a_day):
            return
        code = code_of(self._secret(LONG))
        await self._store.sent_code(digest(code), place, now)
        language = (await self._profile(player)).settings.get(LANGUAGE, found.language)
        for wait in TRIES:
            await self._pause(wait)
            if not is_needed() or self._away_since(player) is None:
                return
            if await self._sender.send(
                service, found.recipient, notice_of(worded(texts_in(language)), f"notify off {code}")
            ):
                return
