"""A table: its one writer, and the pictures its followers get after each entry of its log.

A request is decided on the present state, with chance positioned by the log, appended, and
becomes true when the journal hands the entry back; only then anybody is told. What requests
take is `server.log.requests`' and `server.log.game_requests`' business, what entries mean
`server.log.table_state`'s, who is shown what `server.table.audience`'s, who plays for bots
`server.bots.bot_runner`', which tables there are `server.lobby.lobby`'s.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any

from msgspec.structs import replace

from engine.chance import FairChance, table_key
from engine.game import AnyGame, Refused
from server.log import standing_answers, table_state
from server.log.entries import Entry, Opening
from server.log.requests import Draft
from server.log.results import natural_end
from server.log.table_state import AppliedEntry, BrokenLog, TableState
from server.storage.journal import Conflict
from server.table.audience import Audience
from server.table.dependencies import TableDependencies
from server.table.snapshots import ProjectionContext
from tui.host.pictures import TableInfo, TableSnapshot
from tui.host.port import Release
from tui.host.refusals import refused

log = logging.getLogger(__name__)

ATTEMPTS = 3
READS = 2
"""Tries to read the log of a table that somebody comes to."""


class Table:
    """One table, from its opening (and the entries that are known to be) or asleep: then the
    rest of its log, last `changed`, is read when somebody comes. `on_change` is called after whatever
    the lobby may show or a bot may have to answer. `known_to` are players without a seat who typed a
    private table's code.
    """

    def __init__(
        self,
        opening: Opening,
        entries: Sequence[Entry] = (),
        *,
        dependencies: TableDependencies,
        projection: ProjectionContext,
        on_change: Callable[[Table], None],
        asleep: bool,
        changed: float = 0.0,
    ) -> None:
        self.opening = opening
        self.state = table_state.opened(opening)
        self.asleep = asleep
        self.known_to: set[str] = set()
        self.audience = Audience(opening.name, projection)
        self._journal = dependencies.journal
        self._clock = dependencies.clock
        self._on_change = on_change
        self._game = _known_game(dependencies.games, opening)
        self._lock = asyncio.Lock()
        self._decided: dict[int, tuple[Entry, AppliedEntry]] = {}
        self._waking: asyncio.Task[None] | None = None
        if asleep:
            self._sketch(entries, changed)
        else:
            self._take(entries)
        self._release = self._journal.subscribe(opening.id, self._written)

    @cached_property
    def _key(self) -> bytes:
        """Worked out for who plays here, not for a thousand tables at a start."""
        return table_key(self.opening.seed, self.opening.id, self.opening.rules_version)

    @property
    def game(self) -> AnyGame | None:
        """The rules of this table; None: they are no longer there, it is frozen."""
        return self._game

    def close(self) -> None:
        """Ends following for everybody."""
        self._release()
        self.audience.clear()

    def follow(self, player: str, listener: Callable[[TableSnapshot], None]) -> Release:
        """Pictures for a player, from now on: at once, or as soon as the table is awake."""
        new = player not in self.followers
        leave = self.audience.add(player, listener)
        if self.asleep:
            self.wake_soon()
        elif new:
            self._show(())
        else:
            self.show_to(player)  # for everybody else nothing has changed

        def release() -> None:
            leave()
            if player not in self.followers:
                self.refresh()

        return release

    @property
    def followers(self) -> frozenset[str]:
        """The players who look on, seated or not."""
        return self.audience.players

    @property
    def people(self) -> frozenset[str]:
        """The players it is something special to: seated, kept a seat, gave up, its owner."""
        return self.audience.people(self.state)

    @property
    def public(self) -> TableInfo:
        """The table as the lobby lists it to everybody else."""
        return self.audience.public(self.state)

    def is_known_to(self, player: str) -> bool:
        """Whether a player may look at it."""
        return not self.opening.private or player in self.people or player in self.known_to

    def info(self, player: str) -> TableInfo:
        """The table as the lobby lists it to a player."""
        return self.audience.info(self.state, player)

    def refresh(self) -> None:
        """Shows what changed around the table: somebody went or came back, or said something."""
        if self.asleep:
            self.audience.changed()
            self._on_change(self)
        else:
            self._show(())

    def show_to(self, player: str) -> None:
        """Shows one player what changed for nobody else."""
        if not self.asleep:
            self.audience.show(self.state, (), only=player)

    def say(self, player: str, name: str, text: str) -> None:
        """A clean line of talk."""
        self.audience.say(self.state, player, name, text, self._clock())
        self.refresh()

    def freeze(self) -> None:
        """Stops a game that cannot go on; its log stays as it is."""
        self.state = table_state.frozen(self.state)
        self._show(())

    def wake_soon(self) -> asyncio.Task[None]:
        """Reads the log of a table that was only listed so far, if that has not begun yet."""
        if self._waking is None:
            self._waking = asyncio.ensure_future(self._wake_by_itself())
        return self._waking

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
                raise refused("broken") from error

    async def reread(self) -> None:
        """Forgets what is known and reads the log again, which was changed from outside."""
        async with self._lock:
            self.asleep = True
            await self._wake()

    async def _write(self, draft: Draft) -> None:
        for _ in range(ATTEMPTS):
            entries = self._decide(draft)
            try:
                await self._append(entries)
            except Conflict:
                self._written(await self._journal.read(self.opening.id, self.state.seq))
            else:
                return
        raise refused("busy")

    def _decide(self, draft: Draft) -> list[Entry]:
        """The entries a request takes now, numbered and with their draws."""
        self._decided.clear()
        state = self.state
        entries = list(draft(state))
        for entry in entries:
            state = self._decide_entry(state, entry)
        if entries and state.stage == "over" and entries[-1].kind != "end":
            self._decide_entry(state, natural_end(state))
        return [entry for entry, _ in self._decided.values()]

    def _decide_entry(self, state: TableState, draft: Entry) -> TableState:
        entry = replace(draft, seq=state.seq + 1, time=self._clock())
        applied = table_state.apply(state, entry, self._game, FairChance(self._key, state.draws))
        self._decided[entry.seq] = (replace(entry, draws=applied.draws), applied)
        return applied.state

    async def _append(self, entries: Sequence[Entry]) -> None:
        if not entries:
            return
        try:
            await self._journal.append(self.opening.id, self.state.seq, entries)
        except Conflict:
            raise
        except Exception as error:
            log.exception("table %s could not be written", self.opening.name)
            raise refused("not-saved") from error

    def _written(self, entries: Sequence[Entry]) -> None:
        """The journal's word: these entries are durable."""
        if self.asleep:
            return
        events = self._take(entries)
        if player := standing_answers.only_for(self.state, entries):
            self.show_to(player)
        else:
            self._show(events)

    def _take(self, entries: Sequence[Entry]) -> list[Any]:
        """Moves on by entries of the log; what happened. A log that the rules do not follow
        freezes the table.
        """
        events: list[Any] = []
        try:
            for entry in entries:
                if entry.seq == self.state.seq + 1:
                    applied = self._applied(entry)
                    self.state = applied.state
                    events += applied.events
        except BrokenLog:
            log.exception("table %s is frozen", self.opening.name)
            self.state = table_state.frozen(self.state)
        if self._game is None and self.state.stage != "over":
            self.state = table_state.frozen(self.state)
        self.audience.remember(events)
        return events

    def _sketch(self, entries: Sequence[Entry], changed: float) -> None:
        """As much as the lobby lists, from the entries that are no moves."""
        for entry in entries:
            self.state = table_state.sketched(self.state, entry)
        self.state = replace(self.state, changed=max(changed, self.state.changed))
        if self._game is None:
            self.state = table_state.frozen(self.state)

    def _applied(self, entry: Entry) -> AppliedEntry:
        decided, applied = self._decided.get(entry.seq, (None, None))
        if applied is not None and decided == entry:
            return applied
        return table_state.replay(self.state, (entry,), self._game)

    async def _wake(self) -> None:
        """Reads the whole log."""
        if self.asleep:
            entries = await self._journal.read(self.opening.id)
            self._decided.clear()
            self.asleep, self.state = False, table_state.opened(self.opening)
            self.audience.remember((), afresh=True)
            self._take(entries)
            self._show(())

    async def _wake_by_itself(self) -> None:
        """Reads the log, once more where that failed: those who wait for it see nothing meanwhile."""
        try:
            for _ in range(READS):
                if await self._is_read():
                    return
        finally:
            self._waking = None

    async def _is_read(self) -> bool:
        try:
            async with self._lock:
                await self._wake()
        except Exception:
            log.exception("table %s could not be read", self.opening.name)
            return False
        return True

    def _show(self, events: Sequence[Any]) -> None:
        """One picture to each follower; the lobby and the bots hear of it, too."""
        self.audience.changed()
        self.audience.show(self.state, events)
        self._on_change(self)


def _known_game(games: Mapping[str, AnyGame], opening: Opening) -> AnyGame | None:
    game = games.get(opening.game)
    return game if game is not None and game.rules_version == opening.rules_version else None
