"""Of somebody who hides their profile no action tells strangers whether they are here, nor where they sit:
twins answer alike.
"""

from __future__ import annotations

import re
from contextlib import suppress

import pytest

from engine.game import Refused
from server.host.port import HostPort
from tests.server.host.test_equal_luck import answered, wishes
from tests.server.simulation import Simulation, refusal
from tests.three_games import THREE
from tui.actions.registry import ACTIONS
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.setting_names import FRIENDS, INVITATIONS

SHY, OTHER = "Bartleby", "Wakefield"
"""Both hide their profile."""


class Evening:
    """Ada and Cleo have each a table open, and Bartleby follows Cleo."""

    def __init__(self) -> None:
        self.stage = Simulation(games=THREE)

    async def begin(self, *, invitations: str = "", sits: str = "", club: bool = False) -> None:
        """One of the two `sits` at Cleo's table; both are here, and in Cleo's club where she has one."""
        self.ada, _ = await self.stage.come("SHA256:Ada", "Ada")
        self.cleo, _ = await self.stage.come("SHA256:Cleo", "Cleo")
        self.tables = [await port.open_table("court", 3, {}) for port in (self.ada, self.cleo)]
        if club:
            await self.cleo.found_club("Kronberg")
        for name in (SHY, OTHER):
            port, leave = await self.stage.come(f"SHA256:{name}", name)
            await port.set(PROFILE_SETTING, HIDDEN)
            await port.set(INVITATIONS, invitations)
            if club:
                await port.join_club(await self.cleo.invite_to_club())
            if name == sits:
                await port.join(self.tables[1])
            if name == SHY:
                await port.follow("Cleo", True)
                self.shy, self.leave = port, leave

    async def go_and_forget(self) -> None:
        """Bartleby leaves, and the host begins again with the others."""
        self.shy.close()
        self.leave()
        self.stage = await self.stage.restarted(games=THREE)
        self.ada, self.cleo = [(await self.stage.come(f"SHA256:{one}", one))[0] for one in ("Ada", "Cleo")]

    async def come(self, name: str = SHY) -> None:
        """One of the two comes again."""
        self.shy, self.leave = await self.stage.come(f"SHA256:{name}", name)

    async def stranger(self, number: int) -> HostPort:
        return (await self.stage.come(f"SHA256:{number}", f"Stella{number}"))[0]

    async def asked(self) -> dict[str, str]:
        """All that strangers are answered who name him or a table, each a new one."""
        known = {
            "table": tuple(self.tables), "name": (SHY, SHY), "player": (SHY,), "opponent": (SHY,),
            "who": (SHY,), "words": (SHY.casefold(),), "seat": (2,), "game": ("court",),
        }  # fmt: skip
        found: dict[str, str] = {}
        for name, action in ACTIONS.items():
            for args in wishes(action, known):
                stranger = await self.stranger(len(found))
                found[f"{name} {args}"] = await answered(action, stranger, args, THREE)
                for table in self.tables:  # so that it is as open to the next one
                    with suppress(Refused):
                        await stranger.leave(table)
                await self.stage.time.pass_by(2.0)
        return found


ID = re.compile(r"id\dx\d+")
"""Numbered in a simulation: how many there were before tells nothing."""


def differing(first: dict[str, str], second: dict[str, str]) -> dict[str, tuple[str, str]]:
    assert sum(SHY in key for key in first) > 15
    plain = [{key: ID.sub("id", said) for key, said in one.items()} for one in (first, second)]
    return {key: (said, plain[1][key]) for key, said in plain[0].items() if said != plain[1][key]}


@pytest.mark.parametrize("invitations", ["", FRIENDS])
async def test_no_action_tells_a_stranger_whether_somebody_hidden_is_here(invitations: str) -> None:
    """Whom he lets invite him while he is away decides for strangers while he is here, too."""
    here, away = Evening(), Evening()
    for one in (here, away):
        await one.begin(invitations=invitations)
        await one.go_and_forget()
    await here.come()
    await away.come(OTHER)  # how many are here is told
    assert differing(await here.asked(), await away.asked()) == {}


async def test_no_action_tells_a_stranger_which_of_the_hidden_sits_there() -> None:
    at, elsewhere = Evening(), Evening()
    await at.begin(sits=SHY)
    await elsewhere.begin(sits=OTHER)
    assert differing(await at.asked(), await elsewhere.asked()) == {}


async def test_those_at_the_table_are_told_who_sits_there() -> None:
    """A seat that is kept for him lets him be invited by them to a table that is full otherwise."""
    evening = Evening()
    await evening.begin(sits=SHY)
    table = evening.tables[1]
    assert (await refusal(evening.cleo.invite(table, SHY))).code == "sits-there"
    assert await (await evening.stranger(1)).invite(table, SHY) is False
    assert await evening.shy.messages() == ()
    await (await evening.stranger(2)).join(table)
    assert (await refusal((await evening.stranger(3)).invite(table, SHY))).code == "table-full"


async def test_somebody_hidden_is_seen_by_those_whom_they_follow() -> None:
    """Also in a club."""
    evening = Evening()
    await evening.begin(club=True)
    await evening.cleo.follow(SHY, True)
    table, mine = evening.tables[1], {one.name: one.here for one in (await evening.cleo.club()).people}
    assert mine == {"Cleo": True, SHY: True, OTHER: False}
    assert [one.here for one in await evening.cleo.following()] == [True]
    assert await evening.cleo.tell(SHY, "hello") is await evening.cleo.invite(table, SHY) is True
    await evening.go_and_forget()
    assert {one.here for one in (await evening.cleo.club()).people if one.name == SHY} == {False}
    assert await evening.cleo.tell(SHY, "hello") is await evening.cleo.invite(table, SHY) is False


async def test_who_is_away_is_ignored_by_their_name() -> None:
    evening = Evening()
    await evening.begin()
    await evening.go_and_forget()
    await evening.ada.ignore(SHY)
    assert evening.ada.account().ignored == (SHY,)
    await evening.come()
    assert (await refusal(evening.shy.invite(evening.tables[1], "Ada"))).code == "not-invitable"
    assert (await refusal(evening.ada.ignore("Nobody"))).code == "nobody-called"
