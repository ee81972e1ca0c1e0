"""Each address has its share of the host; another address never pays for it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.game import Refused
from server.host.port import HostPort
from server.identity.accounts import Player
from server.settings.limits import Limits
from tests.server.simulation import ADA, BERT, Simulation, finished, refusal

SCHOOL, HOME = "192.0.2.7", "198.51.100.1"
WISH = ("toy", 2, {"goal": "9"})


def guest(number: int) -> Player:
    return Player(f"guest-{number}", f"Heron-{number}")


async def stage_with(**limits: int) -> Simulation:
    stage = Simulation(limits=replace(Limits(), **limits))
    await stage.host.open()
    return stage


def enter(stage: Simulation, player: Player, address: str) -> HostPort:
    stage.host.enter(player, address)
    return stage.port(player)


async def test_an_address_opens_so_many_tables() -> None:
    """However often a guest comes as somebody else; others still open theirs."""
    stage = await stage_with(tables_per_address=2)
    for number in (1, 2):
        await enter(stage, guest(number), SCHOOL).open_table(*WISH)
    third = await refusal(enter(stage, guest(3), SCHOOL).open_table(*WISH))
    assert (third.code, third.params) == ("too-many-tables-here", {"most": 2})
    assert await enter(stage, guest(4), HOME).open_table(*WISH)
    assert await stage.port(BERT).open_table(*WISH), "a terminal of this machine has no share"


@pytest.mark.parametrize("action", ["talk", "rename", "guess"])
async def test_an_address_does_so_much_at_once(action: str) -> None:
    """Coming again as another guest does not begin anew; another address is not held up."""
    stage = await stage_with(chat_lines_per_address=2, renames_per_address=2, code_guesses_per_address=2)

    async def do(number: int, address: str) -> None:
        port = enter(stage, guest(number), address)
        if action == "talk":
            await port.say(None, f"line {number}")
        elif action == "rename":
            await port.rename(f"Otter-{number}")
        else:
            guess = await refusal(port.join("NOPE-7"))
            if guess.code != "no-table":
                raise guess

    for number in (1, 2):
        await do(number, SCHOOL)
    assert (await refusal(do(3, SCHOOL))).code.startswith("too-many-")
    await do(4, HOME)


async def test_a_nearly_full_host_lets_in_those_for_whom_something_waits() -> None:
    """A seat, or an account that has played; who is new comes later."""
    stage = await stage_with(sessions=4, sessions_kept=2)
    seated = stage.port(ADA)
    await seated.open_table(*WISH)
    await finished(stage, stage.port(BERT), stage.port(Player("cleo", "Cleo")))
    games = await stage.lobby.load_finished("bert")
    stage.lobby.members.add(BERT, await stage.accounts.profile("bert"), games)
    for number in (1, 2):
        await stage.host.begin(guest(number), SCHOOL)
    with pytest.raises(Refused, match="nearly-full"):
        await stage.host.begin(guest(3), HOME)
    await stage.host.begin(ADA, SCHOOL)
    leave = await stage.host.begin(BERT, HOME)
    with pytest.raises(Refused, match="sessions-full"):
        await stage.host.begin(ADA, HOME)
    leave()
    await stage.host.begin(ADA, HOME)


async def test_who_left_takes_no_share() -> None:
    """An address is known while a session of the player lasts."""
    stage = await stage_with()
    leave = stage.host.enter(ADA, SCHOOL)
    again = stage.host.enter(ADA, HOME)
    assert stage.lobby.presence.address_of("ada") == HOME
    again()
    again()
    assert stage.lobby.presence.address_of("ada") == SCHOOL
    leave()
    assert stage.lobby.presence.address_of("ada") == ""
