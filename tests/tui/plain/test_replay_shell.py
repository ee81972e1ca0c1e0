"""A game that is looked at again in plain mode: what happened, step by step, in sentences."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.game import Refused
from tests.tui.plain.typist import Typist
from tests.tui.replay.made_up_analysis import analysed
from tests.tui.replay.replayed import NAMES, ReplayPort, replayed
from tests.tui.scripted_port import Hosted
from tui.host.game_analysis import AnalysisNews
from tui.host.pictures import SOMEBODY
from tui.language.texts import Texts, texts_in
from tui.presenters.game_refusals import any_refusal_text
from tui.replay.analysis_report import about


async def looking(game: str = "court", **environment: str) -> tuple[Typist, ReplayPort]:
    """Somebody who has heard how it begins."""
    wren, port = await arriving(game, **environment)
    wren.fresh()
    return wren, port


async def arriving(game: str = "court", **environment: str) -> tuple[Typist, ReplayPort]:
    port = ReplayPort(replayed(game), Hosted(), "Amber")
    wren = Typist(port, goto="replay 5f0c2a9e", **environment)
    await wren.settle()
    return wren, port


async def test_it_begins_with_the_deal_and_goes_on_by_empty_lines() -> None:
    """Each step is told in the words of the table's log."""
    wren, _ = await arriving()
    assert wren.fresh()[0] == "Looking again at To Court the King: Amber, Birch."
    said = await wren.enters("")
    assert said[0].startswith("Birch rolls ")
    assert said[-1].startswith("Position 1 of 183, round 1.")


@pytest.mark.parametrize("game", list(NAMES))
async def test_every_unit_goes_on_and_back(game: str) -> None:
    """With a number so many; back says how things stood."""
    wren, port = await looking(game)
    last = port.game.course.last
    for unit in ("step", "turn", "2 rounds", "decision", "moment"):
        on = await wren.enters(f"on {unit}")
        assert f" of {last}" in on[-1]
        back = await wren.enters(f"back {unit}")
        assert back[-1].startswith("Position 0 of "), unit
    end = await wren.enters("on end")
    assert end[-1].startswith(f"Position {last} of {last}")
    assert await wren.enters("on") == ["This is the end."]
    assert (await wren.enters("goto 5"))[-1].startswith("Position 5 of")


async def test_moments_eyes_and_parts_of_the_game_have_words() -> None:
    """The same words as at the table."""
    wren, _ = await looking("intrigue")
    assert all(line.startswith("Position ") for line in await wren.enters("moments"))
    assert (await wren.enters("eyes Birch"))[0] == "Seen now: as Birch."
    assert (await wren.enters("eyes open"))[0] == "Seen now: open."
    assert (await wren.enters("eyes Zoe")) == ["Nobody called Zoe played here."]
    assert len(await wren.enters("who")) == 5
    assert await wren.enters("queue") != []
    assert any(line.startswith("goto") for line in await wren.enters("help"))


async def test_a_game_runs_until_a_line_comes() -> None:
    """The alarm is set after each step; any line stops it."""
    wren, _ = await looking()
    await wren.enters("run 4")
    shell = wren.session._session.place
    shell.session.post(shell._time_passed)
    await wren.settle()
    assert wren.fresh()[-1].startswith("Birch rolls ")
    assert shell._alarm.seconds is not None
    await wren.enters("")
    shell.session.post(shell._time_passed)
    await wren.settle()
    assert wren.fresh() == []


async def test_one_plays_on_after_a_yes() -> None:
    """For whoever is to move, or the one named."""
    wren, port = await looking()
    await wren.enters("on 3 steps", "play Amber", "yes")
    assert port.played_on == [("5f0c2a9e", 3, 1)]


async def test_nobody_is_asked_whether_to_play_on_where_that_would_be_refused() -> None:
    wren, port = await looking()
    said = await wren.enters("on 100000 steps", "play Amber", "yes")
    assert any_refusal_text(texts_in(), Refused("game-over")) in said
    assert not any("against bots?" in line for line in said)
    assert port.played_on == []


async def test_it_is_told_in_german() -> None:
    """Words and sentences, also of who has no name there."""
    game = replayed("court")
    unnamed = replace(game, course=game.course.named([SOMEBODY, ""]))
    wren = Typist(ReplayPort(unnamed, Hosted(), "Amber"), goto="replay 5f0c2a9e", LANG="de_DE.UTF-8")
    await wren.settle()
    named = "Um Krone und Kragen, ein Spieler, ein gelöschtes Konto"
    assert wren.fresh()[0] == f"Noch einmal angesehen: {named}."
    assert (await wren.enters("weiter 2 züge"))[-1].startswith("Stellung ")


async def test_the_analysis_is_told_and_leads_to_the_mistakes() -> None:
    """How far it is, then one's own seat; at a position what its decision cost; another seat by its name."""
    wren, port = await looking()
    port.analysis = AnalysisNews(waiting=1)
    assert "The analysis is on its way" in (await wren.enters("mistake"))[0]
    assert await wren.enters("analyse") == ["1 other game is analysed before this one."]
    whole = analysed(port.game)
    port.analysed(AnalysisNews(0, 1.0, whole))
    await wren.settle()
    told = wren.fresh()
    method = list(about(Texts(), whole))
    assert told[: len(method)] == method
    assert any(line.startswith("Amber: ") and " decision" in line for line in told)
    assert any("chance to win when each round began: 1: " in line for line in told)
    assert not any(line.startswith("Birch: ") for line in told)
    assert any(line.startswith("Birch: ") for line in await wren.enters("analyse Birch"))
    worst = sorted(one.position for seat in (1, 2) for one in whole.worst(seat))
    said = await wren.enters("mistake")
    assert any(line.startswith(f"Position {worst[0]} of") for line in said)
    assert any("Lost: " in line and "Better: " in line for line in said)
    await wren.enters("mistake")
    assert any(line.startswith(f"Position {worst[0]} of") for line in await wren.enters("mistake back"))
    assert "No decision before this one" in (await wren.enters("mistake back"))[0]
    assert (await wren.enters("mistake on"))[0].startswith("Type it alone")
    assert [one for one in port.host.asked if one[0] == "analyse"] == [("analyse", "5f0c2a9e")]
    await wren.enters("lobby")
    assert port.analysis_listeners == []


async def test_a_refused_analysis_is_one_sentence() -> None:
    """Wherever it is asked for."""
    wren, port = await looking()
    port.host.refuse_next = Refused("analyses-off", {})
    assert await wren.enters("analyse") == ["This host analyses no games."]
    port.analysis = AnalysisNews(failed=True)
    assert "could not be made" in (await wren.enters("analyse"))[0]
