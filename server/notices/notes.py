"""Brings notes to their readers: at once to all sessions of a player on all nodes, or when they come next.

A note is kept first and shown then; what was shown is deleted soon. `NoteDesk.give` is the one place where a
player is told something that must reach them: who is away is notified from there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from server.cluster.signals import Signal
from server.cluster.talk import MESSAGES, SpokenLine
from server.lobby.completion import BackgroundTasks
from server.lobby.lobby import Lobby
from server.people.notes import LINGER_SECONDS, Note, is_lapsed, news_of
from server.people.recent import message_of
from tui.host.pictures import ChatLine, ReceivedNote


class NoteDesk:
    """The notes of a host, as one node gives and shows them. Messages are remembered here, and brought to the
    memory of the other nodes by their talk; `notify` reaches who is away.
    """

    def __init__(self, lobby: Lobby, notify: Callable[[Note], None]) -> None:
        self._lobby, self._notify = lobby, notify
        self._store, self._limits = lobby.dependencies.stores.people, lobby.dependencies.limits
        self._sessions, self._recent = lobby.seat_news, lobby.messages
        self._tasks = BackgroundTasks("notes could not be shown")
        self._shown: set[str] = set()
        """The ids of notes that were shown here, until they are deleted."""

    async def close(self) -> None:
        """Wait for what is under way."""
        await self._tasks.close()

    def give_soon(self, note: Note) -> None:
        """Give a note in the background, as far as there is room for it."""
        self._tasks.start(self.give(note))

    async def give(self, note: Note) -> bool:
        """Keep a note, and show it wherever its reader is; False: there is no room for it, as
        `PeopleStore.put` says. Raises the error of the store.
        """
        if not await self._store.put(note, self._limits.now.notes_waiting):
            return False
        if note.kind == "told":
            self._recent.add(message_of(note))
            line = ChatLine(note.name, note.text, note.sent)  # as every version of a node reads it
            self._lobby.nodes.talk.say(SpokenLine(MESSAGES + note.to, note.sender, line))
        self.look_soon(note.to)
        self._notify(note)
        await self._lobby.tell(Signal("notes", note.to))
        return True

    def look_soon(self, player: str) -> None:
        """Show the notes of a player in the background, if a session of theirs is here to read them."""
        if self._sessions.has_followers(player):
            self._tasks.start(self._look(player))

    async def _look(self, player: str) -> None:
        waiting = await self._store.waiting(player)
        fresh = [note for note in waiting if note.id not in self._shown]
        if not (fresh and self._sessions.has_followers(player)):
            return
        for note in await self._showing(player, fresh):
            self._sessions.tell(player, news_of(note))

    async def read(self, player: str) -> Sequence[ReceivedNote]:
        """Return the notes of a player, who reads them now, the oldest first. Those that were read a moment
        ago are among them: what was answered may not have arrived.
        """
        waiting = await self._store.waiting(player)
        return [ReceivedNote(news_of(note), note.sent) for note in await self._showing(player, waiting)]

    async def _showing(self, player: str, notes: Sequence[Note]) -> Sequence[Note]:
        """Note that notes are shown to their reader, and return those that still mean something."""
        if any(note.kind == "invited" for note in notes):
            await self._lobby.load_known(player)
        fresh = {note.id for note in notes} - self._shown
        self._shown.update(fresh)
        for note in notes:
            if note.kind == "told":
                self._recent.add(message_of(note))  # it may have waited since before the host began
        if fresh:
            timer = self._lobby.dependencies.timer
            timer(LINGER_SECONDS, lambda: self._tasks.start(self._remove(fresh)))
        return [note for note in notes if self._is_wanted(note)]

    def _is_wanted(self, note: Note) -> bool:
        """Return whether a note still means something to its reader: its sender is not ignored, and its table
        takes players.
        """
        at = self._lobby.find(note.place)
        is_past = note.place and (at is None or at.state.stage != "open")
        lapsed = is_lapsed(note, self._lobby.dependencies.clock())
        return not (is_past or lapsed or note.sender in self._lobby.members.ignored(note.to))

    async def _remove(self, notes: set[str]) -> None:
        await self._store.remove(notes)
        self._shown -= notes
