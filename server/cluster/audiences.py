"""What a table's log does not say to nodes that have not read it, or that its followers are not on: how many
watch it, and the round that its game has come to. So the lobby lists every table alike on all nodes.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from server.store.journal.subscribers import Subscribers, nothing_to_end
from tui.host.port import Release


class TableAudience(Struct, frozen=True):
    """`watching` are the followers of a table without a seat, `round` the round after the entry `seq`."""

    watching: int = 0
    seq: int = 0
    round: int = 0


NOBODY = TableAudience()


class TableAudiences:
    """Tells every node what the others know of tables. Nothing of it is durable; it may be late by seconds.
    What a node has told ends with it. A node that was away for a while and comes back tells it all again.
    On a host of one process nobody watches elsewhere.
    """

    def tell(self, table: str, here: TableAudience) -> None:
        """Tell the others what this node knows of a table; NOBODY: nothing any more. Returns at once."""

    def elsewhere(self, table: str) -> TableAudience:  # noqa: ARG002
        """Return what the others have told: how many watch there in all, and the latest round."""
        return NOBODY

    def follow(self, changed: Callable[[str], None]) -> Release:  # noqa: ARG002
        """From now on, call `changed` with the id of each table of which something else is told."""
        return nothing_to_end


class ToldAudiences(TableAudiences):
    """What the others have told, by table and node: `elsewhere` and `follow` of `TableAudiences`."""

    def __init__(self) -> None:
        self._told: dict[str, dict[str, TableAudience]] = {}
        self._changed: Subscribers[None, str] = Subscribers("who watches elsewhere")

    def elsewhere(self, table: str) -> TableAudience:
        told = self._told.get(table)
        if not told:
            return NOBODY
        latest = max(told.values(), key=lambda one: one.seq)
        return TableAudience(sum(one.watching for one in told.values()), latest.seq, latest.round)

    def follow(self, changed: Callable[[str], None]) -> Release:
        return self._changed.add(None, changed)

    def everything(self) -> tuple[tuple[str, str, TableAudience], ...]:
        """Return all that was told, each after its node and table."""
        return tuple((node, table, one) for table, told in self._told.items() for node, one in told.items())

    def note(self, node: str, table: str, there: TableAudience) -> None:
        told = self._told.get(table, {})
        if there == told.get(node, NOBODY):
            return
        told = {name: one for name, one in told.items() if name != node}
        if there != NOBODY:
            told[node] = there
        if told:
            self._told[table] = told
        else:
            del self._told[table]
        self._changed.publish(table)
