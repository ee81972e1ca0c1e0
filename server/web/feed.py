"""A window's session at a host: questions and answers, the news of tables that somebody views.

It speaks the protocol of programs (docs/api.md) over whatever leads to the host. Tables are followed only
while somebody views them and some time longer.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
from collections.abc import AsyncGenerator
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec import UNSET, Raw, Struct, UnsetType

from engine.game import AnyGame
from engine.playthrough import event_type
from server.telemetry.logs import reason
from tui.boards import PLAYABLE
from tui.host.pictures import TableInfo, TableSnapshot
from tui.web.page import Site

log = logging.getLogger(__name__)

T = TypeVar("T")
Ticks = AsyncGenerator[int | None, None]
"""What a page shows by the number of its version, each time that it is another; None: nothing for a while."""
MOST_WATCHED = 190
"""Tables that are followed at once; a host lets a window follow 200."""
VIEWED = 60.0
"""Seconds that a table is followed after it was viewed last."""
ANSWERED = 20.0
"""Seconds in which a host answers."""
TICK, PING = 1.0, 25.0
"""Seconds between two ticks of a table at least, and until a listener is told that there was none."""


class Away(Exception):  # noqa: N818
    """The host is not reached."""


class Declined(Exception):  # noqa: N818
    """The host has refused what was asked for, by a `code`."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Writer(Protocol):
    """The way to the host."""

    def write(self, data: bytes) -> None:
        """Send bytes."""


class _Refusal(Struct):
    code: str


class _OfHost(Struct):
    ssh: str
    keys: tuple[str, ...] = ()
    web: str = ""


class _Hello(Struct):
    window: _OfHost | None = None


class _News(Struct):
    info: TableInfo
    seq: int = 0
    view: Raw = Raw(b"null")
    waiting_for: tuple[int, ...] = ()
    recent: tuple[Raw, ...] = ()


class _Line(Struct):
    """A line from the host: the greeting, an answer, or news."""

    hello: _Hello | UnsetType = UNSET
    id: int | None = None
    ok: Raw | UnsetType = UNSET
    refused: _Refusal | UnsetType = UNSET
    table: str = ""
    news: _News | UnsetType = UNSET


class WatchedTable:
    """A table that is followed. `version` grows with every news; `changed` is set with the next one."""

    def __init__(self, news: _News, viewed: float) -> None:
        self._news = news
        self.version = 0
        self.viewed = viewed
        self.changed = asyncio.Event()

    @property
    def info(self) -> TableInfo:
        """The table as everybody sees it."""
        return self._news.info

    @property
    def seq(self) -> int:
        """The number of its newest step."""
        return self._news.seq

    def update(self, news: _News) -> None:
        self._news = news
        self.version += 1
        self.changed.set()
        self.changed = asyncio.Event()

    def snapshot(self) -> TableSnapshot | None:
        """Return the position; None before the deal, and where its game is not known here."""
        game, news = PLAYABLE.get(self.info.game), self._news
        if game is None or bytes(news.view) == b"null":
            return None
        try:
            view = msgspec.json.decode(news.view, type=game.View)
        except msgspec.ValidationError:  # a host with other rules
            return None
        return TableSnapshot(news.info, news.seq, None, view=view, waiting_for=news.waiting_for)

    def events(self) -> list[Any]:
        """Return the newest events, oldest first."""
        game = PLAYABLE[self.info.game]
        return [one for raw in self._news.recent if (one := _event(game, raw)) is not None]


def _event(game: AnyGame, raw: Raw) -> Any:
    try:
        return msgspec.json.decode(raw, type=event_type(game))
    except msgspec.ValidationError:
        return None


class Feed:
    """A session at a host, one after the other: `run` serves one until it ends. `site`: what the host says of
    itself; None before the first.
    """

    def __init__(self) -> None:
        self.site: Site | None = None
        self.begun = asyncio.Event()
        """Set once the host has said what it is."""
        self.watched: dict[str, WatchedTable] = {}
        self.away_since: float | None = asyncio.get_running_loop().time()
        """None: the host is reached."""
        self._writer: Writer | None = None
        self._waiting: dict[int, asyncio.Future[Raw]] = {}
        self._number = 0
        self._coming: dict[str, asyncio.Future[None]] = {}
        """Tables whose first news are waited for."""

    async def run(self, reader: asyncio.StreamReader, writer: Writer) -> None:
        """Serve a session until the host ends it."""
        loop = asyncio.get_running_loop()
        self._writer = writer
        try:
            while line := await reader.readline():
                self._heard(line)
        except (OSError, ValueError, msgspec.MsgspecError) as why:  # a line that is no line, or too long
            log.warning("the host said something else", extra={"why": reason(why)[:200]})
        finally:
            self._writer, self.away_since = None, loop.time()
            for asked in self._waiting.values():
                _give_up(asked)
            for coming in self._coming.values():
                _give_up(coming)
            self._waiting.clear()
            self._coming.clear()
            for table in self.watched.values():
                table.changed.set()
            self.watched.clear()

    def _heard(self, line: bytes) -> None:
        said = msgspec.json.decode(line, type=_Line)
        if said.hello is not UNSET and said.hello.window is not None:
            own = said.hello.window
            self.site = Site(own.ssh, own.web, own.keys, fingerprint(own.keys[0]) if own.keys else "")
            self.away_since = None
            self.begun.set()
        elif said.id is not None and (asked := self._waiting.pop(said.id, None)) and not asked.done():
            if said.ok is not UNSET:
                asked.set_result(Raw(bytes(said.ok)))
            else:
                asked.set_exception(Declined(said.refused.code if said.refused is not UNSET else "fault"))
        elif said.news is not UNSET:
            self._told(said.table, said.news)

    def _told(self, table: str, news: _News) -> None:
        if known := self.watched.get(table):
            known.update(news)
        elif coming := self._coming.pop(table, None):
            self.watched[table] = WatchedTable(news, asyncio.get_running_loop().time())
            if not coming.done():
                coming.set_result(None)

    async def ask(self, kind: type[T], do: str, **fields: Any) -> T:
        """Return the host's answer. Raises Away, Declined."""
        if self._writer is None or self.site is None:
            raise Away
        self._number += 1
        number = self._number
        asked = self._waiting[number] = asyncio.get_running_loop().create_future()
        self._writer.write(msgspec.json.encode({"id": number, "do": do, **fields}) + b"\n")
        try:
            async with asyncio.timeout(ANSWERED):
                return msgspec.json.decode(await asked, type=kind)
        except TimeoutError:
            raise Away from None
        finally:
            self._waiting.pop(number, None)

    async def watch(self, table: str) -> WatchedTable:
        """Return a table that is followed from now on. Raises Away, Declined."""
        loop = asyncio.get_running_loop()
        if table not in self.watched:
            coming = self._coming.get(table)
            if coming is None:
                if len(self.watched) + len(self._coming) >= MOST_WATCHED:
                    raise Declined("too-many-watched")
                coming = self._coming[table] = loop.create_future()
                try:
                    await self.ask(object, "watch", table=table)
                except (Away, Declined):
                    self._coming.pop(table, None)
                    if not coming.done():
                        coming.cancel()
                    raise
            try:
                async with asyncio.timeout(ANSWERED):
                    await asyncio.shield(coming)
            except (TimeoutError, asyncio.CancelledError):
                raise Away from None
        found = self.watched.get(table)
        if found is None:
            raise Away
        found.viewed = loop.time()
        return found

    def named(self, name: str) -> TableInfo | None:
        return next((one.info for one in self.watched.values() if one.info.name == name), None)

    async def ticks(self, table: str) -> Ticks:
        """Yield the ticks of a table, one a second at most, for as long as it is followed."""
        loop, watched = asyncio.get_running_loop(), self.watched.get(table)
        while watched and self.watched.get(table) is watched:
            watched.viewed = loop.time()
            changed = watched.changed
            yield watched.version
            while not await _happens(changed, PING):
                watched.viewed = loop.time()
                yield None
            await asyncio.sleep(TICK)

    async def let_go(self) -> None:
        """Follow no longer what nobody has viewed for a while, and what is over."""
        now = asyncio.get_running_loop().time()
        for table, watched in tuple(self.watched.items()):
            if now > watched.viewed + VIEWED or watched.info.stage == "over":
                del self.watched[table]
                watched.changed.set()
                try:
                    await self.ask(object, "unwatch", table=table)
                except (Away, Declined):
                    continue


async def _happens(event: asyncio.Event, seconds: float) -> bool:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return False
    return True


def _give_up(asked: asyncio.Future[Any]) -> None:
    if not asked.done():
        asked.set_exception(Away())
        asked.exception()  # perhaps nobody waits for it any more


def fingerprint(key: str) -> str:
    """Return the fingerprint of a public key, as ssh shows it."""
    blob = base64.b64decode(key.split()[1])
    return "SHA256:" + base64.b64encode(hashlib.sha256(blob).digest()).decode().rstrip("=")
