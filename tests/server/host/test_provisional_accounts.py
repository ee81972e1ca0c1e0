"""Accounts that make no move within a day are forgotten; whoever plays, sits or is here keeps theirs."""

from __future__ import annotations

import logging

import pytest
from msgspec.structs import replace

from engine.game import Refused
from server.host.host import Host
from server.host.port import HostPort
from server.settings.limits import Limits
from server.settings.timeouts import DAY, Timeouts
from server.store.accounts import AccountStore
from server.store.notices import NoticeRecipient
from server.store.sqlite.memory import MemorySql
from tests.server.simulation import FOR_WEEKS, Simulation, finished, play, refusal, started, turn
from tests.server.toy import Roll
from tui.host.port import Release

HOUR = 3600.0
LATE = 600.0
"""Seconds after which whoever is to be forgotten is so for certain."""
HERE = "192.0.2.7"


async def opened(**dependencies: object) -> Simulation:
    stage = Simulation(**{"timeouts": FOR_WEEKS, **dependencies})  # type: ignore[arg-type]
    await stage.host.open()
    return stage


async def is_kept(stage: Simulation, key: str) -> bool:
    return await stage.accounts.by_key(key) is not None


async def came(stage: Simulation, name: str) -> tuple[HostPort, Release]:
    return await stage.come(f"SHA256:{name}", name)


async def test_an_account_without_a_move_is_forgotten_after_a_day() -> None:
    """Not before; with keys and profile, and its name is free for anybody."""
    stage = await opened()
    ada, leave = await came(stage, "Ada")
    await ada.set("bell", "on")
    leave()
    await stage.time.pass_by(DAY - HOUR)
    assert await is_kept(stage, "SHA256:Ada")
    await stage.time.pass_by(HOUR + LATE)
    assert not await is_kept(stage, "SHA256:Ada")
    other, _ = await stage.come("SHA256:other", "Ada")
    assert other.name == "Ada"
    again, _ = await came(stage, "Ada")
    assert again.name != "Ada"
    assert again.account().settings == {}


async def test_the_first_move_of_any_game_keeps_an_account() -> None:
    """Also of a practice game against bots, and long after the game."""
    stage = await opened()
    ada, leave = await came(stage, "Ada")
    assert ada.account().provisional
    table = await started(stage, ada, private=True)
    assert ada.account().provisional, "opening, sitting and starting are no moves"
    while turn(stage, table) != 1:
        await stage.time.pass_by(1.0)
    await play(stage, table, ada)
    assert not ada.account().provisional
    leave()
    await stage.time.pass_by(9 * DAY)
    assert await is_kept(stage, "SHA256:Ada")


async def test_a_move_that_is_refused_keeps_nothing() -> None:
    """Nor does giving up before one's first move."""
    stage = await opened()
    ada, leave = await came(stage, "Ada")
    bert, leave_too = await came(stage, "Bert")
    table = await started(stage, ada, bert)
    assert (await refusal(ada.submit(table, 99, Roll()))).code == "not-asked"
    await ada.concede(table)
    leave()
    leave_too()
    assert ada.account().provisional
    await stage.time.pass_by(DAY + LATE)
    assert not await is_kept(stage, "SHA256:Ada")
    assert not await is_kept(stage, "SHA256:Bert")


async def test_who_is_here_is_not_forgotten() -> None:
    """But soon after leaving."""
    stage = await opened()
    ada, leave = await came(stage, "Ada")
    await stage.time.pass_by(3 * DAY)
    assert await is_kept(stage, "SHA256:Ada")
    assert ada.account().name == "Ada"
    leave()
    await stage.time.pass_by(LATE)
    assert not await is_kept(stage, "SHA256:Ada")


async def test_a_seat_in_a_running_game_keeps_an_account() -> None:
    """As long as the game runs. At a table that has not begun the seat becomes free."""
    stage = await opened()
    ada, leave = await came(stage, "Ada")
    bert, leave_bert = await came(stage, "Bert")
    cleo, leave_cleo = await came(stage, "Cleo")
    table = await started(stage, ada, bert)
    waiting = await cleo.open_table("toy", 3, {})
    guest, _ = await stage.come(None, "Gast")
    await guest.join(waiting)
    for release in (leave, leave_bert, leave_cleo):
        release()
    await stage.time.pass_by(2 * DAY)
    assert await is_kept(stage, "SHA256:Ada")
    assert not await is_kept(stage, "SHA256:Cleo")
    assert [holder.name for holder in stage.lobby.table(waiting).state.holders] == ["", "Gast", ""]
    await stage.time.pass_by(7 * DAY)
    assert stage.lobby.tables_of("id1x1") == []
    assert not await is_kept(stage, "SHA256:Ada")
    assert table not in [one.opening.id for one in stage.lobby.tables]


async def test_who_is_awaited_keeps_an_account() -> None:
    """By a club, until they leave it, and at a table with a start time, until then."""
    stage = await opened()
    (ada, leave), (bert, leave_bert) = [await came(stage, name) for name in ("Ada", "Bert")]
    await ada.found_club("Kronberg")
    await bert.open_table("toy", 2, {}, starts="+5d")
    leave()
    leave_bert()
    await stage.time.pass_by(5 * DAY - HOUR)
    assert [await is_kept(stage, f"SHA256:{name}") for name in ("Ada", "Bert")] == [True, True]
    assert stage.host.provisional_accounts.count == 1
    await stage.time.pass_by(2 * HOUR)
    assert [await is_kept(stage, f"SHA256:{name}") for name in ("Ada", "Bert")] == [True, False]
    (ada, leave) = await came(stage, "Ada")
    await ada.leave_club()
    leave()
    await stage.time.pass_by(LATE)
    assert not await is_kept(stage, "SHA256:Ada")


async def test_who_plays_by_single_commands_keeps_an_account() -> None:
    """While an open table of theirs has a clock of hours or days, and while notices go somewhere, once it was
    said that they may.
    """
    stage = await opened()
    for name in ("Ada", "Bert", "Cleo", "Dora"):
        port, leave = await came(stage, name)
        to, who = NoticeRecipient("mail", f"{name}@example.org"), port._player.id
        if name == "Ada":
            await port.open_table("toy", 2, {}, clock="3d")
        if name == "Bert":
            await port.open_table("toy", 2, {}, clock="5m")
        if name == "Cleo":
            await stage.stores.notices.keep(who, to)
        if name == "Dora":
            await stage.stores.notices.keep(who, replace(to, code="x"))
        leave()

    async def kept() -> list[str]:
        return [name for name in ("Ada", "Bert", "Cleo", "Dora") if await is_kept(stage, f"SHA256:{name}")]

    await stage.time.pass_by(DAY + LATE)
    assert await kept() == ["Ada", "Cleo"]
    await stage.time.pass_by(7 * DAY)
    assert await kept() == ["Cleo"]


async def test_the_downtime_of_the_host_does_not_count() -> None:
    """Nobody could have made a move meanwhile."""
    stage = await opened()
    _, leave = await came(stage, "Ada")
    leave()
    await stage.time.pass_by(HOUR)
    again = await stage.restarted(after=3 * DAY)
    await again.time.pass_by(DAY - 2 * HOUR)
    assert await is_kept(again, "SHA256:Ada")
    await again.time.pass_by(HOUR + LATE)
    assert not await is_kept(again, "SHA256:Ada")


async def test_the_time_is_a_setting() -> None:
    stage = await opened(timeouts=Timeouts(provisional_account=HOUR))
    _, leave = await came(stage, "Ada")
    leave()
    await stage.time.pass_by(HOUR + LATE)
    assert not await is_kept(stage, "SHA256:Ada")


async def test_a_banned_account_is_not_forgotten() -> None:
    """Its key would come back as a new account, which is not banned."""
    stage = await opened()
    _, leave = await came(stage, "Ada")
    leave()
    ada = await stage.accounts.by_key("SHA256:Ada")
    assert ada is not None
    await stage.host.bans.add_player(ada.id, ada.name, 3)
    await stage.time.pass_by(2 * DAY)
    with pytest.raises(Refused, match="banned"):
        await came(stage, "Ada")
    await stage.time.pass_by(DAY + LATE)
    assert not await is_kept(stage, "SHA256:Ada")


async def test_forgetting_gives_an_address_no_more_accounts_than_a_day_has() -> None:
    """Accounts of a day are counted when they are made; a day later the address may make as many again."""
    stage = await opened(limits=Limits(accounts_per_address=2), timeouts=Timeouts(provisional_account=HOUR))
    for name in ("Ada", "Bert"):
        assert not (await stage.host.admit(f"SHA256:{name}", name, HERE)).guest
    await stage.time.pass_by(HOUR + LATE)
    assert not await is_kept(stage, "SHA256:Ada")
    assert (await stage.host.admit("SHA256:Cleo", "Cleo", HERE)).guest, "forgotten ones count for a day"
    await stage.time.pass_by(DAY)
    assert not (await stage.host.admit("SHA256:Cleo", "Cleo", HERE)).guest


class ForgettingAccounts(AccountStore):
    """Forgets an account while somebody is coming in with it."""

    def __init__(self) -> None:
        super().__init__(MemorySql())
        self.meanwhile: str | None = None

    async def profile(self, account: str):  # type: ignore[no-untyped-def]
        if self.meanwhile:
            account, self.meanwhile = self.meanwhile, None
            await self.forget(account, 9.0)
        return await super().profile(account)


async def test_who_comes_in_while_the_account_is_forgotten_gets_a_new_one() -> None:
    """Nobody plays with an account that is not there any more."""
    accounts = ForgettingAccounts()
    first = await opened(accounts=accounts)
    _, leave = await came(first, "Ada")
    leave()
    stage = await first.restarted()
    old = await accounts.by_key("SHA256:Ada")
    assert old is not None
    accounts.meanwhile = old.id
    new = await stage.host.admit("SHA256:Ada", "Ada")
    assert new.id != old.id
    assert await accounts.by_key("SHA256:Ada") == replace(new, key="")


async def test_provisional_accounts_come_after_those_who_have_played() -> None:
    """A nearly full host lets in those who have played and those with a seat; a new key is as new as a
    guest.
    """
    stage = await opened(limits=Limits(sessions=4, sessions_kept=2))
    ada, leave = await came(stage, "Ada")
    bert, leave_bert = await came(stage, "Bert")
    await finished(stage, ada, bert)
    played = "SHA256:Ada" if not ada.account().provisional else "SHA256:Bert"
    unplayed = "SHA256:Bert" if played == "SHA256:Ada" else "SHA256:Ada"
    leave()
    leave_bert()
    for name in ("Gast", "Heron"):
        await stage.come(None, name)
    with pytest.raises(Refused, match="nearly-full"):
        await stage.come(unplayed, "")
    with pytest.raises(Refused, match="nearly-full"):
        await stage.come("SHA256:new", "Cleo")
    await stage.come(played, "")


async def test_operators_see_how_many_there_are(caplog: pytest.LogCaptureFixture) -> None:
    """At the last look; the log tells how many were forgotten."""
    stage = await opened()
    leaves = [(await came(stage, name))[1] for name in ("Ada", "Bert")]
    await stage.time.pass_by(LATE)
    host: Host = stage.host
    assert host.provisional_accounts.count == 2
    leaves[0]()
    with caplog.at_level(logging.INFO):
        await stage.time.pass_by(DAY)
    assert host.provisional_accounts.count == 1
    (told,) = [record for record in caplog.records if record.msg == "accounts without a move forgotten"]
    assert vars(told)["accounts"] == 1


async def test_a_failing_look_is_logged_and_repeated(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The accounts are forgotten as soon as the database can be used again."""
    stage = await opened()
    _, leave = await came(stage, "Ada")
    leave()

    async def broken(_: str) -> bool:
        raise OSError

    with monkeypatch.context() as for_a_while:
        for_a_while.setattr(stage.accounts, "is_provisional", broken)
        await stage.time.pass_by(DAY + LATE)
    assert await is_kept(stage, "SHA256:Ada")
    assert "accounts without a move could not be forgotten" in caplog.messages
    await stage.time.pass_by(LATE)
    assert not await is_kept(stage, "SHA256:Ada")
