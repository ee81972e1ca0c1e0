"""Which node does what is to be done once: bots, turn clocks, standing answers, cleaning."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import blake2b

from server.store.journal.subscribers import nothing_to_end
from tui.host.port import Release

CLEANING = "cleaning"
"""The duty of deleting what nobody needs any more: expired bans, accounts without a move."""


class Duties:
    """Says which duties are this node's. At most one node that reaches the store acts for a duty, except for
    a moment while nodes come and go; so what is done must stand being done twice (a second entry is a
    Conflict). When a node is lost, another one acts for its duties within 5 seconds. A host of one
    process has all of them, until it stops.
    """

    def acts_for(self, duty: str) -> bool:  # noqa: ARG002
        """Return whether this node acts for a duty: the id of a table, or CLEANING. Costs no waiting; False
        while the node cannot reach the store.
        """
        return True

    def follow(self, changed: Callable[[], None]) -> Release:  # noqa: ARG002
        """Call `changed` after each change of what `acts_for` returns for any duty."""
        return nothing_to_end

    def resign(self) -> None:
        """Leave all duties to the other nodes from now on: this one is about to stop. If there is no other
        one, duties rest until one comes.
        """


def highest_weight(nodes: frozenset[str], duty: str) -> str:
    """Return the one of `nodes` (not empty) that a duty falls to: all nodes agree without talking, and when
    one comes or goes, no duty moves between the others (rendezvous hashing).
    """
    return max(nodes, key=lambda node: blake2b(f"{node} {duty}".encode(), digest_size=8).digest())
