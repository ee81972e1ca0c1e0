"""Brings notes to their readers: at once to all sessions of a player on all nodes, or when they come next.

A note is kept first and shown then; what was shown is deleted soon. `NoteDesk.give` is the one place where a
player is told something that must reach them: who is away is notified from there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Container, Coroutine, Sequence
from typing import Any, Protocol

from server.cluster.signals import Signal
from server.cluster.talk import MESSAGES, SharedTalk, SpokenLine
from server.people.notes import LINGER_SECONDS, Note, is_lapsed, news_of
from server.people.recent import RecentMessages, message_of
from server.store.people import PeopleStore
from tui.host.pictures import ChatLine, ReceivedNote, SeatNews
from tui.host.port import Release

log = logging.getLogger(__name__)


class Sessions(Protocol):
    """What the desk needs of the sessions of its node."""

    def has_followers(self, player: str) -> bool:
        """Return whether a session here is told the news of a player."""

    def tell(self, player: str, news: SeatNews) -> None:
        """Tell all sessions of a player here."""


class NoteDesk:
    """The notes of a host, as one node gives and shows them. `signal` tells the other nodes; `is_current`
    returns whether a table still takes players, `ignored` whom a player ignores; `learn` reads to
    which private tables a player may come; `start` carries work out in
    the background; `timer` calls after seconds. Messages are remembered in `recent`, and brought to the
    memory of the other nodes by `talk`; `notify` reaches who is away.
    """

    def __init__(
        self,
        store: PeopleStore,
        sessions: Sessions,
        *,
        clock: Callable[[], float],
        timer: Callable[[float, Callable[[], None]], Release],
        signal: Callable[[Signal], Coroutine[Any, Any, None]],
        start: Callable[[Coroutine[Any, Any, None]], None],
        is_current: Callable[[str], bool],
        ignored: Callable[[str], Container[str]],
        learn: Callable[[str], Coroutine[Any, Any, None]],
        recent: RecentMessages,
        talk: SharedTalk,
        notify: Callable[[Note], None],
    ) -> None:
        self._store = store
        self._sessions = sessions
        self._clock = clock
        self._timer = timer
        self._signal = signal
        self._start = start
        self._is_current = is_current
        self._ignored = ignored
        self._learn = learn
        self._recent = recent
        self._talk = talk
        self._notify = notify
        self._shown: set[str] = set()
        """The ids of notes that were shown here, until they are deleted."""

    async def give(self, note: Note, most: int) -> bool:
        """Keep a note, and show it wherever its reader is; False: there is no room for it, as
        `PeopleStore.put` says. Raises the error of the store.
        """
        if not await self._store.put(note, most):
            return False
        if note.kind == "told":
            self._recent.add(message_of(note))
            line = ChatLine(note.name, note.text, note.sent)  # as every version of a node reads it
            self._talk.say(SpokenLine(MESSAGES + note.to, note.sender, line))
        self.look_soon(note.to)
        self._notify(note)
        await self._signal(Signal("notes", note.to))
        return True

    def look_soon(self, player: str) -> None:
        """Show the notes of a player in the background, if a session of theirs is here to read them."""
        if self._sessions.has_followers(player):
            self._start(self._look(player))

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
            await self._learn(player)
        fresh = {note.id for note in notes} - self._shown
        self._shown.update(fresh)
        for note in notes:
            if note.kind == "told":
                self._recent.add(message_of(note))  # it may have waited since before the host began
        if fresh:
            self._timer(LINGER_SECONDS, lambda: self._start(self._remove(fresh)))
        return [note for note in notes if self._is_wanted(note)]

    def _is_wanted(self, note: Note) -> bool:
        """Return whether a note still means something to its reader: its sender is not ignored, and its table
        takes players.
        """
        is_past = is_lapsed(note, self._clock()) or (note.place and not self._is_current(note.place))
        return not is_past and note.sender not in self._ignored(note.to)

    async def _remove(self, notes: set[str]) -> None:
        await self._store.remove(notes)
        self._shown -= notes
