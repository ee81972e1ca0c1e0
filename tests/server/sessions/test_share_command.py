"""The card of a game by `ssh HOST share ID`, through the API, and on the screen by a key: the same lines."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any

import pytest

from engine.analysis.rounds import Curve
from server.sessions import commands
from server.sessions.single_commands import answer
from tests.server.analysis.courses.test_curves import GAMES, played, seen_game
from tests.server.api_client import api_client
from tests.server.running_host import court_host
from tests.server.simulation import ADA, CY, Simulation, refusal, settled
from tests.tui.screens.test_results import played as whole_game
from tests.tui.stage import StagePort, TableStage, seated
from tui.language.texts import LANGUAGES, Texts
from tui.screens.base.card_screen import CardScreen


async def test_a_command_prints_the_card_of_a_game_of_one_s_own() -> None:
    """`--json` for programs; spectators have none."""
    stage = Simulation(games=GAMES)
    table, _ = await seen_game(stage)
    await played(stage, table)
    await settled()
    port = stage.port(ADA)
    found = await answer(port, Texts("en"), commands.parse(f"share {table}", GAMES))
    lines = found.text.splitlines()
    assert lines[0] == "crownhouse  toy"
    assert "of 2" in lines[1]
    assert lines[2].endswith("  chance to win")
    found = await answer(port, Texts("en"), commands.parse(f"share {table} --json", GAMES))
    assert json.loads(found.text)["share"] == lines
    looked = await answer(port, Texts("en"), commands.parse(f"look {table} --json", GAMES))
    told = json.loads(looked.text)
    assert told["curve"]["chances"][0] == [0.5, 0.5]
    watching = await refusal(answer(stage.port(CY), Texts("en"), commands.parse(f"share {table}", GAMES)))
    assert watching.code == "not-seated"
    await stage.host.close()


async def test_look_tells_how_the_chances_went_once_the_table_is_closed() -> None:
    """In sentences and as data."""
    async with court_host() as at, api_client(at, "Ada") as ada:
        table = (await ada.ask("open", game="court", seats=2))["table"]
        await ada.ask("bot", table=table)
        await ada.ask("start", table=table)
        await ada.ask("watch", table=table)
        await ada.ask("concede", table=table)
        if not any("curve" in one.get("news", {}) for one in ada.news):
            await ada.until(lambda one: "curve" in one.get("news", {}))
        told = await ada.ask("replay", table=table)
        assert told["curve"]["chances"][-1] == [0.0, 1.0]
        assert "curve" not in await ada.ask("replay", table=table, position=0)


async def test_a_program_asks_for_it() -> None:
    """Refused for a game that runs, and for one that there is not."""
    async with court_host() as at, api_client(at, "Ada") as ada:
        table = (await ada.ask("open", game="court", seats=2))["table"]
        assert (await ada.refused("share", table="nothing"))["code"] == "no-table"
        await ada.ask("bot", table=table)
        await ada.ask("start", table=table)
        assert (await ada.refused("share", table=table))["code"]
        await ada.ask("concede", table=table)
        card = (await ada.ask("share", table=table))["share"]
        assert card[0] == "crownhouse  To Court the King"
        assert card[1].startswith("2nd of 2")
        assert len(card) <= 5


@pytest.fixture
def ended(monkeypatch: pytest.MonkeyPatch) -> TableStage:
    """A table whose game is over, with a curve of two rounds."""
    stage = whole_game("court", 3)
    game = SimpleNamespace(
        course=SimpleNamespace(game=stage.game, end=stage.playthrough, header=SimpleNamespace(deal=None)),
        your_seat=1,
    )

    async def finished(_: StagePort, __: str) -> Any:
        return game, Curve(((0.3, 0.3, 0.4), (0.5, 0.5, 0.0)))

    monkeypatch.setattr(StagePort, "finished", finished, raising=False)
    return stage


async def test_a_key_shows_it_alone_and_enter_copies_it(
    ended: TableStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From the first column; another key goes back to the result."""
    copied = list[str]()
    async with seated(ended) as player:
        await player.press("s")
        assert isinstance(player.app.screen, CardScreen)
        first, second, third, *_ = player.rows
        assert first == "crownhouse  To Court the King"
        assert second[:1].isdigit()
        assert third == "24  chance to win, 0-8", "the terminal of the test has no blocks"
        monkeypatch.setattr(player.app, "copy", lambda text: not copied.append(text))
        await player.press("enter")
        assert copied == ["\n".join(player.rows[:4]) + "\n"]
        assert "clipboard" in player.rows[-1]
        await player.press("q")
        assert "play again" in player.text


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_smallest_window_cuts_nothing_of_it(
    language: str, ended: TableStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither of the card nor of what is said of it; what is copied has its own lines."""
    copied = list[str]()
    async with seated(ended, language=language, size=(40, 12)) as player:
        await player.press("s")
        said = Texts(language)._("Enter copies the card, any other key goes back.")
        assert " ".join(player.text.split()).endswith(said)
        monkeypatch.setattr(player.app, "copy", lambda text: not copied.append(text))
        await player.press("enter")
        [card] = copied
        assert " ".join(player.text.split()).startswith(" ".join(card.split()))
