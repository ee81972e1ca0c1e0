"""Chat lines of the lobby and of tables, brought to all nodes."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from server.store.journal.subscribers import nothing_to_end
from tui.host.pictures import ChatLine
from tui.host.port import Release

LOBBY = ""
"""The place of the lobby's chat; that of a table is its id."""
MESSAGES = "to "
"""How the place of the messages to one player begins; their account follows."""
KEPT_LINES = 100
"""The lines kept for each place."""


class SpokenLine(Struct, frozen=True):
    """A clean line that the account or guest `who` has said at a place."""

    place: str
    who: str
    line: ChatLine


def reader_of(place: str) -> str:
    """Return the account to which the messages of a place are; '' if it is another place."""
    return place.removeprefix(MESSAGES) if place.startswith(MESSAGES) else ""


Heard = Callable[[SpokenLine], None]


class SharedTalk:
    """Brings lines to all nodes. A line may be late by seconds; it is lost if its node is lost at that
    moment, or with the store. The last KEPT_LINES of each place are kept for nodes that start later, until
    the table ends; messages to one player for some minutes at most. On a host of one process nobody
    else is told.
    """

    def say(self, spoken: SpokenLine) -> None:
        """Bring a line of this node to the others. Returns at once."""

    def follow(self, heard: Heard) -> Release:  # noqa: ARG002
        """Call `heard` with the lines that are kept, then with each line of another node: each once, and
        those of one node in order.
        """
        return nothing_to_end

    async def forget(self, who: str) -> None:
        """Delete the kept lines of an account. Nodes that have heard them are told by a signal. Raises the
        error of the write.
        """
