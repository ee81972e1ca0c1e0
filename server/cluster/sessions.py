"""The sessions on all nodes. Who is here follows from them: `server.lobby.presence`."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from server.store.journal.subscribers import nothing_to_end
from tui.host.port import Release


class SharedSession(Struct, frozen=True):
    """A session on a node. `node` and `number` identify it; `player` is an id, `address` a network as
    `server.transport.connection_limiter.network_of` returns it or "", `since` seconds since the epoch, `key`
    the fingerprint that it proved, `table` the ids of the tables that its player looks at, with spaces.
    """

    node: str
    number: int
    player: str
    name: str
    address: str
    since: float
    key: str = ""
    table: str = ""


Came = Callable[[SharedSession], None]
Left = Callable[[SharedSession, float], None]


class SessionDirectory:
    """Tells every node of the sessions on the others. Nothing of it is durable; it may be late by seconds.
    When a node is lost, its sessions have left at its last heartbeat. A node that was away for a while and
    comes back tells all its sessions again. On a host of one process there is nobody to tell.
    """

    def enter(self, session: SharedSession) -> None:
        """Tell the others of a session of this node, or what is new of it. Returns at once."""

    def leave(self, session: SharedSession, when: float) -> None:
        """Tell the others that a session of this node has ended at `when`. Returns at once."""

    def follow(self, came: Came, left: Left) -> Release:  # noqa: ARG002
        """Call `came` with each session of another node: those that are there already, new ones, and again
        those that have changed; and `left` with each that has ended, with the time when it ended. A
        session that has left does not come again.
        """
        return nothing_to_end
