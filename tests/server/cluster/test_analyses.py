"""A game is analysed at one node and shown at the others."""

from __future__ import annotations

import pytest

from server.analysis.claims import AGAIN, AnalysisClaims
from server.analysis.desk import AnalysisDesk
from server.cluster.shares import HeldShare, LocalShares
from server.store.analyses import AnalysisStore
from server.store.sqlite.memory import MemorySql
from tests.server.analysis.analysts import WHOLE, ScriptedAnalysts
from tests.server.cluster.hosts import SimulatedNodes, two_nodes
from tests.server.cluster.joined import LAPSE
from tests.server.host.test_analyses import COURSE
from tests.server.simulation import ADA, BERT, SimulatedTime, settled
from tui.host.game_analysis import AnalysisNews
from tui.host.pictures import ReplayedGame


async def asked(nodes: SimulatedNodes, name: str, game: str = "g1") -> list[AnalysisNews]:
    """Ada asks at the first node, Bert at the second."""
    port = nodes.enter(name, ADA if name == "one" else BERT)
    port.take_up(ReplayedGame(game, COURSE, None))
    told: list[AnalysisNews] = []
    await port.analyse(game, told.append)
    await settled()
    return told


async def closed(nodes: SimulatedNodes) -> None:
    desks: list[AnalysisDesk] = [one.host.analyses for one in nodes.at.values()]
    for desk in desks:
        await desk.close()


async def test_what_one_node_made_the_other_shows() -> None:
    analysts = ScriptedAnalysts()
    nodes = await two_nodes(analysts=analysts, analyses=AnalysisStore(MemorySql()))
    told = await asked(nodes, "one")
    analysts.finish(0)
    await settled()
    whole = AnalysisNews(done=1.0, analysis=WHOLE)
    assert told[-1] == whole
    assert await asked(nodes, "two") == [whole]
    assert len(analysts.tasks) == 1
    await closed(nodes)


async def test_what_waits_is_not_made_again_if_another_node_has_made_it_meanwhile() -> None:
    analysts = ScriptedAnalysts()
    nodes = await two_nodes(analysts=analysts, analyses=AnalysisStore(MemorySql()))
    await asked(nodes, "two", "g0")
    waiting = await asked(nodes, "two")
    await asked(nodes, "one")
    assert (waiting[-1].waiting, len(analysts.tasks)) == (1, 2)
    for number in (1, 0):
        analysts.finish(number)
        await settled()
    assert waiting[-1].analysis == WHOLE
    assert len(analysts.tasks) == 2
    await closed(nodes)


async def test_two_nodes_that_are_asked_at_once_make_one_analysis() -> None:
    """The second waits, and shows what the first has made."""
    analysts = ScriptedAnalysts()
    nodes = await two_nodes(analysts=analysts, analyses=AnalysisStore(MemorySql()))
    first, second = await asked(nodes, "one"), await asked(nodes, "two")
    await nodes.time.pass_by(3 * AGAIN)
    assert len(analysts.tasks) == 1
    analysts.finish(0)
    await settled()
    await nodes.time.pass_by(AGAIN)
    assert first[-1].analysis == second[-1].analysis == WHOLE
    assert len(analysts.tasks) == 1
    await closed(nodes)


async def test_what_a_lost_node_has_begun_is_made_by_the_one_that_waits() -> None:
    analysts = ScriptedAnalysts()
    nodes = await two_nodes(analysts=analysts, analyses=AnalysisStore(MemorySql()))
    await asked(nodes, "one")
    waiting = await asked(nodes, "two")
    await nodes.kill("one")
    await nodes.time.pass_by(LAPSE + AGAIN)
    assert len(analysts.tasks) == 2
    analysts.finish(1)
    await settled()
    assert waiting[-1].analysis == WHOLE
    await closed(nodes)


async def test_a_store_that_fails_keeps_nobody_from_an_analysis(caplog: pytest.LogCaptureFixture) -> None:
    """At worst it is made twice."""

    class FailingShares(LocalShares):
        async def take(self, *shares: HeldShare) -> HeldShare | None:  # noqa: ARG002
            raise OSError

    async with AnalysisClaims(FailingShares(), SimulatedTime().timer, "one").of("g1"):
        assert "a game could not be claimed" in caplog.text


async def test_a_node_that_is_lost_loses_nothing_but_its_work() -> None:
    """Who asks at another node has it made there."""
    analysts = ScriptedAnalysts()
    nodes = await two_nodes(analysts=analysts, analyses=AnalysisStore(MemorySql()))
    await asked(nodes, "one")
    lost = nodes.at["one"].host.analyses
    await nodes.kill("one")
    await lost.close()
    await nodes.time.pass_by(LAPSE)
    told = await asked(nodes, "two")
    analysts.finish(1)
    await settled()
    assert told[-1].analysis == WHOLE
    await closed(nodes)
