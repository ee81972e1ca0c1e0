"""A lesson is reached by a key, by a command in every language, and by what a client asks for."""

from __future__ import annotations

import pytest

from server.sessions.commands import Begun, Misspelt, parse
from tests.tui.screens.lobby_stage import lobby
from tests.tui.scripted_port import Hosted, player, table
from tui.actions import catalogue
from tui.actions.catalogue import CommandInput
from tui.boards import PLAYABLE
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.deep_links import table_of_link

pytestmark = pytest.mark.usefixtures("three_games")


async def test_a_key_in_the_lobby_learns_the_chosen_game() -> None:
    host = Hosted(table(1, "KIWI-7", player("Cedar")))
    async with lobby(host) as pilot:
        await pilot.press("t")
        await pilot.pause()
    assert ("learn", "court") in host.asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_is_understood_in_every_language(language: str) -> None:
    texts = Texts(language)
    for word in {"learn", catalogue.word(texts, "learn")}:
        assert catalogue.parse(texts, f"/{word} court") == CommandInput("learn", "court")


async def test_a_client_asks_for_it() -> None:
    command = parse("learn court", PLAYABLE)
    assert isinstance(command, Begun)
    host = Hosted()
    assert await table_of_link(host.port("Wren"), command.goto)
    assert ("learn", "court") in host.asked
    assert isinstance(parse("learn chess", PLAYABLE), Misspelt)
