"""The limits that hold now, in one place for a whole host, a node's part of those that nodes count apart, and
the bucket of API requests that each player's programs share.

Code that needs a limit keeps this record and reads `now` at each use, so that changed limits hold at once,
also for clients that are already connected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple, Protocol
from weakref import WeakValueDictionary

from msgspec.structs import replace

from server.settings.limits import Limits
from tui.host.token_bucket import Rate, TokenBucket


class CurrentLimits:
    """`now`: the limits that hold; an operator can have them read again."""

    def __init__(self, limits: Limits = Limits()) -> None:  # noqa: B008  (immutable)
        self.now = limits


class ReadLimits(Protocol):
    """Limits that are only read: those of a host, or a part of them."""

    @property
    def now(self) -> Limits:
        """The limits that hold."""


class NodePart(NamedTuple):
    """Which part of a limit is a node's that is number `rank`, from 0 on, of `nodes`. Where one of them is
    lost or comes, all that know of it agree without talking; while some do not know yet that one is lost, all
    have less together, never more.
    """

    rank: int = 0
    nodes: int = 1

    def of(self, limit: int) -> int:
        """Return the part of a limit: what does not divide is the first nodes'."""
        each, rest = divmod(limit, self.nodes)
        return each + (self.rank < rest)


def node_part(node: str, present: Iterable[str]) -> NodePart:
    """Return the part of a node among those that are alive, with or without itself."""
    nodes = sorted({node, *present})
    return NodePart(nodes.index(node), len(nodes))


class LimitsOfNodes:
    """The limits of the nodes that one accept loop serves: `parts()` are theirs, and all other nodes of the
    host have the rest. What each node counts by itself is divided, since a question to the others for each
    connection or packet would be an attack in itself; everything else stays as it is.
    """

    def __init__(self, whole: CurrentLimits, parts: Callable[[], Sequence[NodePart]]) -> None:
        self._whole, self._parts = whole, parts
        self._of: tuple[Limits, Sequence[NodePart]] | None = None
        self._now = whole.now

    @property
    def now(self) -> Limits:
        whole, parts = self._whole.now, self._parts()
        if self._of is None or self._of[0] is not whole or self._of[1] != parts:
            self._of, self._now = (whole, parts), limits_of_parts(whole, parts)
        return self._now


def limits_of_parts(whole: Limits, parts: Sequence[NodePart]) -> Limits:
    """Return what nodes with these parts may let in together. No limit becomes less than one connection, or
    than what one client may send.
    """
    scale = sum(1 / part.nodes for part in parts)
    one = min(whole.packets, whole.packets_per_address)
    one_a_second = min(whole.packets_per_second, whole.packets_per_second_per_address)

    def of(limit: int, least: int = 1) -> int:
        return max(least, sum(part.of(limit) for part in parts))

    return replace(
        whole,
        logging_in=of(whole.logging_in),
        logging_in_per_address=of(whole.logging_in_per_address),
        logging_in_kept=of(whole.logging_in_kept, 0),
        new_per_second=of(whole.new_per_second),
        new_per_second_per_address=whole.new_per_second_per_address * (scale or 1),
        new_at_once_per_address=of(whole.new_at_once_per_address),
        waiting=of(whole.waiting),
        waiting_per_address=of(whole.waiting_per_address),
        packets_per_address=of(whole.packets_per_address, one),
        packets_per_second_per_address=max(whole.packets_per_second_per_address * scale, one_a_second),
    )


class PlayerBuckets:
    """The token bucket of every player whose programs are connected. A request takes a token. `share` returns
    which share of a player's sessions on all nodes is on this one.
    """

    def __init__(
        self, limits: CurrentLimits, clock: Callable[[], float], share: Callable[[str], float] = lambda _: 1.0
    ) -> None:
        self._limits = limits
        self._share = share
        self._clock = clock
        self._buckets: WeakValueDictionary[str, TokenBucket] = WeakValueDictionary()

    def of(self, player: str) -> TokenBucket:
        """Return a player's bucket; it lives as long as somebody holds it."""
        return self._buckets.setdefault(player, TokenBucket(partial(self._rate, player), self._clock()))

    def _rate(self, player: str) -> Rate:
        limits, share = self._limits.now, self._share(player)
        return Rate(limits.api_per_second * share, max(1.0, limits.api_burst * share))
