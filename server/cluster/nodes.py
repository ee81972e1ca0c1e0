"""A node's side of everything that the nodes of a host share."""

from __future__ import annotations

from collections.abc import Callable, Collection

from msgspec import Struct, field

from server.cluster.audiences import TableAudiences
from server.cluster.codes import LocalCodes, SharedCodes
from server.cluster.directory import TableDirectory
from server.cluster.duties import Duties
from server.cluster.names import LocalClaims
from server.cluster.sessions import SessionDirectory
from server.cluster.shares import HeldShares, LocalShares
from server.cluster.signals import Signals
from server.cluster.talk import SharedTalk
from server.cluster.windows import ActionWindows, LocalWindows
from server.identity.name_registry import Claims
from server.settings.current_limits import NodePart


def _yes() -> bool:
    return True


class Nodes(Struct, frozen=True, kw_only=True):
    """What one node sees of the others. The defaults are those of a host of one process: they answer at once,
    without yielding, and end with it. `name` is the node's own and never used again; `is_reached()` returns
    whether the node reaches the store now: if not, nobody new is admitted.
    """

    name: str = ""
    is_reached: Callable[[], bool] = _yes
    alike: Callable[[], bool] = _yes
    """Returns whether all nodes are known to understand what this one writes; while one of them is older, is
    drained or has not been heard of, what it may not know is not written."""
    part: Callable[[], NodePart] = NodePart
    """Returns this node's part of what each node counts by itself. It follows from which nodes are alive, as
    far as this one knows; a node that loses the store keeps the part that it had."""
    present: Callable[[], Collection[str]] = tuple
    """Returns the names of the nodes that are alive, as far as this one knows."""
    conceal: Callable[[str], str] = str
    """Returns what is stored instead of an address that other nodes are told of."""
    tables: TableDirectory = TableDirectory()
    audiences: TableAudiences = TableAudiences()
    sessions: SessionDirectory = SessionDirectory()
    talk: SharedTalk = SharedTalk()
    signals: Signals = Signals()
    duties: Duties = Duties()
    names: Claims = field(default_factory=LocalClaims)
    codes: SharedCodes = field(default_factory=LocalCodes)
    windows: ActionWindows = field(default_factory=LocalWindows)
    shares: HeldShares = field(default_factory=LocalShares)

    def count(self) -> int:
        """Return how many nodes are alive, as far as this one knows."""
        return self.part().nodes
