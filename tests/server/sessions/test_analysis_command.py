"""`ssh HOST analyse ID`: says how far it is, prints the analysis, and explains why there is none."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator

import pytest
from msgspec.structs import replace

from engine.game import Refused
from engine.registry import GAMES
from server.analysis.work import AnalysisProgress
from server.host.port import HostPort
from server.sessions import commands, single_commands
from server.sessions.single_commands import DONE, FAILED, Answer
from server.settings.limits import Limits
from tests.server.host.test_analyses import COURSE, AnalysisStage
from tests.server.simulation import ADA, BERT, settled
from tests.tui.replay.made_up_analysis import analysed
from tui.host.pictures import ReplayedGame
from tui.host.setting_names import LANGUAGE
from tui.language.texts import Texts
from tui.presenters.game_refusals import any_refusal_text

GAME = ReplayedGame("g1", COURSE, 2)
FOUND = analysed(GAME)
HALF = replace(FOUND, complete=False)


class WaitingClient:
    """Somebody who has typed the command."""

    def __init__(self, port: HostPort, text: str, language: str = "en") -> None:
        self.told: list[str] = []
        port.take_up(GAME)
        self.answer = asyncio.get_running_loop().create_task(self._answered(port, text, Texts(language)))

    async def _answered(self, port: HostPort, text: str, texts: Texts) -> Answer:
        """A refusal is worded by the session."""
        try:
            command = commands.parse(text, GAMES)
            return await single_commands.answer(port, texts, command, self.told.append)
        except Refused as why:
            return Answer(any_refusal_text(texts, why), FAILED)


@pytest.fixture
async def at() -> AsyncIterator[AnalysisStage]:
    stage = AnalysisStage()
    yield stage
    await stage.host.close()


async def finish(at: AnalysisStage) -> None:
    at.analysts.say(0, AnalysisProgress(1.0, FOUND))
    await settled()


async def test_who_waits_is_told_how_far_it_is(at: AnalysisStage) -> None:
    """In quarters; then comes the report, and nothing else on stdout."""
    ada = WaitingClient(at.port(ADA), "analyse g1")
    await settled()
    for done in (0.3, 0.4, 0.8):
        at.analysts.say(0, AnalysisProgress(done, HALF))
        at.analysts.say(0, AnalysisProgress(done, HALF))
    await finish(at)
    answer = await ada.answer
    assert ada.told == [
        "The game is being analysed, your own seat first; the chances to win follow.",
        "25% of the game is analysed.",
        "75% of the game is analysed.",
    ]
    assert answer.status == DONE
    assert answer.text.count(" decision") == len(COURSE.header.seats)


async def test_one_seat_and_json_and_a_picture_are_forms_of_it(at: AnalysisStage) -> None:
    waiting = {
        form: WaitingClient(at.port(ADA), f"analyse g1 {form}")
        for form in ("--seat 2", "--json --seat 2", "--svg")
    }
    await settled()
    await finish(at)
    answers = {form: (await one.answer).text for form, one in waiting.items()}
    assert answers["--seat 2"].count(" decision") == 1
    found = json.loads(answers["--json --seat 2"])
    assert {one["seat"] for one in (*found["findings"], *found["luck"], *found["accounts"])} == {2}
    assert answers["--svg"].startswith("<svg ")


async def test_the_account_s_language_is_spoken(at: AnalysisStage) -> None:
    port, _ = await at.come("SHA256:ada", "Ada")
    await port.set(LANGUAGE, "de")
    ada = WaitingClient(port, "analyse g1")
    await settled()
    await finish(at)
    assert "Entscheidungen" in (await ada.answer).text


@pytest.mark.parametrize(
    ("text", "reason"), [("analyse g1 --seat 9", "seat"), ("analyse nowhere", "nowhere")]
)
async def test_what_cannot_be_analysed_is_one_sentence(at: AnalysisStage, text: str, reason: str) -> None:
    answer = await WaitingClient(at.port(ADA), text).answer
    assert answer.status == FAILED
    assert reason in answer.text
    assert at.analysts.tasks == []


async def test_a_share_that_is_used_up_is_one_sentence(at: AnalysisStage) -> None:
    at.host.limit(Limits(analyses=1))
    port = at.port(ADA)
    await at.ask(port, "g0")
    answer = await WaitingClient(port, "analyse g1").answer
    assert answer.status == FAILED
    assert answer.text.startswith("That was too often")


async def test_an_analysis_that_fails_says_so(at: AnalysisStage) -> None:
    ada = WaitingClient(at.port(ADA), "analyse g1")
    await settled()
    at.analysts.say(0, Refused("x"))
    assert await ada.answer == Answer("The analysis could not be made. Ask for it again later.", FAILED)


async def test_who_is_gone_waits_no_more(at: AnalysisStage) -> None:
    """A game that nobody waits for any more is dropped."""
    await at.ask(at.port(BERT), "g0")
    ada = WaitingClient(at.port(ADA), "analyse g1")
    await settled()
    assert at.host.analyses.waiting == 1
    ada.answer.cancel()
    await settled()
    assert at.host.analyses.waiting == 0
