"""Every limit holds as soon as it was read again, for what is there already; few hold for what begins later.

Each case makes what a limit is about, shows the limit, lets another one hold, and shows it again.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import asyncssh
import msgspec
import pytest
from asyncssh import compression
from msgspec.structs import replace

from engine.game import Refused
from engine.records.course import read_course
from engine.registry import GAMES
from server.host.port import HostPort
from server.identity.accounts import Player
from server.settings.current_limits import CurrentLimits, PlayerBuckets
from server.settings.limits import Limits
from server.transport import line as transport_line
from server.transport import terminal_input, terminal_size
from server.transport.connection_limiter import ConnectionLimiter
from server.transport.hardened import HardenedConnection
from server.transport.line import InputThrottle, SshLine
from server.transport.packet_turns import PacketTurns
from server.transport.ssh_options import connection_options
from server.transport.terminal_input import TerminalInput
from server.transport.terminal_size import TerminalSize
from tests.server.api_client import api_client
from tests.server.running_host import HOST_KEY, LIMITS, RunningHost, court_host, running_host
from tests.server.sessions.test_session import terminal
from tests.server.simulation import ADA, Simulation
from tests.server.telemetry.test_refused import RECORD, Refusals
from tests.server.transport.test_line import FakeNetwork
from tests.waiting import WITHIN
from tui.host.pictures import ReplayedGame

Case = Callable[[pytest.MonkeyPatch], Awaitable[None]]
HERE = "192.0.2.7"


def other(limits: CurrentLimits, **changes: Any) -> None:
    limits.now = replace(limits.now, **changes)


def reload(at: RunningHost | Simulation, **changes: Any) -> None:
    at.host.limit(replace(at.host.dependencies.limits.now, **changes))


# Handshakes


def entering(
    first: dict[str, Any], second: dict[str, Any], before: str, after: str, wait: float = 0.0
) -> Case:
    """Which of the addresses are let in, one after another, with the first limits, then with the second."""

    async def case(_: pytest.MonkeyPatch) -> None:
        limits = CurrentLimits(replace(LIMITS, **first))
        limiter = ConnectionLimiter(limits, 0.0)
        for now, wanted in ((0.0, before), (wait, after)):
            came = "".join(name for name in "aaabbc" if limiter.enter(name, now))
            assert came == wanted
            other(limits, **second)

    return case


# What waits


async def crowd(at: RunningHost, count: int) -> list[asyncio.StreamWriter]:
    return [(await asyncio.open_connection("127.0.0.1", at.port))[1] for _ in range(count)]


def waiting(name: str, reason: str) -> Case:
    """One connection logs in for ever, one waits, the third is closed; then there is room for another."""

    async def case(_: pytest.MonkeyPatch) -> None:
        told = Refusals()
        limits = replace(LIMITS, logging_in=1, waiting_time=60.0, **{name: 1})
        async with running_host(limits, metrics=told) as at:
            writers = await crowd(at, 3)
            await at.until(lambda: told.told[reason] == 1, "the third is closed")
            reload(at, **{name: 2})
            writers += await crowd(at, 1)
            await at.until(lambda: at.ssh._acceptor._count == 2, "another one waits")
            assert told.told == {reason: 1}
            for writer in writers:
                writer.close()

    return case


async def waiting_time(_: pytest.MonkeyPatch) -> None:
    told = Refusals()
    async with running_host(replace(LIMITS, logging_in=1, waiting_time=600.0), metrics=told) as at:
        writers = await crowd(at, 2)
        await at.until(lambda: at.ssh._acceptor._count == 1, "one waits")
        reload(at, waiting_time=0.05)
        await at.until(lambda: told.told == {"waited-too-long": 1}, "it has waited too long")
        for writer in writers:
            writer.close()


async def login_timeout(_: pytest.MonkeyPatch) -> None:
    """For connections that begin afterwards."""
    async with running_host(replace(LIMITS, login_timeout=600.0)) as at:
        reload(at, login_timeout=0.2)
        reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
        await asyncio.wait_for(reader.read(), WITHIN)
        writer.close()


async def login_time(_: pytest.MonkeyPatch) -> None:
    """At the next look at a login; this one has made no progress since its greeting."""
    async with running_host(replace(LIMITS, login_timeout=0.05, login_time=600.0)) as at:
        reader, writer = await asyncio.open_connection("127.0.0.1", at.port)
        (connection,) = await host_ends(at)
        connection._login.heard(connection._loop.time() + 600.0)
        reload(at, login_timeout=0.05, login_time=0.1)
        await asyncio.wait_for(reader.read(), WITHIN)
        writer.close()


# A connection


async def host_ends(at: RunningHost) -> tuple[HardenedConnection, ...]:
    """The host's ends of all connections, once there is one."""
    await at.until(lambda: at.ssh._connections, "a connection")
    return tuple(at.ssh._connections)


def of_host(at: RunningHost) -> HardenedConnection:
    """The host's end of the only connection."""
    (connection,) = at.ssh._connections
    return connection


def connected(change: dict[str, Any], shows: Callable[[HardenedConnection], object]) -> Case:
    """What somebody's connection shows after a reload and one more key, and did not show before."""

    async def case(_: pytest.MonkeyPatch) -> None:
        async with running_host() as at, at.connect() as client:
            seen = await terminal(client)
            connection = of_host(at)
            assert not shows(connection)
            reload(at, **change)
            seen.type("e")
            await seen.see("key 'e'")
            assert shows(connection)

    return case


def new_connection(change: dict[str, Any], shows: Callable[[Any], object]) -> Case:
    """What the next connection shows, and one before does not."""

    async def case(_: pytest.MonkeyPatch) -> None:
        async with running_host() as at:
            async with at.connect():
                assert not shows(of_host(at))
            await at.until(lambda: not at.ssh._connections)
            reload(at, **change)
            async with at.connect():
                assert shows(of_host(at))

    return case


async def packets_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = []
    wait = PacketTurns.wait

    def counted(turns: PacketTurns, network: str, go_on: Callable[[], object]) -> None:
        waits.append(go_on)
        wait(turns, network, go_on)

    monkeypatch.setattr(PacketTurns, "wait", counted)
    async with running_host() as at, at.connect() as client:
        seen = await terminal(client)
        reload(at, packets_at_once=1)
        before = len(waits)
        for _ in range(8):
            seen.type("e")
        await seen.see("key 'e'", 8)
        assert len(waits) > before


async def packets_time(_: pytest.MonkeyPatch) -> None:
    limits = replace(LIMITS, packets=40, packets_per_second=30.0, packets_time=600.0)
    told = Refusals()
    async with running_host(limits, metrics=told) as at, at.connect() as client:
        seen = await terminal(client)
        for _ in range(60):
            seen.type("e")
        await at.until(lambda: of_host(at)._slowed is not None, "it is slowed down")
        reload(at, packets_time=0.01)
        for _ in range(60):
            seen.type("e")
        await at.until(lambda: told.told == {"packets": 1}, "it is sent away")


async def login_attempts(_: pytest.MonkeyPatch) -> None:
    async with running_host() as at, at.connect():
        of_host(at).attempted()
        reload(at, login_attempts=1)
        with pytest.raises(asyncssh.DisconnectError):
            of_host(at).attempted()


async def inflated_packet(_: pytest.MonkeyPatch) -> None:
    limits = CurrentLimits(Limits())
    connection_options([HOST_KEY], limits, asyncssh.SSHServer)
    packets = zlib.compressobj()
    first, second = (
        packets.compress(b"x" * 5000) + packets.flush(zlib.Z_SYNC_FLUSH) for _ in range(2)
    )  # fmt: skip
    bounded = compression._cmp_decompressors[b"zlib@openssh.com"]()
    assert bounded is not None
    assert bounded.decompress(first) == b"x" * 5000
    other(limits, inflated_packet=4000)
    assert bounded.decompress(second) is None


# Sessions


def one_session_less(name: str) -> Case:
    """A connection opens a session less."""

    async def case(_: pytest.MonkeyPatch) -> None:
        async with running_host(replace(LIMITS, sessions_kept=0, channels=9)) as at, at.connect() as client:
            await terminal(client)
            await terminal(client)
            reload(at, **{name: 2})
            with pytest.raises(asyncssh.ChannelOpenError):
                await terminal(client)
            reload(at, **{name: 3})
            await terminal(client)

    return case


def session_ends(change: dict[str, Any], **asked: Any) -> Case:
    """What a session asks for is too much from now on: the connection ends."""

    async def case(_: pytest.MonkeyPatch) -> None:
        async with running_host() as at, at.connect() as client:
            await terminal(client, **asked)
            reload(at, **change)
            with pytest.raises((asyncssh.Error, AssertionError)):
                await terminal(client, **asked)
            await asyncio.wait_for(client.wait_closed(), WITHIN)

    return case


async def idle_without_channel(_: pytest.MonkeyPatch) -> None:
    """From the next time a connection has no session."""
    async with running_host() as at, at.connect() as client:
        seen = await terminal(client)
        reload(at, idle_without_channel=0.05)
        seen.type("q")
        await asyncio.wait_for(client.wait_closed(), WITHIN)


def idle_share(name: str) -> Case:
    async def case(_: pytest.MonkeyPatch) -> None:
        """Connections beyond the share go as those of guests."""
        async with running_host(replace(LIMITS, idle_without_channel_of_guests=0.05)) as at:
            reload(at, **{name: 0})
            client = await at.connect(client_keys=[asyncssh.generate_private_key("ssh-ed25519")])
            await asyncio.wait_for(client.wait_closed(), WITHIN)

    return case


async def idle_without_channel_of_guests(_: pytest.MonkeyPatch) -> None:
    async with running_host() as at:
        reload(at, idle_without_channel_of_guests=0.05)
        client = await at.connect()
        await asyncio.wait_for(client.wait_closed(), WITHIN)


async def sessions_kept(_: pytest.MonkeyPatch) -> None:
    stage = Simulation(limits=Limits(sessions=2, sessions_kept=1))
    await stage.come(None, "Bert")
    with pytest.raises(Refused, match="nearly-full"):
        await stage.come(None, "Cleo")
    reload(stage, sessions_kept=0)
    await stage.come(None, "Cleo")


# Tables, accounts and talk


async def opens(stage: Simulation, player: Player, _: int) -> None:
    stage.host.enter(player, HERE)
    await stage.port(player).open_table("toy", 2, {})


async def says(stage: Simulation, player: Player, _: int) -> None:
    stage.host.enter(player, HERE)
    await stage.port(player).say(None, "hello")


async def renames(stage: Simulation, player: Player, time: int) -> None:
    stage.host.enter(player, HERE)
    await stage.port(player).rename(f"Otter-{time}")


async def reports(stage: Simulation, player: Player, time: int) -> None:
    other = Player(f"guest-other-{time}", f"Otter-{time}")
    stage.host.enter(player, HERE)
    stage.host.enter(other)
    await stage.port(player).report(other.name, "rude")


COURSE = read_course(RECORD.read_text("utf-8"), GAMES)


async def analyses(stage: Simulation, player: Player, time: int) -> None:
    """None begins, so that all wait."""
    await stage.host.analyses.close()
    stage.host.enter(player, HERE)
    port = stage.port(player)
    port.take_up(ReplayedGame(f"g{time}", COURSE))
    await port.analyse(f"g{time}", lambda _: None)


async def analyses_of_guests(stage: Simulation, _: Player, time: int) -> None:
    await analyses(stage, Player("guest-1", "Heron-1"), time)


async def beside(stage: Simulation, player: Player, time: int) -> tuple[HostPort, str]:
    """Somebody with an account, and the name of somebody who follows them."""
    own, other = Player(f"own-{player.name}", player.name), Player(f"other-{time}", f"Otter-{time}")
    stage.host.enter(own, HERE)
    stage.host.enter(other)
    await stage.host.dependencies.stores.people.follow(other.id, own.id, 0.0, 99)
    return stage.port(own), other.name


async def follows(stage: Simulation, player: Player, time: int) -> None:
    own, name = await beside(stage, player, time)
    await own.follow(name, True)


async def tells(stage: Simulation, player: Player, time: int) -> None:
    own, name = await beside(stage, player, time)
    await own.tell(name, "hello")


async def tells_the_same(stage: Simulation, player: Player, _: int) -> None:
    own, name = await beside(stage, player, 1)
    await own.tell(name, "hello")


async def invites(stage: Simulation, player: Player, time: int) -> None:
    own, name = await beside(stage, player, time)
    await own.invite(await own.open_table("toy", 3, {}), name)


async def guesses(stage: Simulation, player: Player, time: int) -> None:
    stage.host.enter(player, HERE)
    await guessed(stage.port(player).join(f"NOPE-{time}"), "no-table")


async def resumes(stage: Simulation, player: Player, time: int) -> None:
    stage.host.enter(player, HERE)
    await guessed(stage.port(player).resume(f"ABCD-{time}"), "code-unknown")


async def guessed(wish: Awaitable[object], code: str) -> None:
    """A guess that was taken, and is wrong."""
    try:
        await wish
    except Refused as refused:
        if refused.code != code:
            raise


Act = Callable[[Simulation, Player, int], Awaitable[None]]


def done_once(name: str, code: str, act: Act, *, others: bool = False) -> Case:
    """Something is done once, refused, and done once more after the reload: by one player, or (`others`)
    by somebody else each time.
    """

    async def case(_: pytest.MonkeyPatch) -> None:
        stage = Simulation(limits=Limits(**{name: 1}))
        guests = [Player(f"guest-{number}", f"Heron-{number}") for number in range(3)]
        first, second, third = guests if others else [ADA] * 3
        await act(stage, first, 1)
        with pytest.raises(Refused, match=code):
            await act(stage, second, 2)
        reload(stage, **{name: 2})
        await act(stage, third, 3)

    return case


async def accounts_per_address(_: pytest.MonkeyPatch) -> None:
    stage = Simulation(limits=Limits(accounts_per_address=1))
    guests = [(await stage.host.admit(f"SHA256:{name}", name, HERE)).guest for name in ("Ada", "Bert")]
    reload(stage, accounts_per_address=2)
    guests.append((await stage.host.admit("SHA256:Cleo", "Cleo", HERE)).guest)
    assert guests == [False, True, False]


# A terminal


class FakeLoop:
    """An event loop whose time stands, and which notes what is to be called later."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, module: Any) -> None:
        self.now, self.pauses = 0.0, []
        monkeypatch.setattr(module, "asyncio", SimpleNamespace(get_running_loop=lambda: self))

    def time(self) -> float:
        return self.now

    def call_later(self, seconds: float, _: object) -> Any:
        self.pauses.append(seconds)
        return SimpleNamespace(cancel=lambda: None)


def sized(change: dict[str, int], size: tuple[int, int]) -> Case:
    """A window of 100 x 40 gets another size."""

    async def case(_: pytest.MonkeyPatch) -> None:
        limits = CurrentLimits(Limits())
        screen = TerminalSize(limits, lambda *_: None)
        screen.begin(100, 40)
        assert screen.size == (100, 40)
        other(limits, **change)
        screen.change(100, 40)
        assert screen.size == size
        screen.close()

    return case


async def escape_delay(_: pytest.MonkeyPatch) -> None:
    async with running_host() as at, at.connect() as client:
        await terminal(client)
        reload(at, escape_delay=0.5)
        await terminal(client)
        assert [screen.client.escape_delay for screen in at.screens] == [0.15, 0.5]


async def sizes_per_second(monkeypatch: pytest.MonkeyPatch) -> None:
    loop, limits = FakeLoop(monkeypatch, terminal_size), CurrentLimits(Limits(sizes_per_second=10))
    screen = TerminalSize(limits, lambda *_: None)
    screen.begin(80, 24)
    screen.change(100, 40)
    other(limits, sizes_per_second=2)
    screen._timer = None
    screen.change(80, 24)
    assert loop.pauses == [0.1, 0.5]


def typed(name: str, first: int, second: int, wait: float = 0.0) -> Case:
    """So many of 1000 bytes that come without a pause reach a program at once, then so many after `wait`."""

    async def case(monkeypatch: pytest.MonkeyPatch) -> None:
        loop, got = FakeLoop(monkeypatch, transport_line), bytearray()
        limits = CurrentLimits(Limits(input_burst=100, input_per_second=1))
        channel: Any = SimpleNamespace(pause_reading=lambda: None, resume_reading=lambda: None)
        throttle = InputThrottle(channel, limits, got.extend, lambda: None)
        throttle.take(b"x" * 1000)
        assert len(got) == first
        other(limits, **{name: 50})
        loop.now += wait
        throttle._flow()
        assert len(got) - first == second

    return case


def pasted(name: str, second: int) -> Case:
    """Of pastes of 1000 bytes 100 pass; of one after an hour, and one a second later, so many together."""

    async def case(monkeypatch: pytest.MonkeyPatch) -> None:
        loop, got = FakeLoop(monkeypatch, terminal_input), bytearray()
        limits = CurrentLimits(Limits(paste_bytes=100, input_per_second=1))
        terminal = TerminalInput(limits, got.extend, lambda: None, lambda: None)
        terminal.take(b"x" * 1000)
        assert len(got) == 100
        other(limits, **{name: 70})
        for wait in (3600.0, 1.0):
            loop.now += wait
            terminal.take(b"x" * 1000)
        assert len(got) - 100 == second

    return case


async def backlog(_: pytest.MonkeyPatch) -> None:
    limits, network, slow = CurrentLimits(Limits()), FakeNetwork(), asyncio.Event()
    both: Any = network
    line = SshLine(both, both, limits, lambda _: None, slow.set, lambda: None)
    network.held = 10_000
    line.write(b"x")
    assert network.sent == [b"x"]
    other(limits, backlog=1000)
    line.write(b"y")
    await asyncio.wait_for(slow.wait(), WITHIN)
    line.write(b"z")
    assert network.sent == [b"x", b"y"]


async def slow_time(_: pytest.MonkeyPatch) -> None:
    limits, network, slow = CurrentLimits(Limits(slow_time=600.0)), FakeNetwork(), asyncio.Event()
    both: Any = network
    line = SshLine(both, both, limits, lambda _: None, slow.set, lambda: None)
    network.in_flight = 10_000
    assert not line.keeps_up()
    other(limits, slow_time=0.01)
    await asyncio.wait_for(slow.wait(), WITHIN)


# Programs


def requests(name: str, second: int, wait: float) -> Case:
    """Eight requests of a player at once, and so many after the reload and a wait."""

    async def case(_: pytest.MonkeyPatch) -> None:
        limits = CurrentLimits(Limits(api_burst=8, api_per_second=0.1))
        bucket = PlayerBuckets(limits, lambda: 0.0).of("ada")
        assert sum(bucket.take(0.0) for _ in range(99)) == 8
        other(limits, **{name: 3})
        assert sum(bucket.take(wait) for _ in range(99)) == second

    return case


async def api_line_bytes(_: pytest.MonkeyPatch) -> None:
    async with court_host() as at, api_client(at) as ada:
        ada.write(b'{"id":1,"do":"who"' + b" " * 2000 + b"}\n")
        assert "ok" in await ada.answer(1)
        reload(at, api_line_bytes=1000)
        ada.write(b'{"id":1,"do":"who"' + b" " * 2000 + b"}\n")
        assert (await ada.answer(None))["refused"]["code"] == "line-too-long"


async def api_watches(_: pytest.MonkeyPatch) -> None:
    async with court_host() as at, api_client(at) as ada, api_client(at, "Bert") as bert:
        tables = [(await bert.ask("open", game="court", seats=2))["table"] for _ in range(3)]
        for table in tables[:2]:
            await ada.ask("watch", table=table)
        reload(at, api_watches=2)
        assert (await ada.refused("watch", table=tables[2]))["code"] == "too-many-watched"


FEW = {"LANG": "en", "TERM": "xterm"}
CASES: dict[str, Case] = {
    "login_timeout": login_timeout,
    "login_time": login_time,
    "logging_in": entering({"logging_in": 2}, {"logging_in": 3}, "aa", "a"),
    "logging_in_per_address": entering(
        {"logging_in_per_address": 1}, {"logging_in_per_address": 2}, "abc", "abc"
    ),
    "logging_in_kept": entering({"logging_in": 4, "logging_in_kept": 2}, {"logging_in_kept": 1}, "aa", "a"),
    "new_per_second": entering({"new_per_second": 4}, {"new_per_second": 2}, "aaa", "a", 10.0),
    "new_per_second_per_address": entering(
        {"new_at_once_per_address": 1, "new_per_second_per_address": 0.001},
        {"new_per_second_per_address": 9.0},
        "abc",
        "abc",
        1.0,
    ),
    "new_at_once_per_address": entering(
        {"new_at_once_per_address": 1}, {"new_at_once_per_address": 2}, "abc", "aabbc", 10.0
    ),
    "waiting_time": waiting_time,
    "waiting": waiting("waiting", "queue-full"),
    "waiting_per_address": waiting("waiting_per_address", "queue-full-of-address"),
    "read_bytes": connected({"read_bytes": 99}, lambda c: vars(c._own_transport)["max_size"] == 99),
    "packets_at_once": packets_at_once,
    "packets": connected({"packets": 20}, lambda c: c._budgets[0].left <= 20),
    "packets_per_second": connected({"packets_per_second": 0.5}, lambda c: c._budgets[0].token_time == 2.0),
    "packets_per_address": connected({"packets_per_address": 20}, lambda c: c._budgets[1].left <= 20),
    "packets_per_second_per_address": connected(
        {"packets_per_second_per_address": 0.5}, lambda c: c._budgets[1].token_time == 2.0
    ),
    "packets_time": packets_time,
    "login_attempts": login_attempts,
    "channels": one_session_less("channels"),
    "sessions": one_session_less("sessions"),
    "tables": done_once("tables", "host-full", opens, others=True),
    "own_tables": done_once("own_tables", "too-many-tables", opens),
    "tables_per_address": done_once("tables_per_address", "too-many-tables-here", opens, others=True),
    "sessions_per_address": one_session_less("sessions_per_address"),
    "sessions_kept": sessions_kept,
    "accounts_per_address": accounts_per_address,
    "chat_lines": done_once("chat_lines", "too-many-lines", says),
    "chat_lines_per_address": done_once("chat_lines_per_address", "too-many-lines", says, others=True),
    "followed": done_once("followed", "too-many-followed", follows),
    "follows": done_once("follows", "too-many-follows", follows),
    "follows_per_address": done_once("follows_per_address", "too-many-follows", follows, others=True),
    "messages": done_once("messages", "too-many-messages", tells),
    "messages_per_address": done_once("messages_per_address", "too-many-messages", tells, others=True),
    "invitations": done_once("invitations", "too-many-invitations", invites),
    "invitations_per_address": done_once(
        "invitations_per_address", "too-many-invitations", invites, others=True
    ),
    "notes_waiting": done_once("notes_waiting", "notes-full", tells_the_same),
    "renames": done_once("renames", "too-many-names", renames),
    "renames_per_address": done_once("renames_per_address", "too-many-names", renames, others=True),
    "analyses": done_once("analyses", "too-many-analyses", analyses),
    "analyses_of_guests": done_once("analyses_of_guests", "too-many-analyses", analyses_of_guests),
    "analyses_per_address": done_once("analyses_per_address", "too-many-analyses", analyses, others=True),
    "analyses_waiting": done_once("analyses_waiting", "analyses-full", analyses),
    "reports": done_once("reports", "too-many-reports", reports),
    "reports_per_address": done_once("reports_per_address", "too-many-reports", reports, others=True),
    "code_guesses": done_once("code_guesses", "too-many-tries", guesses),
    "code_guesses_per_address": done_once("code_guesses_per_address", "too-many-tries", resumes, others=True),
    "idle_without_channel": idle_without_channel,
    "idle_without_channel_of_guests": idle_without_channel_of_guests,
    "idle": idle_share("idle"),
    "idle_per_address": idle_share("idle_per_address"),
    "environment": session_ends({"environment": 1}, env=FEW),
    "environment_bytes": session_ends({"environment_bytes": 3}, env=FEW),
    "terminal_bytes": session_ends({"terminal_bytes": 4}),
    "fewest_columns": sized({"fewest_columns": 120}, (120, 40)),
    "most_columns": sized({"most_columns": 90}, (90, 40)),
    "fewest_rows": sized({"fewest_rows": 50}, (100, 50)),
    "most_rows": sized({"most_rows": 30}, (100, 30)),
    "sizes_per_second": sizes_per_second,
    "escape_delay": escape_delay,
    "input_per_second": typed("input_per_second", 100, 50, 1.0),
    "input_burst": typed("input_burst", 100, 50, 3600.0),
    "paste_bytes": pasted("paste_bytes", 71),
    "backlog": backlog,
    "slow_time": slow_time,
    "keepalive": new_connection({"keepalive": 7.5}, lambda c: c._keepalive_interval == 7.5),
    "keepalive_unused": new_connection({"keepalive_unused": 99.0}, lambda c: c.longest_keepalive == 99.0),
    "keepalives": new_connection({"keepalives": 9}, lambda c: c._keepalive_count_max == 9),
    "api_per_second": requests("api_per_second", 6, 2.0),
    "api_burst": requests("api_burst", 3, 3600.0),
    "api_line_bytes": api_line_bytes,
    "api_watches": api_watches,
    "inflated_packet": inflated_packet,
}


def test_every_limit_has_a_case() -> None:
    """A new one cannot be forgotten."""
    assert set(CASES) == {field.name for field in msgspec.structs.fields(Limits)}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())
async def test_a_limit_holds_when_it_was_read_again(case: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    await case(monkeypatch)
