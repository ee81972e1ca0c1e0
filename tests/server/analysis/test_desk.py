"""Analyses are made one after the other, once each, told to all who listen, and kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from engine.analysis.findings import VERSION
from server.analysis.claims import AnalysisClaims
from server.analysis.desk import AnalysisDesk, WantedAnalysis
from server.analysis.work import AnalysisFailed, AnalysisProgress
from server.budget.fair_order import Asker
from server.cluster.shares import LocalShares
from server.store.analyses import AnalysisStore
from server.store.sqlite.memory import MemorySql
from server.telemetry.metrics_sink import MetricsSink
from tests.server.analysis.analysts import EMPTY, WHOLE, ScriptedAnalysts
from tests.server.simulation import SimulatedTime, refusal, settled
from tui.host.game_analysis import AnalysisNews
from tui.host.port import Release

DONE = AnalysisNews(done=1.0, analysis=WHOLE)


class AnalysisResults(MetricsSink):
    def __init__(self) -> None:
        self.results: list[str] = []

    def analysed(self, result: str) -> None:
        self.results.append(result)


class BrokenAnalyses(AnalysisStore):
    """A disk that is full."""

    async def keep(self, table: str, version: int, body: str) -> None:  # noqa: ARG002
        raise OSError


class Desk:
    """A desk, and what those who asked were told."""

    def __init__(self, store: AnalysisStore | None = None, workers: int = 1, most_waiting: int = 9) -> None:
        self.analysts, self.metrics = ScriptedAnalysts(), AnalysisResults()
        self.store = store or AnalysisStore(MemorySql())
        self.desk = AnalysisDesk(
            self.store,
            self.analysts,
            lambda: most_waiting,
            self.metrics,
            AnalysisClaims(LocalShares(), SimulatedTime().timer, "one"),
            workers=workers,
            nice=7,
        )
        self.told: dict[str, list[AnalysisNews]] = {}
        self.charged: list[str] = []

    async def ask(self, who: str, table: str, seat: int | None = None) -> Release:
        """Somebody asks for the analysis of a game."""

        async def charge() -> None:
            self.charged.append(who)

        name, _, address = who.partition(" ")
        asker = Asker(address.partition("@")[2] or name, name)
        wanted = WantedAnalysis(table, lambda: f"record of {table}", seat, asker, charge)
        release = await self.desk.follow(wanted, self.told.setdefault(who, []).append)
        await settled()
        return release

    async def finish(self, number: int) -> None:
        self.analysts.finish(number)
        await settled()

    @property
    def begun(self) -> list[str]:
        return [task.record.removeprefix("record of ") for task in self.analysts.tasks]

    def places(self, who: str) -> list[int]:
        return [news.waiting for news in self.told[who]]


@pytest.fixture
async def at() -> AsyncIterator[Desk]:
    desk = Desk()
    yield desk
    await desk.desk.close()


async def test_an_analysis_is_made_once_for_all_who_listen(at: Desk) -> None:
    """Then it is kept, and whoever asks has it at once and for nothing."""
    await at.ask("ada", "t1", 2)
    at.analysts.say(0, AnalysisProgress(0.5, EMPTY))
    await settled()
    await at.ask("bert", "t1", 1)
    await at.finish(0)
    half = AnalysisNews(done=0.5, analysis=EMPTY)
    assert at.told == {"ada": [AnalysisNews(), half, DONE], "bert": [half, DONE]}
    await at.ask("cyril", "t1")
    assert at.told["cyril"] == [DONE]
    assert at.begun == ["t1"]
    assert at.charged == ["ada"]
    assert (at.analysts.tasks[0].first, at.analysts.tasks[0].nice) == ((2,), 7)
    assert at.metrics.results == ["made", "shown"]
    assert await at.store.find("t1", VERSION)


async def test_all_who_look_at_a_whole_one_have_the_same(at: Desk) -> None:
    """That of a long game is some megabytes, which each of them had; who comes while others look gets it
    without another look into the store, and once nobody looks it is gone.
    """
    await at.store.keep("t1", VERSION, msgspec.json.encode(WHOLE).decode())
    for who in ("ada", "bea", "cem"):
        await at.ask(who, "t1")
    shown = [at.told[who][-1].analysis for who in ("ada", "bea", "cem")]
    assert shown[0] == WHOLE
    assert shown[0] is shown[1] is shown[2]
    at.told.clear()
    shown.clear()
    assert not at.desk._shown


async def test_those_who_ask_take_turns(at: Desk) -> None:
    """Nobody's second game comes before the first one of somebody else; all know how many are before them."""
    for number in (1, 2, 3):
        await at.ask(f"ada {number}", f"a{number}")
    await at.ask("bert", "b1")
    for number in range(4):
        await at.finish(number)
    assert at.begun == ["a1", "b1", "a2", "a3"]
    assert at.places("bert") == [1, 0, 0]
    assert at.places("ada 3") == [2, 3, 2, 1, 0, 0]


async def test_the_seats_of_all_who_wait_come_first(at: Desk) -> None:
    await at.ask("ada", "t1")
    for who, seat in (("bert", 3), ("cyril", None), ("dora", 1), ("bert again", 3)):
        await at.ask(who, "t2", seat)
    await at.finish(0)
    assert at.analysts.tasks[1].first == (3, 1)


async def test_what_nobody_waits_for_any_more_is_dropped(at: Desk) -> None:
    """What has begun goes on and is kept."""
    leave, leave_queue = await at.ask("ada", "t1"), await at.ask("bert", "t2")
    await at.ask("cyril", "t3")
    for release in (leave, leave_queue, leave_queue):
        release()
    assert at.desk.waiting == 1
    assert at.places("cyril") == [2, 1]
    await at.finish(0)
    assert at.begun == ["t1", "t3"]
    assert at.told["ada"] == [AnalysisNews()]
    assert await at.store.find("t1", VERSION)
    assert at.metrics.results == ["dropped", "made"]


@pytest.mark.parametrize("why", [AnalysisFailed("Traceback: division by zero"), OSError("no process"), None])
async def test_one_that_fails_is_told_and_logged_and_the_next_begins(
    at: Desk, caplog: pytest.LogCaptureFixture, why: Exception | None
) -> None:
    await at.ask("ada", "t1")
    await at.ask("bert", "t2")
    with caplog.at_level(logging.ERROR):
        at.analysts.say(0, why)
        await settled()
    assert at.told["ada"][-1] == AnalysisNews(failed=True)
    assert at.begun == ["t1", "t2"]
    assert str(why or "ended before the analysis") in caplog.text
    await at.ask("ada", "t1")
    assert at.desk.waiting == 1
    assert at.metrics.results == ["failed"]


async def test_an_analysis_that_cannot_be_kept_is_shown(caplog: pytest.LogCaptureFixture) -> None:
    at = Desk(BrokenAnalyses(MemorySql()))
    await at.ask("ada", "t1")
    with caplog.at_level(logging.ERROR):
        await at.finish(0)
    assert at.told["ada"][-1] == DONE
    assert "could not be kept" in caplog.text


async def test_an_analysis_of_an_older_version_is_made_anew(at: Desk) -> None:
    await at.store.keep("t1", VERSION - 1, "something else")
    await at.ask("ada", "t1")
    assert at.begun == ["t1"]


async def test_one_that_cannot_be_read_is_neither_shown_nor_made(
    at: Desk, caplog: pytest.LogCaptureFixture
) -> None:
    await at.store.keep("t1", VERSION, "{")
    with caplog.at_level(logging.ERROR):
        assert (await refusal(at.ask("ada", "t1"))).code == "busy"
    assert "could not be read" in caplog.text


@pytest.mark.parametrize(
    ("limits", "code"), [({"most_waiting": 1}, "analyses-full"), ({"workers": 0}, "analyses-off")]
)
async def test_no_more_wait_than_may(limits: dict[str, Any], code: str) -> None:
    """Nor any, where the operator wants none; who is refused is not charged, and what is kept is shown."""
    at = Desk(**limits)
    if "workers" not in limits:
        await at.ask("ada", "t1")
        await at.ask("ada", "t2")
    charged = list(at.charged)
    assert (await refusal(at.ask("bert", "t3"))).code == code
    assert at.charged == charged
    await at.store.keep("t4", VERSION, '{"game":"court","seats":2,"unit":"turns","method":"","opponents":""}')
    await at.ask("cyril", "t4")
    assert at.told["cyril"][0].analysis
    await at.desk.close()


async def test_an_address_leaves_places_to_others() -> None:
    """Whoever else comes has one: the last of those who have most gives way and is told. Among as many of
    each, nobody does; and somebody's own games never give way to another one of theirs.
    """
    at = Desk(most_waiting=4)
    for number in range(5):
        await at.ask(f"eve{number} @attack", f"e{number}")
    assert (await refusal(at.ask("eve5 @attack", "e5"))).code == "analyses-full"
    assert "eve5" not in at.charged
    await at.ask("ada", "a1")
    assert at.places("ada") == [1]
    assert at.told["eve4 @attack"][-1].failed
    assert not at.told["eve3 @attack"][-1].failed
    await at.ask("bert", "b1")
    await at.ask("cyril", "c1")
    assert at.told["eve2 @attack"][-1].failed
    assert not at.told["eve1 @attack"][-1].failed
    assert at.desk.waiting == 4
    assert (await refusal(at.ask("dora", "d1"))).code == "analyses-full"
    await at.desk.close()


async def test_two_who_ask_at_once_have_one_made(at: Desk) -> None:
    await asyncio.gather(at.ask("ada", "t1"), at.ask("bert", "t1"))
    assert at.begun == ["t1"]


async def test_a_host_that_closes_stops_what_is_under_way(at: Desk) -> None:
    await at.ask("ada", "t1")
    await at.ask("bert", "t2")
    await at.desk.close()
    assert at.analysts.under_way == 0
    assert at.begun == ["t1"]
    assert at.told["ada"][-1].failed
