"""Which nodes are alive: each writes a heartbeat every second, and deletes those that no longer do.

Ages of heartbeats are counted by the database's clock alone. The time in which no node wrote a heartbeat is
an outage of the host.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from typing import NamedTuple

from server.settings.current_limits import NodePart, node_part
from server.store.journal.subscribers import Subscribers
from server.store.postgres.protocols import PostgresConnection
from tui.host.port import Release

log = logging.getLogger(__name__)


class Pace(NamedTuple):
    """The times of heartbeats, in seconds."""

    beat: float = 1.0
    """Between two heartbeats."""
    lapse: float = 3.5
    """After its last heartbeat, until a node counts as lost."""
    cautious: float = 3.0
    """The same until a node counts itself as lost: before the others do."""
    long_lost: float = 10.0
    """The same for a node that has just started, and knows nothing of the others."""


NOW = "extract(epoch FROM clock_timestamp())::float8"
BEGIN = f"""
    WITH last AS (SELECT max(sign) AS sign FROM life), ended AS (
        INSERT INTO outages SELECT sign, {NOW} FROM last WHERE sign < {NOW} - $1 RETURNING began
    ), cleared AS (DELETE FROM life)
    INSERT INTO life SELECT greatest({NOW}, sign) FROM last
"""  # noqa: S608  (our own words)
BEAT_ONCE = f"""
    WITH beaten AS (
        INSERT INTO nodes VALUES ($1, {NOW}, $2)
        ON CONFLICT (node) DO UPDATE SET beat = excluded.beat, acting = excluded.acting
        RETURNING xmax = 0 AS is_new
    ), signed AS (UPDATE life SET sign = greatest(sign, {NOW}))
    SELECT node, beat, acting, {NOW} - beat AS age, (SELECT is_new FROM beaten) AS is_new, {NOW} AS now
    FROM (SELECT node, beat, acting FROM nodes WHERE node <> $1 UNION ALL SELECT $1, {NOW}, $2) AS all_nodes
"""  # noqa: S608  (likewise)
DELETE_LOST = "DELETE FROM nodes WHERE node = $1 AND beat = $2"
LEAVE = "DELETE FROM nodes WHERE node = $1"


async def _nothing() -> None:
    """Do nothing."""


class Membership:
    """A node's view of all nodes. `present` has the names of those that are alive, this one included; the
    others see `acting` as it was at the last heartbeat.

    A row's `acting` is 0 for a node that takes no duties, else its `rules`, a number that grows with the
    rules it knows. The nodes with the greatest take all duties: they play by older rules, too, while a node
    with older ones cannot play the tables of newer ones.
    """

    def __init__(
        self,
        node: str,
        adjust_clock: Callable[[float, float, float], None],
        pace: Pace,
        rules: int = 1,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        """Prepare. `adjust_clock` gets the database's time with each heartbeat, between the monotonic times
        of the question and of the answer.
        """
        self.node, self.pace, self._rules = node, pace, rules
        self._adjust_clock, self._monotonic = adjust_clock, monotonic
        self.acting = True
        """Whether this node takes duties."""
        self.present: frozenset[str] = frozenset()
        self.part = NodePart()
        self._beats: dict[str, float] = {}
        self.acting_nodes: frozenset[str] = frozenset()
        self.alike = False
        """Whether all nodes that are alive are known to have the rules of this one."""
        self._changed: Subscribers[None, None] = Subscribers("which nodes there are")
        self._confirmed = float("-inf")
        """When the last heartbeat was sent that was confirmed, by the monotonic clock."""
        self._began = 0.0

    def resign(self) -> None:
        """Take no duties any more."""
        self.acting = False

    def is_reached(self) -> bool:
        """Return whether the others still count this node as alive."""
        return self._monotonic() - self._confirmed < self.pace.cautious

    def last_beat(self, node: str, default: float) -> float:
        """Return the time of a node's last heartbeat; `default` for one that is not known."""
        return self._beats.get(node, default)

    def follow(self, changed: Callable[[], None]) -> Release:
        """Call `changed` when nodes have come or gone, or have begun or ceased to take duties, and when this
        node has lost touch.
        """
        return self._changed.add(None, lambda _: changed())

    async def begin(self, connection: PostgresConnection) -> None:
        """Begin on a new connection: note an outage if no node has written a heartbeat lately."""
        async with connection.transaction():
            await connection.execute("LOCK TABLE life IN SHARE ROW EXCLUSIVE MODE")
            await connection.execute(BEGIN, self.pace.lapse)
        self._began = self._monotonic()

    async def beat(
        self, connection: PostgresConnection, catch_up: Callable[[], Awaitable[None]] = _nothing
    ) -> bool:
        """Write a heartbeat, read those of the others, and delete lost nodes. Return whether the others did
        not know this node, or no longer. A node that had lost touch calls `catch_up` before it counts as
        reached: what is shown from then on is no older position.
        """
        sent = self._monotonic()
        rows = await connection.fetch(BEAT_ONCE, self.node, self._rules if self.acting else 0)
        self._adjust_clock(sent, rows[0]["now"], self._monotonic())
        if not self.is_reached():
            await catch_up()
        lost = [row for row in rows if row["node"] != self.node and self._is_lost(row["age"])]
        for row in lost:
            if await connection.execute(DELETE_LOST, row["node"], row["beat"]) == "DELETE 1":
                log.warning("a node is lost", extra={"node": row["node"], "seconds": round(row["age"], 1)})
        gone = {row["node"] for row in lost}
        is_new = bool(rows[0]["is_new"])
        self.check()  # who asked since it lost touch was told that nothing is its duty, and has to ask again
        self._confirmed = sent
        self._beats |= {row["node"]: row["beat"] for row in rows}
        rules = {row["node"]: row["acting"] for row in rows if row["node"] not in gone}
        self.alike = all(its == self._rules for node, its in rules.items() if node != self.node)
        self._set(frozenset(rules), self._acting_of(rules, is_new=is_new))
        return is_new

    def _acting_of(self, rules: Mapping[str, int], *, is_new: bool) -> frozenset[str]:
        """Return the nodes that take duties. A node that the others have not seen yet waits for its next
        heartbeat: until then they go on with what will fall to it.
        """
        newest = max(rules.values(), default=0) or None
        acting = frozenset(node for node, its in rules.items() if its == newest)
        others_act = any(its for node, its in rules.items() if node != self.node)
        return acting - {self.node} if is_new and others_act else acting

    def _is_lost(self, age: float) -> bool:
        """Return whether a heartbeat is too old. Right after this node had no connection, the others may have
        had none either: they get as long to come back.
        """
        is_new = self._confirmed == float("-inf")
        settled = self._monotonic() - self._began > self.pace.lapse
        return age > (self.pace.long_lost if is_new else self.pace.lapse) and (is_new or settled)

    async def leave(self, connection: PostgresConnection) -> None:
        """End this node's life."""
        await connection.execute(LEAVE, self.node)

    def check(self) -> None:
        """Tell who follows if this node has lost touch since the last heartbeat."""
        if self.acting_nodes and not self.is_reached():
            self._set(self.present, frozenset())

    def _set(self, present: frozenset[str], acting: frozenset[str]) -> None:
        has_changed = (present, acting) != (self.present, self.acting_nodes)
        self.present, self.acting_nodes = present, acting
        self.part = node_part(self.node, present)
        if has_changed:
            self._changed.publish(None)
