"""What clients are refused is counted by its reason, wherever it is refused."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any

import asyncssh
import pytest
from asyncssh.packet import String
from msgspec.structs import replace

from engine.game import Refused
from engine.records.course import read_course
from engine.registry import GAMES
from server.cluster.shares import HeldShare
from server.settings.limits import Limits
from server.settings.notice_services import NoticeSettings
from server.telemetry.metrics_sink import REASONS, MetricsSink
from server.transport.connection_limiter import network_of
from tests.server.api_client import ApiClient, api_client
from tests.server.notices.test_confirmation import SERVICES
from tests.server.notices.test_scheduler import FakeSender
from tests.server.running_host import LIMITS, FakeScreen, RunningHost, court_host, running_host
from tests.server.sessions.test_session import TerminalOutput, terminal
from tests.waiting import WITHIN
from tui.host.pictures import ReplayedGame

DOCS = Path(__file__).parents[3] / "docs"
HOSTING, MONITORING = DOCS / "hosting.md", DOCS / "monitoring.md"
RECORD = Path(__file__).parents[2] / "records" / "one-round.record"
KEYS = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(3)]
HERE = "127.0.0.1"


class Refusals(MetricsSink):
    """Counts refusals alone."""

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()

    def refused(self, reason: str) -> None:
        self.told[reason] += 1


Provoke = Callable[[RunningHost, Refusals], Awaitable[object]]


class RefusedCase:
    """How something comes to be refused, at a host with these limits."""

    def __init__(
        self,
        provoke: Provoke,
        *,
        court: bool = False,
        proxied: bool = False,
        parts: Mapping[str, Any] = MappingProxyType({}),
        **limits: Any,
    ) -> None:
        self.provoke, self.court, self.proxied, self.parts = provoke, court, proxied, parts
        self.limits: Limits = replace(LIMITS, **{"sessions_kept": 0} | limits)


# Connections


def silent(count: int) -> Provoke:
    """So many connections that never say anything."""

    async def provoke(at: RunningHost, told: Refusals) -> None:
        crowd = [await asyncio.open_connection("127.0.0.1", at.port) for _ in range(count)]
        await at.until(told.told.total, "one is sent away")
        for _, writer in crowd:
            writer.close()

    return provoke


async def no_descriptors(at: RunningHost, told: Refusals) -> None:
    """So many files are open that what is left is kept from clients."""
    at.ssh._acceptor._most_descriptors = 0
    await silent(1)(at, told)


async def no_proxy_header(at: RunningHost, told: Refusals) -> None:
    _, writer = await asyncio.open_connection("127.0.0.1", at.port)
    writer.write(b"SSH-2.0-somebody\r\n")
    await at.until(told.told.total, "it is sent away")
    writer.close()


class InsistentClient(asyncssh.SSHClient):
    """Offers passwords and keys again and again."""

    def password_auth_requested(self) -> str:
        return "again"

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        return ["wrong"]


async def login_attempts(at: RunningHost, _: Refusals) -> None:
    with pytest.raises(asyncssh.DisconnectError, match="Too many attempts"):
        async with at.connect(client_factory=InsistentClient):
            pass


async def packets(at: RunningHost, _: Refusals) -> None:
    async with at.connect() as client:
        await terminal(client)
        for _i in range(200):
            client.send_packet(2, String(b"x"))  # MSG_IGNORE
        await asyncio.wait_for(client.wait_closed(), WITHIN)


async def inflated(at: RunningHost, _: Refusals) -> None:
    async with at.connect(compression_algs=["zlib@openssh.com"]) as client:
        await terminal(client)
        client.send_packet(2, String(b"\0" * 200_000))  # MSG_IGNORE
        await asyncio.wait_for(client.wait_closed(), WITHIN)


async def slow(at: RunningHost, told: Refusals) -> None:
    async with at.connect() as client:
        seen = await terminal(client)
        seen.channel.pause_reading()
        for _ in range(8):
            seen.type("b")
        await at.until(told.told.total, "it is given up")
        client.abort()


async def banned_address(at: RunningHost, _: Refusals) -> None:
    await at.host.bans.add_network("127.0.0.1/32", 1)
    with suppress(asyncssh.DisconnectError):
        async with at.connect() as client:
            await asyncio.wait_for(client.wait_closed(), WITHIN)


# Sessions


def too_many_sessions(connections: int) -> Provoke:
    """One session more than there may be, over so many connections."""

    async def provoke(at: RunningHost, _: Refusals) -> None:
        async with at.connect() as one, at.connect() as two:
            await terminal(one)
            with pytest.raises(asyncssh.ChannelOpenError):
                await terminal(one if connections == 1 else two)

    return provoke


def ended_session(**asked: Any) -> Provoke:
    """A session that asks for too much ends its connection."""

    async def provoke(at: RunningHost, _: Refusals) -> None:
        async with at.connect() as client:
            with suppress(asyncssh.Error, AssertionError):
                await terminal(client, **asked)
            await asyncio.wait_for(client.wait_closed(), WITHIN)

    return provoke


async def refused_session(at: RunningHost, **options: Any) -> None:
    """A session that ends with a sentence."""
    async with at.connect(**options) as client:
        _, seen = await client.create_session(TerminalOutput, term_type="xterm", encoding=None)
        await seen.ended()


async def nearly_full(at: RunningHost, _: Refusals) -> None:
    async with at.connect() as client:
        await terminal(client)
        await refused_session(at)


async def no_guests(at: RunningHost, _: Refusals) -> None:
    at.host.admits_guests = False
    await refused_session(at)


def banned(days: float | None, reason: str = "") -> Provoke:
    async def provoke(at: RunningHost, _: Refusals) -> None:
        player = await at.host.admit(KEYS[0].get_fingerprint(), "Ada")
        await at.host.bans.add_player(player.id, player.name, days, reason)
        await refused_session(at, client_keys=[KEYS[0]])

    return provoke


# What players do


Act = Callable[[FakeScreen], Awaitable[object]]


def acting(code: str, act: Act, *, drain: bool = False, again: bool = True) -> Provoke:
    """A player does something once, if `again`, and is refused the next time."""

    async def provoke(at: RunningHost, _: Refusals) -> None:
        at.host.lobby.broadcaster.drain(drain)
        async with at.connect() as client:
            await terminal(client)
            (screen,) = at.screens
            if again:
                with suppress(Refused):
                    await act(screen)
            with pytest.raises(Refused, match=code):
                await act(screen)

    return provoke


async def moving(at: RunningHost, _: Refusals) -> None:
    at.host.lobby.broadcaster.move()
    async with at.connect() as client:
        await terminal(client)
        with pytest.raises(Refused, match="moving"):
            await opens(at.screens[0])


async def sessions_on_other_nodes(at: RunningHost, _: Refusals) -> None:
    elsewhere = HeldShare("sessions", network_of("127.0.0.1"), "another node 1", 1)
    assert await at.host.dependencies.nodes.shares.take(elsewhere) is None
    await refused_session(at)


async def as_many_as_there_may_be_on_other_nodes(at: RunningHost, _: Refusals) -> None:
    elsewhere = HeldShare("all sessions", "", "another node 1", 1)
    assert await at.host.dependencies.nodes.shares.take(elsewhere) is None
    await refused_session(at)


async def opens(screen: FakeScreen) -> None:
    await screen.port.open_table("toy", 2, {})


async def says(screen: FakeScreen) -> None:
    await screen.port.say(None, "hello")


async def renames(screen: FakeScreen) -> None:
    await screen.port.rename("Otter" if screen.port.name != "Otter" else "Heron")


async def guesses(screen: FakeScreen) -> None:
    await screen.port.resume("ABCD-EFGH")


def to_a_follower(code: str, act: Callable[[Any, str, int], Awaitable[object]]) -> Provoke:
    """An account does something twice with another one that follows it, and is refused the second time."""

    async def provoke(at: RunningHost, _: Refusals) -> None:
        own, others = KEYS[:2]
        async with at.connect(client_keys=[own]) as client, at.connect(client_keys=[others]) as other:
            await terminal(client)
            await terminal(other)
            screen, follower = at.screens
            if code != "too-many-follows":
                await follower.port.follow(screen.port.name, True)
            await act(screen.port, follower.port.name, 1)
            with pytest.raises(Refused, match=code):
                await act(screen.port, follower.port.name, 2)

    return provoke


async def follows_again(port: Any, name: str, time: int) -> None:
    await port.follow(name, time == 1)
    if time == 2:
        await port.follow(name, True)


async def tells(port: Any, name: str, time: int) -> None:
    await port.tell(name, f"hello {time}")


async def invites(port: Any, name: str, _: int) -> None:
    await port.invite(await port.open_table("toy", 3, {}), name)


async def too_many_reports(at: RunningHost, _: Refusals) -> None:
    async with at.connect() as other, at.connect() as client:
        await terminal(other)
        await terminal(client)
        reported, screen = at.screens
        await screen.port.report(reported.port.name, "rude")
        with pytest.raises(Refused, match="too-many-reports"):
            await screen.port.report(reported.port.name, "rude", "name")


async def asks_for_analyses(at: RunningHost, told: Refusals) -> None:
    """One of them is under way, others wait."""
    async with at.connect() as client:
        await terminal(client)
        port = at.screens[0].port
        for number in range(3):
            port.take_up(ReplayedGame(f"g{number}", read_course(RECORD.read_text("utf-8"), GAMES)))
            with suppress(Refused):
                await port.analyse(f"g{number}", lambda _: None)
    assert told.told.total()


async def too_many_codes(at: RunningHost, _: Refusals) -> None:
    async with at.connect(client_keys=[KEYS[0]]) as client:
        await terminal(client)
        (screen,) = at.screens
        await screen.port.send_notices_to("mail", "ada@example.org", "en")
        with pytest.raises(Refused, match="too-many-codes"):
            await screen.port.send_notices_to("mail", "ada@example.org", "en")


async def too_many_accounts(at: RunningHost, _: Refusals) -> None:
    for key in KEYS[:2]:
        async with at.connect(client_keys=[key]) as client:
            await terminal(client)


async def dropped_input(at: RunningHost, told: Refusals) -> None:
    async with at.connect() as client:
        seen = await terminal(client)
        seen.type("e" * 3000)
        await seen.see("input dropped")
        assert told.told == {"input": 1}


# Programs


def program(*lines: bytes) -> Provoke:
    """A program sends lines, of which the last is refused."""

    async def provoke(at: RunningHost, _: Refusals) -> None:
        async with api_client(at) as ada:
            for line in lines:
                ada.write(line + b"\n")
            while "refused" not in await ada.read():
                continue

    return provoke


async def too_fast(at: RunningHost, told: Refusals) -> None:
    async with api_client(at) as ada:
        for number in range(12):
            ada.send(id=number, do="who")
        answers = [await ada.read() for _ in range(12)]
    refused = sum("refused" in answer for answer in answers)
    assert refused
    assert told.told["too-fast"] == refused
    told.told["too-fast"] = 1


async def too_many_watched(at: RunningHost, _: Refusals) -> None:
    async with api_client(at) as ada, api_client(at, "Bert") as bert:
        tables = [(await bert.ask("open", game="court", seats=2))["table"] for _ in range(2)]
        await ada.ask("watch", table=tables[0])
        await ada.refused("watch", table=tables[1])


async def too_many_odds(at: RunningHost, _: Refusals) -> None:
    async with api_client(at) as ada:
        table = (await ada.ask("open", game="court", seats=2))["table"]
        await ada.ask("bot", table=table)
        await ada.ask("start", table=table)
        while (await _odds(ada, table)).get("refused", {}).get("code") != "too-many-odds":
            continue


async def _odds(ada: ApiClient, table: str) -> dict[str, Any]:
    ada.send(id="odds", do="odds", table=table)
    return await ada.answer("odds")


WAITS = {"logging_in": 1, "waiting_time": 600.0}
MANY = {"api_burst": 1000, "api_per_second": 1000.0}
CASES: dict[str, RefusedCase] = {
    "no-descriptors": RefusedCase(no_descriptors),
    "queue-full": RefusedCase(silent(3), **WAITS, waiting=1),
    "queue-full-of-address": RefusedCase(silent(3), **WAITS, waiting_per_address=1),
    "waited-too-long": RefusedCase(silent(2), logging_in=1, waiting_time=0.05),
    "no-proxy-header": RefusedCase(no_proxy_header, proxied=True),
    "login-timeout": RefusedCase(silent(1), login_timeout=0.1),
    "login-attempts": RefusedCase(login_attempts, login_attempts=3),
    "packets": RefusedCase(packets, packets=100, packets_per_second=100.0, packets_time=0.05),
    "inflated": RefusedCase(inflated),
    "slow": RefusedCase(slow, slow_time=0.1, backlog=1000),
    "banned-address": RefusedCase(banned_address),
    "sessions": RefusedCase(too_many_sessions(1), sessions=1),
    "sessions-per-address": RefusedCase(too_many_sessions(2), sessions_per_address=1),
    "sessions-per-connection": RefusedCase(too_many_sessions(1), channels=1),
    "environment": RefusedCase(ended_session(env={"LANG": "en", "TERM": "xterm"}), environment=1),
    "terminal": RefusedCase(ended_session(), terminal_bytes=4),
    "too-many-sessions": RefusedCase(sessions_on_other_nodes, sessions_per_address=1),
    "nearly-full": RefusedCase(nearly_full, sessions=2, sessions_kept=1),
    "sessions-full": RefusedCase(as_many_as_there_may_be_on_other_nodes, sessions=1),
    "no-guests": RefusedCase(no_guests),
    "banned": RefusedCase(banned(None)),
    "banned-until": RefusedCase(banned(2)),
    "banned-why": RefusedCase(banned(2, "insults")),
    "host-full": RefusedCase(acting("host-full", opens), tables=1),
    "too-many-tables": RefusedCase(acting("too-many-tables", opens), own_tables=1),
    "too-many-tables-here": RefusedCase(acting("too-many-tables-here", opens), tables_per_address=1),
    "draining": RefusedCase(acting("draining", opens, drain=True, again=False)),
    "moving": RefusedCase(moving),
    "too-many-lines": RefusedCase(acting("too-many-lines", says), chat_lines=1),
    "too-many-names": RefusedCase(acting("too-many-names", renames), renames=1),
    "too-many-tries": RefusedCase(acting("too-many-tries", guesses), code_guesses=1),
    "too-many-reports": RefusedCase(too_many_reports, reports=1),
    "too-many-follows": RefusedCase(to_a_follower("too-many-follows", follows_again), follows=1),
    "too-many-messages": RefusedCase(to_a_follower("too-many-messages", tells), messages=1),
    "too-many-invitations": RefusedCase(to_a_follower("too-many-invitations", invites), invitations=1),
    "too-many-codes": RefusedCase(
        too_many_codes,
        parts={
            "sender": FakeSender(),
            "notice_services": SERVICES,
            "notice_settings": NoticeSettings(services="-", codes_a_day=1),
        },
    ),
    "too-many-odds": RefusedCase(too_many_odds, court=True, **MANY),
    "too-many-analyses": RefusedCase(asks_for_analyses, analyses_of_guests=2),
    "analyses-full": RefusedCase(asks_for_analyses, analyses_waiting=1),
    "too-many-accounts": RefusedCase(too_many_accounts, accounts_per_address=1),
    "input": RefusedCase(dropped_input, paste_bytes=1000),
    "too-fast": RefusedCase(too_fast, court=True, api_burst=3, api_per_second=20.0),
    "too-many-watched": RefusedCase(too_many_watched, court=True, api_watches=1),
    "line-too-long": RefusedCase(program(b"x" * 5000), court=True, api_line_bytes=1000),
    "not-json": RefusedCase(program(b"{"), court=True),
    "not-utf8": RefusedCase(program(b'{"do":"\xff"}'), court=True),
    "no-request": RefusedCase(program(b"[]"), court=True),
    "bad-id": RefusedCase(program(b'{"id":[],"do":"who"}'), court=True),
    "do-missing": RefusedCase(program(b'{"id":1}'), court=True),
    "do-unknown": RefusedCase(program(b'{"do":"dance"}'), court=True),
    "field-missing": RefusedCase(program(b'{"do":"chat"}'), court=True),
    "field-unknown": RefusedCase(program(b'{"do":"who","why":1}'), court=True),
    "field-wrong": RefusedCase(program(b'{"do":"chat","text":1}'), court=True),
}


def test_every_reason_of_the_documentation_has_a_case() -> None:
    """And the documentation names every reason."""
    (row,) = re.findall(
        r"^\| `crownhouse_refused_total\{reason\}` \|(.*)$", MONITORING.read_text("utf-8"), re.MULTILINE
    )
    assert set(CASES) == set(re.findall(r"`([a-z0-9-]+)`", row)) == set(REASONS)


def test_every_reason_that_a_limit_has_is_told_beside_it() -> None:
    """The table of attacks names no other reasons."""
    table = HOSTING.read_text("utf-8").partition("| attack |")[2].partition("\n\n")[0]
    named = [re.findall(r"`([a-z0-9-]+)`", line.split("|")[3]) for line in table.splitlines()[2:]]
    assert {reason for reasons in named for reason in reasons} <= set(CASES)


@pytest.mark.parametrize("reason", CASES)
async def test_a_refusal_is_counted_once_by_its_reason(reason: str) -> None:
    """Whatever was refused for real, at the host's own listener."""
    told, case = Refusals(), CASES[reason]
    host = court_host if case.court else running_host
    async with host(case.limits, metrics=told, proxied=case.proxied, **case.parts) as at:
        await case.provoke(at, told)
        await at.until(told.told.total, f"{reason} is counted")
    assert told.told == {reason: 1}


async def test_what_the_rules_refuse_is_not_counted() -> None:
    """A move at the wrong moment, a table that is not there, a wrong code: players err."""
    told = Refusals()
    async with court_host(LIMITS, metrics=told) as at, api_client(at) as ada:
        assert await ada.refused("view", table="x")
        assert await ada.refused("join", table="NOPE-1")
        assert await ada.refused("resume", code="A")
        async with at.connect() as client:
            assert (await client.run("record nothing")).exit_status == 1
    assert not told.told
