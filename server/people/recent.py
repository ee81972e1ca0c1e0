"""The last messages of players to each other, in memory only: what a report can take along.

A message itself is a note, which is deleted soon after it was read (`server.notices.notes`). As with chat,
the host keeps what was said last in the memory of its nodes, and stores nothing of it unless it is reported.
"""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence

from msgspec import Struct

from server.people.notes import Note
from tui.host.pictures import ChatLine

KEPT = 40
"""The last messages that are kept for each reader."""
READERS = 2000
"""The readers whose messages are kept: those who were written to last."""


class Message(Struct, frozen=True):
    """What the account `sender` has written to the account `to`."""

    sender: str
    to: str
    line: ChatLine


def message_of(note: Note) -> Message:
    """Return what a note of the kind "told" says."""
    return Message(note.sender, note.to, ChatLine(note.name, note.text, note.sent, "message"))


class RecentMessages:
    """The last messages that this node knows of."""

    def __init__(self) -> None:
        self._by_reader: OrderedDict[str, deque[Message]] = OrderedDict()

    def add(self, message: Message) -> None:
        """Remember a message; one that is known already is the same one."""
        known = self._by_reader.setdefault(message.to, deque(maxlen=KEPT))
        self._by_reader.move_to_end(message.to)
        if message not in known:
            known.append(message)
        while len(self._by_reader) > READERS:
            self._by_reader.popitem(last=False)

    def between(self, one: str, other: str) -> Sequence[Message]:
        """Return what two players have written to each other, the oldest first."""
        found = [
            message
            for reader in (one, other)
            for message in self._by_reader.get(reader, ())
            if {message.sender, message.to} == {one, other}
        ]
        return sorted(found, key=lambda message: message.line.time)

    def sent_by(self, player: str) -> Iterator[Message]:
        """Yield what a player has written."""
        for messages in self._by_reader.values():
            yield from (message for message in messages if message.sender == player)

    def forget(self, player: str) -> None:
        """Delete what a player has written, and what was written to them."""
        self._by_reader.pop(player, None)
        for reader, messages in tuple(self._by_reader.items()):
            kept = [message for message in messages if message.sender != player]
            self._by_reader[reader] = deque(kept, KEPT)
