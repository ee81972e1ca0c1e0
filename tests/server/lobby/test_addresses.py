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


def raised() -> None:
    raise AssertionError("this session does not give way")


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


async def test_few_addresses_keep_nobody_out() -> None:
    """A full host takes who is new instead of who is new of the address that has most, until all have as
    many; and somebody with a seat or an account that has played instead of guests with seats. An account that
    has played keeps one session.
    """
    stage = await stage_with(sessions=9, sessions_kept=3, own_tables=50)
    crowd: dict[int, str] = {}

    async def come(player: Player, number: int, address: str) -> None:
        await stage.host.begin(player, address, give_way=lambda: crowd.pop(number))
        crowd[number] = address

    for number in range(6):
        await come(guest(number), number, SCHOOL)
    with pytest.raises(Refused, match="nearly-full"):
        await come(guest(6), 6, SCHOOL)
    for number in range(7, 10):
        await come(guest(number), number, HOME)
    assert sorted(crowd.values()) == [SCHOOL] * 3 + [HOME] * 3
    with pytest.raises(Refused, match="nearly-full"):
        await come(guest(10), 10, HOME)
    for number in crowd:  # all have seats from now on, and more come with theirs
        await stage.port(guest(number)).open_table(*WISH)
    with pytest.raises(Refused, match="nearly-full"):
        await come(guest(11), 11, "203.0.113.1")
    for number in range(12, 15):
        await stage.port(guest(number)).open_table(*WISH)
        await come(guest(number), number, SCHOOL)
    assert len(crowd) == 9
    await finished(stage, stage.port(ADA), stage.port(BERT))
    for known in (ADA, BERT):
        games = await stage.lobby.load_finished(known.id)
        stage.lobby.members.add(known, await stage.accounts.profile(known.id), games)
    for number in range(20, 23):  # of one account
        await come(ADA, number, "203.0.113.1")
    assert sorted(crowd.values()) == [SCHOOL] * 3 + [HOME] * 3 + ["203.0.113.1"] * 3
    await come(BERT, 30, "203.0.113.2")
    assert set(crowd) & {20, 21, 22, 30} == {20, 21, 30}
    assert len(crowd) == 9


async def test_nobody_takes_the_only_session_of_an_account_that_has_played() -> None:
    stage = await stage_with(sessions=2, sessions_kept=0)
    await finished(stage, stage.port(ADA), stage.port(BERT))
    for known in (ADA, BERT):
        games = await stage.lobby.load_finished(known.id)
        stage.lobby.members.add(known, await stage.accounts.profile(known.id), games)
        await stage.host.begin(known, SCHOOL, give_way=raised)
    await stage.port(guest(1)).open_table(*WISH)
    with pytest.raises(Refused, match="sessions-full"):
        await stage.host.begin(guest(1), HOME)


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


@pytest.mark.parametrize(("days", "kept"), [(30, 86_400.0), (1, 86_400.0), (0, 0.0)])
async def test_where_a_guest_came_from_is_known_for_a_day(days: int, kept: float) -> None:
    """At least while somebody may report them; where no address is kept, not at all."""
    stage = Simulation(address_days=days)
    await stage.host.open()
    presence = stage.lobby.presence
    stage.host.enter(guest(1), HOME)()
    if kept:
        stage.time.now += kept - 1
        assert presence.address_anywhere(guest(1).id) == HOME
        assert presence.guests_left("198.51.100.0/24") == [guest(1).id]
        stage.time.now += 1
    assert presence.address_anywhere(guest(1).id) == ""
    assert presence.guests_left("198.51.100.0/24") == []
