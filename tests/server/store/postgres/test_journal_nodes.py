"""Several nodes append to the same logs while answers, connections and doorbells are lost: nothing is lost,
doubled, half there, told falsely, or told late without end.
"""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, suppress

import asyncpg
import msgspec
import pytest
from msgspec.structs import replace

from server.log.entries import Entry, Outcome
from server.store.journal.journal import Conflict, Journal, NotSaved, RematchTaken, TableNameTaken, Unsure
from server.store.journal.rows import DamagedLog, row_of
from server.store.postgres.appends import NAMES, AppendWriters
from server.store.postgres.connection import Postgres, open_postgres
from server.store.postgres.doorbell import PostgresDoorbell
from server.store.postgres.failures import StoreUnreachable
from server.store.postgres.journal import PostgresJournal
from tests.server.journals import entry, opening
from tests.server.running_postgres import RunningPostgres
from tests.server.store.postgres.answer_cutter import AnswerCutter, answer_cutter, next_time
from tests.server.store.postgres.journal_node import JournalNode, node_on
from tests.waiting import WITHIN

TABLES = ("t1", "t2", "t3")
PLAYED = Outcome("played", ("Ada", "Bert"), (1, 2), ("ada", "bert"), ("", ""))


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(WITHIN):
        while not condition():  # noqa: ASYNC110  (what is waited for happens in another process)
            await asyncio.sleep(0.005)


@pytest.fixture
async def nodes(postgres_url: str) -> AsyncIterator[Sequence[JournalNode]]:
    """Three nodes."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(node_on(postgres_url)) for _ in range(3)]


@pytest.fixture
async def cutter(postgres_server: RunningPostgres) -> AsyncIterator[AnswerCutter]:
    async with answer_cutter(postgres_server.socket) as made:
        yield made


async def both_writers_write(journal: Journal) -> None:
    """Add an entry on each connection, so that its next answer is that to an append."""
    await journal.append("t1", 0, [entry(1)])
    await journal.append("t1", 1, [entry(2)])


@pytest.fixture
async def cut_off(cutter: AnswerCutter, postgres_url: str) -> AsyncIterator[JournalNode]:
    """A node that loses answers, and a table."""
    async with node_on(cutter.url(postgres_url)) as node:
        await node.journal.create(opening())
        await both_writers_write(node.journal)
        yield node
        cutter.loses, cutter.is_closed = (lambda _: False), False


class ToldEntries(list[Entry]):
    """What somebody was told of a log."""

    def follow(self, journal: Journal, table: str = "t1", after: int = 0) -> ToldEntries:
        journal.subscribe(table, self.extend, after)
        return self

    @property
    def numbers(self) -> list[int]:
        return [told.seq for told in self]


async def test_every_node_is_told_of_every_entry_in_order_and_once(nodes: Sequence[JournalNode]) -> None:
    await nodes[0].journal.create(opening())
    told = [ToldEntries().follow(node.journal) for node in nodes]
    for seq in range(1, 31):
        await nodes[seq % 3].journal.append("t1", seq - 1, [entry(seq)])
    await until(lambda: all(len(one) == 30 for one in told))
    assert [one.numbers for one in told] == [list(range(1, 31))] * 3


async def test_who_is_too_late_knows_what_was_in_the_way(nodes: Sequence[JournalNode]) -> None:
    """When Conflict is raised, its listeners have been told; so a decision can be made again at once."""
    first, second, _ = (node.journal for node in nodes)
    await first.create(opening())
    told = ToldEntries().follow(second)
    await first.append("t1", 0, [entry(1), entry(2)])
    with pytest.raises(Conflict):
        await second.append("t1", 0, [entry(1, ask=7)])
    assert told == list(await first.read("t1"))
    await second.append("t1", 2, [entry(3)])
    assert told.numbers == [1, 2, 3]


async def test_an_append_behind_what_a_listener_was_not_told_tells_all_of_it(postgres_url: str) -> None:
    """The writer has read the log by itself."""
    async with node_on(postgres_url) as first, node_on(postgres_url, deaf=True, poll=3600) as second:
        await first.journal.create(opening())
        told = ToldEntries().follow(second.journal)
        await first.journal.append("t1", 0, [entry(1)])
        assert told == []
        await second.journal.append("t1", 1, [entry(2)])
        assert told.numbers == [1, 2]


async def test_who_wants_to_hear_is_told_what_no_bell_has_told(postgres_url: str) -> None:
    async with node_on(postgres_url) as first, node_on(postgres_url, deaf=True, poll=3600) as second:
        await first.journal.create(opening())
        told = ToldEntries().follow(second.journal)
        await first.journal.append("t1", 0, [entry(1), entry(2)])
        assert told == []
        await second.journal.hear("t1")
        assert told.numbers == [1, 2]


async def test_a_listener_of_a_log_that_has_entries_already_gets_those_it_does_not_know(
    postgres_url: str,
) -> None:
    async with node_on(postgres_url) as node, node_on(postgres_url, deaf=True, poll=0.02) as other:
        await node.journal.create(opening(), [entry(1), entry(2), entry(3)])
        told = ToldEntries().follow(other.journal, after=1)
        await until(lambda: told.numbers == [2, 3])


# Answers and connections are lost


def added(answer: bytes) -> bool:
    """Whether an answer says that one append was added; what a connection is first asked has the encoding."""
    return b"SELECT 1\0" in answer and b"UTF8" not in answer


async def test_an_append_whose_answer_is_lost_is_added_once(
    cut_off: JournalNode, cutter: AnswerCutter
) -> None:
    told = ToldEntries().follow(cut_off.journal, after=2)
    cutter.loses = next_time(added)
    await cut_off.journal.append("t1", 2, [entry(3), entry(4)])
    assert cutter.cuts == 1
    assert [one.seq for one in await cut_off.journal.read("t1")] == [1, 2, 3, 4]
    assert told.numbers == [3, 4]


async def test_an_end_whose_answer_is_lost_counts_once(cut_off: JournalNode, cutter: AnswerCutter) -> None:
    await cut_off.journal.append("t1", 2, [entry(3, "start")])
    cutter.loses = next_time(lambda data: b"COMMIT" in data)
    end = entry(4, "end", note=msgspec.json.encode(PLAYED).decode())
    await cut_off.journal.append("t1", 3, [end])
    assert cutter.cuts == 1
    counts = await cut_off.journal.dice_counts()
    assert (counts.opened, counts.dealt, counts.finished) == (1, 1, 1)
    assert [one.time for one in await cut_off.journal.finished("ada", 9)] == [end.time]


async def test_a_table_whose_answer_is_lost_is_created_once(
    cut_off: JournalNode, cutter: AnswerCutter
) -> None:
    cutter.loses = next_time(lambda data: b"COMMIT" in data)
    await cut_off.journal.create(opening("t2"), [entry(1)])
    assert cutter.cuts == 1
    assert await cut_off.journal.read("t2") == (entry(1),)
    assert (await cut_off.journal.dice_counts()).opened == 2


async def test_nothing_is_lost_or_doubled_however_many_answers_are(
    cutter: AnswerCutter, postgres_url: str
) -> None:
    """Three writers on each of two nodes, half of the appends of two entries, a tenth of the answers cut."""
    chance = random.Random(7)
    async with node_on(cutter.url(postgres_url)) as one, node_on(cutter.url(postgres_url)) as two:
        pair = one.journal, two.journal
        for table in TABLES:
            await one.journal.create(opening(table))
        told = {(n, table): ToldEntries().follow(pair[n], table) for n in range(2) for table in TABLES}
        acknowledged: list[tuple[str, int, str]] = []
        cutter.loses = lambda _: chance.random() < 0.1

        async def write(node: int, token: str) -> None:
            table, size = chance.choice(TABLES), chance.choice((1, 2))
            while True:
                at = len(told[node, table])
                entries = [entry(at + 1 + number, name=f"{token}/{number}") for number in range(size)]
                with suppress(Conflict):
                    await pair[node].append(table, at, entries)
                    break
            acknowledged.extend((table, one.seq, one.name) for one in entries)

        async def write_on(node: int, name: str) -> None:
            for turn in range(30):
                await write(node, f"{name}.{turn}")

        await asyncio.gather(*(write_on(writer % 2, str(writer)) for writer in range(6)))
        cutter.loses = lambda _: False
        logs = {table: await one.journal.read(table) for table in TABLES}
        stored = [(table, one.seq, one.name) for table, log in logs.items() for one in log]
        await until(lambda: all(tuple(one) == logs[table] for (_, table), one in told.items()))
    assert cutter.cuts > 20
    assert Counter(stored) == Counter(acknowledged)
    assert len(stored) == len(set(stored))


async def test_nobody_knows_of_an_append_that_was_sent_and_never_answered(
    cutter: AnswerCutter, postgres_url: str
) -> None:
    """It is in the log all the same: Unsure says that it may be."""
    async with node_on(cutter.url(postgres_url), patience=0.3, deaf=True, poll=3600) as node:
        await node.journal.create(opening())
        await both_writers_write(node.journal)

        def lose(answer: bytes) -> bool:
            cutter.is_closed = cutter.is_closed or added(answer)
            return cutter.is_closed

        cutter.loses = lose
        with pytest.raises(Unsure):
            await node.journal.append("t1", 2, [entry(3)])
        cutter.loses, cutter.is_closed = lambda _: False, False
        assert len(await node.journal.read("t1")) == 3
        with pytest.raises(Conflict):
            await node.journal.append("t1", 2, [entry(3)])


@pytest.mark.parametrize("kind", ["move", "start"])
async def test_an_append_that_could_not_be_sent_was_not_saved(
    cutter: AnswerCutter, postgres_url: str, kind: str
) -> None:
    async with node_on(cutter.url(postgres_url), patience=0.3) as node:
        await node.journal.create(opening())
        cutter.is_closed = True
        cutter.cut()
        await asyncio.sleep(0)
        with pytest.raises(NotSaved):
            await node.journal.append("t1", 0, [entry(1, kind)])
        cutter.is_closed = False
        await node.journal.append("t1", 0, [entry(1, kind)])


async def test_the_end_of_a_game_waits_as_long_for_the_server_as_its_moves(
    cutter: AnswerCutter, postgres_url: str
) -> None:
    """Longer than reads do: nobody has to make the last move again after a minute without PostgreSQL."""
    database = await open_postgres(cutter.url(postgres_url), patience=0.0)
    journal = PostgresJournal(database, PostgresDoorbell(database), patience=20)
    await journal.create(opening())
    cutter.is_closed = True
    cutter.cut()
    ending = asyncio.create_task(journal.append("t1", 0, [entry(1, "start")]))
    with pytest.raises(StoreUnreachable):
        await database.fetch("SELECT 1")
    assert not ending.done()
    cutter.is_closed = False
    await ending
    await journal.close()
    await database.close()


async def test_a_host_that_ends_waits_for_a_server_that_is_away_no_longer(
    cutter: AnswerCutter, postgres_url: str
) -> None:
    """Neither what is under way nor what comes then, of the log or of anything else."""
    database = await open_postgres(cutter.url(postgres_url), patience=600)
    journal = PostgresJournal(database, PostgresDoorbell(database), patience=600)
    await journal.create(opening())
    cutter.is_closed = True
    cutter.cut()
    work = [journal.append("t1", 0, [entry(1, "start")]), database.fetch("SELECT 1")]
    under_way = [asyncio.ensure_future(one) for one in work]
    await asyncio.wait(under_way, timeout=0.1)
    database.hurry(0.0)
    under_way.append(asyncio.ensure_future(journal.append("t1", 0, [entry(1, "start")])))
    async with asyncio.timeout(WITHIN):
        ends = await asyncio.gather(*under_way, return_exceptions=True)
        await journal.close()
    assert all(map(isinstance, ends, (NotSaved, StoreUnreachable, NotSaved)))
    await database.close()


@pytest.mark.parametrize("commits", [True, False])
async def test_a_first_try_that_is_still_under_way_is_waited_for(
    postgres: Postgres, postgres_url: str, commits: bool
) -> None:
    """Whose connection broke, and who asks again: what the log shows meanwhile would be wrong either way."""
    writers = AppendWriters(postgres)
    writers.open()
    async with node_on(postgres_url) as node:
        await node.journal.create(opening())
    one = writers.pending("t1", 0, [entry(1)])
    zombie = await asyncpg.connect(postgres_url)
    began = zombie.transaction()
    await began.start()
    values = (*row_of("t1", entry(1)), one.id)
    places = ", ".join(f"${number}" for number in range(1, len(values) + 1))
    await zombie.execute(f"INSERT INTO entries ({NAMES}) VALUES ({places})", *values)  # noqa: S608
    writing = asyncio.create_task(writers.write(one))
    waits = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
    async with asyncio.timeout(WITHIN):
        while not await postgres.fetch(waits):  # noqa: ASYNC110  (likewise)
            await asyncio.sleep(0.005)
    assert not writing.done()
    await (began.commit() if commits else began.rollback())
    await writing
    rows = await postgres.fetch("SELECT append_id FROM entries")
    assert [row["append_id"] for row in rows] == [one.id]
    await zombie.close()
    await writers.close()


# Many at once


async def test_an_append_never_lands_in_half(nodes: Sequence[JournalNode]) -> None:
    """Of appends of two entries and of one that want the same place, one lands whole."""
    for number in range(10):
        table = f"t{number}"
        await nodes[0].journal.create(opening(table))
        await asyncio.gather(
            *(
                node.journal.append(table, 0, [entry(1 + n, ask=who) for n in range(1 + who % 2)])
                for who, node in enumerate(nodes)
            ),
            return_exceptions=True,
        )
        (winner,) = {one.ask for one in await nodes[0].journal.read(table)}
        assert len(await nodes[0].journal.read(table)) == 1 + winner % 2


async def test_batches_that_cross_end_in_conflicts_and_not_in_deadlocks(
    nodes: Sequence[JournalNode], caplog: pytest.LogCaptureFixture
) -> None:
    chance = random.Random(3)
    tables = [f"t{number}" for number in range(60)]
    for table in tables:
        await nodes[0].journal.create(opening(table))
    won: Counter[str] = Counter()

    async def write(node: JournalNode, table: str, at: int) -> None:
        try:
            await node.journal.append(table, at, [entry(at + 1)])
        except Conflict:
            return
        won[table] += 1

    for at in range(4):
        wanted = [(node, table) for node in nodes for table in chance.sample(tables, len(tables))]
        await asyncio.gather(*(write(node, table, at) for node, table in wanted))
    assert set(won.values()) == {4}
    assert "could not be written" not in caplog.text


async def test_a_text_that_cannot_be_stored_keeps_nobody_else_from_writing(
    nodes: Sequence[JournalNode],
) -> None:
    """PostgreSQL takes no NUL; the statement of a whole batch is refused with it."""
    journal = nodes[0].journal
    for table in TABLES:
        await journal.create(opening(table))
    texts = {"t1": "Ada", "t2": "\0", "t3": "Bert"}
    results = await asyncio.gather(
        *(journal.append(table, 0, [entry(1, name=text)]) for table, text in texts.items()),
        return_exceptions=True,
    )
    assert [type(result) for result in results] == [type(None), NotSaved, type(None)]


async def test_the_name_of_an_open_table_is_nobody_elses(nodes: Sequence[JournalNode]) -> None:
    first, second, _ = (node.journal for node in nodes)
    await first.create(opening("t1"))
    same = replace(opening("t2"), name=opening("t1").name)
    with pytest.raises(TableNameTaken):
        await second.create(same)
    await first.append("t1", 0, [entry(1, "end")])
    await second.create(same)


async def test_of_two_who_want_the_rematch_one_opens_it(nodes: Sequence[JournalNode]) -> None:
    again = [replace(opening(f"again{number}"), rematch_of="t1") for number in range(3)]
    results = await asyncio.gather(
        *(node.journal.create(one) for node, one in zip(nodes, again, strict=True)), return_exceptions=True
    )
    assert Counter(map(type, results)) == {type(None): 1, RematchTaken: 2}


# The doorbell


async def test_a_lost_doorbell_is_found_by_the_poll(postgres_url: str) -> None:
    async with node_on(postgres_url) as node, node_on(postgres_url, deaf=True, poll=0.02) as deaf:
        await node.journal.create(opening())
        told = ToldEntries().follow(deaf.journal)
        for seq in range(1, 4):
            await node.journal.append("t1", seq - 1, [entry(seq)])
        await until(lambda: told.numbers == [1, 2, 3])


async def test_a_doorbell_whose_connections_are_ended_is_heard_again(
    postgres: Postgres, postgres_url: str
) -> None:
    """What was missed meanwhile is read then: nobody waits for the poll."""
    async with node_on(postgres_url) as node, node_on(postgres_url, poll=10 * WITHIN) as other:
        await node.journal.create(opening())
        told = ToldEntries().follow(other.journal)
        for seq in range(1, 6):
            await postgres.fetch(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE query ILIKE 'LISTEN%' AND datname = current_database()"
            )
            await node.journal.append("t1", seq - 1, [entry(seq)])
        await until(lambda: told.numbers == [1, 2, 3, 4, 5])


async def test_a_doorbell_that_died_without_saying_so_is_noticed(
    cutter: AnswerCutter, postgres_url: str
) -> None:
    async with (
        node_on(postgres_url) as node,
        node_on(cutter.url(postgres_url), silence=0.3, poll=3600) as other,
    ):
        missed: list[None] = []
        await node.journal.create(opening())
        told = ToldEntries().follow(other.journal)
        other.doorbell.when_missed(lambda: missed.append(None))
        cutter.silence_listeners()
        await node.journal.append("t1", 0, [entry(1)])
        await until(lambda: bool(missed) and told.numbers == [1])


# Damage


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("UPDATE entries SET move = 'x' WHERE seq = 3", "entry 3 is torn"),
        ("DELETE FROM entries WHERE seq = 3", "entry 3 is missing"),
        ("DELETE FROM entries WHERE seq IN (2, 3)", "entry 2 and 1 more are missing"),
    ],
)
async def test_a_damaged_log_is_told_and_read_up_to_the_damage(
    postgres: Postgres, nodes: Sequence[JournalNode], statement: str, why: str
) -> None:
    journal = nodes[0].journal
    await journal.create(opening(), [entry(1, "sit"), entry(2), entry(3), entry(4)])
    await journal.create(opening("t2"), [entry(1)])
    await postgres.execute(statement)
    with pytest.raises(DamagedLog, match=why):
        await journal.read("t1")
    tails = await journal.tails({"t1": 0, "t2": 0})
    readable = 1 if "2" in statement else 2
    assert {table: len(tail) for table, tail in tails.items()} == {"t1": readable, "t2": 1}
    if "DELETE" in statement:
        damage = {one.opening.id: one.damage for one in await journal.open_tables()}
        assert damage == {"t1": f"entries written: 4, there: {4 - statement.count('2') - 1}", "t2": ""}


async def test_an_ended_log_without_its_end_is_damaged(
    postgres: Postgres, nodes: Sequence[JournalNode]
) -> None:
    journal = nodes[0].journal
    await journal.create(opening(), [entry(1), entry(2, "end")])
    await postgres.execute("DELETE FROM entries WHERE seq = 2")
    with pytest.raises(DamagedLog, match="entry 2 is missing"):
        await journal.read("t1")


async def test_torn_options_and_seeds_are_told(postgres: Postgres, nodes: Sequence[JournalNode]) -> None:
    journal = nodes[0].journal
    await journal.create(opening("t1"))
    await journal.create(opening("t2"))
    await postgres.execute("UPDATE tables SET options = '{' WHERE id = 't1'")
    await postgres.execute("UPDATE tables SET seed = 'x' WHERE id = 't2'")
    found = {one.opening.id: one.damage for one in await journal.open_tables()}
    assert found == {"t1": "its options are torn", "t2": "its seed is torn"}
    with pytest.raises(DamagedLog):
        await journal.find("t1")
