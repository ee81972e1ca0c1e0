"""Tells the other nodes of the tables here what their logs do not say there: who watches, and the round."""

from __future__ import annotations

from server.cluster.audiences import NOBODY, TableAudience
from server.cluster.nodes import Nodes
from server.table.snapshots import round_of
from server.table.table import Table


class AudienceDesk:
    """What this node has told of each table. On a host of one process, nothing."""

    def __init__(self, nodes: Nodes) -> None:
        self._nodes = nodes
        self._told: dict[str, TableAudience] = {}

    def note(self, table: Table, *, lost: bool = False) -> None:
        """Tell what has changed of a table. A round is told by the node that acts for the table, or by the
        first that knows it; `lost`: by any, since what a lost node has told is gone.
        """
        if not self._nodes.name:
            return
        name = table.opening.id
        told = self._told.get(name, NOBODY)
        now = TableAudience(table.audience.watching(table.state), *self._round(table, told, lost=lost))
        if now != told:
            self._tell(name, now)

    def _round(self, table: Table, told: TableAudience, *, lost: bool) -> tuple[int, int]:
        """Return the round that is to be told, after the number of its entry."""
        elsewhere = self._nodes.audiences.elsewhere(table.opening.id)
        known = max((told.seq, told.round), (elsewhere.seq, elsewhere.round))
        seq, now = table.state.seq, None if table.asleep else round_of(table.state)
        if now is None or now == known[1] or seq <= known[0]:
            return told.seq, told.round
        tells = lost or not known[0] or self._nodes.duties.acts_for(table.opening.id)
        return (seq, now) if tells else (told.seq, told.round)

    def drop(self, table: Table) -> None:
        """Tell nothing any more of a table that is gone."""
        if table.opening.id in self._told:
            self._tell(table.opening.id, NOBODY)

    def _tell(self, table: str, now: TableAudience) -> None:
        self._told[table] = now
        if now == NOBODY:
            del self._told[table]
        self._nodes.audiences.tell(table, now)
