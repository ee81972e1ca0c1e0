"""A process's side of what it shares with the others of its machine: the protocols of `server.nodes`, over a
link to the hub.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Sequence

from server.hub.hub import LINGER
from server.hub.journal import ProcessJournal
from server.hub.link import Link, LinkLost
from server.hub.sessions import ProcessAudiences, ProcessSessions, ProcessTalk
from server.identity.codes import KeyOffer
from server.log.entries import Entry, TableSummary
from server.nodes.audiences import TableAudience
from server.nodes.directory import Ended, Opened
from server.nodes.duties import highest_weight
from server.nodes.names import LocalClaims
from server.nodes.nodes import Nodes
from server.nodes.sessions import SharedSession
from server.nodes.shares import HeldShare
from server.nodes.signals import Signal, Signalled
from server.nodes.subscribers import Subscribers
from server.nodes.talk import SpokenLine
from server.nodes.windows import FullWindow, RateWindow
from server.settings.current_limits import NodePart, node_part
from tui.host.port import Release

BEAT = 1.0
"""Seconds between two heartbeats."""
CAUTIOUS = 3.0
"""Seconds after its last confirmed heartbeat until a process takes no more duties: before others do."""


class HubNode:
    """One process from `open` until `close`. It is what the hub calls, too: the methods that end in news."""

    def __init__(
        self,
        name: str,
        link: Link,
        beat: float = BEAT,
        cautious: float = CAUTIOUS,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self._monotonic = monotonic
        self.name, self._link, self._beat, self._cautious = name, link, beat, cautious
        self.journal = ProcessJournal(link)
        self.acting: frozenset[str] = frozenset()
        self._part = NodePart()
        self._confirmed = float("-inf")
        self._beating: asyncio.Task[None] | None = None
        self._sessions, self._talk = ProcessSessions(link), ProcessTalk(link)
        self._audiences = ProcessAudiences(link)
        self._opened: Subscribers[None, TableSummary] = Subscribers("tables that other processes open")
        self._ended: Subscribers[None, str] = Subscribers("tables that other processes end")
        self._signalled: Subscribers[None, Signal] = Subscribers("signals of other processes")
        self._changed: Subscribers[None, None] = Subscribers("which processes there are")
        self.nodes = Nodes(
            name=name,
            is_reached=self.is_reached,
            part=lambda: self._part,
            tables=_Directory(link, self._opened, self._ended),
            audiences=self._audiences,
            sessions=self._sessions,
            talk=self._talk,
            signals=_Signals(link, self._signalled),
            duties=_Duties(self, link, self._changed),
            names=_Claims(link),
            codes=_Codes(link),
            windows=_Windows(link),
            shares=_Shares(link),
        )

    async def open(self) -> None:
        """Begin: from now on the others know of this process. Raises LinkLost."""
        await self._link.call("hub", "join")
        self._confirmed = self._monotonic()
        self._beating = asyncio.ensure_future(self._beat_on())

    async def close(self) -> None:
        """End the heartbeats and the link."""
        if self._beating:
            self._beating.cancel()
            await asyncio.gather(self._beating, return_exceptions=True)
        await self.journal.close()

    def is_reached(self) -> bool:
        """Return whether the hub has answered lately."""
        return self._monotonic() - self._confirmed < self._cautious

    async def _beat_on(self) -> None:
        while True:
            sent = self._monotonic()
            try:
                await self._link.call("hub", "beat")
            except LinkLost:
                return
            was_reached, self._confirmed = self.is_reached(), sent
            if not was_reached:  # who asked meanwhile was told that nothing is its duty, and has to ask again
                self._changed.publish(lambda _: None)
            await asyncio.sleep(self._beat)

    # --- called by the hub

    def entries(self, table: str, entries: Sequence[Entry]) -> None:
        """Entries were added to a log, by whichever process."""
        self.journal.told(table, entries)

    def opened(self, summary: TableSummary) -> None:
        """Another process has opened a table."""
        self._opened.publish(lambda _: summary)

    def ended(self, table: str) -> None:
        """Another process has ended or retired a table."""
        self._ended.publish(lambda _: table)

    def came(self, session: SharedSession) -> None:
        """A session of another process is there, or has another name."""
        self._sessions.came(session)

    def left(self, session: SharedSession, when: float) -> None:
        """A session of another process has ended."""
        self._sessions.left(session, when)

    def audience(self, node: str, table: str, there: TableAudience) -> None:
        """Another process has told what it knows of a table."""
        self._audiences.note(node, table, there)

    def heard(self, spoken: SpokenLine) -> None:
        """A line was said at another process."""
        self._talk.heard(spoken)

    def signalled(self, signal: Signal) -> None:
        """Another process has sent a signal."""
        self._signalled.publish(lambda _: signal)

    def nodes_changed(self, present: frozenset[str], acting: frozenset[str]) -> None:
        """Other processes are there now, or have duties."""
        self._part, self.acting = node_part(self.name, present), acting
        self._changed.publish(lambda _: None)


class _Directory:
    """See `server.nodes.directory.TableDirectory`."""

    def __init__(
        self, link: Link, opened: Subscribers[None, TableSummary], ended: Subscribers[None, str]
    ) -> None:
        self._link, self._opened, self._ended = link, opened, ended

    def follow(self, opened: Opened, ended: Ended) -> Release:
        releases = self._opened.add(None, opened), self._ended.add(None, ended)

        def release() -> None:
            for one in releases:
                one()

        return release

    async def catch_up(self) -> None:
        await self._link.call("hub", "ping")


class _Signals:
    """See `server.nodes.signals.Signals`."""

    def __init__(self, link: Link, signalled: Subscribers[None, Signal]) -> None:
        self._link, self._signalled = link, signalled

    async def send(self, signal: Signal) -> None:
        await self._link.call("hub", "send", signal)

    def follow(self, signalled: Signalled) -> Release:
        return self._signalled.add(None, signalled)

    async def standing(self) -> Sequence[Signal]:
        found: Sequence[Signal] = await self._link.call("hub", "standing")
        return found


class _Duties:
    """See `server.nodes.duties.Duties`."""

    def __init__(self, node: HubNode, link: Link, changed: Subscribers[None, None]) -> None:
        self._node, self._link, self._changed = node, link, changed
        self._resigned = False

    def acts_for(self, duty: str) -> bool:
        node = self._node
        return (
            not self._resigned
            and node.name in node.acting
            and node.is_reached()
            and highest_weight(node.acting, duty) == node.name
        )

    def follow(self, changed: Callable[[], None]) -> Release:
        return self._changed.add(None, lambda _: changed())

    def resign(self) -> None:
        self._resigned = True
        self._link.tell("hub", "resign")
        self._changed.publish(lambda _: None)


class _Claims:
    """See `server.nodes.names.NameClaims`. `claimed` knows the claims of this process."""

    def __init__(self, link: Link) -> None:
        self._link, self._own = link, LocalClaims()

    async def claim(self, looks: Collection[str], now: float) -> bool:
        if not await self._own.claim(looks, now):
            return False
        try:
            got: bool = await self._link.call("hub", "claim", frozenset(looks), now)
        except BaseException:
            self._own.release(looks)
            raise
        if not got:
            self._own.release(looks)
        return got

    def release(self, looks: Collection[str]) -> None:
        asyncio.get_running_loop().call_later(LINGER, self._own.release, looks)
        self._link.tell("hub", "release", frozenset(looks))

    def claimed(self, now: float) -> Collection[str]:
        return self._own.claimed(now)


class _Codes:
    """See `server.nodes.codes.SharedCodes`."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def offer(self, offered: KeyOffer, code: str, until: float) -> None:
        await self._link.call("hub", "offer", offered, code, until)

    async def take(self, code: str, now: float) -> KeyOffer | None:
        found: KeyOffer | None = await self._link.call("hub", "take", code, now)
        return found

    async def know(self, table: str, player: str) -> None:
        await self._link.call("hub", "know", table, player)

    async def known_to(self, player: str) -> Collection[str]:
        found: Collection[str] = await self._link.call("hub", "known_to", player)
        return found


class _Windows:
    """See `server.nodes.windows.ActionWindows`."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def count(self, windows: Sequence[RateWindow], now: float) -> FullWindow | None:
        found: FullWindow | None = await self._link.call("hub", "count", tuple(windows), now)
        return found


class _Shares:
    """See `server.nodes.shares.HeldShares`."""

    def __init__(self, link: Link) -> None:
        self._link = link

    async def take(self, *shares: HeldShare) -> HeldShare | None:
        full: HeldShare | None = await self._link.call("hub", "take_shares", *shares)
        return full

    def give_back(self, what: str, holder: str) -> None:
        self._link.tell("hub", "give_back", what, holder)
