"""Which node does what is to be done once: all nodes work it out from the nodes that are alive."""

from __future__ import annotations

from collections.abc import Callable

from server.cluster.duties import Duties, highest_weight
from server.cluster.postgres.conversation import NodeConversation
from server.cluster.postgres.membership import Membership
from tui.host.port import Release


class PostgresDuties(Duties):
    def __init__(self, conversation: NodeConversation, membership: Membership) -> None:
        self._conversation, self._membership = conversation, membership

    def acts_for(self, duty: str) -> bool:
        membership = self._membership
        acting = membership.acting_nodes
        return (
            membership.acting
            and membership.node in acting
            and membership.is_reached()
            and highest_weight(acting, duty) == membership.node
        )

    def follow(self, changed: Callable[[], None]) -> Release:
        return self._membership.follow(changed)

    def resign(self) -> None:
        self._membership.resign()
        self._conversation.beat_soon()
