"""The hub: the process that has the database, and keeps in memory what the others share beside it.

What it keeps ends with it, and with it ends the whole host; a process that is lost takes along only what is
its own. All of its methods are called on one event loop, so that each is one step over all processes.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Mapping, Sequence

from server.hub.journal_side import HubJournal, TablesTold
from server.hub.link import Link
from server.hub.outages import HubOutages
from server.hub.shared import SharedState
from server.hub.shared_journal import SharedSqliteJournal
from server.identity.codes import KeyOffer
from server.log.entries import Entry
from server.nodes.audiences import NOBODY, TableAudience
from server.nodes.sessions import SharedSession
from server.nodes.shares import HeldShare
from server.nodes.signals import STANDING, Signal
from server.nodes.talk import SpokenLine, reader_of
from server.nodes.windows import FullWindow, RateWindow
from server.storage.outages import OutageStore

log = logging.getLogger(__name__)

LAPSE = 3.5
"""Seconds after its last heartbeat until another process takes over the duties of one that hangs."""
LINGER = 1.0
"""Seconds for which a released name stays claimed: who looked whether it is in use, and claims it after that,
may not have read yet who has it.
"""
NEWS = "news"
"""What a process offers to the hub: `server.hub.node`."""


class Hub:
    """Joins processes, each of which may use `stores` by their names. `clock` is the host's, in seconds since
    the epoch.
    """

    def __init__(
        self,
        journal: SharedSqliteJournal,
        outages: OutageStore,
        stores: Mapping[str, object],
        clock: Callable[[], float],
        lapse: float = LAPSE,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        self.clock, self.lapse, self.monotonic = clock, lapse, monotonic
        self.journal, self.stores = journal, stores
        journal.told = self._added
        self.outages = HubOutages(outages)
        self.state = SharedState()
        self._members: dict[str, HubMember] = {}
        self._acting: frozenset[str] = frozenset()

    def member(self, name: str) -> HubMember:
        """Return the side of a process, by a name that no process has had before."""
        return HubMember(self, name)

    def tell(self, teller: str, method: str, *args: object) -> None:
        """Tell all processes except the one that knows by itself."""
        for name, member in self._members.items():
            if name != teller:
                member.link.tell(NEWS, method, *args)

    def enter(self, member: HubMember) -> None:
        """Let a process join: it is told who is here and what was said, then everything that happens."""
        self._members[member.name] = member
        for session in self.state.sessions.values():
            member.link.tell(NEWS, "came", session)
        for told in self.state.audiences.everything():
            member.link.tell(NEWS, "audience", *told)
        for line in self.state.kept_lines():
            member.link.tell(NEWS, "heard", line)
        self.look()

    def leave(self, member: HubMember) -> None:
        """Note that a process has ended: what is its own ends with it."""
        if self._members.pop(member.name, None) is None:
            return
        now = self.clock()
        for session in self.state.lose(member.name):
            self.tell(member.name, "left", session, now)
        for node, table, _ in self.state.audiences.everything():
            if node == member.name:
                self.note_audience(node, table, NOBODY)
        self.outages.leave(member.name)
        self.look()

    def note_audience(self, node: str, table: str, there: TableAudience) -> None:
        """Note what a process tells of a table, and tell the others."""
        self.state.audiences.note(node, table, there)
        self.tell(node, "audience", node, table, there)

    def look(self) -> None:
        """Find out which processes have duties, and tell all of them if that has changed."""
        now = self.monotonic()
        acting = frozenset(
            name for name, one in self._members.items() if one.acts and now - one.beaten < self.lapse
        )
        for lapsed in self._acting & self._members.keys() - acting:
            if self._members[lapsed].acts:
                log.warning("a process does not answer: others take over", extra={"node": lapsed})
        self._acting = acting
        self.tell("", "nodes_changed", frozenset(self._members), acting)

    def _added(self, table: str, entries: Sequence[Entry]) -> None:
        self.tell("", "entries", table, tuple(entries))

    async def keep_looking(self) -> None:
        """Look for processes that hang, until cancelled."""
        while True:
            await asyncio.sleep(self.lapse / 4)
            now = self.monotonic()
            if any(now - self._members[name].beaten >= self.lapse for name in self._acting):
                self.look()


class HubMember:
    """What the hub does for one process. `targets` are for the link, which is set before anything else."""

    link: Link

    def __init__(self, hub: Hub, name: str) -> None:
        self._hub, self._state = hub, hub.state
        self.name, self.acts, self.beaten = name, True, hub.monotonic()
        told = TablesTold(self._opened, self._ended)
        self.targets: Mapping[str, object] = {
            "hub": self,
            "journal": HubJournal(hub.journal, told),
            "history": hub.journal.history,
            "ratings": hub.journal.ratings,
            **hub.stores,
            "outages": hub.outages.of(name),
        }

    def lost(self) -> None:
        """Note that the process has ended."""
        self._hub.leave(self)

    def join(self) -> None:
        """Begin."""
        self.beaten = self._hub.monotonic()
        self._hub.enter(self)

    def beat(self) -> None:
        """Note a heartbeat."""
        hung = self._hub.monotonic() - self.beaten >= self._hub.lapse
        self.beaten = self._hub.monotonic()
        if hung:
            self._hub.look()

    def resign(self) -> None:
        """Take no duties from now on."""
        self.acts = False
        self._hub.look()

    def ping(self) -> None:
        """Answer after everything was told that was durable before."""

    # Sessions, talk, signals

    def came(self, session: SharedSession) -> None:
        """Tell the others of a session or its new name."""
        self._state.sessions[session.node, session.number] = session
        self._hub.tell(self.name, "came", session)

    def left(self, session: SharedSession, when: float) -> None:
        """Tell the others that a session has ended."""
        if self._state.sessions.pop((session.node, session.number), None):
            self._hub.tell(self.name, "left", session, when)

    def audience(self, table: str, here: TableAudience) -> None:
        """Tell the others what the process knows of a table."""
        self._hub.note_audience(self.name, table, here)

    def say(self, spoken: SpokenLine) -> None:
        """Bring a line to the others."""
        if not reader_of(spoken.place):
            self._state.keep_line(spoken)
        self._hub.tell(self.name, "heard", spoken)

    def forget(self, who: str) -> None:
        """Delete the kept lines of an account."""
        self._state.forget_lines(who)

    def send(self, signal: Signal) -> None:
        """Send a signal to the others."""
        if signal.kind in STANDING:
            self._state.standing[signal.kind] = signal
        self._hub.tell(self.name, "signalled", signal)

    def standing(self) -> Sequence[Signal]:
        """Return the last signal of each kind that holds until the next."""
        return tuple(self._state.standing.values())

    # Names, codes, windows, shares

    async def claim(self, looks: Collection[str], now: float) -> bool:
        """See `server.nodes.names.NameClaims.claim`."""
        return await self._state.claims.claim(looks, now)

    def release(self, looks: Collection[str]) -> None:
        """See `server.nodes.names.NameClaims.release`."""
        asyncio.get_running_loop().call_later(LINGER, self._state.claims.release, looks)

    async def offer(self, offered: KeyOffer, code: str, until: float) -> None:
        """See `server.nodes.codes.SharedCodes.offer`."""
        await self._state.codes.offer(offered, code, until)

    async def take(self, code: str, now: float) -> KeyOffer | None:
        """See `server.nodes.codes.SharedCodes.take`."""
        return await self._state.codes.take(code, now)

    def know(self, table: str, player: str) -> None:
        """See `server.nodes.codes.SharedCodes.know`."""
        self._state.known.setdefault(table, set()).add(player)

    def known_to(self, player: str) -> Collection[str]:
        """See `server.nodes.codes.SharedCodes.known_to`."""
        return tuple(table for table, players in self._state.known.items() if player in players)

    async def count(self, windows: Sequence[RateWindow], now: float) -> FullWindow | None:
        """See `server.nodes.windows.ActionWindows.count`."""
        return await self._state.windows.count(windows, now)

    async def take_shares(self, *shares: HeldShare) -> HeldShare | None:
        """See `server.nodes.shares.HeldShares.take`."""
        return await self._state.take_shares(self.name, shares)

    def give_back(self, what: str, holder: str) -> None:
        """See `server.nodes.shares.HeldShares.give_back`."""
        self._state.give_back(what, holder)

    # ---

    def _opened(self, summary: object) -> None:
        self._hub.tell(self.name, "opened", summary)

    def _ended(self, table: str) -> None:
        self._state.end_table(table)
        self._hub.tell(self.name, "ended", table)
