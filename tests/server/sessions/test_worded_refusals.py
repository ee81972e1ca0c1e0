"""Every refusal of the host and of each game has words in every front and language; what has none costs a
plain sentence, never a session.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from dataclasses import replace as replaced
from functools import partial
from typing import Any

import pytest

from engine.court.model.moves import Roll
from engine.game import Refused
from engine.registry import GAMES
from server.bots.workers import Workers
from server.sessions.api import messages
from server.sessions.single_commands import FAILED, SOME
from tests.engine.laurin.positions import layout
from tests.engine.seeded_chance import luck
from tests.server.api_client import api_client
from tests.server.running_host import LIMITS, running_host
from tests.server.sessions.test_single_commands import do, opened
from tests.tui.boards.court.court_stage import CourtStage
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.host.refusal_examples import every_refusal
from tests.tui.plain.typist import Typist
from tests.tui.stage import TABLE, StagePort, TableStage, seated
from tui.boards import BOARDS
from tui.boards.court.table import CourtTable
from tui.boards.kit.speech import question
from tui.language.texts import LANGUAGES, texts_in
from tui.language.wording import NO_WORDS
from tui.presenters import position_words
from tui.presenters.describe_event import describe_event
from tui.presenters.game_refusals import any_refusal_text

NAMES = ("Ada", "Bert", "Cleo", "Dora")


def stage_of(game: str) -> TableStage:
    """A game of this kind under way."""
    match game:
        case "court":
            stage: TableStage = CourtStage(dice="6 4 4 2 5 1")
            stage.begin()
        case "intrigue":
            stage = IntrigueStage()
            stage.begin()
        case "laurin":
            stage = LaurinStage(layout("auction", movement="v2a h1a h1b", hands="33, 22, 1"))
        case _:
            stage = TableStage(GAMES[game], GAMES[game].seats[0])
            stage.chance = luck(f"refusals of {game}")
            stage.begin()
    return stage


def no_words_were_missing(caplog: pytest.LogCaptureFixture) -> None:
    """Nothing was said in place of words that could not be made."""
    assert [(record.message, vars(record).get("code")) for record in caplog.records] == []


def has_words(said: str, refused: Refused) -> None:
    """It is a sentence, and no code."""
    assert said, refused
    assert f"({refused.code})" not in said, refused
    assert "{" not in said or "`" in said, refused


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_every_refusal_has_words_for_programs_and_commands(
    game: str, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    """At a table, without one, and typed behind `ssh HOST play`."""
    snapshot, texts = stage_of(game).news("Amber"), texts_in(language)
    ways: tuple[Callable[[Refused], str], ...] = (
        lambda refused: messages.refusal(texts, refused, snapshot.info)["text"],
        lambda refused: messages.refusal(texts, refused, None)["text"],
        partial(position_words.refusal, texts, snapshot),
        lambda refused: any_refusal_text(texts, refused, game),
    )
    for refused in every_refusal(game):
        for way in ways:
            has_words(way(refused), refused)
    no_words_were_missing(caplog)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_every_refusal_has_words_on_the_screen_and_in_plain_mode(
    game: str, language: str, caplog: pytest.LogCaptureFixture
) -> None:
    """At a table."""
    stage = stage_of(game)
    said: list[str] = []
    async with seated(stage, language=language) as player:
        screen: Any = player.app.screen
        screen.notice = said.append
        for refused in every_refusal(game):
            screen.refused(refused)
            has_words(said[-1], refused)
    amber = Typist(StagePort(stage, "Amber"), goto=f"watch {TABLE}", LANG=f"{language}.UTF-8")
    await amber.settle()
    shell: Any = amber.session._session.place
    shell.notice = said.append
    for refused in every_refusal(game):
        shell.refused(refused)
        has_words(said[-1], refused)
    await amber.leaves()
    no_words_were_missing(caplog)


@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_program_that_moves_out_of_turn_is_refused_and_goes_on(game: str) -> None:
    """Whatever it sends, in any language."""
    workers = Workers(partial(ThreadPoolExecutor, 1))
    async with (
        running_host(LIMITS, games={game: GAMES[game]}, workers=workers) as at,
        AsyncExitStack() as stack,
    ):
        ada, bert, cleo, dora = [
            await stack.enter_async_context(api_client(at, name, f"{language}.UTF-8"))
            for name, language in zip(NAMES, LANGUAGES, strict=True)
        ]
        players = (ada, bert, cleo, dora)[: GAMES[game].seats[-1]]
        table = (await ada.ask("open", game=game, seats=len(players)))["table"]
        for one in players[1:]:
            await one.ask("join", table=table)
        await ada.ask("start", table=table)
        refused = asked = 0
        for one in players:
            view = await one.ask("view", table=table)
            if view["ask"]:
                asked += 1
                continue
            for move in ("bid 1", "roll", "nonsense", {"type": "fly"}):
                why = await one.refused("move", table=table, move=move)
                assert (why["code"], why["params"]["asked"]) == ("not-your-turn", view["waiting_for"])
                assert any(NAMES[seat - 1] in why["text"] for seat in view["waiting_for"])
                refused += 1
        assert refused or asked == len(players)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", sorted(GAMES))
async def test_a_command_that_moves_out_of_turn_is_refused(game: str, language: str) -> None:
    """By who is asked."""
    _, ports, name = await opened(game, 3, {})
    for port in ports:
        waiting = (await do(port, "turns", language)).status == SOME
        said = await do(port, f"play {name} fly", language)
        assert said.status == FAILED
        assert waiting or any(other.account().name in said.text for other in ports)


def test_a_refusal_without_words_is_told_by_its_code(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In the reader's language; the log has the trace."""
    info = stage_of("laurin").news("Amber").info
    assert any_refusal_text(texts_in("it"), Refused("no-table")) == "Non è stato possibile (no-table)."
    broken = replaced(BOARDS["laurin"], refusal=_fails)
    monkeypatch.setattr("tui.presenters.game_refusals.BOARDS", {"laurin": broken})
    said = messages.refusal(texts_in("de"), Refused("not-bid", {"cards": (1,)}), info)
    assert said["text"] == "Das ging nicht (not-bid)."
    assert [vars(record)["code"] for record in caplog.records] == ["no-table", "not-bid"]
    assert all(record.exc_info for record in caplog.records)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_cannot_be_worded_at_a_table_costs_a_plain_sentence(
    language: str, caplog: pytest.LogCaptureFixture
) -> None:
    """An event, the prompt and the question of plain mode and of commands: the move can still be made."""
    plain = texts_in(language).of(NO_WORDS)
    stage = stage_of("court")
    board = BOARDS["court"]
    assert describe_event(texts_in(language), replaced(board, event_text=_fails), str, object()) == (
        None,
        plain,
    )
    async with seated(stage, language=language) as player:
        widget: Any = player.app.screen.query_one(CourtTable)
        widget.prompt = _fails
        widget.show_prompt()
        await player.pilot.pause()
        assert plain.split()[0] in player.prompt
    speech = replaced(board.speech, menu=_fails)
    menu = question(speech, GAMES["court"], texts_in(language), stage.news("Amber"))
    assert (menu.question, [choice.move for choice in menu.choices]) == (plain, [Roll()])
    assert [vars(record)["what"] for record in caplog.records] == ["object", "a prompt", "a question"]


def _fails(*_: object) -> Any:
    raise KeyError("what nobody gave")
