"""Names and settings in commands that answer at once and end."""

from __future__ import annotations

import json

import pytest

from engine.registry import GAMES
from server.host.port import HostPort
from server.sessions import commands
from server.sessions.single_commands import DONE, FAILED, Answer, answer
from tests.server.simulation import Simulation, refusal
from tui.actions import settings
from tui.language.texts import texts_in
from tui.presenters import steps


async def do(port: HostPort, text: str, language: str = "en") -> Answer:
    return await answer(port, texts_in(language), commands.parse(text, GAMES))


async def come(stage: Simulation, login: str) -> HostPort:
    player = await stage.host.admit(f"SHA256:{login}", login)
    return stage.host.port(player, "play.example.org")


async def test_a_name_is_told_and_changed() -> None:
    """The login name is told to whoever sent it, and nothing changes by asking."""
    stage = Simulation(games=GAMES, login_names=False)
    jane = await come(stage, "jane")
    told = await do(jane, "name")
    assert told.text == (
        f"You are {jane.name}. ssh play.example.org name jane: be called jane;"
        " ssh play.example.org name NAME: another name."
    )
    assert await do(jane, "name Janet") == Answer("You are now called Janet.", DONE)
    assert jane.name == "Janet"
    assert (await do(jane, "name")).text == "You are Janet; ssh play.example.org name NAME changes it."
    bert = await come(stage, "bert")
    assert (await refusal(do(bert, "name Janet"))).code == "name-taken"


async def test_settings_are_told_and_changed() -> None:
    """As behind a slash, in the language of the player."""
    stage = Simulation(games=GAMES)
    ada = await come(stage, "Ada")
    assert (await do(ada, "bell turn")).text == (
        "The bell rings for your turn alone, after ten seconds without a key."
    )
    assert (await do(ada, "zone Europe/Rome")).text == "Your time zone is Europe/Rome now."
    assert (await do(ada, "set theme light")).text == "The colours are for a light background."
    assert (
        await do(ada, "ratings off")
    ).text == "Ratings are hidden; ssh play.example.org ladder still shows them."
    assert (await do(ada, "lang de")).text == "Ab jetzt liest du Deutsch."
    assert (await do(ada, "bell")).text.startswith("Die Glocke")
    assert ada.account().settings == {
        "bell": "turn", "zone": "Europe/Rome", "theme": "light", "ratings": "off", "lang": "de"
    }  # fmt: skip


async def test_all_settings_are_told() -> None:
    """As they are typed, with what they are; behind a slash alike."""
    ada = await come(Simulation(games=GAMES), "Ada")
    await do(ada, "lang nl")
    rows = (await do(ada, "set", "nl")).text.splitlines()
    assert [row.split()[0] for row in rows] == [one.name for one in settings.SETTINGS if one.name != "brief"]
    assert rows[0].endswith("  Je leest Nederlands.")


@pytest.mark.parametrize("language", ["en", "de", "it", "nl"])
async def test_a_speed_is_called_as_at_the_table(language: str) -> None:
    """By hand, von Hand; and as the usage has it."""
    ada = await come(Simulation(games=GAMES), "Ada")
    for speed, word in steps.WORDS.items():
        for typed in (speed, word.text, texts_in(language).of(word).upper()):
            await do(ada, f"speed {typed}", language)
            assert ada.account().settings["speed"] == speed


@pytest.mark.parametrize("typed", ["bell loud", "zone Rome", "lang fr", "theme blue", "set colour red"])
async def test_what_is_no_value_is_told(typed: str) -> None:
    ada = await come(Simulation(games=GAMES), "Ada")
    said = await do(ada, typed)
    assert (said.status, bool(said.text)) == (FAILED, True)
    assert ada.account().settings == {}


@pytest.mark.parametrize("setting", sorted({one.name for one in settings.ACTIONS} - {"set"}))
async def test_every_setting_can_be_asked_for(setting: str) -> None:
    ada = await come(Simulation(games=GAMES), "Ada")
    assert (await do(ada, setting)).text
    assert json.loads((await do(ada, f"{setting} --json")).text)["account"]


async def test_a_guest_needs_a_key() -> None:
    stage = Simulation(games=GAMES)
    guest = stage.host.port(await stage.host.admit(None, "Gus"), "play.example.org")
    assert (await do(guest, "name Jane")).status == FAILED
    assert guest.name == "Gus"


async def test_who_is_ignored_is_told_and_changed() -> None:
    """As behind a slash: the same command ends it."""
    stage = Simulation(games=GAMES)
    ada = await come(stage, "Ada")
    await come(stage, "Bert")
    assert (await do(ada, "ignore Bert")).text.startswith("You are ignoring Bert")
    assert ada.account().ignored == ("Bert",)
    assert (await do(ada, "ignore")).text == "You are ignoring: Bert"
    assert json.loads((await do(ada, "ignore bert --json")).text)["account"]["ignored"] == []
    assert (await do(ada, "ignore")).text == "You aren't ignoring anyone."
