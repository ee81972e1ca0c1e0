"""A table: its one writer, and the pictures its followers get after each entry of its log.

A request is decided on the present state, with chance positioned by the log, appended, and
becomes true when the journal hands the entry back; only then anybody is told. What requests
take is `server.requests`' business, what entries mean `server.table_state`'s, what may be
shown `server.news`', who plays for bots `server.bots`', which tables there are
`server.lobby`'s.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine.chance import FairChance, table_key
from engine.game import AnyGame, Refused
from server import news, table_state
from server.journal import Conflict, Entry, Journal, Opening
from server.news import AwaySince
from server.requests import Draft
from server.table_state import Applied, Broken, TableState
from tui.port import Release, TableInfo, TableNews

log = logging.getLogger(__name__)

REMEMBERED = 500
"""Events kept for whoever comes back: more than a screen's log shows."""
ATTEMPTS = 3


class Surroundings(Struct, frozen=True):
    """What a table needs of its host. `changed` is called after whatever the lobby may show
    or a bot may have to answer.
    """

    games: Mapping[str, AnyGame]
    journal: Journal
    clock: Callable[[], float]
    away_since: AwaySince
    changed: Callable[[Table], None]


class _Follower(Struct, eq=False):
    player: str
    listener: Callable[[TableNews], None]
    greeted: bool = False
    """Has had its first picture, the one with the past."""


class Table:
    """One table, from its opening (and the entries that are known to be) or asleep: then the
    rest of its log is read when somebody comes.
    """

    def __init__(
        self, host: Surroundings, opening: Opening, entries: Sequence[Entry] = (), *, asleep: bool
    ) -> None:
        self.opening = opening
        self.state = table_state.opened(opening)
        self.asleep = asleep
        self._host = host
        self._game = _known_game(host.games, opening)
        self._key = table_key(opening.seed, opening.id, opening.rules_version)
        self._lock = asyncio.Lock()
        self._decided: dict[int, tuple[Entry, Applied]] = {}
        self._events: list[Any] = []
        self._followers: list[_Follower] = []
        self._waking: asyncio.Task[None] | None = None
        self._take(entries)
        self._release = host.journal.subscribe(opening.id, self._written)

    @property
    def game(self) -> AnyGame | None:
        """The rules of this table; None: they are no longer there, it is frozen."""
        return self._game

    def close(self) -> None:
        """Ends following for everybody."""
        self._release()
        self._followers.clear()

    def follow(self, player: str, listener: Callable[[TableNews], None]) -> Release:
        """Pictures for a player, from now on: at once, or as soon as the table is awake."""
        follower = _Follower(player, listener)
        self._followers.append(follower)
        if self.asleep:
            self._waking = self._waking or asyncio.ensure_future(self._wake_for_followers())
        else:
            self._publish(())

        def release() -> None:
            if follower in self._followers:
                self._followers.remove(follower)
                self._publish(())

        return release

    @property
    def followers(self) -> frozenset[str]:
        """The players who look on, seated or not."""
        return frozenset(follower.player for follower in self._followers)

    def info(self, player: str) -> TableInfo:
        """The table as the lobby lists it to a player."""
        watching = sum(self.state.seat_of(follower) is None for follower in self.followers)
        return news.info(self.state, player, watching, self._host.away_since)

    def refresh(self) -> None:
        """Shows followers what changed around the table: somebody went or came back."""
        self._publish(())

    def freeze(self) -> None:
        """Stops a game that cannot go on; its log stays as it is."""
        self.state = table_state.frozen(self.state)
        self._publish(())

    async def write(self, draft: Draft) -> None:
        """Has a request become true. Raises Refused: by the rules; "busy", "not-saved" and
        "broken" where the host could not.
        """
        async with self._lock:
            try:
                await self._wake()
                await self._write(draft)
            except Refused:
                raise
            except Exception as error:
                log.exception("table %s: a request failed", self.opening.name)
                raise Refused("broken") from error

    async def _write(self, draft: Draft) -> None:
        for _ in range(ATTEMPTS):
            entries = self._decide(draft)
            try:
                await self._append(entries)
            except Conflict:
                self._written(await self._host.journal.read(self.opening.id, self.state.seq))
            else:
                return
        raise Refused("busy")

    def _decide(self, draft: Draft) -> list[Entry]:
        """The entries a request takes now, numbered and with their draws."""
        self._decided.clear()
        state = self.state
        entries = list(draft(state))
        for entry in entries:
            state = self._decide_entry(state, entry)
        if entries and state.stage == "over" and entries[-1].kind != "end":
            self._decide_entry(state, Entry(kind="end"))
        return [entry for entry, _ in self._decided.values()]

    def _decide_entry(self, state: TableState, draft: Entry) -> TableState:
        entry = replace(draft, seq=state.seq + 1, time=self._host.clock())
        applied = table_state.apply(state, entry, self._game, FairChance(self._key, state.draws))
        self._decided[entry.seq] = (replace(entry, draws=applied.draws), applied)
        return applied.state

    async def _append(self, entries: Sequence[Entry]) -> None:
        if not entries:
            return
        try:
            await self._host.journal.append(self.opening.id, self.state.seq, entries)
        except Conflict:
            raise
        except Exception as error:
            log.exception("table %s could not be written", self.opening.name)
            raise Refused("not-saved") from error

    def _written(self, entries: Sequence[Entry]) -> None:
        """The journal's word: these entries are durable."""
        if not self.asleep:
            self._publish(self._take(entries))

    def _take(self, entries: Sequence[Entry]) -> list[Any]:
        """Moves on by entries of the log; what happened. A log that the rules do not follow
        freezes the table.
        """
        events: list[Any] = []
        try:
            for entry in entries:
                if self.asleep or entry.seq == self.state.seq + 1:
                    applied = self._applied(entry)
                    self.state = applied.state
                    events += applied.events
        except Broken:
            log.exception("table %s is frozen", self.opening.name)
            self.state = table_state.frozen(self.state)
        if self._game is None:
            self.state = table_state.frozen(self.state)
        self._events = [*self._events, *events][-REMEMBERED:]
        return events

    def _applied(self, entry: Entry) -> Applied:
        decided, applied = self._decided.get(entry.seq, (None, None))
        if applied is not None and decided == entry:
            return applied
        return table_state.replay(self.state, (entry,), self._game)

    async def _wake(self) -> None:
        """Reads the whole log of a table that was only listed so far."""
        if self.asleep:
            entries = await self._host.journal.read(self.opening.id)
            self.asleep, self.state, self._events = False, table_state.opened(self.opening), []
            self._take(entries)
            self._publish(())

    async def _wake_for_followers(self) -> None:
        try:
            async with self._lock:
                await self._wake()
        except Exception:
            log.exception("table %s could not be read", self.opening.name)
        finally:
            self._waking = None

    def _publish(self, events: Sequence[Any]) -> None:
        """One picture to each follower. What a follower raises is logged and nobody else's."""
        if self.asleep:
            return
        for follower in tuple(self._followers):
            try:
                follower.listener(self._picture(follower, events))
            except Exception:
                log.exception("table %s: a follower failed", self.opening.name)
        self._host.changed(self)

    def _picture(self, follower: _Follower, events: Sequence[Any]) -> TableNews:
        past = () if follower.greeted else self._events[: len(self._events) - len(events)]
        follower.greeted = True
        seat = self.state.seat_of(follower.player)
        return news.news(self.state, seat, self.info(follower.player), events, past)


def _known_game(games: Mapping[str, AnyGame], opening: Opening) -> AnyGame | None:
    game = games.get(opening.game)
    return game if game is not None and game.rules_version == opening.rules_version else None
