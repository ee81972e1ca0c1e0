"""`ssh HOST profile` and `ssh HOST history` answer in sentences or JSON, to whoever may know."""

from __future__ import annotations

import json

import pytest

from engine.game import Refused
from engine.registry import GAMES
from server.host.port import HostPort
from server.sessions import commands, single_commands
from server.sessions.single_commands import DONE, FAILED, Answer
from tests.server.simulation import Simulation
from tui.language.texts import Texts


async def played() -> tuple[Simulation, HostPort, HostPort, HostPort]:
    """Anna has won a game against Bert, who conceded; a guest watches."""
    stage = Simulation(games=GAMES)
    ports = []
    for name in ("Anna", "Bert"):
        player = await stage.host.admit(f"SHA256:{name}", name)
        ports.append(stage.host.port(player, "play.example.org"))
    guest = stage.host.port(await stage.host.admit(None, "Gus"), "play.example.org")
    anna, bert = ports
    table = await anna.open_table("court", 2, {})
    await bert.join(table)
    await anna.start(table)
    await bert.concede(table)
    return stage, anna, bert, guest


async def do(port: HostPort, text: str, language: str = "en") -> Answer:
    command = commands.parse(text, GAMES)
    return await single_commands.answer(port, Texts(language), command)


async def test_a_profile_is_told_in_sentences_or_json() -> None:
    _, anna, bert, guest = await played()
    said = (await do(guest, "profile anna")).text.splitlines()
    assert said[0] == "Anna: plays here since 1970-01-01."
    assert said[1].startswith("all games: 1 match, 1 won (100 %)")
    assert said[-1].endswith("won; 1. Anna: 3 dice, 2. Bert: 3 dice (conceded).")
    profile = json.loads((await do(bert, "profile Anna --json")).text)["profile"]
    assert (profile["name"], profile["total"]["played"]) == ("Anna", 1)
    assert (await do(anna, "profile", "de")).text.startswith("Anna: spielt hier seit")


async def test_a_profile_can_be_hidden_by_a_command() -> None:
    _, anna, bert, _ = await played()
    assert "hidden from others" in (await do(anna, "profile hide")).text
    assert await do(bert, "profile Anna") == Answer("Anna hides their profile.", DONE)
    assert "hidden" not in (await do(anna, "profile show")).text


async def test_a_history_leaves_out_the_name_of_who_hides_the_profile() -> None:
    _, anna, bert, guest = await played()
    await do(anna, "profile hide")
    assert (await do(guest, "history all")).text.endswith(
        "1. (profile hidden): 3 dice, 2. Bert: 3 dice (conceded)."
    )
    (game,) = json.loads((await do(guest, "history all --json")).text)["games"]
    assert [(seat["name"], seat["hidden"]) for seat in game["seats"]] == [("", True), ("Bert", False)]
    assert "1. Anna: 3" in (await do(bert, "history")).text
    for text in ("history all vs Anna", "history Anna"):
        with pytest.raises(Refused) as why:
            await do(guest, text)
        assert why.value.code == "profile-hidden"


async def test_a_history_is_told_with_ids_for_replays() -> None:
    _, anna, _, guest = await played()
    (line,) = (await do(anna, "history court won against Bert")).text.splitlines()
    assert line.startswith("id1x")
    assert "To Court the King" in line
    assert (await do(anna, "history lost")).text == "There are no ended games to show."
    page = json.loads((await do(guest, "history all --json")).text)
    assert [game["ending"] for game in page["games"]] == ["conceded"]
    assert json.loads((await do(guest, "history now --json")).text) == {"tables": []}
    assert (await do(guest, "history now")).text.startswith("Nothing is being played")


async def test_who_has_none_and_what_asks_for_nothing_is_told() -> None:
    _, anna, _, guest = await played()
    for text in ("profile", "profile hide", "history"):
        with pytest.raises(Refused) as why:
            await do(guest, text)
        assert why.value.code == "guest-history"
    answer = await do(anna, "history won lost")
    assert (answer.status, answer.text.startswith("You can ask for")) == (FAILED, True)


@pytest.mark.parametrize("line", ["who", "today"])
async def test_who_is_here_and_what_the_day_brings_is_told_to_guests_too(line: str) -> None:
    """In rows, and for programs."""
    _, anna, _, guest = await played()
    for port in (anna, guest):
        told = await do(port, line)
        assert ("Next opponent" in told.text) is (line == "today")
        assert set(json.loads((await do(port, f"{line} --json")).text)) == (
            {"you", "people"} if line == "who" else {"today"}
        )
