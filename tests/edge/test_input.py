"""What clients type, send and are called: none of it harms others on the same host."""

from __future__ import annotations

import asyncio

import asyncssh
import pyte
import pytest

from tests.bench._host import SeatedPlayer
from tests.bench._player import SshPlayer, connect
from tests.e2e.host import LiveHost
from tests.edge.quiet_player import GREETING, attack, undisturbed
from tests.terminal import NOT_FOR_PYTE
from tests.tui.emulator import LenientScreen

MARKUP = ("[/]", '[link="', "[@click=app.x]", "[b]x[/b]")
HOSTILE = ("\x1b]52;c;aGk=\x07", "a\u202eb", "\x9b31mred", "a\U000e0041")
"""Names that nobody can have. Who comes by one of them, or of MARKUP, gets another."""
SAID = "e" + "\u0301" * 40 + "a\u202eb\u200dc\U000e0041d [/] [@click=app.quit]"
"""What is said to everybody."""
UNSEEN = ("]52;", "\u202e", "\u200d", "\U000e0041", "\x9b", "\x00", "\u0301" * 3)
"""What never reaches another's terminal."""


async def test_paste(live: LiveHost, people: list[SeatedPlayer]) -> None:
    """Of 84 KB a part is taken, the rest is dropped with one sentence, and the next key works."""
    async with (
        undisturbed(live.port, people[0]),
        attack(live.port, "paste", "127.0.2.1", kilobytes=84, times=1) as running,
    ):
        report = await running.report()
    assert report == {"told": 1, "helped": 1}


async def test_hostile_names_and_talk(live: LiveHost, monkeypatch: pytest.MonkeyPatch) -> None:
    """Escape sequences, markup and unseen characters of names and talk reach no other terminal."""
    monkeypatch.setattr("asyncssh.connection.saslprep", str)  # an attacker's client refuses no name
    watcher = await _guest(live.port, "watcher", "127.0.3.1")
    guests = [await _guest(live.port, name, f"127.0.4.{n}") for n, name in enumerate(MARKUP, 1)]
    guests += [await _guest(live.port, name, f"127.0.4.{n}") for n, name in enumerate(HOSTILE, 100)]
    guests[0].press(f'"{SAID}\r'.encode())
    await _until_shown(watcher, "abcd [/]", "[@click=app.quit]")
    watcher.press(b"/who\r")
    await _until_shown(watcher, "people here")
    people = _shown(watcher)
    assert not [name for name in MARKUP if name in people]
    assert not [unseen for unseen in UNSEEN if unseen in watcher._seen.decode()]
    watcher.press(b" ")
    for player in (watcher, *guests):
        assert await player.answered(b"?")
        player.leave()


async def _until_shown(player: SshPlayer, *words: str) -> None:
    async with asyncio.timeout(20):
        while not all(word in _shown(player) for word in words):
            await player._arrival()


async def _guest(port: int, name: str, address: str) -> SshPlayer:
    guest = await connect(port, name=name, local_addr=(address, 0))
    await guest.sees(GREETING)
    return guest


def _shown(player: SshPlayer) -> str:
    screen = LenientScreen(80, 24)
    pyte.ByteStream(screen).feed(NOT_FOR_PYTE.sub(b"", player._seen))
    return "\n".join(screen.display)


async def test_invalid_utf8(live: LiveHost) -> None:
    """Bytes that are no text end nothing: the next key is answered."""
    guest = await _guest(live.port, "bytes", "127.0.3.2")
    guest.press(b"\xff\xfe\xc3\x28\x80" * 20)
    await guest.quiet()
    assert await guest.answered(b"?")
    guest.leave()


@pytest.mark.parametrize(
    ("environment", "term"),
    [({f"V{n}": "x" * 20_000 for n in range(200)}, "xterm"), ({}, "x" * 5000)],
    ids=["200 variables of 20 KB", "TERM of 5,000 characters"],
)
async def test_environment(live: LiveHost, environment: dict[str, str], term: str) -> None:
    """Whoever sends more than any client needs is disconnected."""
    connection = await _connected(live.port, "127.0.3.3")
    with pytest.raises((asyncssh.Error, OSError)):
        await connection.create_session(SshPlayer, term_type=term, env=environment, encoding=None)
    await asyncio.wait_for(connection.wait_closed(), 20)


async def test_other_services(live: LiveHost) -> None:
    """No command but ours, no subsystem, no forwarding: one sentence and status 1, or refused."""
    async with await _connected(live.port, "127.0.3.4") as connection:
        for asked in ({"command": "/bin/sh -i"}, {"subsystem": "sftp"}):
            done = await connection.run(**asked)
            assert (done.exit_status, done.stdout, len(done.stderr.splitlines())) == (1, "", 1)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", live.port)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", live.port)


async def test_no_input(live: LiveHost) -> None:
    """`ssh HOST laurin </dev/null` opens nothing and says why."""
    async with await _connected(live.port, "127.0.3.5") as connection:
        done = await connection.run("laurin", stdin=asyncssh.DEVNULL)
    assert (done.exit_status, done.stdout) == (1, "")
    assert "nothing was opened" in done.stderr


async def _connected(port: int, address: str, name: str = "mallory") -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        "127.0.0.1", port, local_addr=(address, 0), username=name, password="", client_keys=None,
        known_hosts=None, config=None, agent_path=None,
    )  # fmt: skip
