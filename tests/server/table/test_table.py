"""A table writes before it tells, shows each seat its own, and survives whatever breaks."""

from __future__ import annotations

import asyncio
import gc
import itertools
import weakref
from collections.abc import Callable, Sequence
from types import MappingProxyType
from typing import Any

import pytest

from engine.chance import commitment
from engine.game import Refused
from server.log import game_requests, requests
from server.log.entries import Entry, Opening
from server.store.journal.journal import NotSaved
from server.store.sqlite.memory import MemoryJournal
from server.store.stores import stores_on
from server.table.audience import SENT_TOGETHER
from server.table.dependencies import TableDependencies
from server.table.table import Table
from tests.server import toy
from tests.server.table.projection import projection
from tests.server.toy import GAMES, Crash, Roll, Rolled, Think, Thought
from tui.host.port import TableSnapshot

SEED = bytes(range(32))


class UnwritableJournal(MemoryJournal):
    """A journal whose next writes fail."""

    failures = 0

    async def append(self, table: str, expected: int, entries: Sequence[Entry]) -> None:
        if self.failures:
            self.failures -= 1
            raise NotSaved("disk full")
        await super().append(table, expected, entries)


class UnreadableJournal(MemoryJournal):
    """A journal whose next reads fail."""

    failures = 0

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        if self.failures:
            self.failures -= 1
            raise OSError("no such page")
        return await super().read(table, after)


class RecordingFollower(list[TableSnapshot]):
    """Everything a follower was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.opened = asyncio.Event()

    def see(self, news: TableSnapshot) -> None:
        self.append(news)
        self.opened.set()

    @property
    def last(self) -> TableSnapshot:
        return self[-1]

    @property
    def events(self) -> list[Any]:
        return [event for news in self for event in news.events]


def table_of(
    journal: MemoryJournal, opening: Opening, *entries: Entry, games: Any = GAMES, asleep: bool = False
) -> Table:
    """A table at a host of its own, whose clock ticks a second whenever it is read."""
    ticks = itertools.count(100.0)
    return Table(
        opening,
        entries,
        dependencies=TableDependencies(
            games=games, journal=journal, stores=stores_on(journal.sql), clock=lambda: next(ticks)
        ),
        projection=projection(),
        on_change=lambda _: None,
        asleep=asleep,
    )


async def seated(journal: MemoryJournal, goal: int = 6, seats: int = 2) -> Table:
    """A table at which Ada (1, the owner) and Bert (2) sit."""
    opening = Opening("t", "KIWI-7", "toy", 1, seats, {"goal": goal}, "ada", SEED, commitment(SEED, "t"), 1.0)
    await journal.create(opening)
    table = table_of(journal, opening)
    await table.write(requests.sit("ada", "Ada"))
    await table.write(requests.sit("bert", "Bert"))
    return table


async def started(journal: MemoryJournal, goal: int = 6) -> Table:
    table = await seated(journal, goal)
    await table.write(requests.start("ada"))
    return table


def watch(table: Table, player: str) -> RecordingFollower:
    eyes = RecordingFollower()
    table.follow(player, eyes.see)
    return eyes


async def until(condition: Callable[[], bool]) -> None:
    """Lets the event loop run until it holds."""
    for _ in range(1000):
        if condition():
            return
        await asyncio.sleep(0)
    raise AssertionError("it never held")


async def play(table: Table, move: Any) -> None:
    """Whoever is asked makes `move`."""
    assert table.state.playthrough is not None
    (ask,) = table.state.playthrough.asks
    await table.write(game_requests.move(ask.seat, ask.id, move, "player"))


async def test_a_closed_table_does_not_wait_for_the_collector() -> None:
    """Whatever was done at it: what survives a sweep is visited no more until the next day."""
    journal = MemoryJournal()
    table = await started(journal)
    watch(table, "ada")
    await play(table, Roll())
    table.reading.later()
    await table.reading.begin()
    gone = [weakref.ref(thing) for thing in (table, table.reading, table.audience)]
    gc.disable()
    try:
        table.close()
        del table
        assert [ref() for ref in gone] == [None] * len(gone)
    finally:
        gc.enable()


async def test_every_seat_is_shown_its_own() -> None:
    """Seats and spectators get views of their own, and no event that is not theirs."""
    table = await started(MemoryJournal(), goal=99)
    eyes = {player: watch(table, player) for player in ("ada", "bert", "eve")}
    asked = eyes["ada"].last.waiting_for[0]
    mover, other = ("ada", "bert") if asked == 1 else ("bert", "ada")
    await play(table, Think())
    assert [eyes[p].last.view.seat for p in ("ada", "bert", "eve")] == [1, 2, None]
    assert eyes[mover].events == [Thought(asked)]
    assert eyes[other].events == eyes["eve"].events == []
    assert (eyes[mover].last.ask is not None, eyes[other].last.ask, eyes["eve"].last.ask) == (
        True,
        None,
        None,
    )
    assert (eyes[mover].last.can_undo, eyes["eve"].last.can_undo) == (True, False)
    assert eyes["eve"].last.info.watching == 1


async def test_a_second_session_of_a_player_is_sent_what_the_first_has() -> None:
    """And the first is sent nothing again."""
    table = await started(MemoryJournal())
    first = watch(table, "ada")
    await play(table, Roll())
    before = list(first)
    second = watch(table, "ada")
    assert first == before
    assert (len(second), second.last.view, second.last.past) == (1, first.last.view, tuple(first.events))


async def test_a_failed_append_shows_nothing_and_draws_the_same_dice_again() -> None:
    """A roll that could not be stored never happened; tried again it falls as before."""
    journal = UnwritableJournal()
    table = await started(journal, goal=99)
    eyes = watch(table, "ada")
    before, shown = table.state, len(eyes)
    journal.failures = 2
    for _ in range(2):
        with pytest.raises(Refused, match="not-saved"):
            await play(table, Roll())
        assert table.state is before
        assert [(told.seq, told.events) for told in eyes[shown:]] == [(eyes[shown - 1].seq, ())]  # not saved
    await play(table, Roll())
    reference = await started(MemoryJournal(), goal=99)
    expected = watch(reference, "ada")
    await play(reference, Roll())
    assert eyes.events == expected.events != []


async def test_the_log_gives_back_the_table() -> None:
    """A table opened again from its journal is at the same move, and remembers what was shown."""
    journal = MemoryJournal()
    table = await started(journal, goal=99)
    eyes = watch(table, "ada")
    for move in (Roll(), Think(), Roll(), Roll()):
        await play(table, move)
    again = table_of(journal, table.opening, *(await journal.open_tables())[0].entries, asleep=True)
    assert again.state.seat_of("bert") == 2
    assert (again.info("ada").stage, again.info("ada").your_seat) == ("running", 1)
    woken = watch(again, "ada")
    await woken.opened.wait()
    assert again.state == table.state
    assert list(woken.last.past) == eyes.events
    assert woken.last.events == ()
    await play(again, Roll())
    assert again.state == table.state


async def test_a_log_that_cannot_be_read_once_is_read_again(caplog: pytest.LogCaptureFixture) -> None:
    """Who waits for the table sees it a moment later; the fault is logged."""
    journal = UnreadableJournal()
    table = await started(journal, goal=99)
    again = table_of(journal, table.opening, *(await journal.open_tables())[0].entries, asleep=True)
    journal.failures = 1
    eyes = watch(again, "ada")
    await eyes.opened.wait()
    assert eyes.last.info.stage == "running"
    assert "could not be read" in caplog.text


async def test_requests_arriving_at_once_are_taken_one_after_another() -> None:
    """Of two answers to one ask the first counts, the other is told that it is closed."""
    table = await started(MemoryJournal(), goal=99)
    assert table.state.playthrough is not None
    (ask,) = table.state.playthrough.asks
    answers = [table.write(game_requests.move(ask.seat, ask.id, Roll(), "player")) for _ in range(3)]
    results = await asyncio.gather(*answers, return_exceptions=True)
    assert results[0] is None
    assert [r.code for r in results[1:] if isinstance(r, Refused)] == ["not-asked"] * 2


async def test_a_writer_who_was_overtaken_decides_anew() -> None:
    """After a conflict the table reads what it missed, shows it, and decides on that."""
    journal = MemoryJournal()
    table = await started(journal, goal=99)
    other = table_of(journal, table.opening, *await journal.read("t"))
    table._release()  # this one hears nothing, as over a broken line to a shared journal
    eyes = watch(table, "eve")
    assert table.state.playthrough is not None
    (ask,) = table.state.playthrough.asks
    await play(other, Roll())
    assert (eyes.events, table.state.seq < other.state.seq) == ([], True)
    with pytest.raises(Refused, match="not-asked"):
        await table.write(game_requests.move(ask.seat, ask.id, Roll(), "player"))
    assert [event.seat for event in eyes.events] == [ask.seat]
    assert table.state.playthrough == other.state.playthrough


async def test_broken_rules_refuse_and_the_table_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    """An exception inside the rules is logged with its trace; nothing has happened."""
    table = await started(MemoryJournal())
    before = table.state
    with pytest.raises(Refused, match="broken"):
        await play(table, Crash())
    assert table.state is before
    assert "ZeroDivisionError" in caplog.text
    await play(table, Think())
    assert table.state is not before


async def test_a_failing_follower_harms_nobody_else(caplog: pytest.LogCaptureFixture) -> None:
    """Others get their pictures although one follower raises each time."""

    def fail(_: TableSnapshot) -> None:
        raise ZeroDivisionError

    table = await started(MemoryJournal(), goal=99)
    release = table.follow("eve", fail)
    eyes = watch(table, "ada")
    await play(table, Roll())
    assert isinstance(eyes.events[0], Rolled)
    assert "a listener failed" in caplog.messages
    release()
    release()
    assert table.audience.players == {"ada"}


async def test_a_crowd_is_sent_to_in_parts_and_misses_nothing() -> None:
    """Of two moves right after each other everybody sees both, in order; those with a seat first."""
    table = await started(MemoryJournal(), goal=99)
    crowd = [watch(table, f"g{number}") for number in range(2 * SENT_TOGETHER + 5)]
    seats = [watch(table, "ada"), watch(table, "bert")]
    await until(lambda: not table.audience._waiting)  # what follows a coming is sent to all
    for eyes in (*crowd, *seats):
        eyes.clear()
    await play(table, Think())
    assert [len(eyes) for eyes in seats] == [1, 1]
    assert sum(len(eyes) for eyes in crowd) == SENT_TOGETHER - 2
    await play(table, Roll())
    await until(lambda: all(len(eyes) == 2 for eyes in (*crowd, *seats)))
    assert {tuple(type(event) for event in eyes.events) for eyes in crowd} == {(Rolled,)}
    assert {tuple(picture.seq for picture in eyes) for eyes in crowd} == {
        tuple(picture.seq for picture in seats[0])
    }


async def test_undo_is_journaled_and_shown() -> None:
    """A step that drew nothing can be taken back by its seat, and this is a step as well."""
    journal = MemoryJournal()
    table = await started(journal, goal=99)
    assert table.state.playthrough is not None
    mover = "ada" if table.state.playthrough.asks[0].seat == 1 else "bert"
    other = "bert" if mover == "ada" else "ada"
    eyes = watch(table, mover)
    await play(table, Think())
    assert eyes.last.view.state.thoughts == 1
    with pytest.raises(Refused, match="nothing-to-undo"):
        await table.write(game_requests.undo(other))
    await table.write(game_requests.undo(mover))
    assert (eyes.last.view.state.thoughts, eyes.last.seq, eyes.last.can_undo) == (0, 2, False)
    again = table_of(journal, table.opening, *await journal.read("t"))
    assert again.state == table.state


async def test_the_last_move_ends_the_table_in_the_same_breath() -> None:
    """The end is written with the last move; standings are shown; nothing more is taken."""
    journal = MemoryJournal()
    table = await started(journal, goal=1)
    eyes = watch(table, "bert")
    await play(table, Roll())
    assert [entry.kind for entry in (await journal.read("t"))[-2:]] == ["move", "end"]
    assert await journal.open_tables() == ()
    assert (eyes.last.info.stage, eyes.last.ask, eyes.last.waiting_for) == ("over", None, ())
    assert sorted(standing.place for standing in eyes.last.standings) == [1, 2]
    with pytest.raises(Refused, match="table-over"):
        await table.write(game_requests.player_move("ada", 1, Roll()))


@pytest.mark.parametrize("games", [{}, {"toy": type("Newer", (toy.Toy,), {"rules_version": 2})()}])
async def test_a_table_whose_rules_are_gone_is_frozen(games: Any) -> None:
    """Without the rules that it began with a table is shown, with its seats, and never played."""
    journal = MemoryJournal()
    table = await started(journal)
    again = table_of(
        journal, table.opening, *(await journal.open_tables())[0].entries, games=games, asleep=True
    )
    eyes = watch(again, "ada")
    await eyes.opened.wait()
    assert (eyes.last.info.stage, eyes.last.info.your_seat, eyes.last.view) == ("frozen", 1, None)
    with pytest.raises(Refused, match="table-frozen"):
        await again.write(game_requests.player_move("ada", 1, Roll()))


async def test_a_log_that_the_rules_do_not_follow_sets_its_table_aside(
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Impossible draws are logged, and nothing of the game is shown any more; the log stays as it is."""
    journal = MemoryJournal()
    table = await started(journal)
    wrong = Entry(seq=table.state.seq + 1, kind="move", seat=1, ask=1, move='{"type":"roll"}', draws=("7",))
    await journal.append("t", table.state.seq, [wrong])
    assert (table.state.stage, table.state.playthrough) == ("damaged", None)
    assert "set aside" in caplog.text
    assert "breaks the rules" in table.damage


async def answer(draft: requests.Draft, table: Table) -> str | None:
    """The refusal's code, None: taken."""
    try:
        await table.write(draft)
    except Refused as refused:
        return refused.code
    return None


BOT = requests.add_bot("ada", toy.TOY, None)
START, CY_SITS = requests.start("ada"), requests.sit("cy", "Cy")
BERT_SITS, BERT_STANDS = requests.sit("bert", "Bert"), requests.stand("bert")
BERTS_BOT = requests.add_bot("bert", toy.TOY, "first")
SEATING: dict[str, tuple[list[requests.Draft], list[str | None]]] = {
    "a third player finds no seat": ([CY_SITS], ["table-full"]),
    "sitting twice is no harm": ([BERT_SITS], [None]),
    "only the owner starts": ([requests.start("bert")], ["not-owner"]),
    "nobody starts with a free seat": ([BERT_STANDS, START], [None, "seats-empty"]),
    "a stranger cannot stand up": ([requests.stand("cy")], ["not-seated"]),
    "a stranger brings no bots": ([requests.add_bot("cy", toy.TOY, None)], ["not-seated"]),
    "a bot needs a seat": ([BOT], ["table-full"]),
    "there is no such bot": ([BERT_STANDS, requests.add_bot("ada", toy.TOY, "deep")], [None, "bot-unknown"]),
    "no bot to send away": ([requests.remove_bot("ada")], ["no-bot-here"]),
    "nothing is played before the deal": ([game_requests.player_move("ada", 1, Roll())], ["table-open"]),
    "after the owner left the next one starts": (
        [requests.stand("ada"), BERTS_BOT, requests.start("bert")],
        [None] * 3,
    ),
    "nobody stands up from a game": ([START, BERT_STANDS], [None, "table-running"]),
    "nobody sits down at a game": ([START, CY_SITS], [None, "table-running"]),
    "bots come and go": ([BERT_STANDS, BOT, requests.remove_bot("ada"), CY_SITS], [None] * 4),
}


@pytest.mark.parametrize(("drafts", "answers"), SEATING.values(), ids=SEATING.keys())
async def test_seating(drafts: list[requests.Draft], answers: list[str | None]) -> None:
    """Who may sit, stand, bring bots and start; a refusal changes nothing."""
    journal = MemoryJournal()
    table = await seated(journal)
    for draft, expected in zip(drafts, answers, strict=True):
        before = table.state
        assert await answer(draft, table) == expected
        assert (table.state is before) == (expected is not None or table.state == before)
    again = table_of(journal, table.opening, *await journal.read("t"))
    assert again.state == table.state


class Unaware(toy.FirstMoveBot):
    """Has not heard of any option."""

    known_options = frozenset[str]()


class UnawareToy(toy.Toy):
    bots = MappingProxyType({"first": Unaware()})


@pytest.mark.parametrize(
    ("goal", "bot", "refused", "seated_bot"),
    [
        (6, "first", None, "first"),
        (6, None, None, "first"),
        (9, "first", "bot-without-option", ""),
        (9, None, None, "random"),
    ],
)
async def test_a_bot_is_seated_only_with_options_that_it_knows(
    goal: int, bot: str | None, refused: str | None, seated_bot: str
) -> None:
    """An option that has its default says nothing; where none is named, another one comes that knows all."""
    table = await seated(MemoryJournal(), goal)
    await table.write(BERT_STANDS)
    assert await answer(requests.add_bot("ada", UnawareToy(), bot), table) == refused
    assert table.state.holders[1].bot == seated_bot


async def test_a_table_that_everybody_leaves_is_over() -> None:
    """Standing up last ends the table for good."""
    journal = MemoryJournal()
    table = await seated(journal)
    eyes = watch(table, "eve")
    await table.write(requests.stand("bert"))
    assert table.state.stage == "open"
    await table.write(requests.stand("ada"))
    assert (table.state.stage, eyes.last.info.stage) == ("over", "over")
    assert await journal.open_tables() == ()
