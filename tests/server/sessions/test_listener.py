"""What clients get at the real listener: a screen, a refusal, and never somebody else's seat."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Callable
from pathlib import Path
from unittest import mock

import asyncssh
import pytest
from asyncssh.channel import SSHClientChannel
from msgspec.structs import replace

from server.sessions.connection import Connection, IdleConnections
from server.settings.current_limits import CurrentLimits
from server.transport.hardened import HardenedConnection
from tests.server.running_host import LIMITS, RunningHost, running_host
from tests.waiting import WITHIN


class ClientResult:
    """What a stock client printed and how it ended."""

    def __init__(self, process: asyncio.subprocess.Process, out: bytes, err: bytes) -> None:
        self.status, self.out, self.err = process.returncode, out.decode(), err.decode()


async def ssh(
    at: RunningHost, folder: Path, *arguments: str, keys: tuple[str, ...] = (), typed: bytes = b"q"
) -> ClientResult:
    """Runs the stock OpenSSH client to its end."""
    process = await asyncio.create_subprocess_exec(
        *at.ssh_command(folder, *arguments, keys=keys),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PATH": "/usr/bin:/bin", "TERM": "xterm", "LANG": "de_DE.UTF-8"},
    )
    out, err = await asyncio.wait_for(process.communicate(typed), WITHIN)
    return ClientResult(process, out, err)


async def keygen(folder: Path, name: str) -> str:
    path = folder / name
    process = await asyncio.create_subprocess_exec(
        "ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(path), stdin=asyncio.subprocess.DEVNULL
    )
    assert await process.wait() == 0
    return str(path)


async def test_a_guest_comes_in_without_a_question(tmp_path: Path) -> None:
    """A client without a key gets a screen, under the name it suggests, and leaves with status 0."""
    async with running_host() as at:
        answer = await ssh(at, tmp_path, "-tt", "-l", "Ada", "-oSendEnv=LANG", "127.0.0.1")
    assert "welcome Ada xterm 80x24 at ''" in answer.out
    assert "LANG=de_DE.UTF-8" in answer.out
    assert answer.status == 0


async def test_turns_are_short_until_who_comes_has_a_session() -> None:
    """Or is gone: each step of theirs waits for a turn of the event loop."""
    async with running_host() as at:
        coming = at.host.dependencies.work.coming
        assert not coming
        async with asyncssh.connect(
            "127.0.0.1", at.port, username="Ada", password="", known_hosts=None, config=None, agent_path=None
        ) as client:
            assert coming
            await client.create_process(term_type="xterm")
            assert not coming
        _, gone = await asyncio.open_connection("127.0.0.1", at.port)
        async with asyncio.timeout(WITHIN):
            while not coming:  # noqa: ASYNC110  (it is accepted in some turn)
                await asyncio.sleep(0)
            gone.close()
            while coming:  # noqa: ASYNC110
                await asyncio.sleep(0)


async def test_a_proven_key_is_an_account(tmp_path: Path) -> None:
    """The same key is the same player, whatever name it comes with; another key is another."""
    ada, bert = await keygen(tmp_path, "ada"), await keygen(tmp_path, "bert")
    async with running_host() as at:
        first = await ssh(at, tmp_path, "-tt", "-l", "Ada", "127.0.0.1", keys=(ada,))
        again = await ssh(at, tmp_path, "-tt", "-l", "Mallory", "127.0.0.1", keys=(ada,))
        other = await ssh(at, tmp_path, "-tt", "-l", "Ada", "127.0.0.1", keys=(bert,))
        players = {screen.port._player for screen in at.screens}
    assert "welcome Ada " in first.out
    assert "welcome Ada " in again.out
    assert "welcome Ada " not in other.out
    assert len(players) == 2
    assert not any(player.guest for player in players)


async def test_whoever_only_has_somebodys_public_key_is_a_guest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A key that is offered and not proven makes nobody its owner."""
    offered: list[str] = []
    validate = Connection.validate_public_key

    def spy(self: Connection, username: str, key: asyncssh.SSHKey) -> bool:
        offered.append(key.get_fingerprint())
        return validate(self, username, key)

    monkeypatch.setattr(Connection, "validate_public_key", spy)
    ada = await keygen(tmp_path, "ada")
    shutil.copy(f"{ada}.pub", tmp_path / "stolen.pub")
    async with running_host() as at:
        await ssh(at, tmp_path, "-tt", "-l", "Ada", "127.0.0.1", keys=(ada,))
        own = offered.copy()
        stolen = await ssh(
            at, tmp_path, "-tt", "-l", "Ada", "127.0.0.1", keys=(str(tmp_path / "stolen.pub"),)
        )
        owner, guest = (screen.port._player for screen in at.screens)
    assert len(own) == 2
    assert offered == [*own, own[0]]
    assert stolen.status == 0
    assert not owner.guest
    assert guest.guest
    assert guest.name != "Ada"


async def test_channels_that_ask_for_nothing_give_way() -> None:
    """As many as there may be, from one address, keep out nobody who comes from another."""
    limits = replace(LIMITS, sessions=6, sessions_kept=0, sessions_per_address=6, channels=9)
    async with running_host(limits) as at, at.connect() as crowd:
        for _ in range(6):
            await open_channel(crowd)
        with pytest.raises(asyncssh.ChannelOpenError, match="too many sessions"):
            await open_channel(crowd)
        async with at.connect(local_addr=("127.0.0.2", 0)) as other:
            process = await other.create_process(term_type="xterm", encoding=None)
            assert b"welcome" in await asyncio.wait_for(process.stdout.readuntil(b"xterm"), WITHIN)
            await asyncio.wait_for(crowd.wait_closed(), WITHIN)
            await at.until(lambda: len(at.ssh.sessions) == 1)


async def open_channel(client: asyncssh.SSHClientConnection) -> None:
    """Opens a channel, and asks for nothing there."""
    loop = asyncio.get_running_loop()
    channel = SSHClientChannel[bytes](client, loop, "strict", None, "strict", 2**16, 2**15)
    await channel._open(b"session")


KEY = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
LOGINS: dict[str, tuple[list[Callable[[Connection], object]], bool]] = {
    "a proven key": (
        [lambda i: i.validate_public_key("a", KEY), lambda i: i.validate_public_key("a", KEY)],
        True,
    ),
    "a guest": (
        [lambda i: i.get_kbdint_challenge("a", "", ""), lambda i: i.validate_kbdint_response("a", [])],
        False,
    ),
    "an offer before a question": (
        [lambda i: i.validate_public_key("a", KEY), lambda i: i.get_kbdint_challenge("a", "", "")],
        False,
    ),
    "an offer between question and answer": (
        [lambda i: i.validate_public_key("a", KEY), lambda i: i.validate_kbdint_response("a", [])],
        False,
    ),
    "an offer before another name": (
        [lambda i: i.validate_public_key("a", KEY), lambda i: i.begin_auth("b")],
        False,
    ),
    "an offer before a certificate": (
        [lambda i: i.validate_public_key("a", KEY), lambda i: i.validate_ca_key("a", KEY)],
        False,
    ),
}


@pytest.mark.parametrize(("calls", "proven"), LOGINS.values(), ids=LOGINS.keys())
async def test_only_the_last_way_in_counts(calls: list[Callable[[Connection], object]], proven: bool) -> None:
    """In whatever order a client mixes offers and other ways in, no mere offer survives."""
    identity = Connection(
        mock.Mock(ban_notice=lambda _: None, idle=IdleConnections(CurrentLimits(LIMITS))), 1
    )
    connection = mock.Mock(
        spec=HardenedConnection,
        limits=LIMITS,
        address="here",
        leave=mock.Mock(),
        refused=mock.Mock(),
        began=0.0,
    )
    identity.connection_made(connection)
    identity.begin_auth("a")
    for call in calls:
        call(identity)
    identity.auth_completed()
    identity.connection_lost(None)
    assert (identity.fingerprint == KEY.get_fingerprint()) == proven
    assert (identity.fingerprint is None) == (not proven)


async def test_none_and_passwords_get_nobody_in() -> None:
    """A client that knows nothing else is refused."""
    async with running_host() as at:
        for method in ("none", "password"):
            with pytest.raises(asyncssh.PermissionDenied):
                async with at.connect(preferred_auth=method, password="guess"):  # noqa: S106
                    pass


class UnaskedAnswers(asyncssh.SSHClient):
    """Answers a question that was not asked, again and again."""

    tries = 0

    def kbdint_auth_requested(self) -> str:
        self.tries += 1
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        return ["guess"]


async def test_attempts_to_log_in_are_counted() -> None:
    """At the sixth attempt the line is cut."""
    client = UnaskedAnswers()
    async with running_host() as at:
        with pytest.raises(asyncssh.DisconnectError, match="Too many attempts"):
            async with at.connect(client_factory=lambda: client):
                pass
    assert 1 < client.tries <= 6


COMMANDS = {
    "sftp": (("-s", "127.0.0.1", "sftp"), 1),
    "rsync": (("127.0.0.1", "rsync --server"), 1),
    "a shell": (("127.0.0.1", "/bin/sh -c id"), 1),
    "an unknown game": (("-tt", "127.0.0.1", "chess"), 1),
    "a code that is none": (("-tt", "127.0.0.1", "join ../x"), 1),
}


@pytest.mark.parametrize(("arguments", "status"), COMMANDS.values(), ids=COMMANDS.keys())
async def test_anything_else_is_one_sentence(arguments: tuple[str, ...], status: int, tmp_path: Path) -> None:
    """What there is not is answered with one sentence and status 1, and makes no screen."""
    async with running_host() as at:
        answer = await ssh(at, tmp_path, *arguments)
        assert at.screens == []
    said = (answer.out + answer.err).strip()
    assert answer.status == status
    assert said.endswith((".", " CODE"))
    rows = said.split("\r\n")
    assert len(rows) == 1 or ("-tt" in arguments and max(map(len, rows)) <= 80)


async def test_our_commands(tmp_path: Path) -> None:
    """Help is printed; a game, a table's code, plain mode and a missing terminal reach the screen."""
    async with running_host() as at:
        help_ = await ssh(at, tmp_path, "127.0.0.1", "help")
        assert at.screens == []
        await ssh(at, tmp_path, "-tt", "127.0.0.1", "toy")
        await ssh(at, tmp_path, "-tt", "127.0.0.1", "join kiwi-7")
        await ssh(at, tmp_path, "-tt", "127.0.0.1", "plain")
        await ssh(at, tmp_path, "-T", "127.0.0.1")
        clients = [screen.client for screen in at.screens]
        assert [client.goto for client in clients] == ["toy", "join kiwi-7", "", ""]
        assert [client.plain for client in clients] == [False, False, True, False]
        assert [client.terminal for client in clients] == [True, True, True, False]
        assert at.screens[-1].fed == b"q"
    assert " join, watch," in help_.out
    assert help_.status == 0
