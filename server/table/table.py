"""A table: the only writer of its log, and the source of its followers' snapshots.

A request is decided on the present state, with chance positioned by the log, and appended. It takes effect
when the journal returns the entry; only then are followers told. Other nodes may append, too: their entries
take effect the same way, and a request that they were in the way of is decided again. Left to others:
requests (`server.log.requests`, `server.log.game_requests`), the meaning of entries
(`server.log.table_state`), what is shown to whom (`server.table.audience`), bots (`server.bots.bot_runner`),
the list of tables (`server.lobby.lobby`).
"""

from __future__ import annotations

import asyncio
import logging
from bisect import bisect_right
from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from engine.game import AnyGame, Refused
from server.budget.share import urgent_work
from server.log import game_requests, table_state
from server.log.entries import Entry, Opening, Outcome
from server.log.requests import Draft
from server.log.table_options import deal_of
from server.log.table_state import BrokenLog, TableState
from server.store.journal.journal import Conflict, NotSaved, save_refusal
from server.store.journal.rows import DamagedLog
from server.table.audience import Audience
from server.table.background_reading import BackgroundReading
from server.table.changes import EVERYTHING, Change, changes_between
from server.table.dependencies import TableDependencies
from server.table.folded_log import FoldedLog
from server.table.named_keys import with_keys
from server.table.snapshots import ProjectionContext
from tui.host.pictures import ChatLine, Ending, HostLine, SavingName, TableInfo, TableSnapshot
from tui.host.port import Release
from tui.host.refusals import refused

log = logging.getLogger(__name__)

ATTEMPTS = 8
"""Tries to append while other nodes append: a seat that answers at once with many others gets its turn."""
FIRST_PAUSE = 0.01
"""Seconds, at most, before the second further try; each pause may be twice as long as the one before."""
SLOW = 0.5
"""Seconds after which everybody is told that an entry is still being written."""


class Table:
    """One table. Either its whole log is read, or it is asleep: then only its opening and some entries are
    known, its last entry has the number `length` and was written at `changed`, and the rest is read when
    somebody comes. A table with a known `damage` is set aside from the first. `on_change` is called after
    every change that the lobby may list or a bot may have to answer. `known_to` are the players without a
    seat who typed a private table's code.
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
        length: int = 0,
        damage: str = "",
    ) -> None:
        self.opening = opening
        self._log = FoldedLog(opening, dependencies.games)
        self.asleep = asleep
        self.goes_on_elsewhere = False
        """Whether another node has added entries since the log was last read here."""
        self.known_to: set[str] = set()
        self.damage = ""
        """What is wrong with the log of a table that is set aside, for the operator."""
        self.reading = BackgroundReading(opening.name, self._read_log, dependencies.clock, self._changed)
        self.audience = Audience(opening.name, projection, dependencies.timer)
        self._journal = dependencies.journal
        self._accounts = dependencies.stores.accounts
        self._clock = dependencies.clock
        self._down = projection.down
        self._timer = dependencies.timer
        self._jitter = dependencies.jitter
        self._on_change = on_change
        self._shown: TableState | None = None
        """The state that followers were shown last before the log had to be read again; until then, what
        other nodes write is listed only.
        """
        self._told: tuple[TableState, bool] | None = None
        """What `on_change` was called with last, and whether the log was read."""
        self._lock = asyncio.Lock()
        if asleep or damage:
            self._log.sketch(entries, changed, length)
        else:
            self._take(entries)
        if damage:
            self._set_aside(damage)
        self._release = self._journal.subscribe(opening.id, self._written, self.state.seq)

    @property
    def game(self) -> AnyGame | None:
        """The rules of this table; None if the host no longer has them, so that the table is frozen."""
        return self._log.game

    @property
    def state(self) -> TableState:
        """The state that the log folds to, as far as it is known."""
        return self._log.state

    def take_changes(self) -> frozenset[Change]:
        """Return the kinds of what has changed since this was asked last."""
        told, self._told = self._told, (self._log.state, self.asleep)
        if told is None:
            return EVERYTHING
        before, slept = told
        return changes_between(before, self._log.state, woken=slept != self.asleep)

    def close(self) -> None:
        """Remove all followers."""
        self._release()
        self.audience.clear()

    def follow(self, player: str, listener: Callable[[TableSnapshot], None]) -> Release:
        """Send snapshots to a player from now on; the first one at once, or as soon as the log is read."""
        new = player not in self.audience.players
        leave = self.audience.add(player, listener)
        if self.asleep:
            self.reading.begin()
        elif new:
            self._show(())
        else:
            self.audience.greet(self._log.state)  # nothing has changed for the other followers

        def release() -> None:
            leave()
            if player not in self.audience.players:
                self.refresh()

        return release

    @property
    def people(self) -> frozenset[str]:
        """The ids of the players who are shown more than others: those who sit, are kept a seat or gave one
        up, and the owner.
        """
        return self.audience.people(self.state)

    @property
    def public(self) -> TableInfo:
        """The table as the lobby lists it to everybody else."""
        return self.audience.public(self.state)

    def is_known_to(self, player: str) -> bool:
        """Return whether a player may look at the table. Once a table has begun whose luck others have,
        too, only those who sit there may: others could tell what comes.
        """
        if deal_of(self.opening.options) and self._log.state.stage != "open":
            return player in self.state.people
        return not self.opening.private or player in self.people or player in self.known_to

    def info(self, player: str) -> TableInfo:
        """Return the table as the lobby lists it to a player."""
        return self.audience.info(self.state, player)

    def refresh(self) -> None:
        """Send snapshots because something around the table changed: who is there, or a chat line."""
        if self.asleep:
            self.audience.changed()
            self._changed()
        else:
            self._show(())

    def show_to(self, player: str) -> None:
        """Send a snapshot to one player, for whom alone something changed."""
        if not self.asleep:
            self.audience.show(self._log.state, (), only=player)

    def say(self, player: str, name: str, text: str, host: HostLine | UnsetType = UNSET) -> ChatLine:
        """Add a chat line, which must be clean, or one of the host about the player, and return it."""
        line = self.audience.say(self.state, player, ChatLine(name, text, self._clock(), host=host))
        self.refresh()
        return line

    def hear(self, who: str, line: ChatLine) -> None:
        """Add a chat line that was said on another node."""
        self.audience.talk.add(who, line)
        self.refresh()

    def may_read(self, reader: str, speaker: str) -> bool:
        """Return whether a player may read what another says here now."""
        return self.audience.may_read(self.state, reader, speaker)

    def freeze(self) -> None:
        """Stop a game that cannot go on; its log stays as it is."""
        self._log.state = table_state.frozen(self.state)
        self._show(())

    async def write(self, draft: Draft) -> None:
        """Carry a request out. Raises Refused: by the rules, or "table-damaged", or "busy", "not-saved" or
        "broken" if the host could not write, or "unsure" if it does not know.
        """
        with urgent_work():  # whoever floods the host and writes here must not keep the others from writing
            async with self._lock:
                await self._write_or_refuse(draft)

    async def check(self, draft: Draft) -> None:
        """Raise Refused if `write` would by the rules, and write nothing."""
        if self.asleep:
            await self.reading.begin()
        try:
            draft(self.state)
        except Refused:
            if not await self._has_news(self.state.seq):
                raise
            await self.check(draft)

    async def _write_or_refuse(self, draft: Draft) -> None:
        try:
            await self._write(draft)
        except Refused:
            raise
        except DamagedLog as why:
            self._set_aside(str(why))
            self._show(())
            raise refused("table-damaged") from why
        except Exception as error:
            log.exception("a request at a table failed", extra={"table": self.opening.name})
            raise refused("broken") from error

    async def end(self, ending: Ending) -> None:
        """Ends the table without a result, also where it cannot go on: a damaged log stays as it is. Raises
        Refused, as `write` does.
        """
        if self._log.state.stage != "damaged":
            await self.write(game_requests.close(ending))
            return
        try:
            await self._journal.retire(self.opening.id)
        except Exception as error:
            log.exception("a table could not be written", extra={"table": self.opening.name})
            raise save_refusal(error) from error
        self.note_end(ending)
        self._log_stage()

    def note_end(self, ending: Ending) -> None:
        """Note that a table has ended whose log has not: it was retired, here or on another node."""
        self.damage = ""
        self._log.state = replace(self.state, stage="over", since=self._clock(), outcome=Outcome(ending))
        self._show(())

    async def reread(self) -> None:
        """Read the log again, which was changed by somebody else."""
        async with self._lock:
            self._fall_asleep()
            if self._log.state.stage == "damaged":
                self._log.begin_again()
            try:
                await self._wake()
            except Exception:
                self.reading.later()
                raise

    async def _write(self, draft: Draft) -> None:
        for attempt in range(ATTEMPTS):
            if attempt > 1:
                await self._let_others_go(attempt)
            await self._wake()
            if self._log.state.stage == "damaged":
                raise refused("table-damaged")
            decided_on, stage = self._log.state.seq, self._log.state.stage
            try:
                entries: Sequence[Entry] = self._log.decide(draft, self._clock(), self._down)
            except Refused:
                if await self._has_news(decided_on):
                    continue
                raise
            if entries and entries[-1].kind == "end":
                entries = await with_keys(entries, self._accounts)
            if self._log.state.seq != decided_on or self.asleep:  # others have written while keys were read
                continue
            try:
                await self._append(entries)
            except Conflict:
                if self._log.state.seq == decided_on and not self.asleep:
                    self._written(await self._journal.read(self.opening.id, decided_on))
            else:
                if self._log.state.stage != stage:
                    self._log_stage()
                return
        raise refused("busy")

    async def _has_news(self, seq: int) -> bool:
        """Return whether a log goes on behind an entry: another node has told a player of something that this
        one has not heard of yet.
        """
        await self._journal.hear(self.opening.id)
        return self._log.state.seq != seq or self.asleep

    def _log_stage(self) -> None:
        """Log that a game begins or that the table is over: on the node that has written it, so once."""
        state, opening = self.state, self.opening
        facts: dict[str, str | int | None] = {
            "table": opening.name,
            "game": opening.game,
            "players": ", ".join(holder.name for holder in state.holders if holder.name),
        }
        if state.stage == "running":
            log.info("game began", extra=facts)
        elif state.stage == "over":
            facts |= {
                "ending": state.ending,
                "entries": state.seq,
                "seconds": round(state.since - opening.opened),
            }
            log.info("table closed", extra=facts)

    async def _let_others_go(self, attempt: int) -> None:
        """Wait for a moment, for another one than those who also wait."""
        over = asyncio.Event()
        end = self._timer(FIRST_PAUSE * 2 ** (attempt - 2) * self._jitter(), over.set)
        try:
            await over.wait()
        finally:
            end()

    async def _append(self, entries: Sequence[Entry]) -> None:
        if not entries:
            return
        in_time = self._timer(SLOW, lambda: self._show_saving("saving"))
        try:
            await self._journal.append(self.opening.id, self._log.state.seq, entries)
        except (Conflict, DamagedLog):
            self._show_saving("")
            raise
        except NotSaved as error:
            log.exception("a table could not be written", extra={"table": self.opening.name})
            self._show_saving("not-saved")
            raise refused("not-saved") from error
        except Exception as error:  # Unsure; after anything unforeseen nobody knows either
            log.exception("nobody knows whether an entry was written", extra={"table": self.opening.name})
            self._show_saving("saving")
            self._read_anew()
            raise refused("unsure") from error
        finally:
            in_time()

    def _show_saving(self, saving: SavingName) -> None:
        """Tell everybody here what the disk does, if that is news."""
        if self.audience.saving != saving:
            self.audience.saving = saving
            self._show(())

    def note_store(self, *, reached: bool) -> None:
        """Show everybody here that nothing can be written now, and that this may be an older position,
        because this node does not reach the store; or that it does again.
        """
        if reached:
            self.audience.saving = ""
        self._show(())

    def _read_anew(self) -> None:
        """Decide nothing on the present state any more: the log is read again."""
        self._fall_asleep()
        self.reading.begin()

    def _fall_asleep(self) -> None:
        if not self.asleep:
            self.asleep, self._shown = True, self.state

    def _written(self, entries: Sequence[Entry]) -> None:
        """Apply entries that the journal has stored, on this node or another one."""
        if self.asleep:
            self._written_elsewhere(entries)
            return
        if self._log.state.stage != "damaged" and entries and entries[0].seq > self._log.state.seq + 1:
            log.error(
                "a table was not told of its entry",
                extra={"table": self.opening.name, "entry": self._log.state.seq + 1},
            )
            self._read_anew()
            return
        events = self._take(entries)
        was_slow, self.audience.saving = self.audience.saving, ""
        if was_slow:
            self._show(events)
        elif player := only_for(self.state, entries):
            self.show_to(player)
            if not self._log.has_decided(entries[0].seq):  # another node has written it
                self._changed()
        else:
            self._show(events)

    def _written_elsewhere(self, entries: Sequence[Entry]) -> None:
        """Apply what the lobby lists of entries that came while the log is not read."""
        is_news = not self.goes_on_elsewhere or any(entry.kind != "move" for entry in entries)
        self.goes_on_elsewhere = True
        self._log.sketch([entry for entry in entries if entry.seq > self._log.state.seq])
        if is_news:
            self.audience.changed()
            self._changed()

    def _take(self, entries: Sequence[Entry]) -> list[Any]:
        """Apply entries of the log and return the events. A log that breaks the rules is set aside; one whose
        rules are gone is followed without a game.
        """
        try:
            events = self._log.take(entries)
        except BrokenLog as why:
            self._break(why, entries)
            return []
        self.audience.remember(events)
        return events

    def _break(self, why: BrokenLog, entries: Sequence[Entry]) -> None:
        log.exception(  # noqa: LOG004  (whoever calls this handles it)
            "a log breaks the rules", extra={"table": self.opening.name}
        )
        self._log.note_seats(entries)
        self._set_aside(f"{why} breaks the rules")

    def _set_aside(self, why: str) -> None:
        """Shows nothing of a table any more whose log is damaged: what happened last is not known."""
        log.error("table set aside: its log is damaged", extra={"table": self.opening.name, "why": why})
        self.damage, self.asleep, self.reading.again_at = why, False, None
        self._log.state = table_state.frozen(self.state, "damaged")
        self.audience.remember((), afresh=True)

    async def _wake(self) -> None:
        if self.asleep:
            seen = self._shown.seq if self._shown else 0
            past, events = list[Any](), list[Any]()
            fresh = self._log.begin_again()
            try:
                entries = await self._journal.read(self.opening.id)
                while entries:
                    new = bisect_right(entries, seen, key=lambda entry: entry.seq)
                    past += await fresh.take_slowly(entries[:new])
                    events += await fresh.take_slowly(entries[new:])
                    known, missing = entries[-1].seq, entries[-1].seq < self._log.state.seq
                    entries = await self._journal.read(self.opening.id, known) if missing else ()
            except DamagedLog as why:
                self._set_aside(str(why))
                self._show(())
                return
            except BrokenLog as why:
                self._awake(fresh)
                self._break(why, entries)
                self._show(())
                return
            self._awake(fresh)
            self.audience.remember(past)
            self.audience.remember(events)
            self._show(events if seen else ())

    def _awake(self, log_: FoldedLog) -> None:
        """Take a log that was read from its beginning in the place of what was known of it."""
        self._log, self._shown = log_, None
        self.asleep, self.goes_on_elsewhere = False, False
        self.reading.is_done()
        self.audience.saving = ""
        self.audience.remember((), afresh=True)

    async def _read_log(self) -> None:
        async with self._lock:
            await self._wake()

    def _show(self, events: Sequence[Any]) -> None:
        """Send a snapshot to each follower and tell the lobby and the bots."""
        self.audience.changed()
        if not self.asleep:
            self.audience.show(self._log.state, events)
        elif self._shown:
            self.audience.show(self._shown, events)
            self.audience.changed()  # what is listed is newer
        self._changed()

    def _changed(self) -> None:
        self._on_change(self)


def only_for(state: TableState, entries: Sequence[Entry]) -> str | None:
    """Return the one player who may notice that these entries were written; None: anybody may."""
    seat = entries[0].seat
    is_own = all(entry.seat == seat and entry.kind in {"beforehand", "plan"} for entry in entries)
    return state.holders[seat - 1].who if is_own else None
