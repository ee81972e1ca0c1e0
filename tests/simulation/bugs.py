"""Planted bugs, each of which breaks one promise: they prove that the simulation would find it.

Each is a context manager that changes the host's code while it is open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from engine.chance import FairChance
from engine.game import Refused
from engine.playthrough import Playthrough
from server.bots.bot_runner import BotRunner
from server.host.host import Host
from server.host.requests.account_requests import AccountRequests
from server.lobby.listing.audience_desk import AudienceDesk
from server.lobby.uptime import Uptime
from server.log.table_state import TableState
from server.store.sqlite.journal import SqliteJournal
from server.table import folded_log
from server.table.table import Table
from tests.server.cluster.joined import JoinedDuties


@contextmanager
def told_before_written() -> Iterator[None]:
    """People are told of a move while it is written."""
    append = Table._append

    async def early(self: Table, entries: Any) -> None:
        self._written(entries)
        await append(self, entries)

    with patch.object(Table, "_append", early):
        yield


@contextmanager
def confirmed_before_written() -> Iterator[None]:
    """A move is confirmed while it is written."""
    append = SqliteJournal.append

    async def early(self: SqliteJournal, table: str, expected: int, entries: Any) -> None:
        asyncio.ensure_future(append(self, table, expected, entries))  # noqa: RUF006  (a bug)

    with patch.object(SqliteJournal, "append", early):
        yield


@contextmanager
def dice_from_a_counter() -> Iterator[None]:
    """Draws are numbered by a counter in memory, which a failed write has moved on."""
    numbers: dict[bytes, int] = {}

    class CountedDraws(FairChance):
        def __init__(self, key: bytes, position: int = 0) -> None:
            self._table = key
            super().__init__(key, max(position, numbers.get(key, 0)))

        def _die(self) -> int:
            numbers[self._table] = self.position + 1
            return super()._die()

        def pick(self, options: Any) -> Any:
            numbers[self._table] = self.position + 1
            return super().pick(options)

    def chance_of_step(key: bytes, playthrough: Playthrough | None, _: int, **__: bool) -> CountedDraws:
        return CountedDraws(key, playthrough.draws if playthrough else 0)

    with patch.object(folded_log, "chance_of_step", chance_of_step):
        yield


@contextmanager
def standing_answers_in_memory() -> Iterator[None]:
    """What players said beforehand is lost with the host."""
    wake = Table._wake

    async def forgetful(self: Table) -> None:
        asleep = self.asleep
        await wake(self)
        if asleep:
            self.state = replace(self.state, said={})
            self._show(())

    with patch.object(Table, "_wake", forgetful):
        yield


@contextmanager
def seat_by_name() -> Iterator[None]:
    """A seat belongs to whoever has the name that is written there."""
    hosts: list[Host] = []
    enter = Host.enter

    def noted(self: Host, *arguments: Any) -> Any:
        hosts[:] = [self]
        return enter(self, *arguments)

    def by_name(self: TableState, player: str) -> int | None:
        member = hosts[0].lobby.members.find(player) if hosts else None
        names = [holder.name if holder.held_by == "player" else "" for holder in self.holders]
        name = member.player.name if member else ""
        return names.index(name) + 1 if name and name in names else None

    with patch.object(Host, "enter", noted), patch.object(TableState, "seat_of", by_name):
        yield


@contextmanager
def entries_one_by_one() -> Iterator[None]:
    """A move and the end that it leads to are two transactions."""
    append = SqliteJournal.append

    async def parts(self: SqliteJournal, table: str, expected: int, entries: Any) -> None:
        for number, entry in enumerate(entries):
            await append(self, table, expected + number, [entry])

    with patch.object(SqliteJournal, "append", parts):
        yield


@contextmanager
def outages_count() -> Iterator[None]:
    """Clocks run on while the host is down."""
    with patch.object(Uptime, "after", lambda _, moment, seconds: moment + seconds):
        yield


@contextmanager
def bots_give_up() -> Iterator[None]:
    """A bot whose move could not be written does not try again."""

    async def once(_: BotRunner, table: Table, ask: Any, move: Any) -> bool:
        from server.log import game_requests

        try:
            await table.write(game_requests.bot_move(ask.seat, ask.id, move))
        except Refused:
            return True
        return True

    with patch.object(BotRunner, "_taken", once):
        yield


@contextmanager
def older_position() -> Iterator[None]:
    """A log is read without its last entry."""
    read = SqliteJournal.read

    async def short(self: SqliteJournal, table: str, after: int = 0) -> Any:
        entries = await read(self, table, after)
        return entries[:-1] if after or len(entries) > 8 else entries

    with patch.object(SqliteJournal, "read", short):
        yield


@contextmanager
def settings_confirmed_early() -> Iterator[None]:
    """A setting is confirmed before it is stored."""
    kept = AccountRequests.set

    async def early(self: AccountRequests, *arguments: Any) -> None:
        asyncio.ensure_future(kept(self, *arguments))  # noqa: RUF006  (a bug)

    with patch.object(AccountRequests, "set", early):
        yield


@contextmanager
def everybody_acts() -> Iterator[None]:
    """Every node answers for every bot."""
    with patch.object(JoinedDuties, "acts_for", lambda *_: True):
        yield


@contextmanager
def deaf_to_other_nodes() -> Iterator[None]:
    """A table drops an entry that it cannot place, and goes on as if nothing were missing."""
    written = Table._written

    def deaf(self: Table, entries: Any) -> None:
        if self.asleep or not entries or entries[0].seq % 7:
            written(self, entries)

    with patch.object(Table, "_written", deaf):
        yield


@contextmanager
def watchers_of_this_node_only() -> Iterator[None]:
    """No node tells the others who watches there, or the round."""
    with patch.object(AudienceDesk, "note", lambda *_, **__: None):
        yield


BUGS: Mapping[str, Callable[[], AbstractContextManager[None]]] = {
    bug.__name__.replace("_", "-"): bug
    for bug in (
        told_before_written,
        confirmed_before_written,
        dice_from_a_counter,
        standing_answers_in_memory,
        seat_by_name,
        entries_one_by_one,
        outages_count,
        bots_give_up,
        older_position,
        settings_confirmed_early,
    )
}
"""By name."""
NODE_BUGS: Mapping[str, Callable[[], AbstractContextManager[None]]] = {
    bug.__name__.replace("_", "-"): bug
    for bug in (everybody_acts, deaf_to_other_nodes, watchers_of_this_node_only)
}
"""Those that only a host with several nodes can have, by name."""
