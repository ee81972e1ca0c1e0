"""Brings into a lobby what happens on the host's other nodes: their tables, sessions and chat lines, and the
duties that come from them. With one process, nothing ever does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from msgspec.structs import replace

from server.cluster.nodes import Nodes
from server.cluster.talk import LOBBY, SpokenLine, reader_of
from server.lobby.completion import BackgroundTasks
from server.log.entries import TableSummary
from server.people.recent import Message, RecentMessages
from server.table.table import Table
from tui.host.pictures import ChatLine
from tui.host.port import Release


class JoinedLobby(Protocol):
    """What a lobby does with it."""

    messages: RecentMessages
    """What players have written to each other last."""

    def find(self, table: str) -> Table | None:
        """Return a table by its id, None if it is not known here."""

    def opened_elsewhere(self, summary: TableSummary) -> None:
        """List a table that another node has opened."""

    def hear(self, table: Table | None, who: str, line: ChatLine) -> None:
        """Show a line that was said on another node, at a table or (None) in the lobby."""

    def duties_changed(self) -> None:
        """Look after the tables that this node acts for now."""


class OtherNodes:
    """Follows the other nodes from `follow` to `close`."""

    def __init__(self, nodes: Nodes, lobby: JoinedLobby, follow_sessions: Callable[[], Release]) -> None:
        self._nodes = nodes
        self._lobby = lobby
        self._follow_sessions = follow_sessions
        self._releases: list[Release] = []
        self._background = BackgroundTasks("what another node has done could not be read")

    def follow_tables(self) -> None:
        """Follow what tables there are; to be called before the tables of the journal are listed."""
        self._releases.append(self._nodes.tables.follow(self._lobby.opened_elsewhere, self._ended))

    def follow(self) -> None:
        """Follow everything else."""
        self._releases += [
            self._follow_sessions(),
            self._nodes.talk.follow(self._heard),
            self._nodes.audiences.follow(self._audience_changed),
            self._nodes.duties.follow(self._lobby.duties_changed),
        ]

    async def close(self) -> None:
        """Follow nothing any more."""
        for release in self._releases:
            release()
        self._releases.clear()
        await self._background.close()

    def _audience_changed(self, table: str) -> None:
        if known := self._lobby.find(table):
            known.refresh()

    def _ended(self, table: str) -> None:
        known = self._lobby.find(table)
        if known and known.state.stage != "over":
            self._background.start(self._look_at_end(known))

    async def _look_at_end(self, table: Table) -> None:
        """Read how a table has ended; of one that was retired, the log does not say."""
        if table.state.stage not in {"frozen", "damaged"}:
            await table.reread()
        if table.state.stage != "over":
            table.note_end("closed")

    def _heard(self, spoken: SpokenLine) -> None:
        if reader := reader_of(spoken.place):
            line = replace(spoken.line, place="message")
            self._lobby.messages.add(Message(spoken.who, reader, line))
            return
        table = self._lobby.find(spoken.place)
        if table or spoken.place == LOBBY:
            self._lobby.hear(table, spoken.who, spoken.line)
        else:
            self._background.start(self._hear_later(spoken))

    async def _hear_later(self, spoken: SpokenLine) -> None:
        """Hear what was said at a table that this node was not told of; if there is none, nobody reads it."""
        await self._nodes.tables.catch_up()
        if table := self._lobby.find(spoken.place):
            self._lobby.hear(table, spoken.who, spoken.line)
