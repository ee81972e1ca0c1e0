"""Who may replay a game may have it analysed, as often as their share allows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from engine.records.course import read_course
from engine.registry import GAMES
from server.host.port import HostPort
from server.settings.limits import Limits
from tests.server.analysis.analysts import WHOLE, ScriptedAnalysts
from tests.server.simulation import ADA, BERT, Simulation, finished, refusal, settled, started
from tui.host.game_analysis import AnalysisNews
from tui.host.pictures import ReplayedGame

COURSE = read_course((Path(__file__).parents[2] / "records" / "one-round.record").read_text("utf-8"), GAMES)


class AnalysisStage(Simulation):
    """A host whose analyses are made by the test."""

    def __init__(self, **dependencies: Any) -> None:
        self.analysts = ScriptedAnalysts()
        super().__init__(analysts=self.analysts, **dependencies)

    async def ask(self, port: HostPort, game: str, seat: int | None = None) -> list[AnalysisNews]:
        """Somebody asks for the analysis of a game that they had a seat at."""
        port.take_up(ReplayedGame(game, COURSE, seat))
        told: list[AnalysisNews] = []
        await port.analyse(game, told.append)
        await settled()
        return told


@pytest.fixture
async def at() -> AsyncIterator[AnalysisStage]:
    stage = AnalysisStage()
    yield stage
    await stage.host.close()


async def test_ones_own_seat_comes_first(at: AnalysisStage) -> None:
    told = await at.ask(at.port(ADA), "g1", 2)
    at.analysts.finish(0)
    await settled()
    assert told == [AnalysisNews(), AnalysisNews(done=1.0, analysis=WHOLE)]
    assert at.analysts.tasks[0].first == (2,)
    again = read_course(at.analysts.tasks[0].record, GAMES)
    assert (tuple(again.steps), again.end) == (tuple(COURSE.steps), COURSE.end)


async def test_a_session_that_ends_listens_no_more(at: AnalysisStage) -> None:
    ada, bert = at.port(ADA), at.port(BERT)
    await at.ask(ada, "g1")
    await at.ask(bert, "g2")
    assert at.host.analyses.waiting == 1
    bert.close()
    assert at.host.analyses.waiting == 0
    await at.host.close()
    assert at.analysts.under_way == 0


async def test_guests_have_a_smaller_share(at: AnalysisStage) -> None:
    """What was analysed before, or is being analysed, costs nothing."""
    at.host.limit(Limits(analyses=2, analyses_of_guests=1))
    (ada, _), (guest, _) = await at.come("SHA256:ada", "Ada"), await at.come(None, "Eve")
    for number in (1, 2):
        await at.ask(ada, f"g{number}")
    assert (await refusal(at.ask(ada, "g3"))).code == "too-many-analyses"
    await at.ask(guest, "g1")
    await at.ask(guest, "g3")
    assert (await refusal(at.ask(guest, "g4"))).code == "too-many-analyses"
    at.analysts.finish(0)
    await settled()
    assert (await at.ask(guest, "g1"))[0].analysis == WHOLE
    await at.time.pass_by(3600)
    await at.ask(guest, "g4")


async def test_an_address_has_a_share(at: AnalysisStage) -> None:
    """Guests who come again from it take turns as one."""
    at.host.limit(Limits(analyses_per_address=3))
    ports = []
    for number in range(3):
        player = await at.host.admit(None, f"Eve{number}")
        at.host.enter(player, "192.0.2.7")
        ports.append(at.port(player))
    told = [await at.ask(port, f"g{number}") for number, port in enumerate(ports)]
    told.append(await at.ask(at.port(BERT), "b1"))
    assert [asked[-1].waiting for asked in told] == [0, 2, 3, 1]
    assert (await refusal(at.ask(ports[0], "g4"))).code == "too-many-analyses"
    for number in range(4):
        at.analysts.finish(number)
        await settled()
    assert [asked[-1].analysis for asked in told] == [WHOLE] * 4


async def test_only_a_finished_game_that_one_may_see_is_analysed(at: AnalysisStage) -> None:
    """And one that has an analysis at all: the game of these tables has none."""
    ada, bert = at.port(ADA), at.port(BERT)
    running = await started(at, ada, private=True)
    assert (await refusal(ada.analyse(running, list[AnalysisNews]().append))).code == "table-running"
    assert (await refusal(bert.analyse("nothing", list[AnalysisNews]().append))).code == "no-table"
    over = await finished(at, ada, bert)
    assert (await refusal(ada.analyse(over, list[AnalysisNews]().append))).code == "no-analysis"
    assert at.analysts.tasks == []
