"""A session is expendable: whatever breaks in one, the others and the host go on."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import weakref
from typing import Any

import asyncssh
import pytest
from msgspec.structs import replace

from server.identity.accounts import Player
from tests.server.running_host import LIMITS, FakeScreen, RunningHost, running_host
from tests.waiting import WITHIN

IN_ONE_PIECE = re.compile(r" *(\S+|ssh( \S+)+)")
"""What stays whole in a narrow window: a word, or a command to be copied."""


class TerminalOutput(asyncssh.SSHClientSession[bytes]):
    """What a client's terminal got."""

    def __init__(self) -> None:
        self.data = bytearray()
        self.news = asyncio.Event()
        self.closed = asyncio.Event()
        self.status: int | None = None

    def connection_made(self, chan: Any) -> None:
        self.channel = chan

    def data_received(self, data: bytes, _: Any) -> None:
        self.data += data
        self.news.set()

    def exit_status_received(self, status: int) -> None:
        self.status = status

    def connection_lost(self, _: Exception | None) -> None:
        self.closed.set()
        self.news.set()

    def type(self, keys: str) -> None:
        self.channel.write(keys.encode())

    async def see(self, text: str, times: int = 1) -> None:
        while self.data.count(text.encode()) < times:
            assert not self.closed.is_set(), f"never saw {text!r}: {bytes(self.data)!r}"
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), WITHIN)

    async def ended(self) -> None:
        await asyncio.wait_for(self.closed.wait(), WITHIN)


async def terminal(connection: Any, **options: Any) -> TerminalOutput:
    """A session with a terminal."""
    chosen = {"term_type": "xterm", "term_size": (80, 24, 0, 0), "encoding": None} | options
    _, seen = await connection.create_session(TerminalOutput, **chosen)
    await seen.see("lobby of")
    return seen


async def begin_game(one: TerminalOutput, other: TerminalOutput) -> None:
    """Have one open a table, the other sit down there, and the game begin."""
    one.type("o")
    await other.see("1 tables")
    other.type("j")
    await one.see("seq 0 seat 1 open", 2)
    one.type("s")


@pytest.mark.parametrize("key", ["x", "r"])
async def test_a_screen_that_raises_ends_alone(key: str, caplog: pytest.LogCaptureFixture) -> None:
    """Its player gets one sentence and status 1, the log a trace, the others nothing of it."""
    async with running_host() as at, at.connect() as one, at.connect(username="bert") as two:
        broken, whole = await terminal(one), await terminal(two)
        broken.type(key)
        await broken.ended()
        whole.type("e")
        await whole.see("key 'e'")
        await at.until(lambda: at.host.lobby.presence.names == (at.screens[1].port.name,))
    assert b"Something went wrong" in broken.data
    assert broken.status == 1
    assert "ZeroDivisionError" in caplog.text


async def test_a_screen_that_cannot_be_made_ends_alone(caplog: pytest.LogCaptureFixture) -> None:
    """The same where it breaks before it has begun."""
    async with running_host() as at:
        at.ssh._make_screen = lambda *_: 1 / 0
        async with at.connect() as one:
            _, seen = await one.create_session(TerminalOutput, term_type="xterm", encoding=None)
            await seen.ended()
        assert at.host.lobby.presence.names == ()
    assert b"Something went wrong" in seen.data
    assert "ZeroDivisionError" in caplog.text


@pytest.mark.parametrize("language", ["en", "de", "it", "nl"])
@pytest.mark.parametrize("command", [None, "help", "conduct", "clubb", "open chess", "games 0"])
async def test_a_narrow_terminal_gets_whole_words(command: str | None, language: str) -> None:
    """What breaks before a screen, commands and refusals: rows end between words, and lose none of them."""
    environment = {"LANG": f"{language}.UTF-8"}

    async def told(at: RunningHost, columns: int) -> str:
        async with at.connect() as one:
            _, seen = await one.create_session(
                TerminalOutput, command, term_type="xterm", term_size=(columns, 24, 0, 0),
                env=environment, encoding=None,
            )  # fmt: skip
            await seen.ended()
        return seen.data.decode()

    async with running_host() as at:
        at.ssh._make_screen = lambda *_: 1 / 0
        wide, narrow = await told(at, 200), await told(at, 40)
    assert narrow.split() == wide.split() != []
    assert all(len(row) <= 40 or IN_ONE_PIECE.fullmatch(row) for row in narrow.split("\r\n"))


async def test_a_lost_line_gives_everything_back() -> None:
    """When a line breaks the screen hears of it and the player is away."""
    async with running_host() as at, at.connect(username="bert") as two:
        one = await at.connect()
        seen, _ = await terminal(one), await terminal(two)
        seen.type("o")
        await seen.see("seq 0 seat 1 open")
        one.abort()
        await at.until(lambda: at.screens[0].hung_up and len(at.host.lobby.presence.names) == 1)
        assert all(not table.audience.players for table in at.host.lobby.tables)


async def test_who_goes_before_they_are_let_in_is_no_error(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing of them fails, and nothing is left of them."""
    caplog.set_level(logging.INFO)
    asked, gone = asyncio.Event(), asyncio.Event()
    async with running_host() as at:
        admit = at.ssh.admit

        async def slow(*given: Any) -> Player:
            asked.set()
            await gone.wait()
            return await admit(*given)

        monkeypatch.setattr(at.ssh, "admit", slow)
        one = await at.connect()
        opening = asyncio.ensure_future(terminal(one))
        await asked.wait()
        one.abort()
        await at.until(lambda: "connection ended" in caplog.messages)
        gone.set()
        await at.until(lambda: "logged in" in caplog.messages)
        await asyncio.gather(opening, return_exceptions=True)
        assert at.host.lobby.presence.names == ()
    gc.collect()  # it tells of what nobody asked about
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_two_players_play_and_one_comes_back() -> None:
    """A move reaches both seats; after a lost line the player sits where they sat."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with running_host() as at, at.connect(username="bert") as two:
        one = await at.connect(client_keys=[key], username="Ada")
        ada, bert = await terminal(one), await terminal(two)
        await begin_game(ada, bert)
        await bert.see("seq 0 seat 2 running")
        for number in range(1, 4):
            (ada if at.screens[0].news.ask else bert).type("m")
            await bert.see(f"seq {number} seat 2 running")
            await ada.see(f"seq {number} seat 1 running")
        one.abort()
        async with at.connect(client_keys=[key], username="Ada") as again:
            back = await terminal(again)
            await back.see("seq 3 seat 1 running")


async def test_the_host_says_goodbye() -> None:
    """When the host ends every player gets one sentence and status 0."""
    async with running_host() as at, at.connect() as one, at.connect() as two:
        seen = [await terminal(one), await terminal(two)]
        await at.ssh.close()
        for session in seen:
            await session.ended()
    assert all(b"goodbye shutdown" in session.data for session in seen)
    assert [session.status for session in seen] == [0, 0]


async def test_commands_of_who_has_just_come_are_answered_while_the_host_ends() -> None:
    """Who waits to log in, has logged in or has asked something is answered; who would stay is told to go."""
    limits = replace(LIMITS, logging_in_per_address=1, waiting_time=600.0)
    async with running_host(limits) as at, at.connect() as one:
        player = await at.connect()
        staying = await terminal(player)
        _, silent = await asyncio.open_connection("127.0.0.1", at.port)  # takes the room that there is
        coming = [asyncio.ensure_future(at.connect()) for _ in range(4)]
        await at.until(lambda: at.ssh._acceptor._count == 4, "four wait")
        closing = asyncio.ensure_future(at.ssh.close())
        await staying.ended()
        player.close()
        silent.close()
        answers = []
        for client in (one, *await asyncio.gather(*coming)):
            answers.append(await client.run("tables"))
            client.close()
        await closing
        with pytest.raises(ConnectionRefusedError):
            await at.connect()
    assert {answer.stdout for answer in answers} == {"You have a seat at no table.\n"}
    assert b"goodbye shutdown" in staying.data


async def test_what_is_not_answered_in_time_is_told_why() -> None:
    """A command that takes too long, or whose client is kicked, is told that; no seat is promised."""
    said = []
    for end in ("close", "kick"):
        asked = asyncio.Event()

        async def never(*_: object, asked: asyncio.Event = asked) -> Player:
            asked.set()
            await asyncio.Event().wait()
            raise AssertionError

        async with running_host() as at, at.connect() as one:
            at.ssh.admit = never
            answering = asyncio.ensure_future(one.run("tables"))
            await asked.wait()
            if end == "kick":
                at.ssh.sessions[0].say_goodbye("kicked")
            closing = asyncio.ensure_future(at.ssh.close())
            said.append((await answering).stderr)
            one.close()
            await closing
    assert said == [
        "The host is going down for a moment: come back soon.\n", "The host has ended this session.\n"
    ]  # fmt: skip


async def test_a_client_without_our_algorithms_is_refused() -> None:
    """No finite-field key exchange, no CBC, no plain MAC."""
    async with running_host() as at:
        for weak in (
            {"kex_algs": ["diffie-hellman-group14-sha256"]},
            {"encryption_algs": ["aes128-cbc"]},
            {"encryption_algs": ["aes128-ctr"], "mac_algs": ["hmac-sha1"]},
        ):
            with pytest.raises(asyncssh.KeyExchangeFailed):
                async with at.connect(**weak):
                    pass
        async with at.connect(kex_algs=["mlkem768x25519-sha256"]) as connection:
            await terminal(connection)


async def test_nothing_is_forwarded() -> None:
    """Ports, sockets, networks, the agent and X11 are refused, in both directions; the client is told that it
    is this host that forwards nothing.
    """
    async with running_host() as at, at.connect() as connection:
        for opened in (
            connection.open_connection("127.0.0.1", at.port),
            connection.open_unix_connection("no-socket"),
            connection.open_tun(),
            connection.open_tap(),
        ):
            with pytest.raises(asyncssh.ChannelOpenError) as refused:
                await opened
            assert refused.value.code == asyncssh.OPEN_ADMINISTRATIVELY_PROHIBITED
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", at.port)
        with pytest.raises(asyncssh.ChannelOpenError, match="X11"):
            await connection.create_session(
                TerminalOutput, x11_forwarding=True, x11_display=":0", encoding=None
            )


async def test_a_connection_has_few_channels_and_needs_one() -> None:
    """The fifth session of one connection is refused; a connection without one is closed."""
    async with running_host() as at:
        async with at.connect() as connection:
            first, *_ = [await terminal(connection) for _ in range(4)]
            with pytest.raises(asyncssh.ChannelOpenError, match="Too many"):
                await terminal(connection)
            first.type("q")
            await first.ended()
            await terminal(connection)
        at.host.limit(replace(LIMITS, idle_without_channel=0.05))
        idle = await at.connect()
        await asyncio.wait_for(idle.wait_closed(), WITHIN)


ENVIRONMENTS: dict[str, tuple[dict[str, str], str]] = {
    "too many": ({f"V{number}": "x" for number in range(41)}, ""),
    "too long": ({"LANG": "x" * 2000}, ""),
    "a terminal's name": ({}, "x" * 65),
}


@pytest.mark.parametrize(("variables", "term"), ENVIRONMENTS.values(), ids=ENVIRONMENTS.keys())
async def test_an_environment_is_bounded(variables: dict[str, str], term: str) -> None:
    """Whoever sends more than any client needs is disconnected."""
    async with running_host() as at:
        connection = await at.connect()
        with pytest.raises((asyncssh.Error, AssertionError)):
            await terminal(connection, env=variables, **({"term_type": term} if term else {}))
        await asyncio.wait_for(connection.wait_closed(), WITHIN)
        assert at.screens == []


@pytest.mark.parametrize("term", ["../../etc", "xterm-größe", "\u202exterm", ""])
async def test_a_terminal_of_any_name_is_taken(term: str) -> None:
    """As one that can do little; a name that is not ASCII ended the connection."""
    async with running_host() as at, at.connect() as connection:
        await terminal(connection, term_type=term)
        assert at.screens[0].client.term == "dumb"


async def test_the_environment_is_filtered() -> None:
    """Only the variables that a screen needs are kept, and only what can be shown."""
    sent = {"LANG": "de_DE.UTF-8", "COLORTERM": "true\x1bcolor", "LD_PRELOAD": "x", "NO_COLOR": "1"}
    async with running_host() as at, at.connect() as connection:
        await terminal(connection, env=sent)
        assert dict(at.screens[0].client.environment) == {"LANG": "de_DE.UTF-8", "NO_COLOR": "1"}


async def test_windows_are_bounded_and_followed_calmly() -> None:
    """Sizes are clamped; of many changes in a row the first and the last are told, and so is the same size
    again: whoever was suspended sends it.
    """
    async with running_host(replace(LIMITS, packets=5000)) as at, at.connect() as connection:
        seen = await terminal(connection, term_size=(9999, 1, 0, 0))
        client = at.screens[0].client
        assert (client.columns, client.rows) == (300, 10)
        begun = asyncio.get_running_loop().time()
        for width in range(1, 2001):
            seen.channel.change_terminal_size(width, 50)
        await seen.see("size 300x50")
        seconds = asyncio.get_running_loop().time() - begun  # on a busy machine some
        assert len(at.screens[0].sizes) <= 2 + LIMITS.sizes_per_second * seconds
        for times in (1, 2):
            seen.channel.change_terminal_size(0, 0)
            await seen.see("size 20x10", times)


async def test_input_without_a_terminal_comes_at_a_bounded_rate() -> None:
    """A file is handed on in portions, in order and whole."""
    limits = replace(LIMITS, input_per_second=4000, input_burst=1000)
    flood = b"".join(b"%04d " % number for number in range(400))
    async with running_host(limits) as at, at.connect() as connection:
        seen = await terminal(connection, term_type=None)
        started = asyncio.get_running_loop().time()
        seen.channel.write(flood)
        await at.until(lambda: bytes(at.screens[0].fed) == flood)
        assert asyncio.get_running_loop().time() - started > (2000 - 1000) / 4000 * 0.9


async def test_a_terminal_that_sends_too_much_is_told() -> None:
    """At most a paste reaches the screen at once; the rest is dropped."""
    async with running_host(replace(LIMITS, paste_bytes=500)) as at, at.connect() as connection:
        seen = await terminal(connection)
        seen.channel.write(b"." * 84_000)
        await seen.see("input dropped")
        await at.until(lambda: len(at.screens[0].fed) >= 500)
        assert len(at.screens[0].fed) < 84_000 / 4


async def test_a_client_that_does_not_read_is_dropped() -> None:
    """What it has not taken is known to its screen; after its time the session ends."""
    limits = replace(LIMITS, slow_time=0.2)
    async with running_host(limits) as at, at.connect() as connection, at.connect() as other:
        seen, whole = await terminal(connection, window=65536), await terminal(other)
        seen.channel.pause_reading()
        seen.type("bbbbbbbbbb")
        await at.until(lambda: at.screens[0].line.backlog() > limits.backlog)
        await asyncio.wait_for(connection.wait_closed(), WITHIN)
        await at.until(lambda: len(at.host.lobby.presence.names) == 1)
        whole.type("e")
        await whole.see("key 'e'")


async def test_a_client_that_catches_up_is_told_to_its_screen() -> None:
    """A backlog that is taken after all ends nothing, and the screen may send again."""
    async with running_host() as at, at.connect() as connection:
        seen = await terminal(connection, window=65536)
        seen.channel.pause_reading()
        seen.type("bb")
        await at.until(lambda: at.screens[0].line.backlog() > LIMITS.backlog)
        seen.channel.resume_reading()
        await at.until(lambda: at.screens[0].line.backlog() == 0 and at.screens[0].drains)
        seen.type("e")
        await seen.see("key 'e'")


async def test_invalid_utf8_is_a_screens_business() -> None:
    """Bytes that are no text reach the screen as they are."""
    async with running_host() as at, at.connect() as connection:
        seen = await terminal(connection)
        seen.channel.write(b"\xff\xfe\xc3")
        await at.until(lambda: bytes(at.screens[0].fed) == b"\xff\xfe\xc3")


async def test_a_broken_lobby_listener_or_table_does_not_reach_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A screen whose listener raises is logged; the table it follows goes on for everybody."""
    see = FakeScreen.see

    def fail(self: FakeScreen, news: Any) -> None:
        if self.port.name.startswith("bert"):
            raise ZeroDivisionError
        see(self, news)

    monkeypatch.setattr(FakeScreen, "see", fail)
    async with running_host() as at, at.connect(username="Ada") as one, at.connect(username="bert") as two:
        ada, bert = await terminal(one), await terminal(two)
        await begin_game(ada, bert)
        await ada.see("seq 0 seat 1 running")
        bert.type("e")
        await bert.see("key 'e'")
    assert "a listener failed" in caplog.messages


async def test_the_house_can_be_full() -> None:
    """Beyond what the machine can hold a session is refused, until one ends."""
    async with running_host(replace(LIMITS, sessions=1)) as at, at.connect() as one, at.connect() as two:
        seen = await terminal(one)
        with pytest.raises(asyncssh.ChannelOpenError, match="full"):
            await terminal(two)
        seen.type("q")
        await seen.ended()
        await terminal(two)


async def test_a_dead_line_is_noticed() -> None:
    """A client that answers no keepalive is gone, and its player away."""
    async with running_host(replace(LIMITS, keepalive=0.05, keepalives=1_000_000)) as at:
        connection = await at.connect()
        await terminal(connection)
        connection._transport.pause_reading()
        at.connection.set_keepalive(0.05, 2)
        await at.until(lambda: at.screens[0].hung_up and at.host.lobby.presence.names == ())
        connection.abort()


async def test_nothing_of_a_session_remains() -> None:
    """After its end neither session nor screen nor port is held by anybody."""
    gone: list[weakref.ref[Any]] = []
    async with running_host() as at:
        for _ in range(3):
            async with at.connect() as connection:
                seen = await terminal(connection)
                seen.type("o")
                await seen.see("seq 0")
                screen = at.screens.pop()
                (session,) = at.ssh._sessions
                (line,) = at.ssh._connections
                gone += [weakref.ref(thing) for thing in (screen, screen.port, session, line)]
                del screen, session, line
                seen.type("q")
                await seen.ended()
        await at.until(lambda: not at.ssh._connections)
        gc.collect()
        assert [thing() for thing in gone if thing() is not None] == []
