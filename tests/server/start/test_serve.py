"""`crownhouse serve` as an operator meets it: first start, second start, mistakes, kill -9, goodbye."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import resource
import signal
import sqlite3
import stat
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path

import asyncssh
import pytest

from tests.forked import PROGRAMS, AwaitedFork
from tests.server.api_client import ApiClient
from tests.server.sessions.test_session import TerminalOutput, begin_game, terminal
from tests.waiting import WITHIN

ROOT = Path(__file__).parents[3]
SERVE, TOY = ("crownhouse", "serve"), ("toy_host",)
STARTED = (sys.executable, "-c", "import sys; from server.start.main import main; sys.exit(main())", "serve")
"""The same as SERVE in a process that imports everything itself."""


class Running:
    """A host in a process of its own that has said where it listens."""

    def __init__(self, process: Process | AwaitedFork, announced: str) -> None:
        self.process, self.announced, self.err = process, announced, ""
        self.port = int(re.search(r"port (\d+)", announced).group(1))  # type: ignore[union-attr]

    def connect(self, **options: object) -> asyncssh.connection._ACMWrapper:
        chosen = {"username": "Ada", "client_keys": None, "agent_path": None, "password": ""} | options
        return asyncssh.connect("127.0.0.1", self.port, known_hosts=None, config=None, **chosen)

    async def stop(self, number: int = signal.SIGTERM) -> int:
        if self.process.returncode is None:
            self.process.send_signal(number)
        _, err = await self.process.communicate()
        self.err += err.decode()
        return self.process.returncode or 0


def environment(**more: str) -> dict[str, str]:
    """The variables of a host whose players are called as they log in."""
    names = {"CROWNHOUSE_NAMES": "login"}
    return {key: os.environ[key] for key in ("PATH", "HOME") if key in os.environ} | names | more


async def begun(*command: str, **variables: str) -> Process | AwaitedFork:
    """A process of that command, forked where that is enough."""
    if command[0] in PROGRAMS:
        return AwaitedFork(command, cwd=ROOT, env=environment(**variables))
    return await asyncio.create_subprocess_exec(
        *command, cwd=ROOT, env=environment(**variables), stdout=PIPE, stderr=PIPE
    )


@contextlib.asynccontextmanager
async def serving(*command: str, **variables: str) -> AsyncIterator[Running]:
    process = await begun(*command, **variables)
    readline = process.readline if isinstance(process, AwaitedFork) else process.stdout.readline  # type: ignore[union-attr]
    announced = b""
    while b"ssh " not in announced:
        announced += (line := await asyncio.wait_for(readline(), WITHIN))
        assert line, announced
    running = Running(process, announced.decode())
    try:
        yield running
    finally:
        await running.stop(signal.SIGKILL)


async def refused(*arguments: str, serve: tuple[str, ...] = SERVE, **variables: str) -> tuple[int, str]:
    """How `serve` ends that cannot begin, and what it says."""
    process = await begun(*serve, *arguments, **variables)
    _, err = await asyncio.wait_for(process.communicate(), WITHIN)
    return process.returncode or 0, err.decode()


async def test_first_and_second_start_and_a_goodbye(tmp_path: Path) -> None:
    """The first start makes key and database, private ones, and says how to play; the second one
    has the same key; a second host on the same data is refused; SIGTERM says goodbye and ends
    with status 0.
    """
    data = tmp_path / "data"
    command = (*STARTED, "--listen", "127.0.0.1:0", "--data", str(data))
    async with serving(*command) as first:
        assert f"to play:  ssh -p {first.port} localhost" in first.announced
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
        for name in ("host_key", "crownhouse.db"):
            assert stat.S_IMODE((data / name).stat().st_mode) == 0o600
        status, said = await refused("--listen", "127.0.0.1:0", "--data", str(data))
        assert (status, said) == (
            1,
            f"A host is already using {data}: stop it first, or name another data folder.\n",
        )
        status, said = await refused(
            "--listen", f"127.0.0.1:0 127.0.0.1:{first.port}", "--data", str(tmp_path / "other")
        )
        assert status == 1
        assert said.splitlines()[-1].startswith(f"Cannot listen on 127.0.0.1:{first.port}: ")
        async with first.connect() as connection:
            _, seen = await connection.create_session(
                TerminalOutput, term_type="xterm", term_size=(80, 24, 0, 0), encoding=None
            )
            await seen.see("\x1b[?1049h")
            first.process.send_signal(signal.SIGTERM)
            await seen.ended()
        assert b"\x1b[?1049l" in seen.data
        assert seen.data.rstrip().endswith(b".")
        assert await first.stop() == 0
    async with serving(*command) as second:
        assert second.announced.splitlines()[1] == first.announced.splitlines()[1]
        assert await second.stop(signal.SIGINT) == 0


async def test_mistakes_are_one_sentence(tmp_path: Path) -> None:
    """Wrong settings end with status 2, a folder or file that cannot be used with status 1."""
    assert (await refused("--listen", "nowhere"))[0] == 2
    status, said = await refused(CROWNHOUSE_LIMITS_CHANNELS="many")
    assert (status, said) == (
        2,
        "CROWNHOUSE_LIMITS_CHANNELS: limits.channels: expected a whole number, got a text.\n",
    )
    status, said = await refused(
        "--store", "postgresql://ada:S3cret@127.0.0.1/games", "--data", str(tmp_path)
    )
    assert (status, said.startswith("--store: a password in a flag"), "S3cret" in said) == (2, True, False)
    (tmp_path / "file").write_text("")
    status, said = await refused("--data", str(tmp_path / "file"))
    assert (status, said.count("\n")) == (1, 1)
    with sqlite3.connect(tmp_path / "crownhouse.db") as database:
        database.execute("PRAGMA user_version = 77")
    status, said = await refused("--data", str(tmp_path))
    assert status == 1
    assert said.endswith(
        "was made by a newer version of crownhouse (schema 77): start that version, or restore a backup from"
        " before.\n"
    )


@pytest.mark.parametrize(("hard", "allowed"), [("4096", "1696"), ("64", "64")])
async def test_the_host_may_open_as_many_files_as_its_sessions_need(
    tmp_path: Path, hard: str, allowed: str
) -> None:
    """Where the system allows less, one sentence says so; too few for any client are refused."""
    command = ("prlimit", f"--nofile=64:{hard}", *STARTED, "--listen", "127.0.0.1:0", "--data", str(tmp_path))
    async with serving(*command) as host:
        assert resource.prlimit(host.process.pid, resource.RLIMIT_NOFILE)[0] == int(allowed)
        await host.stop()
    assert ("may open 64 files and connections, and needs 1696 for" in host.err) == (hard == allowed)
    status, said = await refused("--data", str(tmp_path), serve=("prlimit", "--nofile=63:63", *STARTED))
    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith("This host may open 63 files and connections, and needs 1696 for ")


async def test_a_key_that_others_may_read_is_refused(tmp_path: Path) -> None:
    """One sentence and status 1, as with OpenSSH; of a folder alone that others may read, the log warns."""
    data = tmp_path / "data"
    command = (*SERVE, "--listen", "127.0.0.1:0", "--data", str(data))
    async with serving(*command) as host:
        await host.stop()
    assert "other users" not in host.err
    key = data / "host_key"
    key.chmod(0o640)
    assert await refused("--listen", "127.0.0.1:0", "--data", str(data)) == (
        1,
        f"The host key {key} is open to other users (mode 0640): make it private with chmod 600.\n",
    )
    key.chmod(0o600)
    data.chmod(0o755)
    async with serving(*command) as host:
        assert await host.stop() == 0
    (warning,) = [line for line in host.err.splitlines() if "other users may use the data folder" in line]
    assert str(data) in warning
    assert "0755" in warning


async def test_a_key_that_players_do_not_know_is_refused(tmp_path: Path) -> None:
    """Missing or another one beside a database: one sentence, until it is allowed once; nothing is made."""
    data = tmp_path / "data"
    key = data / "host_key"
    given = ("--listen", "127.0.0.1:0", "--data", str(data))
    async with serving(*SERVE, *given) as host:
        first = host.announced.splitlines()[1].removeprefix("host key ")
        await host.stop()
    kept = key.read_bytes()
    key.unlink()
    status, said = await refused(*given)
    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith(
        f"The host key {key} is missing, but players know this host by {first}: put it back, or"
    )
    assert not key.exists()
    async with serving(*SERVE, *given, "--new-host-key") as host:
        second = host.announced.splitlines()[1].removeprefix("host key ")
        await host.stop()
    key.write_bytes(kept)
    status, said = await refused(*given)
    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith(
        f"The host key is {first}, but players know this host by {second}: put that key back"
    )
    async with serving(*SERVE, *given, "--new-host-key") as host:
        assert host.announced.splitlines()[1].endswith(first)
        await host.stop()
    async with serving(*SERVE, *given) as host:
        assert await host.stop() == 0


def another_key(folder: Path) -> Path:
    file = folder / "another"
    file.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    file.chmod(0o400)
    return file


async def test_the_key_can_be_in_a_file_of_its_own(tmp_path: Path) -> None:
    """Named in the configuration; then none is made in the data folder, and a missing one is a sentence."""
    file, data = tmp_path / "key", tmp_path / "data"
    key = asyncssh.generate_private_key("ssh-ed25519")
    file.write_bytes(key.export_private_key())
    file.chmod(0o400)
    command = (*SERVE, "--listen", "127.0.0.1:0", "--data", str(data))
    async with serving(*command, CROWNHOUSE_HOST_KEY=str(file)) as host:
        assert host.announced.splitlines()[1] == f"host key {key.get_fingerprint()}"
        assert await host.stop() == 0
    assert not (data / "host_key").exists()
    status, said = await refused("--data", str(data), CROWNHOUSE_HOST_KEY=str(another_key(tmp_path)))
    assert (status, "--new-host-key" in said) == (1, True)
    file.unlink()
    assert await refused("--data", str(data), CROWNHOUSE_HOST_KEY=str(file)) == (
        1,
        f"Cannot use the host key {file}: No such file or directory.\n",
    )


async def test_a_host_that_was_killed_goes_on_at_the_same_move(tmp_path: Path) -> None:
    """kill -9 in the midst of a game: after the restart the player is back at the same ask, and
    every move that anybody saw is there.
    """
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    async with (
        serving(*TOY, str(tmp_path)) as host,
        host.connect(client_keys=[keys[0]]) as one,
        host.connect(client_keys=[keys[1]], username="bert") as two,
    ):
        ada, bert = await terminal(one), await terminal(two)
        await begin_game(ada, bert)
        for number in range(1, 6):
            await ada.see(f"seq {number - 1} seat 1 running")
            await bert.see(f"seq {number - 1} seat 2 running")
            asked = f"seq {number - 1} seat 1 running asked True".encode() in ada.data
            (ada if asked else bert).type("m")
        await ada.see("seq 5 seat 1 running")
        last = re.findall(rb"seq 5 .*", bytes(ada.data))[-1]
        await host.stop(signal.SIGKILL)
    async with serving(*TOY, str(tmp_path)) as again, again.connect(client_keys=[keys[0]]) as connection:
        ada = await terminal(connection)
        await ada.see(last.decode().strip())
        assert re.findall(rb"seq \d+ .*", bytes(ada.data))[-1].strip() == last.strip()


async def test_what_a_player_said_beforehand_outlives_the_host(tmp_path: Path) -> None:
    """A standing answer, a kill -9 in the midst of a game: after the restart it holds."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    command = (*SERVE, "--listen", "127.0.0.1:0", "--data", str(tmp_path))
    async with serving(*command) as host, host.connect(client_keys=[key]) as connection:
        ada = ApiClient(await connection.create_process("api", encoding=None))
        await ada.read()
        table = (await ada.ask("open", game="laurin", seats=3))["table"]
        for _ in range(2):
            await ada.ask("bot", table=table)
        await ada.ask("start", table=table)
        assert await ada.ask("beforehand", table=table, word="pass") == {"beforehand": ["pass"]}
        await host.stop(signal.SIGKILL)
    async with serving(*command) as again, again.connect(client_keys=[key]) as connection:
        ada = ApiClient(await connection.create_process("api", encoding=None))
        await ada.read()
        assert (await ada.ask("view", table=table))["beforehand"] == ["pass"]
        assert await ada.ask("beforehand", table=table, word="pass", on=False) == {"beforehand": []}
