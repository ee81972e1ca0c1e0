"""The nodes of one host in one process, over one journal in memory: what they share is at once in one log, as
in one database, and each reads it when a bell rings or, should the bell be lost, at its next poll.

A test says how late bells are and which of them are lost, and it kills nodes or cuts them off from the log.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from typing import Any

from msgspec import Struct

from server.cluster.audiences import NOBODY, TableAudience, ToldAudiences
from server.cluster.codes import LocalCodes
from server.cluster.directory import Ended, Opened
from server.cluster.duties import highest_weight
from server.cluster.names import LocalClaims
from server.cluster.nodes import Nodes
from server.cluster.sessions import Came, Left, SharedSession
from server.cluster.shares import HeldShare, LocalShares
from server.cluster.signals import STANDING, Signal, Signalled
from server.cluster.talk import KEPT_LINES, Heard, SpokenLine
from server.cluster.windows import FullWindow, LocalWindows, RateWindow
from server.identity.codes import KeyOffer
from server.log.entries import Entry, Opening, TableSummary
from server.settings.current_limits import node_part
from server.store.journal.journal import Conflict, Journal, RematchTaken, TableNameTaken
from server.store.journal.subscribers import Subscribers, Topics
from server.store.sqlite.memory import MemoryJournal
from server.table.dependencies import Timer
from tui.host.port import Release

POLL = 2.0
"""Seconds between two polls of a node."""
LAPSE = 4.0
"""Seconds from a node's last heartbeat until it counts as lost."""
LINGER = 5.0
"""Seconds for which a released name stays claimed."""
TICK = 1e-6
"""Between two bells to one node: timers of one moment may go off in any order."""


class UnreachableError(ConnectionError):
    """The node is killed or cut off."""


class LoggedEvent(Struct, frozen=True):
    """Something that a node has stored for the others."""

    node: str
    topic: str
    value: Any


class JoinedHost:
    """The store that all nodes share. `delay()` returns the seconds until a bell is heard, None: never."""

    def __init__(
        self,
        clock: Callable[[], float],
        timer: Timer,
        delay: Callable[[], float | None] = lambda: 0.0,
        journal: Journal | None = None,
    ) -> None:
        self.journal = journal or MemoryJournal()
        self.attempts: Counter[str] = Counter()
        """Appends by whom they were tried, and those that did what another node had done."""
        self.clock, self.timer, self.delay = clock, timer, delay
        self.log: list[LoggedEvent] = []
        self.nodes: dict[str, JoinedNode] = {}
        self.sessions: dict[tuple[str, int], SharedSession] = {}
        self.talk: dict[str, list[SpokenLine]] = defaultdict(list)
        self.claims, self.codes = LocalClaims(), LocalCodes()
        self.windows, self.shares = LocalWindows(), LocalShares()
        self.lapsing: dict[str, list[HeldShare]] = defaultdict(list)
        self.known: set[tuple[str, str]] = set()
        self.acting: frozenset[str] = frozenset()
        self.alike = True
        """Whether no node is an older one."""
        self.audiences = ToldAudiences()

    def node(self, name: str) -> JoinedNode:
        """Start a node."""
        self.nodes[name] = node = JoinedNode(self, name)
        self.act(self.acting | {name})
        return node

    def kill(self, name: str) -> None:
        """Kill a node; after LAPSE the others know."""
        self.cut(name)
        self.nodes[name].dead = True

    def cut(self, name: str) -> None:
        """Cut a node off from the store; after LAPSE the others count it as lost."""
        node, when = self.nodes[name], self.clock()
        node.reached = False
        node.duties_changed()
        self.timer(LAPSE, lambda: None if node.reached else self._lost(node, when))

    def mend(self, name: str) -> None:
        """Let a node that was cut off reach the store again."""
        node = self.nodes[name]
        node.reached = True
        for place, session in tuple(self.sessions.items()):
            if session.node == name and session.number not in node.own:
                self.add(name, "left", (session, node.left.get(place[1], self.clock())))
        for session in node.own.values():
            self.add(name, "came", session)
        for table, audience in node.watched.items():
            self.add(name, "audience", (name, table, audience))
        node.catch_up()
        self.act(self.acting | {name})

    def _lost(self, node: JoinedNode, when: float) -> None:
        for session in [one for one in self.sessions.values() if one.node == node.name]:
            self.add(node.name, "left", (session, when))
        for name, table, _ in self.audiences.everything():
            if name == node.name:
                self.add(name, "audience", (name, table, NOBODY))
        for share in self.lapsing.pop(node.name, ()):
            self.shares.give_back(share.what, share.holder)
        self.act(self.acting - {node.name})

    def act(self, nodes: frozenset[str]) -> None:
        """Set which nodes have duties."""
        self.acting = nodes
        for node in self.nodes.values():
            node.duties_changed()

    def add(self, node: str, topic: str, value: Any) -> None:
        """Store something and ring for the others."""
        self.log.append(LoggedEvent(node, topic, value))
        match topic:
            case "came":
                self.sessions[value.node, value.number] = value
            case "left":
                self.sessions.pop((value[0].node, value[0].number), None)
            case "audience":
                self.audiences.note(*value)
            case "talk":
                self.talk[value.place] = [*self.talk[value.place], value][-KEPT_LINES:]
        for other in self.nodes.values():
            if other.name != node:
                other.ring()


class JoinedNode:
    """One node's side of it: `nodes` and `journal` go into its host's dependencies."""

    def __init__(self, host: JoinedHost, name: str) -> None:
        self.host, self.name = host, name
        self.reached, self.dead = True, False
        self.own: dict[int, SharedSession] = {}
        self.watched: dict[str, TableAudience] = {}
        self.left: dict[int, float] = {}
        """When sessions have ended while the node was cut off."""
        self.followers: defaultdict[str, Subscribers[None, Any]] = defaultdict(lambda: Subscribers("nodes"))
        self.journal = JoinedJournal(self)
        self._read = len(host.log)
        self._heard = 0.0
        self.nodes = Nodes(
            name=name,
            is_reached=lambda: self.reached,
            part=lambda: node_part(name, host.acting),
            alike=lambda: host.alike,
            present=lambda: host.acting,
            tables=JoinedTables(self),
            audiences=JoinedAudiences(self),
            sessions=JoinedSessions(self),
            talk=JoinedTalk(self),
            signals=JoinedSignals(self),
            duties=JoinedDuties(self),
            names=JoinedClaims(self),
            codes=JoinedCodes(self),
            windows=JoinedWindows(self),
            shares=JoinedShares(self),
        )
        host.timer(POLL, self._poll)

    def check(self) -> None:
        """Raise UnreachableError if the node does not reach the store."""
        if not self.reached:
            raise UnreachableError(self.name)

    def ring(self) -> None:
        """Ring the node's bell, unless it is lost."""
        delay = self.host.delay()
        if delay is not None:
            now = self.host.clock()
            self._heard = max(self._heard + TICK, now + delay)
            self.host.timer(self._heard - now, self.catch_up)

    def catch_up(self) -> None:
        """Tell everything that is stored and was not told yet."""
        while self.reached and self._read < len(self.host.log):
            event = self.host.log[self._read]
            self._read += 1
            if event.node != self.name or event.topic == "left":
                self._tell(event)

    def _tell(self, event: LoggedEvent) -> None:
        if event.topic == "entries":
            self.journal.publish(*event.value)
        else:
            self.followers[event.topic].publish(event.value)

    def tell(self, topic: str, listener: Callable[[Any], None]) -> Release:
        """Call a listener with what other nodes store."""
        return self.followers[topic].add(None, listener)

    def duties_changed(self) -> None:
        """Tell who follows the duties."""
        if not self.dead:
            self.followers["duties"].publish(None)

    def _poll(self) -> None:
        if not self.dead:
            self.catch_up()
            self.host.timer(POLL, self._poll)


class JoinedJournal:
    """A node's side of the journal that all nodes share."""

    def __init__(self, node: JoinedNode) -> None:
        self._listeners = Topics[Sequence[Entry]]("the log of table")
        self.publish = self._listeners.publish
        shared = node.host.journal
        self._node, self._shared = node, shared
        self.tails = shared.tails
        self.find, self.finished, self.dice_counts = shared.find, shared.finished, shared.dice_counts
        self.sign, self.signatures = shared.sign, shared.signatures
        self.hand_over, self.forget = shared.hand_over, shared.forget
        self.history, self.ratings = shared.history, shared.ratings

    def subscribe(self, table: str, listener: Callable[[Sequence[Entry]], None], after: int = 0) -> Release:
        """See `Journal.subscribe`."""
        del after
        return self._listeners.add(table, listener)

    async def hear(self, table: str = "") -> None:
        """See `Journal.hear`."""
        del table
        self._node.catch_up()

    async def create(self, opening: Opening, entries: Sequence[Entry] = ()) -> None:
        """See `Journal.create`."""
        self._node.check()
        for summary in await self._shared.open_tables():
            if summary.opening.name == opening.name:
                raise TableNameTaken(opening.name)
            if opening.rematch_of and summary.opening.rematch_of == opening.rematch_of:
                raise RematchTaken(opening.rematch_of)
        release = self._shared.subscribe(opening.id, self._stored(opening))
        try:
            await self._shared.create(opening, entries)
        except BaseException:
            release()
            raise

    def _stored(self, opening: Opening) -> Callable[[Sequence[Entry]], None]:
        """Return what stores for all nodes that a table was opened, then its entries, even if whoever wrote
        them no longer waits.
        """
        known = False

        def stored(entries: Sequence[Entry]) -> None:
            nonlocal known
            if known:
                self._node.host.add("", "entries", (opening.id, entries))
                return
            known = True
            summary = TableSummary(opening, tuple(entries), opening.opened, length=len(entries))
            self._node.host.add(self._node.name, "opened", summary)

        return stored

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        """See `Journal.append`."""
        self._node.check()
        by = entries[0].by if entries else ""
        self._node.host.attempts[by] += 1
        try:
            await self._shared.append(table, expected, entries)
        except Conflict:
            done = [(e.kind, e.seat, e.ask) for e in await self._shared.read(table, expected)]
            self._node.host.attempts[f"{by} in vain"] += (
                entries[0].kind,
                entries[0].seat,
                entries[0].ask,
            ) in done
            raise
        finally:
            self._node.catch_up()
        self._node.check()

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        """See `Journal.read`."""
        self._node.check()
        return await self._shared.read(table, after)

    async def open_tables(self) -> tuple[TableSummary, ...]:
        """See `Journal.open_tables`."""
        self._node.check()
        return await self._shared.open_tables()

    async def retire(self, table: str) -> None:
        """See `Journal.retire`."""
        self._node.check()
        await self._shared.retire(table)
        self._node.host.add(self._node.name, "ended", table)

    async def close(self) -> None:
        """Drop all listeners; the shared journal stays open."""
        self._listeners.clear()


class JoinedTables:
    """See `server.cluster.directory.TableDirectory`."""

    def __init__(self, node: JoinedNode) -> None:
        self._node = node

    def follow(self, opened: Opened, ended: Ended) -> Release:
        leave = self._node.tell("opened", opened), self._node.tell("ended", ended)
        return lambda: [one() for one in leave] and None

    async def catch_up(self) -> None:
        self._node.check()
        self._node.catch_up()


class JoinedSessions:
    """See `server.cluster.sessions.SessionDirectory`."""

    def __init__(self, node: JoinedNode) -> None:
        self._node = node

    def enter(self, session: SharedSession) -> None:
        self._node.own[session.number] = session
        if self._node.reached:
            self._node.host.add(self._node.name, "came", session)

    def leave(self, session: SharedSession, when: float) -> None:
        self._node.own.pop(session.number, None)
        if self._node.reached:
            self._node.host.add(self._node.name, "left", (session, when))
        else:
            self._node.left[session.number] = when

    def follow(self, came: Came, left: Left) -> Release:
        name = self._node.name
        for session in tuple(self._node.host.sessions.values()):
            if session.node != name:
                came(session)

        def gone(value: tuple[SharedSession, float]) -> None:
            if value[0].node != name:
                left(*value)

        leave = self._node.tell("came", came), self._node.tell("left", gone)
        return lambda: [one() for one in leave] and None


class JoinedAudiences(ToldAudiences):
    """See `server.cluster.audiences.TableAudiences`."""

    def __init__(self, node: JoinedNode) -> None:
        super().__init__()
        self._node = node
        for told in node.host.audiences.everything():
            self.note(*told)
        node.tell("audience", lambda told: self.note(*told))

    def tell(self, table: str, here: TableAudience) -> None:
        self._node.watched[table] = here
        if self._node.reached:
            self._node.host.add(self._node.name, "audience", (self._node.name, table, here))


class JoinedTalk:
    """See `server.cluster.talk.SharedTalk`."""

    def __init__(self, node: JoinedNode) -> None:
        self._node = node

    def say(self, spoken: SpokenLine) -> None:
        if self._node.reached:
            self._node.host.add(self._node.name, "talk", spoken)

    def follow(self, heard: Heard) -> Release:
        for lines in tuple(self._node.host.talk.values()):
            for spoken in lines:
                heard(spoken)
        return self._node.tell("talk", heard)

    async def forget(self, who: str) -> None:
        self._node.check()
        talk = self._node.host.talk
        for place, lines in talk.items():
            talk[place] = [one for one in lines if one.who != who]


class JoinedSignals:
    """See `server.cluster.signals.Signals`."""

    def __init__(self, node: JoinedNode) -> None:
        self._node = node

    async def send(self, signal: Signal) -> None:
        self._node.check()
        self._node.host.add(self._node.name, "signal", signal)

    def follow(self, signalled: Signalled) -> Release:
        return self._node.tell("signal", signalled)

    async def standing(self) -> Sequence[Signal]:
        self._node.check()
        sent = [event.value for event in self._node.host.log if event.topic == "signal"]
        return tuple({one.kind: one for one in sent if one.kind in STANDING}.values())


class JoinedDuties:
    """See `server.cluster.duties.Duties`."""

    def __init__(self, node: JoinedNode) -> None:
        self._node = node

    def acts_for(self, duty: str) -> bool:
        node, acting = self._node, self._node.host.acting
        return node.reached and node.name in acting and highest_weight(acting, duty) == node.name

    def follow(self, changed: Callable[[], None]) -> Release:
        return self._node.tell("duties", lambda _: changed())

    def resign(self) -> None:
        self._node.host.act(self._node.host.acting - {self._node.name})


class JoinedClaims:
    """See `server.identity.name_registry.Claims`."""

    def __init__(self, node: JoinedNode) -> None:
        self._node, self._claims = node, node.host.claims

    async def claim(self, looks: Collection[str], now: float) -> bool:
        self._node.check()
        return await self._claims.claim(looks, now)

    def release(self, looks: Collection[str]) -> None:
        self._node.host.timer(LINGER, lambda: self._claims.release(looks))

    def is_claimed(self, look: str, now: float) -> bool:
        return self._claims.is_claimed(look, now)


class JoinedCodes:
    """See `server.cluster.codes.SharedCodes`."""

    def __init__(self, node: JoinedNode) -> None:
        self._node, self._codes = node, node.host.codes

    async def offer(self, offered: KeyOffer, code: str, until: float) -> None:
        self._node.check()
        await self._codes.offer(offered, code, until)

    async def take(self, code: str, now: float) -> KeyOffer | None:
        self._node.check()
        return await self._codes.take(code, now)

    async def know(self, table: str, player: str) -> None:
        self._node.check()
        self._node.host.known.add((table, player))

    async def known_to(self, player: str) -> Collection[str]:
        self._node.check()
        return {table for table, who in self._node.host.known if who == player}


class JoinedWindows:
    """See `server.cluster.windows.ActionWindows`."""

    def __init__(self, node: JoinedNode) -> None:
        self._node, self._windows = node, node.host.windows

    async def count(self, windows: Sequence[RateWindow], now: float) -> FullWindow | None:
        self._node.check()
        return await self._windows.count(windows, now)


class JoinedShares:
    """See `server.cluster.shares.HeldShares`."""

    def __init__(self, node: JoinedNode) -> None:
        self._node, self._shares = node, node.host.shares

    async def take(self, *shares: HeldShare, instead: str = "") -> HeldShare | None:
        self._node.check()
        full = await self._shares.take(*shares, instead=instead)
        if full is None:
            self._node.host.lapsing[self._node.name] += [share for share in shares if not share.lasting]
        return full

    def give_back(self, what: str, holder: str) -> None:
        if self._node.reached:
            self._shares.give_back(what, holder)
