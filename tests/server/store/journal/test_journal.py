"""Every implementation of the journal keeps the same promises."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import threading
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from engine.chance import commitment
from server.log.entries import Entry, Outcome, StoredSignature
from server.store.accounts import AccountStore
from server.store.database.schema import WrongSchema
from server.store.journal.journal import Conflict, Journal
from server.store.journal.rows import NoTable
from server.store.sqlite.database import Database, SqliteSql
from server.store.sqlite.journal import SqliteJournal
from tests.kept.make_schema import FOLDER
from tests.server.journals import entry, opening, start_thread
from tests.waiting import WITHIN
from tui.host.dice import DiceCounts


async def test_entries_come_back_as_they_were_written(journal: Journal) -> None:
    """Reading gives what was appended, in order, from the place asked for."""
    entries = [
        entry(1, "sit", seat=1, by="player", who="ada", name="Ada Ä"),
        entry(2, "start", draws=("1", "guard")),
        entry(3, seat=2, by="bot", ask=7, move='{"type":"roll"}', draws=("6", "6")),
    ]
    await journal.create(opening(), entries[:1])
    await journal.append("t1", 1, entries[1:])
    assert await journal.read("t1") == tuple(entries)
    assert await journal.read("t1", after=2) == (entries[2],)
    assert await journal.read("t1", after=3) == ()


async def test_a_stale_writer_meets_a_conflict_and_changes_nothing(journal: Journal) -> None:
    """Appending where the log is longer or shorter than believed is refused."""
    await journal.create(opening(), [entry(1)])
    for expected in (0, 2, 7):
        with pytest.raises(Conflict):
            await journal.append("t1", expected, [entry(expected + 1)])
    assert await journal.read("t1") == (entry(1),)


async def test_several_entries_are_added_together_or_not_at_all(journal: Journal) -> None:
    """Entries that do not follow on the log are a programming error and leave it alone."""
    await journal.create(opening())
    with pytest.raises(ValueError, match="follow"):
        await journal.append("t1", 0, [entry(1), entry(3)])
    assert await journal.read("t1") == ()


async def test_an_unknown_table_is_told_apart(journal: Journal) -> None:
    """There is no log for a table nobody created."""
    with pytest.raises(NoTable):
        await journal.read("nobody")
    with pytest.raises(NoTable):
        await journal.append("nobody", 0, [entry(1)])


async def test_a_table_is_created_once(journal: Journal) -> None:
    """An id that is taken is refused, the first table stays as it is."""
    await journal.create(opening(), [entry(1)])
    with pytest.raises(Conflict):
        await journal.create(opening(), [entry(1, "sit")])
    assert await journal.read("t1") == (entry(1),)


async def test_tables_that_have_not_ended_are_listed_without_their_moves(journal: Journal) -> None:
    """A listing holds setup, seed and seatings, oldest table first; ended tables are gone."""
    await journal.create(
        opening("t2", 2.0), [entry(1, "sit", who="ada"), entry(2, "start"), entry(3), entry(4)]
    )
    await journal.create(opening("t1", 1.0))
    await journal.create(opening("t0", 0.5), [entry(1, "sit", who="ada")])
    await journal.append("t0", 1, [entry(2), entry(3, "end")])
    listed = await journal.open_tables()
    assert {listing.opening.id for listing in listed} == {"t1", "t2"}
    by_id = {listing.opening.id: listing for listing in listed}
    assert by_id["t2"].opening == opening("t2", 2.0)
    assert by_id["t2"].entries == (entry(1, "sit", who="ada"), entry(2, "start"))


async def test_a_table_is_found_ended_or_not(journal: Journal) -> None:
    """What a table was opened as is kept for good: privacy, clock and rematch included."""
    special = replace(opening(), private=True, code="ABCD-EFGH", clock="5m", rematch_of="t0")
    await journal.create(special, [entry(1, "sit", who="ada")])
    assert await journal.find("t1") == special
    assert (await journal.open_tables())[0].opening == special
    await journal.append("t1", 1, [entry(2, "end")])
    assert await journal.find("t1") == special
    with pytest.raises(NoTable):
        await journal.find("t2")


async def test_a_table_of_a_deal_is_read_back(journal: Journal) -> None:
    """The commitment to its seed is to the deal's id."""
    seed, options = bytes(32), {"chance": "duplicate", "deal": "daily-toy-2026-11-24"}
    special = replace(opening(), options=options, seed=seed, commitment=commitment(seed, options["deal"]))
    await journal.create(special, [entry(1, "sit", who="ada")])
    assert await journal.find("t1") == (await journal.open_tables())[0].opening == special


async def test_a_listing_knows_when_something_happened_last(journal: Journal) -> None:
    """The last entry's time, a move's, too; of an empty log the opening's."""
    await journal.create(opening("t1", 1.0))
    await journal.create(opening("t2", 2.0), [entry(1, "sit"), entry(2, "start"), entry(3), entry(4)])
    assert [listing.changed for listing in await journal.open_tables()] == [1.0, 4.5]


async def test_a_listing_knows_the_number_of_the_last_entry(journal: Journal) -> None:
    await journal.create(opening("t1"))
    await journal.create(opening("t2"), [entry(1, "sit"), entry(2, "start"), entry(3), entry(4)])
    assert [listing.length for listing in await journal.open_tables()] == [0, 4]


async def test_the_tails_of_several_logs_are_read_at_once(journal: Journal) -> None:
    """Of each what follows on a number; a log without that, or that there is not, is left out."""
    await journal.create(opening("t1"), [entry(1), entry(2), entry(3)])
    await journal.create(opening("t2"), [entry(1)])
    await journal.create(opening("t3"))
    tails = await journal.tails({"t1": 1, "t2": 1, "t3": 0, "nobody": 0})
    assert {table: tuple(tail) for table, tail in tails.items()} == {"t1": (entry(2), entry(3))}


async def test_a_listener_knows_what_was_in_the_way_of_an_append(journal: Journal) -> None:
    """By the time when its writer is told of a conflict: a decision can be made again at once."""
    heard: list[int] = []
    await journal.create(opening())
    journal.subscribe("t1", lambda entries: heard.extend(e.seq for e in entries), 0)
    first, second = (journal.append("t1", 0, [entry(1, ask=n)]) for n in range(2))
    results = await asyncio.gather(first, second, return_exceptions=True)
    assert sorted(map(str, map(type, results))) == sorted(map(str, (Conflict, type(None))))
    assert heard == [1]


def end(seq: int, *players: str, places: tuple[int, ...] = (2, 1)) -> Entry:
    names = tuple(player.title() for player in players)
    outcome = Outcome("played", names, places, players, ("",) * len(players))
    return entry(seq, "end", note=msgspec.json.encode(outcome).decode())


async def games(journal: Journal) -> None:
    """Three ended games of Ada, one of them with Bert, one that never began, one that runs."""
    for number, other in enumerate(("bert", "", "cy"), 1):
        table = f"t{number}"
        sits = [entry(1, "sit", who="ada", name="Ada"), entry(2, "sit", who=other, name=other.title())]
        await journal.create(opening(table), sits)
        await journal.append(
            table, 2, [entry(3, "start"), entry(4), replace(end(5, "ada", other), time=number)]
        )
    await journal.create(opening("left"), [entry(1, "sit", who="ada", name="Ada"), entry(2, "end")])
    await journal.create(opening("runs"), [entry(1, "sit", who="cy", name="Cy"), entry(2, "start")])


async def test_a_players_ended_games_are_found(journal: Journal) -> None:
    """The newest first, with how they ended; only games that were begun."""
    await games(journal)
    found = await journal.finished("ada", 9)
    assert [(one.opening.id, one.time) for one in found] == [("t3", 3), ("t2", 2), ("t1", 1)]
    assert found[2].outcome == Outcome("played", ("Ada", "Bert"), (2, 1), ("ada", "bert"), ("", ""))
    assert [one.opening.id for one in await journal.finished("ada", 2)] == ["t3", "t2"]
    assert [one.opening.id for one in await journal.finished("bert", 9)] == ["t1"]
    assert await journal.finished("", 9) == ()


async def test_an_accounts_games_can_become_anothers(journal: Journal) -> None:
    """They keep their names and places."""
    await games(journal)
    await journal.hand_over("bert", "dora")
    assert await journal.finished("bert", 9) == ()
    (game,) = await journal.finished("dora", 9)
    assert (game.outcome.names, game.outcome.players) == (("Ada", "Bert"), ("ada", "dora"))


async def test_a_guests_games_against_bots_can_become_an_accounts(journal: Journal) -> None:
    """Those with others stay where they are: nobody picks out the ones that went well."""
    for number, other in enumerate(("", "bert")):
        await journal.create(opening(f"t{number}"), [entry(1, "start")])
        await journal.append(f"t{number}", 1, [end(2, "guest-7", other)])
    for _ in range(2):
        await journal.hand_over("guest-7", "dora")
        assert [one.opening.id for one in await journal.finished("guest-7", 9)] == ["t1"]
        assert [one.opening.id for one in await journal.finished("dora", 9)] == ["t0"]
    result = await journal.history.result("t0")
    assert result
    assert result.seat_of("dora")


async def test_who_wants_to_be_forgotten_is_in_no_log(journal: Journal) -> None:
    """Neither id nor name are left, in ended games, in tables that never began, as owner."""
    await games(journal)
    await journal.forget("ada")
    assert await journal.finished("ada", 9) == ()
    (game,) = await journal.finished("bert", 9)
    assert (game.outcome.names, game.outcome.players) == (("", "Bert"), ("", "bert"))
    assert game.outcome.places == (2, 1)
    for table in ("t1", "t2", "t3", "left", "runs"):
        assert "ada" not in str((await journal.read(table), await journal.find(table))).lower()


async def test_listeners_hear_of_an_entry_before_its_writer_does(journal: Journal) -> None:
    """Subscribers get durable entries, in order, also where one of them raises or has left."""
    heard: list[int] = []
    await journal.create(opening())

    def fail(_: object) -> None:
        raise ZeroDivisionError

    releases = [
        journal.subscribe("t1", fail),
        journal.subscribe("t1", lambda entries: heard.extend(e.seq for e in entries)),
    ]
    await journal.append("t1", 0, [entry(1), entry(2)])
    assert heard == [1, 2]
    with pytest.raises(Conflict):
        await journal.append("t1", 0, [entry(1)])
    for release in (*releases, *releases):
        release()
    await journal.append("t1", 2, [entry(3)])
    assert heard == [1, 2]


async def test_of_many_writers_one_wins_each_place(journal: Journal) -> None:
    """Writers who believe the same length: one is told that it wrote, the others of a conflict."""
    await journal.create(opening())
    results = await asyncio.gather(
        *(journal.append("t1", 0, [entry(1, ask=i)]) for i in range(20)), return_exceptions=True
    )
    assert [r for r in results if r is None] == [None]
    assert all(isinstance(r, Conflict) for r in results if r is not None)
    assert [e.ask for e in await journal.read("t1")] == [results.index(None)]


async def test_a_writer_that_is_cancelled_keeps_nobody_from_hearing(journal: Journal) -> None:
    """What is written reaches the listeners although the session that asked for it is gone."""
    heard = asyncio.Event()
    await journal.create(opening())
    journal.subscribe("t1", lambda _: heard.set())
    writing = asyncio.ensure_future(journal.append("t1", 0, [entry(1)]))
    await asyncio.sleep(0)
    writing.cancel()
    await asyncio.wait_for(heard.wait(), WITHIN)
    assert await journal.read("t1") == (entry(1),)


async def test_a_file_keeps_its_entries_when_opened_again(tmp_path: Path) -> None:
    """A closed database gives back everything to the next process."""
    first = SqliteJournal(Database(tmp_path / "host.db", start_thread))
    await first.create(opening(), [entry(1, move="{}")])
    await first.close()
    second = SqliteJournal(Database(tmp_path / "host.db", start_thread))
    assert await second.read("t1") == (entry(1, move="{}"),)
    assert (await second.open_tables())[0].opening.seed == b"\0" * 32
    await second.close()


async def test_what_waits_is_committed_at_once_and_a_failing_job_fails_alone(tmp_path: Path) -> None:
    """Jobs that gather while the writer is busy share one commit; one that raises takes back
    its own writes only.
    """
    database = Database(tmp_path / "host.db", start_thread)
    outside = sqlite3.connect(tmp_path / "host.db", check_same_thread=False)
    gathered = threading.Event()
    seen_outside: list[int] = []

    def busy(_: sqlite3.Connection) -> None:
        gathered.wait(WITHIN)

    def write(number: int) -> Callable[[sqlite3.Connection], int]:
        def job(connection: sqlite3.Connection) -> int:
            row = (f"k{number}", "ada", 0.0)
            connection.execute("INSERT INTO keys VALUES (?, ?, ?)", row)
            seen_outside.append(outside.execute("SELECT count(*) FROM keys").fetchone()[0])
            if number == 3:
                raise ZeroDivisionError
            return number

        return job

    await database.run(
        lambda c: c.execute("INSERT INTO accounts VALUES ('ada', 'Ada', 'ada', 0, 0)") and None
    )
    first = database.run(busy)
    rest = [database.run(write(number)) for number in range(6)]
    gathered.set()
    results = await asyncio.gather(first, *rest, return_exceptions=True)
    assert seen_outside == [0] * 6
    assert [r for r in results[1:] if not isinstance(r, Exception)] == [0, 1, 2, 4, 5]
    assert outside.execute("SELECT count(*) FROM keys").fetchone()[0] == 5
    outside.close()
    database.close()


async def test_a_full_disk_is_an_error_of_those_who_do_not_fit(tmp_path: Path) -> None:
    """Where a transaction is lost as a whole, each of its jobs is tried by itself."""
    database = Database(tmp_path / "host.db", start_thread)
    gathered = threading.Event()

    def limit(connection: sqlite3.Connection) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + 2}")

    def write(name: str) -> Callable[[sqlite3.Connection], str]:
        def job(connection: sqlite3.Connection) -> str:
            connection.execute("INSERT INTO accounts VALUES (?, ?, ?, 0, 0)", (name, name, name))
            return name

        return job

    await database.run(limit)
    first = database.run(lambda _: gathered.wait(WITHIN))
    jobs = [database.run(write(name)) for name in ("ada", "b" * 100_000, "cy")]
    gathered.set()
    results = await asyncio.gather(first, *jobs, return_exceptions=True)
    assert results[1] == "ada"
    assert isinstance(results[2], sqlite3.Error)
    assert results[3] == "cy"
    names = await database.run(lambda c: c.execute("SELECT name FROM accounts ORDER BY name").fetchall())
    assert names == [("ada",), ("cy",)]
    database.close()


async def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    """A schema that this version does not know is not touched."""
    with sqlite3.connect(tmp_path / "host.db") as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(WrongSchema) as refused:
        Database(tmp_path / "host.db", start_thread)
    assert refused.value.found == 99


async def test_the_looks_of_older_accounts_are_recomputed(tmp_path: Path) -> None:
    """Version 2 knew fewer look-alikes. Names that collide now stay; the older one is found by its look."""
    path = tmp_path / "host.db"
    shutil.copy(FOLDER / "2-bans.db", path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript("DELETE FROM settings; DELETE FROM keys; DELETE FROM accounts")
        rows = [
            ("a", "Marlene", "marlene", 1.0),
            ("b", "Mɑrlene", "mɑrlene", 2.0),
            ("c", "Bert", "bert", 3.0),
        ]
        connection.executemany("INSERT INTO accounts VALUES (?, ?, ?, ?)", rows)
    database = Database(path, start_thread)
    select = "SELECT id, name, skeleton FROM accounts ORDER BY id"
    found = await database.run(lambda connection: connection.execute(select).fetchall())
    database.close()
    assert found == [("a", "Marlene", "marlene"), ("b", "Mɑrlene", "/b"), ("c", "Bert", "bert")]


async def test_accounts_of_version_3_keep_others_from_their_names_in_capitals(tmp_path: Path) -> None:
    """Names that collide by their capitals stay; nobody else gets such a name any more."""
    path = tmp_path / "host.db"
    shutil.copy(FOLDER / "3.db", path)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.executescript("DELETE FROM settings; DELETE FROM keys; DELETE FROM accounts")
        rows = [("a", "Hanna", "hanna", 1.0), ("b", "ΗΑΝΝΑ", "nawa", 2.0), ("c", "Νίνα", "vlva", 3.0)]
        connection.executemany("INSERT INTO accounts VALUES (?, ?, ?, ?)", rows)
        connection.executemany(
            "INSERT INTO keys VALUES (?, ?, 0.0)", [(f"SHA256:{row[0]}", row[0]) for row in rows]
        )
    database = Database(path, start_thread)
    accounts = AccountStore(SqliteSql(database))
    names = [(await accounts.by_key(f"SHA256:{account}")) for account in "abc"]
    taken = await accounts.taken(["hanna", "nina", "nlna", "bert"], 9.0)
    database.close()
    assert [player and player.name for player in names] == ["Hanna", "ΗΑΝΝΑ", "Νίνα"]
    assert taken == {"hanna", "nlna"}


async def test_what_became_of_commitments_is_counted(journal: Journal) -> None:
    """Games dealt and how they ended, texts that were not revealed and by whom; guests have no names here."""
    played = msgspec.json.encode(Outcome("played", ("A", "B"), (1, 2), ("ada", "bert"), ("", ""))).decode()
    given_up = msgspec.json.encode(Outcome("abandoned", ("A", "B"), (), ("ada", "bert"), ("", ""))).decode()
    await journal.create(opening("t1"), [entry(1, "sit", who="ada"), entry(2, "start")])
    await journal.append("t1", 2, [entry(3), entry(4, "end", note=played)])
    voids = [
        entry(1, "void", seat=1, who="ada", name="Ada"),
        entry(2, "void", seat=2, who="guest-3", name="Heron-7"),
        entry(3, "void", seat=1, who="ada", name="Adele"),
    ]
    await journal.create(opening("t2"), [*voids, entry(4, "start")])
    await journal.append("t2", 4, [entry(5, "end", note=given_up)])
    await journal.create(opening("t3"), [entry(1, "start")])
    await journal.create(opening("t4"), [entry(1, "end")])
    counts = await journal.dice_counts()
    assert counts == DiceCounts(4, dealt=3, finished=1, unfinished=1, voided=3, missed=(("Adele", 2),))
    assert counts.running == 1
    await journal.forget("ada")
    assert (await journal.dice_counts()).missed == ()


async def test_a_lesson_is_not_counted(journal: Journal) -> None:
    """Its draws do not come from the commitment."""
    taught = replace(opening("t1"), options={"lesson": 1})
    ended = msgspec.json.encode(Outcome("lesson", ("A", "B"), (1, 2), ("ada", ""), ("", "page"))).decode()
    await journal.create(taught, [entry(1, "sit", who="ada"), entry(2, "start")])
    await journal.append("t1", 2, [entry(3, "read"), entry(4, "end", note=ended)])
    assert await journal.dice_counts() == DiceCounts(0)


async def test_missed_reveals_follow_the_player_to_another_account(journal: Journal) -> None:
    voids = [entry(1, "void", seat=1, who="ada", name="Ada"), entry(2, "void", seat=2, who="eva", name="Eva")]
    await journal.create(opening(), voids)
    await journal.hand_over("eva", "ada")
    assert sum(number for _, number in (await journal.dice_counts()).missed) == 2


async def test_signatures_of_a_record_are_kept_in_order_one_for_each_player(journal: Journal) -> None:
    await journal.create(opening(), [entry(1, "start")])
    first, second, again = (
        StoredSignature(player, seat, text)
        for player, seat, text in (("ada", 1, "AA=="), ("bert", 2, "BB=="), ("ada", 1, "CC=="))
    )
    assert await journal.signatures("t1") == ()
    for signature in (first, second, again):
        await journal.sign("t1", signature)
    assert await journal.signatures("t1") == (second, again)
    with pytest.raises(NoTable):
        await journal.sign("nobody", first)
    await journal.hand_over("bert", "cy")
    assert await journal.signatures("t1") == (replace(second, player="cy"), again)
    await journal.forget("ada")
    assert await journal.signatures("t1") == (replace(second, player="cy"),)


async def test_no_more_than_twenty_names_are_told_of_those_who_missed_a_reveal(journal: Journal) -> None:
    """Those who missed most."""
    names = [f"P{number:02}" for number in range(21)]
    voids = [
        entry(number, "void", seat=1, who=name, name=name)
        for number, name in enumerate([*names, *names[:20]], 1)
    ]
    await journal.create(opening(), voids)
    missed = (await journal.dice_counts()).missed
    assert sorted(missed) == [(name, 2) for name in names[:20]]
