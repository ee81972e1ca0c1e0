"""Reports, letters, answers and decisions in commands that answer at once."""

from __future__ import annotations

import json

import pytest

from engine.registry import GAMES
from server.identity.accounts import Player
from server.sessions import commands
from server.sessions.at_once import protection_commands
from server.sessions.commands import UNKNOWN, SshCommand
from tests.server.simulation import ADA, BERT, CY, GUEST, Simulation, refusal
from tui.language.texts import texts_in


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("report Bert insults me", SshCommand("report", name="Bert", move="insults me")),
        ("report Bert 'insults me'", SshCommand("report", name="Bert", move="insults me")),
        ("answer I was quoting", SshCommand("answer", move="I was quoting")),
        ("letters", SshCommand("letters")),
        ("conduct", SshCommand("conduct")),
        ("export", SshCommand("export")),
        ("queue", SshCommand("queue")),
        ("queue 7K3M mute 1d rude", SshCommand("queue", move="7K3M mute 1d rude")),
        ("report Bert", UNKNOWN),
        ("answer", UNKNOWN),
        ("letters Bert", UNKNOWN),
        ("export all", UNKNOWN),
    ],
)
def test_commands_are_understood(text: str, meant: SshCommand) -> None:
    assert commands.parse(text, GAMES) == meant


async def test_a_case_goes_from_its_report_to_its_end_in_single_commands() -> None:
    """Also while the player is banned; nobody but moderators sees the queue."""
    stage = Simulation()
    await stage.host.open()
    for player in (ADA, BERT, CY):
        await stage.accounts.add(Player(player.id, player.name), f"SHA256:{player.id}", 1.0)
    await stage.host.moderation.set_moderator(CY, True)

    async def says(player: Player, text: str) -> str:
        command = commands.parse(text, GAMES)
        return (await protection_commands.answer(stage.host, texts_in(), player, command)).text

    stage.host.enter(BERT)
    assert (await says(ADA, "report Bert program never pauses")).startswith("Thank you.")
    sign = (await says(CY, "queue"))[:4]
    assert "never pauses" in await says(CY, f"queue {sign}")
    assert await says(CY, f"queue {sign} ban 2d a program") == "Bert is banned."
    assert "a program" in await says(BERT, "letters")
    assert (await refusal(says(BERT, "export"))).code == "banned-why"
    assert await says(BERT, "answer I am none") == "The moderators will read your answer."
    sign = (await says(CY, "queue"))[:4]
    assert await says(CY, f"queue {sign} lift sorry") == "The decision about Bert is taken back."
    assert await says(CY, "queue") == "No report waits."
    assert json.loads(await says(BERT, "export"))["account"]["name"] == "Bert"
    assert (await refusal(says(ADA, "queue"))).code == "not-moderator"
    assert "warn|mute|ban" in await says(CY, "queue ZZZZ praise well")
    assert (await refusal(says(CY, "queue ZZZZ"))).code == "no-report"
    assert "account" in await says(GUEST, "letters")
    assert protection_commands.conduct(stage.host, texts_in("de")).startswith("Sei freundlich")
    await stage.host.close()
