"""The cups of a host, as one node knows them: what is due is appended to their logs, tables are opened,
games followed. What is due follows from the log alone (`server.results.cups.course`), so a node that takes
over goes on where another one stopped. Players' requests are left to `server.host.requests.cup_requests`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from msgspec.structs import replace

from engine.chance import commitment
from server.cluster.signals import Signal
from server.host import cup_options
from server.host.cup_tables import CupTables
from server.lobby.completion import BackgroundTasks
from server.lobby.lobby import Lobby
from server.lobby.opening import SEED_BYTES, game_called
from server.log import game_requests, table_options
from server.log.clocks import check_clock
from server.people.notes import Note
from server.results.cups.calendar import CalendarEntry
from server.results.cups.course import BEFORE, DAY, closes_at, due, moments
from server.results.cups.log import (
    Cup,
    CupEntry,
    Ended,
    Entered,
    Entrant,
    Left,
    Opened,
    RoundClosed,
    TableOpened,
    cup_of,
)
from server.results.cups.standing import CupRow, Results, standing
from server.results.of_log import GameResult
from server.table.table import Table
from tui.host.cups import CALLED_OFF, CupNews, CupWish
from tui.host.port import Release
from tui.host.refusals import refused
from tui.host.turn_clocks import NAMED

log = logging.getLogger(__name__)

MOST_ROUNDS = 8
USUAL_ROUNDS = {"laurin": 3}
"""Rounds of an evening by game; else four."""
KEPT = 8 * DAY
"""Seconds for which a cup that has ended is kept in memory."""
RETRY = 5.0
"""Seconds until what failed is tried again."""
UNTIL_STOPPED = 60.0
"""Seconds until it is looked again whether a host that is about to stop takes new games after all."""


class CupDesk:
    """The cups of a host that have not ended, or lately. `give` brings a note to an entrant, wherever they
    are; `round_over` is called with each table of a round with equal luck that is over.
    """

    def __init__(
        self,
        lobby: Lobby,
        give: Callable[[Note], object],
        round_over: Callable[[str], Coroutine[Any, Any, None]],
    ) -> None:
        self.store = lobby.dependencies.stores.cups
        self._give, self._round_over = give, round_over
        self._lobby, self._tables = lobby, CupTables(lobby)
        self._dependencies, self._now = lobby.dependencies, lobby.dependencies.clock
        self._cups: dict[str, Cup] = {}
        self._results: dict[str, GameResult] = {}
        self._locks: dict[str, asyncio.Lock] = {}
        self._tasks = BackgroundTasks("a cup could not be seen to")
        self._release: Release | None = None
        self._unfollow: Release | None = None

    async def open(self) -> None:
        """Take up the cups of the store."""
        for cup in await self.store.lately(self._now() - KEPT):
            await self.catch_up(cup)
        self._unfollow = self._lobby.nodes.duties.follow(self.look_soon)
        self._tell_soon(lambda at: at < self._now() and self._lobby.uptime.down(at, at + RETRY) > 0)
        self.look_soon()

    async def close(self) -> None:
        """Wait for what is under way."""
        for release in (self._release, self._unfollow):
            if release:
                release()
        self._release = self._unfollow = None
        await self._tasks.close()

    @property
    def cups(self) -> Sequence[Cup]:
        """The cups that have not ended, or lately, the next one first."""
        since = self._now() - KEPT
        cups = (cup for cup in self._cups.values() if cup.ended is None or cup.ended.at >= since)
        return sorted(cups, key=lambda cup: (cup.ended is not None, cup.opened.starts, cup.id))

    async def find(self, cup: str) -> Cup | None:
        """A cup by its id, however long ago it ended; None: there is none. Raises the error of the store."""
        if cup not in self._cups and await self.store.read(cup):
            await self.catch_up(cup)
        return self._cups.get(cup)

    def results(self, cup: Cup) -> Results:
        """Return the results of a cup's games that are over."""
        return {one.id: self._results[one.id] for one in cup.tables if one.id in self._results}

    def standing(self, cup: Cup) -> Sequence[CupRow]:
        return standing(cup, self.results(cup))

    def is_round_open(self, table: str, options: table_options.TableOptions) -> bool:
        """Return whether the round of a table's cup goes on, so that others may still meet its luck."""
        cup = self._cups.get(table_options.cup_of(options) or "")
        return cup is not None and cup.holds_back(table)

    async def unnamed(self, options: table_options.TableOptions) -> frozenset[str]:
        """Return the accounts that others do not read at a table of a cup. Raises the error of the store."""
        name = table_options.cup_of(options)
        cup = await self.find(name) if name else None
        return frozenset(one.account for one in (cup.entrants if cup else ()) if one.unnamed)

    # Entries

    def prepared(self, wish: CupWish, starts: float, owner: str, name: str, club: str = "") -> Opened:
        """Return the opening of a cup, without its id. Raises Refused: "unknown-game", "cup-equal",
        "cup-match", "cup-rounds", and as options and clocks are refused.
        """
        game = game_called(self._dependencies.games, wish.game)
        if wish.equal and (wish.league or not club):  # over weeks, who is ahead would know the dice
            raise refused("cup-equal")
        is_match = bool(wish.against)
        if is_match and wish.league:
            raise refused("cup-match")
        usual = 1 if wish.league or is_match else USUAL_ROUNDS.get(game.key, 4)
        rounds = usual if wish.rounds is None or wish.league else wish.rounds
        if not 1 <= rounds <= MOST_ROUNDS:
            raise refused("cup-rounds", most=MOST_ROUNDS)
        clock = NAMED.get(wish.clock, wish.clock) or ("3d" if wish.league else "1m")
        check_clock(clock, alike=self._lobby.nodes.alike())
        secret = self._dependencies.secret
        seed = secret(SEED_BYTES)
        return Opened(
            id="", kind="league" if wish.league else "evening", game=game.key,
            options=cup_options.parsed(game, wish), rounds=rounds, starts=starts,
            owner=owner, owner_name=name, seed=seed, commitment=commitment(seed, "cup"),
            salt=secret(SEED_BYTES), at=self._now(), club=club, equal=wish.equal or is_match,
            programs=wish.programs, clock=clock, against=wish.against,
        )  # fmt: skip

    async def begin(self, opened: Opened, entry: CalendarEntry | None = None) -> Cup | None:
        """Open a cup by the first number of its id that is free, maybe for an entry of a club's calendar.
        None: that has one, or has moved on. Raises the error of the store.
        """
        number = 1 + sum(one.startswith(f"{opened.game}-") for one in await self.store.ids())
        while not (
            kept := await self.store.open(found := replace(opened, id=f"{opened.game}-{number}"), entry)
        ):
            if kept is None:
                return None
            number += 1
        await self._changed(await self.catch_up(found.id))
        return self._cups[found.id]

    async def append(self, cup: str, make: Callable[[Cup], CupEntry | None]) -> Cup:
        """Append what `make` returns for the cup as it is now, if anything. Raises what it raises, and the
        error of the store.
        """
        async with self._lock(cup):
            while (entry := make(self._cups[cup])) is not None:
                if await self._appended(self._cups[cup], entry):
                    self._tell_of_asked(self._cups[cup], entry)
                    break
        await self._changed(self._cups[cup])
        return self._cups[cup]

    async def catch_up(self, cup: str) -> Cup:
        """Read what other nodes have appended, and results that are new. Raises the error of the store."""
        async with self._lock(cup):
            return await self._read(cup)

    def reread_of(self, account: str) -> None:
        """Read the cups of an account that is gone again."""
        for cup in tuple(self._cups.values()):
            if account in {cup.opened.owner, *(one.account for one in cup.entrants)}:
                del self._cups[cup.id]
                self.heard(cup.id)

    def _lock(self, cup: str) -> asyncio.Lock:
        return self._locks.setdefault(cup, asyncio.Lock())

    async def _read(self, cup: str) -> Cup:
        known = self._cups.get(cup)
        entries = await self.store.read(cup, known.length if known else 0)
        if known is None:
            known = cup_of(entries)
        else:
            for entry in entries:
                known = known.after(entry)
        self._cups[cup] = known
        await self._read_results(known)
        return known

    async def _read_results(self, cup: Cup) -> None:
        missing = [one.id for one in cup.tables if one.id and one.id not in self._results]
        for result in await self._dependencies.journal.history.results(missing) if missing else ():
            self._results[result.table] = result

    async def _appended(self, cup: Cup, entry: CupEntry) -> bool:
        """Append an entry and return True; False: another node was faster, and its entry is read."""
        if await self.store.append(cup.id, cup.length + 1, entry):
            self._cups[cup.id] = cup.after(entry)
            return True
        await self._read(cup.id)
        return False

    async def _changed(self, cup: Cup) -> None:
        self._set_timer()
        self.look_soon(cup.id)
        self._lobby.broadcaster.everyone_soon()
        await self._lobby.tell(Signal("cups", cup.id))

    # What is due

    def table_changed(self, table: Table) -> None:
        """Follow the games of cups."""
        cup = table_options.cup_of(table.opening.options)
        if cup in self._cups and table.state.stage == "over":
            self.look_soon(cup)

    async def unname(self, account: str, club: str) -> bool:
        """Have an account not named to others in the cups of a club, and return whether it was in any. Raises
        the error of the store.
        """
        found = dict.fromkeys(await self.store.unname(account, club))
        for cup in found:
            await self._heard(cup, again=True)
            await self._lobby.tell(Signal("cups", cup, "again"))
        return bool(found)

    def heard(self, cup: str, *, again: bool = False) -> None:
        """Another node has appended to a cup, or opened one; or all of it is to be read `again`."""
        self._tasks.start(self._heard(cup, again=again))

    async def _heard(self, cup: str, *, again: bool) -> None:
        async with self._lock(cup):
            if again:
                self._cups.pop(cup, None)
            await self._read(cup)
        self._set_timer()
        self._lobby.broadcaster.everyone_soon()
        self.look_soon(cup)

    def look_soon(self, cup: str = "") -> None:
        """Do what is due in a cup (''; in all) in the background."""
        if cup:
            self._tasks.start(self._look(cup))
        else:
            for one in tuple(self._cups):
                self.look_soon(one)
            self._set_timer()

    def _set_timer(self, most: float = DAY) -> None:
        """Look again when the next thing is due by its time."""
        if self._release:
            self._release()
        now = self._now()
        self._forget_old(now)
        coming = [at for cup in self._cups.values() for at in moments(cup, KEPT) if at > now]
        delay = min([most, *(at - now for at in coming)])
        self._release = self._dependencies.timer(delay, self._timed)

    def _forget_old(self, now: float) -> None:
        for cup in tuple(self._cups.values()):
            if cup.ended and cup.ended.at + KEPT < now:
                for table in cup.tables:
                    self._results.pop(table.id, None)
                del self._cups[cup.id]

    def _timed(self) -> None:
        now = self._now()
        self._tell_soon(lambda at: abs(now - at) < RETRY)
        self.look_soon()

    def _tell_soon(self, is_due: Callable[[float], bool]) -> None:
        """Tell who takes part in cups that begin soon, where the time for it is due."""
        for cup in self._cups.values():
            waits = not cup.begun and not cup.ended and self._now() < cup.opened.starts
            if waits and self._acts_for(cup) and is_due(cup.opened.starts - BEFORE):
                self._tell_all(cup, "cup-soon")

    def _acts_for(self, cup: Cup) -> bool:
        return self._lobby.nodes.duties.acts_for(f"cup {cup.id}")

    async def _look(self, cup: str) -> None:
        if cup not in self._cups or not self._acts_for(self._cups[cup]):
            return
        try:
            async with self._lock(cup):
                before = await self._read(cup)
                after = await self._go_on(before)
        except Exception:
            log.exception("a cup cannot go on", extra={"cup": cup})
            self._set_timer(RETRY)
            return
        if after is not before:
            self._set_timer()
            self._lobby.broadcaster.everyone_soon()
            await self._lobby.tell(Signal("cups", cup))

    async def _go_on(self, cup: Cup) -> Cup:
        """Append what is due, entry by entry, and see that every table is there."""
        if self._lobby.broadcaster.draining or self._lobby.broadcaster.moving:
            self._set_timer(UNTIL_STOPPED)
            return cup
        await self._close(cup)
        await self._tables.open_last(cup, self._results)
        while True:
            entry = self._banned_left(cup) or due(
                cup, self.results(cup), self._now(), self._dependencies.new_id
            )
            if entry is None:
                return cup
            if await self._appended(cup, entry):
                await self._tell_of(self._cups[cup.id], entry)
            cup = self._cups[cup.id]

    def _banned_left(self, cup: Cup) -> Left | None:
        """Return that somebody who is banned takes part no longer; None: nobody is."""
        banned = (one.number for one in cup.here if self._lobby.absence.banned(one.account))
        number = None if cup.ended else next(banned, None)
        return None if number is None else Left(number, "player", self._now())

    async def _close(self, cup: Cup) -> None:
        """End without a result the games that were struck or end with their cup, and those of a league that
        have run too long.
        """
        closes = closes_at(cup)
        is_late = closes is not None and closes <= self._now()
        for one in cup.tables:
            is_ended = one.struck or cup.takes_along(one)
            table = self._lobby.find(one.id) if is_ended or is_late else None
            if table and table.state.stage == "running":
                await table.write(game_requests.close("closed" if is_ended else "expired"))
        await self._read_results(cup)

    # Telling

    def _tell_of_asked(self, cup: Cup, entry: CupEntry) -> None:
        """Tell of an entry that somebody has asked for: all that a cup has ended, or who gave way."""
        if isinstance(entry, Ended):
            self._tell_all(cup, "cup-over")
        elif isinstance(entry, Entered) and entry.instead:
            self._tell(cup, cup.entrants[entry.instead - 1], "cup-room", "")

    async def _tell_of(self, cup: Cup, entry: CupEntry) -> None:
        """Open the table that an entry tells of, and tell its players; or tell the trophies of a round that
        is over, or all that the cup is.
        """
        if isinstance(entry, RoundClosed) and cup.opened.equal:
            for one in cup.rounds[-1].tables:
                self._tasks.start(self._round_over(one.id))
        if isinstance(entry, TableOpened):
            await self._tables.open_last(cup, self._results)
            table = self._lobby.find(entry.id)
            for number in cup.rounds[-1].tables[entry.table - 1].seats:
                self._tell(cup, cup.entrants[number - 1], "cup-table", table.opening.name if table else "")
        elif isinstance(entry, Ended) and cup.begun:
            self._tell_all(cup, "cup-over")

    def _tell(self, cup: Cup, entrant: Entrant, what: CupNews, table: str) -> None:
        note = Note(
            id=f"{cup.id} {cup.length} {entrant.number} {what}",
            to=entrant.account,
            kind=what,
            sent=self._now(),
            table=table,
            text=cup.id,
        )
        self._give(note)

    def _tell_all(self, cup: Cup, what: CupNews) -> None:
        rows = self.standing(cup) if cup.ended and cup.ended.why == "over" and not cup.opened.against else ()
        ended = CALLED_OFF if cup.ended and cup.ended.why != "over" else ""
        ranks = {row.entrant.number: f"{row.place}/{len(rows)}" for row in rows}
        for entrant in cup.here:
            self._tell(cup, entrant, what, ranks.get(entrant.number, ended))
