"""Players keep their name, keys and likes, can add keys, and can be forgotten."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from collections.abc import Sequence
from typing import NoReturn
from unittest.mock import patch

import pytest

from engine.game import Refused
from server.identity.accounts import FORMER_NAME_SECONDS
from server.identity.bans import DAY
from server.store.accounts import AccountStore
from server.store.journal.journal import NotSaved, Unsure
from server.store.sqlite.memory import MemorySql
from tests.server.simulation import ReceivedSnapshots, Simulation, finished, refusal, settled, started
from tui.host.pictures import Account

KEY, NEW, OTHER = "SHA256:ada", "SHA256:new", "SHA256:other"


async def test_a_name_is_kept_with_the_account() -> None:
    """It is shown at once everywhere, and still there after a restart and at the next visit."""
    stage, lobby, news = Simulation(), ReceivedSnapshots(), ReceivedSnapshots()
    ada, _ = await stage.come(KEY, "Ada")
    table = await ada.open_table("toy", 2, {})
    bert, _ = await stage.come(None, "Bert")
    bert.follow_lobby(lobby.see)
    bert.follow_table(table, news.see)
    await ada.rename("  Lady-Ada ")
    await stage.time.pass_by(1)
    assert (ada.name, ada.account().name) == ("Lady-Ada", "Lady-Ada")
    assert lobby.last.people == ("Lady-Ada", "Bert")
    assert news.last.info.seats[0].name == "Lady-Ada"
    again = await stage.restarted()
    back, _ = await again.come(KEY, "whatever")
    assert back.name == "Lady-Ada"
    assert again.lobby.table(table).info("").seats[0].name == "Lady-Ada"


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (sqlite3.OperationalError("database or disk is full"), "account-not-saved"),
        (OSError(5, "Input/output error"), "account-not-saved"),
        (NotSaved(), "busy"),
        (Unsure(), "busy"),
    ],
)
async def test_a_new_key_is_told_why_it_cannot_come_in(error: Exception, code: str) -> None:
    """The disk is named; a store that does not answer is busy. The name stays free, and guests come in."""
    stage = Simulation()

    async def add(*_: object) -> NoReturn:
        raise error

    with patch.object(stage.accounts, "add", add):
        assert (await refusal(stage.come(KEY, "Ada"))).code == code
        guest, leave = await stage.come(None, "Ada")
        assert guest.name == "Ada"
        leave()


async def test_a_guest_is_called_otherwise_for_the_session() -> None:
    """Guests' names count as taken while they are here."""
    stage = Simulation()
    guest, leave = await stage.come(None, "Bert")
    await guest.rename("Berta")
    other, _ = await stage.come(None, "berta")
    assert (guest.name, other.name) == ("Berta", "Heron-2101")
    leave()
    await stage.time.pass_by(61)
    third, _ = await stage.come(None, "Berta")
    assert third.name == "Berta"


@pytest.mark.parametrize(
    ("name", "code"),
    [("x", "name-length"), ("[/]", "name-characters"), ("admin", "name-reserved"), ("BERT", "name-taken"),
     ("bеrt", "name-scripts"), ("8ert", "name-characters"),
     ("Cleo", "name-taken"), ("\u3164" * 4, "name-length")],
)  # fmt: skip
async def test_a_name_that_cannot_be_is_refused(name: str, code: str) -> None:
    """Names of those who are here and of accounts that are not, whatever looks like them, and no names."""
    stage = Simulation()
    _, leave = await stage.come(OTHER, "Cleo")
    leave()
    await stage.come(None, "Bert")
    ada, _ = await stage.come(KEY, "Ada")
    assert (await refusal(ada.rename(name))).code == code
    assert ada.name == "Ada"


async def test_a_name_that_was_given_up_is_nobody_elses() -> None:
    """Whoever follows, ignores or reads somebody by it does not meet another person: for half a year others
    are told that it is taken, and the account can return to it.
    """
    stage = Simulation()
    ada, _ = await stage.come(KEY, "Ada")
    bert, _ = await stage.come(OTHER, "Bert")
    await bert.follow("Ada", True)
    await bert.ignore("Ada", True)
    await ada.say(None, "good evening")
    await ada.rename("Zoe")
    assert (await refusal(bert.rename("Ada"))).code == "name-taken"
    assert (await refusal(bert.rename("ADA"))).code == "name-taken"
    assert (await refusal(bert.follow("Ada", True))).code == "no-player"
    assert [one.name for one in await bert.following()] == ["Zoe"]
    stage.time.now += FORMER_NAME_SECONDS - 60
    stranger, _ = await stage.come(NEW, "Ada")
    assert stranger.account().name_refused == "name-taken"
    await ada.rename("Ada")
    await ada.rename("Zoe")
    stage.time.now += FORMER_NAME_SECONDS
    await stranger.rename("Ada")
    assert stranger.name == "Ada"
    assert [one.name for one in await bert.following()] == ["Zoe"], "follows go by account"
    lobby = ReceivedSnapshots()
    bert.follow_lobby(lobby.see)
    await stranger.say(None, "hello")
    await stage.time.pass_by(1)
    assert [line.text for line in lobby.last.chat] == ["hello"], "and so does who is ignored"


async def test_of_two_who_want_a_name_at_once_one_gets_it() -> None:
    """Accounts and guests alike, who comes in with it, too."""
    stage = Simulation()
    ada, _ = await stage.come(KEY, "Ada")
    bert, _ = await stage.come(None, "Bert")
    results = await asyncio.gather(
        ada.rename("Zoe"), bert.rename("zoe"), stage.come(None, "Zoë"), return_exceptions=True
    )
    looks = [ada.name, bert.name, results[2][0].name]  # type: ignore[index]
    assert [name.casefold().startswith("zo") for name in looks].count(True) == 1


async def test_nobody_changes_names_all_the_time() -> None:
    """Five in a minute."""
    stage = Simulation()
    guest, _ = await stage.come(None, "Bert")
    for number in range(5):
        await guest.rename(f"Bert-{number}")
    assert await refusal(guest.rename("Bert-9")) == Refused(
        "too-many-names", {"most": 5, "seconds": 60, "wait": 60}
    )
    await stage.time.pass_by(61)
    await guest.rename("Bert-9")


async def test_settings_are_remembered() -> None:
    """With the account for good, for guests as long as the host runs."""
    stage = Simulation()
    ada, _ = await stage.come(KEY, "Ada")
    guest, _ = await stage.come(None, "Bert")
    for port in (ada, guest):
        await port.set("bell", "on")
        await port.set("lang", "de")
        await port.set("lang", "")
    assert ada.account() == Account("Ada", guest=False, keys=1, settings={"bell": "on"}, provisional=True)
    assert guest.account() == Account("Bert", guest=True, settings={"bell": "on"})
    again = await stage.restarted()
    back, _ = await again.come(KEY, "Ada")
    assert back.account() == ada.account()


@pytest.mark.parametrize(
    ("setting", "value"),
    [("", "x"), ("Bell", "x"), ("bell", "x" * 65), ("bell", "\x1b"), ("quiet", "22"), ("digest", "24")],
)
async def test_a_setting_that_cannot_be_is_refused(setting: str, value: str) -> None:
    """Names and values are short and clean, hours of notices are hours."""
    ada, _ = await Simulation().come(KEY, "Ada")
    assert (await refusal(ada.set(setting, value))).code == "setting-not-possible"
    assert ada.account().settings == {}


async def test_hours_of_notices_are_kept_with_the_zone_in_which_they_were_said() -> None:
    """Unless the player has chosen one."""
    stage = Simulation()
    (ada, _), (bert, _) = await stage.come(KEY, "Ada"), await stage.come(OTHER, "Bert")
    await bert.set("zone", "Asia/Tokyo")
    for port in (ada, bert):
        await port.set("quiet", "22-7")
        await port.set("digest", "")
    assert ada.account().settings == {"quiet": "22-7", "zone": ada.zone}
    assert bert.account().settings == {"quiet": "22-7", "zone": "Asia/Tokyo"}


async def test_a_second_key_opens_the_same_account() -> None:
    """The new key's session shows a code, the account's session types it."""
    stage = Simulation()
    ada, _ = await stage.come(KEY, "Ada")
    new, _ = await stage.come(NEW, "Laptop")
    own = await finished(stage, new, ada)
    code = await new.new_key_code()
    await ada.add_key(code.lower().replace("-", " "))
    assert ada.account().keys == 2
    assert [game.id for game in ada._member.finished] == [own]
    assert (await refusal(new.rename("Nobody-7"))).code == "account-moved"
    back, _ = await stage.come(NEW, "Laptop")
    assert (back.name, back.account().keys) == ("Ada", 2)
    somebody, _ = await stage.come(None, "Laptop")
    assert somebody.name == "Laptop", "the name is free again"


async def test_a_key_code_is_used_once_and_soon() -> None:
    """Codes are void once used, replaced, or ten minutes old."""
    stage = Simulation()
    ada, _ = await stage.come(KEY, "Ada")
    new, _ = await stage.come(NEW, "Laptop")
    replaced = await new.new_key_code()
    code = await new.new_key_code()
    assert (await refusal(ada.add_key(replaced))).code == "code-unknown"
    await stage.time.pass_by(600)
    assert (await refusal(ada.add_key(code))).code == "code-unknown"
    code = await new.new_key_code()
    await ada.add_key(code)
    assert (await refusal(ada.add_key(code))).code == "code-unknown"
    assert ada.account().keys == 2


async def test_tries_to_guess_a_code_are_counted() -> None:
    """After ten wrong ones not even the right one is taken for a while."""
    stage = Simulation()
    ada, _ = await stage.come(KEY, "Ada")
    new, _ = await stage.come(NEW, "Laptop")
    for _ in range(10):
        assert (await refusal(ada.add_key("0000-0000"))).code == "code-unknown"
    assert (await refusal(ada.add_key(await new.new_key_code()))).code == "too-many-tries"
    await stage.time.pass_by(601)
    await ada.add_key(await new.new_key_code())


async def test_whose_keys_cannot_be_added() -> None:
    """Guests have neither key nor account; an own key is no other one; nobody loses a running game."""
    stage = Simulation()
    ada, _ = await stage.come(KEY, "Ada")
    new, _ = await stage.come(NEW, "Laptop")
    guest, _ = await stage.come(None, "Bert")
    assert (await refusal(guest.add_key("x"))).code == "no-account"
    assert (await refusal(ada.add_key(await ada.new_key_code()))).code == "own-key"
    table = await new.open_table("toy", 2, {})
    await new.add_bot(table)
    await new.start(table)
    assert (await refusal(ada.add_key(await new.new_key_code()))).code == "key-playing"
    assert new.home() == table


async def test_forget_me_leaves_nothing() -> None:
    """Name, key, settings, talk and names in finished games; open tables are left first."""
    stage, lobby = Simulation(), ReceivedSnapshots()
    ada, leave = await stage.come(KEY, "Ada")
    bert, _ = await stage.come(OTHER, "Bert")
    game = await finished(stage, ada, bert)
    waiting = await ada.open_table("toy", 2, {})
    await ada.say(None, "hello")
    await ada.set("bell", "on")
    bert.follow_lobby(lobby.see)
    await stage.time.pass_by(1)
    assert lobby.last.finished[0].names == ("Ada", "Bert")
    await ada.forget_me()
    await stage.time.pass_by(10)
    assert lobby.last.people == ("Bert",)
    assert (lobby.last.chat, lobby.last.finished[0].names) == ((), ("", "Bert"))
    assert waiting not in [table.id for table in lobby.last.tables]
    assert "seats somebody, Bert" in await bert.record(game)
    assert (await refusal(ada.say(None, "still here"))).code == "account-gone"
    assert ada.account() == Account("", guest=False)
    leave()
    back, _ = await stage.come(KEY, "Ada")
    assert (back.name, back.account().settings, back._member.finished) == ("Ada", {}, ())


async def test_nobody_is_forgotten_in_the_middle_of_a_game() -> None:
    """First the game has to be given up; who watches it sees the name go at once."""
    stage = Simulation()
    ada, _ = await stage.come(KEY, "Ada")
    table = await ada.open_table("toy", 3, {})
    await ada.add_bot(table)
    await ada.add_bot(table)
    await ada.start(table)
    assert (await refusal(ada.forget_me())).code == "still-playing"
    assert ada.account().name == "Ada"
    await ada.concede(table)
    bert, _ = await stage.come(OTHER, "Bert")
    seen = ReceivedSnapshots()
    bert.follow_table(table, seen.see)
    await settled()
    assert "Ada" in [seat.name for seat in seen.last.info.seats]
    await ada.forget_me()
    await settled()
    assert "Ada" not in [seat.name for seat in seen.last.info.seats]
    await stage.time.pass_by(100)
    assert "ada" not in str(await stage.journal.read(table)).lower()
    assert await stage.lobby.load_finished(ada._player.id) == ()


async def test_who_is_banned_can_be_forgotten_and_stays_banned() -> None:
    """They concede what they play. The ban holds for their key, after a restart, too, until it is over or
    lifted; nothing in it tells who it was.
    """
    stage = Simulation()
    ada, leave = await stage.come(KEY, "Ada")
    bert, _ = await stage.come(OTHER, "Bert")
    table = await started(stage, ada, bert)
    leave()
    await stage.host.bans.add_player(ada._player.id, "Ada", 3, "Ada insults")
    await stage.host.port(ada._player, for_banned=True).forget_me()
    assert [(one.id, one.names) for one in bert._member.finished] == [(table, ("", "Bert"))]
    assert (await refusal(stage.come(KEY, "Eva"))).code == "banned-until"
    again = await stage.restarted(after=DAY)
    (ban,) = await again.stores.bans.all()
    assert ban.what == ban.name
    assert not {"ada", "insults", ada._player.id, KEY} & set(re.split(r"\W", str(ban).lower()))
    assert (await refusal(again.come(KEY, "Eva"))).params == {"days": 2, "minutes": 2 * 24 * 60}
    await again.host.bans.lift(ban)
    eva, _ = await again.come(KEY, "Eva")
    assert (eva.name, eva._player.id == ada._player.id) == ("Eva", False)


class Broken(AccountStore):
    """Accounts that cannot be written."""

    async def set(self, *_: str) -> None:
        raise OSError("disk full")

    async def rename(self, *_: object) -> None:
        raise OSError("disk full")


async def test_what_cannot_be_stored_is_not_told() -> None:
    """The player hears of it, and nothing has changed."""
    ada, _ = await Simulation(accounts=Broken(MemorySql())).come(KEY, "Ada")
    assert (await refusal(ada.set("bell", "on"))).code == "not-saved"
    assert (await refusal(ada.rename("Zoe"))).code == "not-saved"
    assert ada.account() == Account("Ada", guest=False, keys=1, provisional=True)


async def test_a_new_player_with_another_name_is_told_why_until_they_change_it() -> None:
    """A look-alike's or an impossible name is replaced; at the next visit there is nothing to tell."""
    stage = Simulation()
    first, _ = await stage.come(KEY, "HANNA")
    guest, _ = await stage.come(None, "ΗΑΝΝΑ")
    root, _ = await stage.come(NEW, "root")
    told = [port.account().name_refused for port in (first, guest, root)]
    assert told == ["", "name-taken", "name-reserved"]
    await guest.rename("Bert")
    assert guest.account().name_refused == ""
    back, _ = await stage.come(NEW, "root")
    assert back.account().name_refused == ""
    unnamed, _ = await stage.come(None, "")
    assert unnamed.account().name_refused == ""


class UnreadableNames(AccountStore):
    """Accounts whose names cannot be read once."""

    failures = 0

    async def taken(self, looks: Sequence[str], now: float, but: str = "") -> frozenset[str]:
        if self.failures:
            self.failures -= 1
            raise OSError("no such page")
        return await super().taken(looks, now, but)


async def test_a_name_that_could_not_be_looked_up_is_free_to_try_again() -> None:
    """The player is refused with a sentence, and the name is not kept from anybody."""
    accounts = UnreadableNames(MemorySql())
    ada, _ = await Simulation(accounts=accounts).come(KEY, "Ada")
    accounts.failures = 1
    assert (await refusal(ada.rename("Zoe"))).code == "not-saved"
    await ada.rename("Zoe")
    assert ada.name == "Zoe"


class SlowAccounts(AccountStore):
    """Accounts that are written, and then take their time to say so."""

    def __init__(self) -> None:
        super().__init__(MemorySql())
        self.written, self.done = asyncio.Event(), asyncio.Event()

    async def rename(self, account: str, name: str, now: float) -> None:
        await super().rename(account, name, now)
        self.written.set()
        await self.done.wait()

    async def set(self, account: str, setting: str, value: str) -> None:
        await super().set(account, setting, value)
        await self.done.wait()


async def test_a_lost_connection_does_not_leave_a_name_half_changed() -> None:
    """What is stored is what everybody sees, so that the name before can be taken again."""
    accounts = SlowAccounts()
    stage = Simulation(accounts=accounts)
    ada, _ = await stage.come(KEY, "Ada")
    renaming = asyncio.ensure_future(ada.rename("Zoe"))
    await accounts.written.wait()
    renaming.cancel()
    accounts.done.set()
    await settled()
    assert ada.name == "Zoe"
    await ada.rename("Ada")
    again = await stage.restarted()
    back, _ = await again.come(KEY, "")
    assert back.name == "Ada"


async def test_two_terminals_change_two_settings_at_once() -> None:
    """Neither change undoes the other."""
    accounts = SlowAccounts()
    ada, _ = await Simulation(accounts=accounts).come(KEY, "Ada")
    changes = [asyncio.ensure_future(ada.set(setting, "on")) for setting in ("bell", "hints")]
    await settled()
    accounts.done.set()
    await asyncio.gather(*changes)
    assert ada.account().settings == {"bell": "on", "hints": "on"}
