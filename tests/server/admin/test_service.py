"""What operators do is felt by players at the real listener, and nobody loses a seat by it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from msgspec.structs import fields, replace

from engine.game import Refused
from server.admin import protocol as wire
from server.admin.commands import COMMANDS
from server.admin.people import AWAY, LATER
from server.admin.service import AdminService
from server.cluster.nodes import Nodes
from server.cluster.signals import Signal, Signals
from server.host.moderation import KeptDays
from server.identity.accounts import Player
from server.identity.bans import DAY
from server.settings.limits import Limits
from server.settings.reloading import Reloaded
from server.store.postgres.connection import open_postgres
from server.store.postgres.sql import PostgresSql
from server.store.sqlite.database import Database, SqliteSql
from server.store.stores import stores_on
from server.telemetry.logs import formatter
from tests.server.cluster.stages import PostgresStage
from tests.server.journals import start_thread
from tests.server.running_host import LIMITS, RunningHost, running_host
from tests.server.sessions.test_listener import keygen, ssh
from tests.server.sessions.test_session import TerminalOutput, begin_game, terminal
from tui.language import moderation_words as words
from tui.language.texts import texts_in

NEW_KEY = "SHA256:" + "A" * 43
KEYS = {name: asyncssh.generate_private_key("ssh-ed25519") for name in ("ada", "bert")}


class FakeOperator:
    """The operator of a host: whether it was told to stop, and what waits for time to pass."""

    def __init__(self, at: RunningHost, message: str = "") -> None:
        self.stopped = False
        self.pauses: list[asyncio.Future[None]] = []
        self.copy: Path | None = None
        self.reloaded: Reloaded | None = None
        at.host.dependencies = replace(at.host.dependencies, pause=self._pause)
        at.host.signals._message = message
        self.office = AdminService(
            at.host,
            sessions=lambda: at.ssh.sessions,
            copy=self._copied,
            stop=self._stop,
            reload=self._reloaded,
        )

    def _reloaded(self) -> Reloaded:
        assert self.reloaded
        return self.reloaded

    async def _copied(self) -> Path:
        assert self.copy
        return self.copy

    def _stop(self) -> None:
        self.stopped = True

    async def _pause(self, _: float) -> None:
        self.pauses.append(asyncio.get_running_loop().create_future())
        await self.pauses[-1]

    async def ask(self, request: wire.AdminRequest) -> wire.AnyAnswer:
        return (await self.office.serve(request))[0]

    async def lines(self, request: wire.AdminRequest) -> tuple[str, ...]:
        """What it says where it is done."""
        answer = await self.ask(request)
        assert isinstance(answer, wire.CommandDone), answer
        return answer.lines

    async def declined(self, request: wire.AdminRequest) -> str:
        answer = await self.ask(request)
        assert isinstance(answer, wire.CommandDeclined), answer
        return answer.sentence


@contextlib.asynccontextmanager
async def player(at: RunningHost, name: str, **options: Any) -> AsyncIterator[TerminalOutput]:
    """Somebody with a key at a terminal."""
    async with at.connect(username=name, client_keys=[KEYS[name]], **options) as connection:
        yield await terminal(connection)


@contextlib.asynccontextmanager
async def watched(
    limits: Limits = LIMITS, message: str = "", **changes: Any
) -> AsyncIterator[tuple[RunningHost, FakeOperator]]:
    async with running_host(limits, **changes) as at:
        watch = FakeOperator(at, message)
        try:
            yield at, watch
        finally:
            await watch.office.close()


async def test_who_tells_of_sessions_and_tables() -> None:
    """By the names people have now; what no session is yet is left out."""
    async with watched() as (at, watch), player(at, "ada") as ada, at.connect(username="gast") as guest:
        await terminal(guest)
        ada.type("o")
        await ada.see("seq 0 seat 1 open")
        await at.screens[0].port.rename("Adele")
        async with at.connect(username="nobody"):
            picture = await watch.ask(wire.WhoRequest())
    assert isinstance(picture, wire.HostStatus)
    (first, second) = sorted(picture.sessions, key=lambda session: session.name)
    (table,) = picture.tables
    assert (first.name, first.address, first.table) == ("Adele", "127.0.0.1", table.name)
    assert first.key == KEYS["ada"].get_fingerprint()
    assert (second.name, second.key, second.table) == ("gast", "", "")
    assert (table.game, table.stage, table.seats, table.watching) == ("toy", "open", ("Adele", "-"), 0)
    assert not picture.draining


async def test_an_announcement_reaches_everybody(tmp_path: Path) -> None:
    """In the lobby and at tables, also who comes later; then the message of the day is back."""
    async with watched(message="Welcome") as (at, watch), player(at, "ada") as ada, player(at, "bert"):
        ada.type("o")
        await ada.see("seq 0 seat 1 open")
        one, two = at.screens
        await watch.lines(wire.AnnounceRequest("Tea at five"))
        await at.until(lambda: one.news and one.news.notice == "Tea at five", "the table's notice")
        await at.until(lambda: two.lobby and two.lobby.notice == "Tea at five", "the lobby's notice")
        await ssh(at, tmp_path, "-tt", "127.0.0.1")
        assert at.screens[2].lobby
        assert at.screens[2].lobby.notice == "Tea at five"
        assert await watch.lines(wire.AnnounceRequest("")) == ("The message of the day is back.",)
        await at.until(lambda: two.lobby and two.lobby.notice == "Welcome", "the message of the day")


async def test_who_is_kicked_gets_a_sentence_and_keeps_the_seat() -> None:
    """All sessions of that name end, whatever its case; nobody else's does."""
    async with watched() as (at, watch), player(at, "ada") as ada, player(at, "bert") as bert:
        ada.type("o")
        await ada.see("seq 0 seat 1 open")
        assert await watch.lines(wire.KickRequest("ADA")) == ("ADA was kicked (1 session); seats are kept.",)
        await ada.see("goodbye kicked")
        await ada.ended()
        bert.type("z")
        await bert.see("key 'z'")
        (table,) = at.host.lobby.tables
        assert table.state.holders[0].name == "ada"
        async with player(at, "ada") as again:
            await again.see("lobby of ada")


async def test_all_of_an_address_are_kicked() -> None:
    """Accounts and guests alike; where nobody is from there, one sentence says so."""
    async with watched() as (at, watch), player(at, "ada") as ada, at.connect(username="gast") as connection:
        guest = await terminal(connection)
        sentence = await watch.declined(wire.KickRequest("192.0.2.0/24"))
        assert sentence == "Nobody here comes from 192.0.2.0/24: admin who lists everybody."
        ada.type("z")
        await ada.see("key 'z'")
        said = await watch.lines(wire.KickRequest("127.0.0.1"))
        assert said == ("2 sessions of 127.0.0.1/32 ended; seats are kept.",)
        for someone in (ada, guest):
            await someone.see("goodbye kicked")
            await someone.ended()


async def test_a_table_is_closed_without_a_result() -> None:
    """A running one by its name in any case, an open one by its id: in the journal, and its players are told;
    what is over, or not there, is a sentence.
    """
    async with watched() as (at, watch), player(at, "ada") as ada, player(at, "bert") as bert:
        await begin_game(ada, bert)
        await ada.see("seq 0 seat 1 running")
        (table,) = at.host.lobby.tables
        name, place = table.opening.name, table.opening.id
        said = await watch.lines(wire.CloseRequest(name.lower()))
        assert said == (f"{name} has ended without a result.",)
        await ada.see("over asked False")
        await bert.see("over asked False")
        for screen in at.screens:
            assert screen.news
            info = screen.news.info
            assert (info.stage, info.ending, screen.news.standings) == ("over", "closed", ())
        entries = await at.host.dependencies.journal.read(place)
        assert [entry.kind for entry in entries][-1] == "end"
        sentence = await watch.declined(wire.CloseRequest(place))
        assert sentence.startswith(f"{name} is not closed. ")
        sentence = await watch.declined(wire.CloseRequest("nowhere"))
        assert sentence == "There is no table called nowhere: admin who lists them."
        opened = await at.screens[0].port.open_table("toy", 2, {})
        await watch.lines(wire.CloseRequest(opened))
        assert opened not in [one.opening.id for one in at.host.lobby.tables]


async def test_without_guests_only_keys_get_in(tmp_path: Path) -> None:
    """Newcomers without a key are told why in their language; guests who are here stay; keys come in, and
    guests, too, after `guests on`.
    """
    ada = await keygen(tmp_path, "ada")
    async with watched() as (at, watch), at.connect(username="gast") as connection:
        guest = await terminal(connection)
        said = await watch.lines(wire.GuestsRequest(on=False))
        assert said == ("Nobody new gets in without a key. Guests who are here stay.",)
        picture = await watch.ask(wire.WhoRequest())
        assert isinstance(picture, wire.HostStatus)
        assert not picture.guests
        for wanted, begun in (((), "The host lets nobody in"), (("-oSendEnv=LANG",), "Ohne Schlüssel kommt")):
            answer = await ssh(at, tmp_path, "-tt", *wanted, "127.0.0.1")
            assert (answer.status, begun in answer.out) == (1, True)
        rules = await ssh(at, tmp_path, "-T", "127.0.0.1", "conduct")
        assert (rules.status, "Be kind" in rules.out) == (0, True)
        guest.type("z")
        await guest.see("key 'z'")
        assert "welcome" in (await ssh(at, tmp_path, "-tt", "127.0.0.1", keys=(ada,))).out
        assert await watch.lines(wire.GuestsRequest(on=True)) == ("Guests get in again.",)
        assert "welcome" in (await ssh(at, tmp_path, "-tt", "127.0.0.1")).out


async def test_a_name_that_nobody_has_is_told() -> None:
    """One sentence, and nothing happens."""
    async with watched() as (at, watch), player(at, "ada") as ada:
        assert "Nobody here is called bert" in await watch.declined(wire.KickRequest("bert"))
        assert "neither an account name nor an address" in await watch.declined(wire.BanRequest("bert"))
        assert "not banned" in await watch.declined(wire.BanRequest("ada", lift=True))
        ada.type("z")
        await ada.see("key 'z'")


async def test_a_banned_player_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """By account, in the player's language, with the days left; others come in, and the player
    again once the ban is lifted.
    """
    ada, bert = await keygen(tmp_path, "ada"), await keygen(tmp_path, "bert")
    async with watched() as (at, watch):
        assert "welcome Ada" in (await ssh(at, tmp_path, "-tt", "-l", "Ada", "127.0.0.1", keys=(ada,))).out
        (told, ended) = await watch.lines(wire.BanRequest("ada", 3))
        assert told.startswith("Ada is banned until ")
        assert ended == "0 sessions ended."
        for wanted in ((), ("-oSendEnv=LANG",)):
            answer = await ssh(at, tmp_path, "-tt", *wanted, "-l", "Other", "127.0.0.1", keys=(ada,))
            assert answer.status == 1
            sentence = "erst in 3 Tagen wieder herein." if wanted else "for another 3 days."
            assert answer.out.strip().endswith(sentence)
            assert "welcome" not in answer.out
        for command in ("api", "record x"):
            answer = await ssh(at, tmp_path, "127.0.0.1", command, keys=(ada,))
            assert (answer.status, answer.out) == (1, "")
            assert answer.err.strip().endswith("for another 3 days.")
        assert "welcome" in (await ssh(at, tmp_path, "-tt", "-l", "Bert", "127.0.0.1", keys=(bert,))).out
        assert await watch.lines(wire.BanRequest("Ada")) == ("Ada is banned for good.", "0 sessions ended.")
        assert await watch.lines(wire.BanRequest()) == ("Ada is banned for good.",)
        answer = await ssh(at, tmp_path, "-tt", "127.0.0.1", keys=(ada,))
        assert "You are banned from this host." in answer.out
        assert await watch.lines(wire.BanRequest("aDa", lift=True)) == ("Ada is no longer banned.",)
        assert "welcome Ada" in (await ssh(at, tmp_path, "-tt", "127.0.0.1", keys=(ada,))).out
        assert await watch.lines(wire.BanRequest()) == ("Nobody is banned.",)


async def test_a_ban_ends_sessions_and_holds_over_the_same_connection() -> None:
    """A connection that is still open gets no second session."""
    async with (
        watched() as (at, watch),
        at.connect(username="ada", client_keys=[KEYS["ada"]]) as connection,
        player(at, "bert") as bert,
    ):
        ada = await terminal(connection)
        assert (await watch.lines(wire.BanRequest("ada")))[1] == "1 session ended."
        await ada.ended()
        _, second = await connection.create_session(TerminalOutput, term_type="xterm", encoding=None)
        await second.ended()
        assert b"You are banned from this host." in second.data
        bert.type("z")
        await bert.see("key 'z'")


async def test_a_guest_cannot_be_banned_by_name() -> None:
    """Nothing of a guest is kept; the operator is told which address to ban instead."""
    async with watched() as (at, watch), at.connect(username="gast") as connection:
        await terminal(connection)
        sentence = await watch.declined(wire.BanRequest("gast"))
    assert sentence == "gast is a guest and has no account: ban the address 127.0.0.1 instead."


async def test_a_banned_address_is_refused_in_one_sentence(tmp_path: Path) -> None:
    """Whoever comes from there, with a key or as a guest, also over a connection that is open
    already; until the ban is lifted.
    """
    ada = await keygen(tmp_path, "ada")
    async with watched() as (at, watch), at.connect(username="gast") as connection:
        guest = await terminal(connection)
        told = await watch.lines(wire.BanRequest("127.0.0.1", 90))
        assert told[0].startswith("127.0.0.1/32 is banned until ")
        assert told[1:] == ("1 session ended.", "This host stores addresses for 30 days at most.")
        await guest.ended()
        with pytest.raises(asyncssh.ChannelOpenError, match="banned here until"):
            await connection.create_session(TerminalOutput, term_type="xterm", encoding=None)
        for keys in ((), (ada,)):
            answer = await ssh(at, tmp_path, "-tt", "127.0.0.1", keys=keys)
            assert answer.status == 255
            assert "Your address is banned here until " in answer.err
            assert answer.out == ""
        assert len(at.screens) == 1
        assert await watch.lines(wire.BanRequest("127.0.0.1", lift=True)) == (
            "127.0.0.1/32 is no longer banned.",
        )
        assert "welcome" in (await ssh(at, tmp_path, "-tt", "127.0.0.1", keys=(ada,))).out


async def test_over_days_a_ban_tells_how_many_are_left() -> None:
    """The last day counts as one."""
    async with running_host() as at:
        await at.host.bans.add_player("id9", "Ada", 0.01)
        with pytest.raises(Refused) as refused:
            at.host.bans.check(Player("id9", "Ada"))
    assert refused.value.params == {"days": 1, "minutes": 15}
    assert DAY == 24 * 60 * 60


async def test_a_draining_host_opens_no_tables_and_ends_after_the_last_game() -> None:
    """Running games finish; the operator hears how many there are, and may think better of it."""
    async with watched() as (at, watch), player(at, "ada") as ada, player(at, "bert") as bert:
        await begin_game(ada, bert)
        await ada.see("seq 0 seat 1 running")
        said = await watch.lines(wire.DrainRequest())
        assert said[1].startswith("1 game still running. ")
        one, two = at.screens
        await at.until(lambda: two.lobby and two.lobby.draining, "the flag in the lobby")
        with pytest.raises(Refused, match="draining"):
            await two.port.open_table("toy", 2, {})
        assert await watch.lines(wire.DrainRequest(on=False)) == ("New tables can be opened again.",)
        await at.until(lambda: two.lobby and not two.lobby.draining, "the flag is gone")
        said = await watch.lines(wire.DrainRequest(stop=True))
        assert said[1] == "1 game still running. The host stops after the last one."
        await at.until(lambda: watch.pauses, "a look at the games")
        watch.pauses[-1].set_result(None)
        await at.until(lambda: len(watch.pauses) == 2, "another look")
        assert not watch.stopped
        await one.port.concede(at.host.lobby.tables[0].opening.id)
        watch.pauses[-1].set_result(None)
        await at.until(lambda: watch.stopped, "the end")


async def test_draining_no_longer_is_stopping_no_longer() -> None:
    """A host that was to end goes on."""
    async with watched() as (at, watch), player(at, "ada") as ada:
        ada.type("o")
        await ada.see("seq 0 seat 1 open")
        port, (table,) = at.screens[0].port, at.host.lobby.tables
        await port.add_bot(table.opening.id)
        await port.start(table.opening.id)
        await watch.lines(wire.DrainRequest(stop=True))
        await at.until(lambda: watch.pauses, "a look at the games")
        await watch.lines(wire.DrainRequest(on=False))
        await at.until(watch.pauses[-1].cancelled, "nobody looks any more")
    assert not watch.stopped


async def test_a_moderator_keeps_an_account_that_has_made_no_move() -> None:
    """Accounts that never move are deleted after a while; one that looks after the host is needed."""
    async with watched() as (at, watch), player(at, "ada"):
        assert len(await at.host.stores.accounts.provisional()) == 1
        await watch.lines(wire.ModeratorRequest("Ada"))
        assert not await at.host.stores.accounts.provisional()


async def test_a_backup_is_handed_on_with_its_size(tmp_path: Path) -> None:
    """How it is made is tested with the database."""
    async with watched() as (_, watch):
        watch.copy = tmp_path / "copy"
        watch.copy.write_bytes(b"data")
        assert await watch.office.serve(wire.BackupRequest()) == (wire.BackupMade(4), watch.copy)


async def test_reloading_says_what_came_of_it() -> None:
    """In lines where the configuration is right, in one sentence where it is wrong."""
    async with watched() as (_, watch):
        changed = {"changed": {"limits.channels": {"before": 2, "now": 3}}}
        watch.reloaded = Reloaded(LIMITS, ("These hold now: limits.channels 2 -> 3.",), facts=changed)
        assert await watch.ask(wire.ReloadRequest()) == wire.CommandDone(watch.reloaded.lines, changed)
        watch.reloaded = Reloaded(LIMITS, ("It is wrong.",), failed=True)
        assert await watch.declined(wire.ReloadRequest()) == "It is wrong."


async def test_the_audit_log_has_what_was_done_and_what_came_of_it(tmp_path: Path) -> None:
    """In one place for every command that is to change something; what only looks is not in it."""
    async with watched() as (at, watch), player(at, "ada"), player(at, "bert"):
        watch.copy, watch.reloaded = tmp_path / "copy", Reloaded(LIMITS, ("It is wrong.",), failed=True)
        watch.copy.write_bytes(b"data")
        looks = (
            wire.WhoRequest(),
            wire.AuditRequest(),
            wire.BanRequest(),
            wire.ModeratorRequest(),
            wire.ReportsRequest(),
            wire.HealthRequest(),
            wire.AccountsRequest("a"),
            wire.AccountRequest("Ada"),
            wire.TableRequest("KIWI-7"),
            wire.GamesRequest(),
        )
        asked = (
            wire.AnnounceRequest("Hello"), wire.KickRequest("Cleo"), wire.CloseRequest("KIWI-7"),
            wire.GuestsRequest(on=False), wire.BanRequest("Cleo", 3.0, reason="insults"),
            wire.ModeratorRequest("Ada"), wire.ForgetRequest("Cleo"), wire.ForgetRequest("Bert"),
            wire.ReloadRequest(),
            wire.BackupRequest(), wire.ReportsRequest("7K3M", "warn", "insults"),
            wire.KeyRequest("Ada", "SHA256:none", add=False),
            wire.KeyRequest("Ada", "SHA256:", add=False), wire.RenameRequest("Ada", "b@d"),
            wire.MuteRequest("Ada", "insults", 60), wire.MuteRequest("Cleo", "sorry"),
            wire.VoidRequest("KIWI-7", "lost on purpose"), wire.ExportRequest("Ada"),
            wire.PruneRequest(yes=True), wire.HostKeyRequest("next"), wire.DrainRequest(stop=True),
        )  # fmt: skip
        for request in (*looks, *asked):
            await watch.ask(request)
        kinds = {one.kind for one in COMMANDS.values()}
        assert kinds == {type(request) for request in (*looks, *asked)}
        noted, ada_key = await at.host.moderation.store.audit(50), KEYS["ada"].get_fingerprint()
        assert [" ".join(filter(None, (one.what, one.about, one.text))) for one in noted] == [
            "announce Hello",
            "kick Cleo (not done: Nobody here is called Cleo: run admin who to list everyone.)",
            "close KIWI-7 (not done: There is no table called KIWI-7: admin who lists them.)",
            "guests off",
            "ban Cleo 3 days insults (not done: Cleo is neither an account name nor an address.)",
            "moderator ada",
            "forget Cleo (not done: No account is called Cleo: admin accounts searches.)",
            "forget",
            "reload (not done: It is wrong.)",
            "backup",
            "warn 7K3M: insults (not done: There is no open report 7K3M: admin reports lists them.)",
            f"key drop ada SHA256:none (not done: No key of ada begins with none: {ada_key}.)",
            f"key drop ada SHA256: (not done: Say how one of ada's keys begins: {ada_key}.)",
            "rename ada b@d (not done: A name cannot contain “@”.)",
            "mute ada 60 minutes: insults",
            "unmute Cleo sorry (not done: No account is called Cleo: admin accounts searches.)",
            "void KIWI-7: lost on purpose (not done: There is no ended game KIWI-7: admin games lists them.)",
            "export ada",
            "prune",
            "host-key next (not done: This host has no keys.)",
            "drain stop",
        ]
        await at.until(lambda: watch.stopped, "the end")


async def test_what_broke_is_noted_too() -> None:
    """As failed; the listener tells the operator to look at the log."""
    async with watched() as (at, watch):
        with pytest.raises(AssertionError):
            await watch.ask(wire.BackupRequest())
        (noted,) = await at.host.moderation.store.audit(50)
        assert (noted.what, noted.text) == ("backup", "(failed)")


async def test_a_wide_network_has_to_be_meant() -> None:
    """It says how many sessions that would end; a crooked one is no network."""
    async with watched() as (at, watch), player(at, "ada") as ada:
        wide = "0.0.0.0/4 is wide: 0 sessions from there would end now. Add --yes if you mean it."
        assert await watch.declined(wire.BanRequest("0.0.0.0/4")) == wide
        everybody = await watch.declined(wire.KickRequest("0.0.0.0/0"))
        assert everybody.startswith("0.0.0.0/0 is wide: 1 session from there")
        assert "neither an account name nor an address" in await watch.declined(wire.BanRequest("10.0.0.0/4"))
        assert (await watch.lines(wire.BanRequest("10.0.0.0/8", wide=True)))[0].startswith(
            "10.0.0.0/8 is banned"
        )
        ada.type("z")
        await ada.see("key 'z'")
        await watch.lines(wire.KickRequest("0.0.0.0/0", wide=True))
        await ada.ended()


async def test_without_the_store_an_operator_sees_and_reloads() -> None:
    """What needs it is declined at once; what was done is noted once it is back."""
    reached = True
    async with watched(nodes=Nodes(is_reached=lambda: reached)) as (at, watch), player(at, "ada"):
        watch.reloaded = Reloaded(LIMITS, ("These hold now: limits.channels 2 -> 3.",))
        reached = False
        found = await watch.ask(wire.WhoRequest())
        assert isinstance(found, wire.HostStatus)
        assert [one.name for one in found.sessions] == ["ada"]
        health = await watch.ask(wire.HealthRequest())
        assert health == wire.HostHealth(False, 1, 0)
        assert await watch.declined(wire.BanRequest("Ada")) == AWAY
        await watch.lines(wire.ReloadRequest())
        assert not await at.host.moderation.store.audit(50)
        await at.until(lambda: watch.pauses, "a look at the store")
        reached = True
        watch.pauses[-1].set_result(None)
        await at.until(watch.office._later.is_open, "the notes")
        noted = await at.host.moderation.store.audit(50)
        assert [(one.what, one.text) for one in noted] == [("ban", f"Ada (not done: {AWAY})"), ("reload", "")]


class SignalsThatWait(Signals):
    """Tells what other nodes are sent, which the store has to take."""

    def __init__(self) -> None:
        self.reached, self.sent = True, list[Signal]()

    async def send(self, signal: Signal) -> None:
        assert self.reached
        self.sent.append(signal)


async def test_without_the_store_this_node_does_what_it_can_and_the_others_once_it_is_back() -> None:
    """Players hear why they wait, and an operator sees all that the process holds."""
    signals = SignalsThatWait()
    nodes = Nodes(is_reached=lambda: signals.reached, signals=signals)
    async with watched(nodes=nodes) as (at, watch), player(at, "ada") as ada, player(at, "bert") as bert:
        await begin_game(ada, bert)
        (table,) = at.host.lobby.tables
        signals.reached = False
        signals.sent.clear()
        said = await watch.lines(wire.AnnounceRequest("The database is back at noon"))
        assert said == ("Everyone can see it now: The database is back at noon", LATER)
        assert at.host.lobby.broadcaster.notice == "The database is back at noon"
        assert (await watch.lines(wire.GuestsRequest(False)))[1:] == (LATER,)
        assert not at.host.admits_guests
        assert (await watch.lines(wire.DrainRequest(True, True)))[2:] == (LATER,)
        assert await watch.lines(wire.DrainRequest(False)) == ("New tables can be opened again.", LATER)
        assert await watch.lines(wire.BanRequest()) == ("Nobody is banned.",)
        assert await watch.lines(wire.ModeratorRequest()) == ("There are no moderators.",)
        assert table.opening.id in "".join(await watch.lines(wire.TableRequest(table.opening.name)))
        for needed in (
            wire.TableRequest("KIWI-99"),
            wire.BanRequest("Ada"),
            wire.ModeratorRequest("Ada"),
            wire.DrainRequest(True, move=True),
            wire.HostKeyRequest("next"),
            wire.GamesRequest(),
            wire.CloseRequest(table.opening.name),
        ):
            assert await watch.declined(needed) == AWAY
        assert "Nobody here is called cleo" in await watch.declined(wire.KickRequest("cleo"))
        assert await watch.lines(wire.KickRequest("ada")) == (
            "ada was kicked (1 session); seats are kept.",
            LATER,
        )
        await ada.ended()
        assert not signals.sent
        await at.until(lambda: watch.pauses, "a look at the store")
        signals.reached = True
        watch.pauses[-1].set_result(None)
        await at.until(watch.office._later.is_open, "what waits")
        assert [(one.kind, one.about or one.text) for one in signals.sent if one.kind != "stalled"] == [
            ("notice", "The database is back at noon"),
            ("guests", "off"),
            ("drain", "on"),
            ("drain", "off"),
            ("kick", "ada"),
        ]
        noted = {one.what for one in await at.host.moderation.store.audit(50) if "not done" not in one.text}
        assert noted == {"announce", "guests", "drain", "kick"}
        assert await watch.lines(wire.AnnounceRequest("")) == ("The message of the day is back.",)


HERS, HIS = "127.7.7.7", "127.8.8.8"
"""Addresses from which players come."""
Dump = Callable[[], Awaitable[str]]


class SearchedHost:
    """The nodes of a host, and all that is in its store as text."""

    def __init__(self, nodes: Sequence[tuple[RunningHost, FakeOperator]], dump: Dump, settle: Dump) -> None:
        self.nodes, self.dump, self.settle = nodes, dump, settle


@contextlib.asynccontextmanager
async def on_sqlite(tmp_path: Path, days: int, **changes: Any) -> AsyncIterator[SearchedHost]:
    database = Database(tmp_path / "host.db", start_thread)

    async def dump() -> str:
        with closing(sqlite3.connect(tmp_path / "host.db")) as other:
            return "\n".join(other.iterdump())

    async def settle() -> str:
        await database.settle()
        files = tmp_path / "host.db", tmp_path / "host.db-wal"  # pages that are free, too
        return "\n".join(file.read_bytes().decode("latin-1") for file in files)

    async with watched(address_days=days, stores=stores_on(SqliteSql(database)), **changes) as one:
        yield SearchedHost([one], dump, settle)
    database.close()


@contextlib.asynccontextmanager
async def on_postgres(
    url: str, days: int, clock: Callable[[], float], **changes: Any
) -> AsyncIterator[SearchedHost]:
    stage, postgres = PostgresStage(url), await open_postgres(url)

    async def dump() -> str:
        tables = await postgres.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
        found = [await postgres.fetch(f"SELECT * FROM {name}") for (name,) in tables]  # noqa: S608
        return repr([tuple(row) for rows in found for row in rows])

    async def settle() -> str:
        for name in ("one", "two"):
            stage.node(name)._database.clock = clock  # type: ignore[method-assign]
            await stage.node(name).sweep()
        return await dump()

    async with contextlib.AsyncExitStack() as until:
        until.push_async_callback(postgres.close)
        until.push_async_callback(stage.close)
        changes |= {"address_days": days, "clock": clock, "stores": stores_on(PostgresSql(postgres))}
        nodes = [
            await until.enter_async_context(watched(nodes=node.nodes, **changes))
            for node in [await stage.start(name, address_days=days) for name in ("one", "two")]
        ]
        yield SearchedHost(nodes, dump, settle)


def with_words(kind: type[wire.AdminRequest], words: str) -> wire.AdminRequest:
    """A command with these words wherever it takes any, and a yes where it has to have one."""
    given = {field.name: words for field in fields(kind) if field.type is str}
    return kind(
        **given, **{field.name: True for field in fields(kind) if field.required and field.type is bool}
    )


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
@pytest.mark.parametrize("days", [0, 30])
async def test_no_address_stays_for_longer_than_it_may(
    days: int, store: str, tmp_path: Path, request: pytest.FixtureRequest, caplog: pytest.LogCaptureFixture
) -> None:
    """Of those who came, nowhere in the database, whatever an operator types wherever words can be typed, nor
    in the log; at 0 not even for a moment.
    """
    caplog.set_level(logging.INFO)
    now = [time.time()]
    changes: dict[str, Any] = {"kept": KeptDays(400, days, 400), "clock": lambda: now[0]}
    async with contextlib.AsyncExitStack() as until:
        if store == "postgres":
            url = await until.enter_async_context(
                request.getfixturevalue("postgres_server").emptied_database()
            )
            host = await until.enter_async_context(on_postgres(url, days, **changes))
        else:
            host = await until.enter_async_context(on_sqlite(tmp_path, days, **changes))
        (at, watch), (there, _) = host.nodes[0], host.nodes[-1]
        guest = there.connect(username="gast", local_addr=(HIS, 0))
        async with player(at, "ada", local_addr=(HERS, 0)), guest as connection:
            await terminal(connection)
            await at.until(lambda: "gast" in str(at.host.lobby.presence.elsewhere) or there is at)
            await at.screens[0].port.report("gast", f"rude, from {HIS}")
            (case,) = await at.host.moderation.all_reports()
            await watch.lines(wire.ReportsRequest(case.id, "mute", f"rude, from {HIS}", 60 * 24 * 366))
            for words in (HERS, f"{HERS}/8", f"from {HIS}:22", f"{HIS}/33, 127.8.8.08", HIS):
                for command in COMMANDS.values():
                    if command.kind is not wire.BackupRequest:
                        await watch.ask(with_words(command.kind, words))
            if not days:
                assert "stores no addresses" in await watch.declined(wire.BanRequest("192.0.2.7"))
            await watch.ask(wire.BanRequest("127.7.0.0/16", 400, reason=f"all of {HERS}"))
        there_now = await host.dump()
        assert ("127.8.8." in there_now, "127.7." in there_now) == (days > 0, days > 0)
        now[0] += 31 * DAY
        for one, _ in host.nodes:
            await one.host.bans.forget()
            await one.host.moderation.expire()
        left = await host.settle()
        assert re.findall(r".{60}127\.[78]\..{20}", left) == []
        assert len(await at.host.moderation.store.audit(200)) > 40
    ours = [record for record in caplog.records if record.name.startswith("server.")]
    lines = [formatter("text", addresses=False).format(record) for record in ours]
    assert lines
    assert not [line for line in lines if "127.7" in line or "127.8" in line]


async def test_a_member_who_lost_a_key_gets_another() -> None:
    """By its fingerprint; who has it already has to be meant; the lost one is taken, and its session ends."""
    async with watched() as (at, watch), player(at, "ada") as ada, player(at, "bert"):
        lost, found = (KEYS[name].get_fingerprint() for name in ("ada", "bert"))
        sentence = await watch.declined(wire.KeyRequest("Ada", lost, add=False))
        assert sentence == "That is ada's only key: add another one first."
        assert "add --yes to give it to ada" in await watch.declined(wire.KeyRequest("Ada", found))
        await watch.lines(wire.KeyRequest("Ada", NEW_KEY))
        assert await watch.declined(wire.KeyRequest("ada", NEW_KEY)) == "ada has that key already."
        assert await watch.lines(wire.KeyRequest("Ada", lost[:12], add=False)) == (
            f"ada no longer has the key {lost}.",
        )
        await ada.ended()
        account = await watch.ask(wire.AccountRequest("ada"))
        assert isinstance(account, wire.CommandDone)
        assert [key["fingerprint"] for key in account.facts["keys"]] == [NEW_KEY]
        assert [(one["kind"], one["reason"]) for one in account.facts["letters"]] == [
            ("key-added", NEW_KEY),
            ("key-dropped", lost),
        ]
        await watch.lines(wire.KeyRequest("Ada", found, taken=True))
        assert (
            await watch.declined(wire.AccountRequest("bert"))
            == "No account is called bert: admin accounts searches."
        )


async def test_an_operator_finds_renames_and_mutes_players() -> None:
    """Accounts by what their names look like, also former ones, and by keys; guests who are here, too."""
    async with watched() as (at, watch), player(at, "ada") as ada, at.connect(username="gast") as connection:
        await terminal(connection)
        await watch.declined(wire.RenameRequest("Ada", "gast"))
        assert await watch.lines(wire.RenameRequest("Ada", "Adele")) == ("ada is called Adele now.",)
        for text in ("DEL", "ada", KEYS["ada"].get_fingerprint()):
            found = await watch.ask(wire.AccountsRequest(text))
            assert isinstance(found, wire.CommandDone)
            assert [one["name"] for one in found.facts] == ["Adele"]
        assert await watch.lines(wire.AccountsRequest("%")) == ("No account is like that.",)
        ada.type("z")
        await ada.see("key 'z'")
        for name, port in zip(("Adele", "gast"), (screen.port for screen in at.screens), strict=True):
            await watch.lines(wire.MuteRequest(name, "insults", 60))
            with pytest.raises(Refused, match="muted"):
                await port.say(None, "hello")
            await watch.lines(wire.MuteRequest(name, "sorry"))
            await port.say(None, "hello")
        await watch.lines(wire.BanRequest("Adele"))
        assert await watch.declined(wire.RenameRequest("adele", "Adele")) == "Adele is called that already."
        await watch.lines(wire.RenameRequest("Adele", "Anna"))
        assert await watch.lines(wire.BanRequest()) == ("Anna is banned for good.",)
        assert await watch.lines(wire.BanRequest("anna", lift=True)) == ("Anna is no longer banned.",)
        for on in (True, False):
            await watch.lines(wire.ModeratorRequest("anna", on))
        audit = await watch.ask(wire.AuditRequest("anna"))
        assert isinstance(audit, wire.CommandDone)
        assert [(one["what"], one["about"]) for one in audit.facts] == [
            ("rename", "ada"), ("rename", "ada"), ("mute", "Adele"), ("unmute", "Adele"),
            ("ban", "Adele"), ("rename", "Adele"), ("rename", "Adele"), ("ban lifted", "Anna"),
            ("moderator", "Anna"), ("moderator off", "Anna"),
        ]  # fmt: skip
        await watch.lines(wire.BanRequest("192.0.2.7", days=1))
        await watch.declined(wire.KickRequest("Nobody"))
        for name, what in (("192.0.2.7", "ban"), ("nobody", "kick")):
            audit = await watch.ask(wire.AuditRequest(name))
            assert isinstance(audit, wire.CommandDone)
            assert [one["what"] for one in audit.facts] == [what]


async def test_an_account_is_told_that_its_ban_was_lifted() -> None:
    """With a reason or without one; bans that are over, and those of addresses, are nobody's news."""
    async with watched() as (at, watch), player(at, "ada"), player(at, "bert"):
        (ada, bert) = (screen.port for screen in at.screens)
        await watch.lines(wire.BanRequest("ada", 3, reason="insults"))
        await watch.lines(wire.BanRequest("bert"))
        assert await watch.lines(wire.BanRequest("Ada", lift=True, reason="a mistake"))
        assert await watch.lines(wire.BanRequest("Bert", lift=True))
        assert "is not banned" in await watch.declined(wire.BanRequest("Bert", lift=True))
        told = [(one.kind, one.reason, one.lifted) for one in await ada.letters()]
        assert told == [("ban", "insults", True), ("lifted", "a mistake", False)]
        assert [words.letter(texts_in(), one) for one in await bert.letters()] == [
            "The moderators have lifted your ban."
        ]
        await watch.lines(wire.BanRequest("192.0.2.7", days=1))
        await watch.lines(wire.BanRequest("192.0.2.7", lift=True, reason="a mistake"))
        for on in (True, False):
            await watch.lines(wire.ModeratorRequest("bert", on))
        assert [one.kind for one in await bert.letters()] == ["lifted", "moderator", "no-moderator"]


async def test_who_loses_a_key_to_another_account_is_told() -> None:
    """If they have another one; with their only key the account ends."""
    async with watched() as (at, watch), player(at, "ada"), player(at, "bert"):
        (ada, bert) = (screen.port for screen in at.screens)
        await watch.lines(wire.KeyRequest("bert", NEW_KEY))
        await watch.lines(wire.KeyRequest("ada", NEW_KEY, taken=True))
        assert [(one.kind, one.reason) for one in await bert.letters()] == [
            ("key-added", NEW_KEY),
            ("key-dropped", NEW_KEY),
        ]
        assert [one.kind for one in await ada.letters()] == ["key-added"]


async def test_programs_are_told_what_the_sentences_say() -> None:
    async with watched() as (_, watch):
        for request, told in (
            (wire.GuestsRequest(False), {"guests": False}),
            (wire.GuestsRequest(True), {"guests": True}),
            (wire.PruneRequest(), {"analyses": 0, "characters": 0, "copies": [], "deleted": False}),
            (wire.DrainRequest(), {"draining": True, "games": 0, "stops": False}),
            (wire.DrainRequest(on=False), {"draining": False}),
        ):
            answer = await watch.ask(request)
            assert isinstance(answer, wire.CommandDone)
            assert answer.facts == told


async def test_the_sessions_of_a_deleted_account_end() -> None:
    """Nobody stays here without a name."""
    async with watched() as (at, watch), player(at, "ada") as ada:
        assert await watch.lines(wire.ForgetRequest("Ada")) == ("The account ada is deleted.",)
        await ada.see("goodbye kicked")
        await ada.ended()


async def test_a_table_is_shown_by_name_and_an_ended_game_by_id() -> None:
    async with watched() as (at, watch), player(at, "ada") as ada:
        ada.type("o")
        await ada.see("seq 0 seat 1 open")
        (table,) = at.host.lobby.tables
        shown = await watch.ask(wire.TableRequest(table.opening.name.lower()))
        assert isinstance(shown, wire.CommandDone)
        assert (shown.facts["id"], shown.facts["stage"]) == (table.opening.id, "open")
        assert "seats: seat 1, held_by player, name ada, program no" in shown.lines
        port = at.screens[0].port
        await port.add_bot(table.opening.id)
        await port.start(table.opening.id)
        await port.concede(table.opening.id)
        for request in (wire.GamesRequest(), wire.GamesRequest("Ada")):
            (line,) = await watch.lines(request)
            assert f"{table.opening.id}  {table.opening.name} (toy, " in line
        sentence = await watch.declined(wire.VoidRequest(table.opening.id, "lost on purpose"))
        assert sentence == "That game has changed no ratings."
