"""A node of `tests.bench.postgres`: follows all tables, appends to its own, and prints how long that took.

Times are monotonic, which processes of one machine share; an entry's is when its append began.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from time import monotonic, process_time

from server.log.entries import Entry
from server.store.journal.journal import Conflict
from server.store.postgres.connection import open_postgres
from server.store.postgres.doorbell import PostgresDoorbell
from server.store.postgres.journal import PostgresJournal

MOVE = '{"type":"keep","faces":[5,5,5]}'


class BenchedNode:
    """One node, which appends so many entries a second to tables chosen at random from its own."""

    def __init__(
        self, journal: PostgresJournal, number: int, tables: int, nodes: int, chance: random.Random
    ) -> None:
        self.journal, self.number, self.chance = journal, number, chance
        self.lengths = {f"t{table}": 0 for table in range(tables)}
        self.own = [f"t{table}" for table in range(tables) if table % nodes == number]
        self.locks = {table: asyncio.Lock() for table in self.own}
        self.seen: list[float] = []
        self.appended: list[float] = []
        self.conflicts = 0
        for table in self.lengths:
            journal.subscribe(table, lambda entries, table=table: self._written(table, entries))  # type: ignore[misc]

    def _written(self, table: str, entries: list[Entry]) -> None:
        now = monotonic()
        self.lengths[table] = entries[-1].seq
        self.seen += [now - entry.time for entry in entries if entry.seat != self.number]

    async def move(self) -> None:
        table = self.chance.choice(self.own)
        async with self.locks[table]:
            began = monotonic()
            while True:
                at = self.lengths[table]
                entry = Entry(
                    seq=at + 1, kind="move", time=began, seat=self.number, by="player", ask=at, move=MOVE,
                    draws=("5", "3", "1"),
                )  # fmt: skip
                try:
                    await self.journal.append(table, at, [entry])
                except Conflict:
                    self.conflicts += 1
                    continue
                self.appended.append(monotonic() - began)
                return


async def main(
    url: str, number: int, nodes: int, rate: float, seconds: float, tables: int, start: float
) -> None:
    """Run a node from `start` on."""
    chance = random.Random(number)
    database = await open_postgres(url)
    doorbell = PostgresDoorbell(database)
    await doorbell.open()
    journal = PostgresJournal(database, doorbell)
    journal.open()
    node = BenchedNode(journal, number, tables, nodes, chance)
    await asyncio.sleep(start - monotonic())
    moves, due, cpu = [], start, process_time()
    while due < start + seconds:
        due += chance.expovariate(rate / nodes)
        await asyncio.sleep(max(0, due - monotonic()))
        moves.append(asyncio.create_task(node.move()))
    await asyncio.gather(*moves)
    took, cpu = monotonic() - start, process_time() - cpu
    await asyncio.sleep(3)  # for what the others appended last
    found = {"appended": node.appended, "seen": node.seen, "conflicts": node.conflicts, "cpu": cpu / took}
    sys.stdout.write(json.dumps(found))
    await journal.close()
    await doorbell.close()
    await database.close()


if __name__ == "__main__":
    address, own, of, *times, last = sys.argv[1:]
    asyncio.run(
        main(address, int(own), int(of), float(times[0]), float(times[1]), int(times[2]), float(last))
    )
