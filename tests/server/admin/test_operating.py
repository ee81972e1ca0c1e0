"""A host as an operator runs it: `crownhouse serve` and `crownhouse admin`, each a process of its own."""

from __future__ import annotations

import asyncio
import json
import shutil
import signal
import stat
from pathlib import Path

import asyncssh

from server.admin.protocol import SOCKET_FILE
from tests.forked import AwaitedFork
from tests.server.sessions.test_session import TerminalOutput
from tests.server.start.test_serve import SERVE, Running, begun, refused, serving
from tests.waiting import WITHIN

RESTORE = (*SERVE[:-1], "restore")
ADMIN = (*SERVE[:-1], "admin")


async def admin(data: Path, *arguments: object) -> tuple[int, str]:
    """How the command ends, and what it says."""
    process = await begun(*ADMIN, *map(str, arguments), "--data", str(data))
    out, err = await asyncio.wait_for(process.communicate(), WITHIN)
    return process.returncode or 0, (out + err).decode()


async def lobby(connection: asyncssh.SSHClientConnection) -> TerminalOutput:
    """A session whose screen is there."""
    _, seen = await connection.create_session(
        TerminalOutput, term_type="xterm", term_size=(80, 24, 0, 0), encoding=None
    )
    await seen.see("\x1b[?1049h")
    return seen


async def logged(host: Running) -> list[dict[str, object]]:
    """What a host that ends by itself has logged."""
    _, err = await asyncio.wait_for(host.process.communicate(), WITHIN)
    return [json.loads(line) for line in err.decode().splitlines()]


async def figures(place: str) -> str:
    address, _, port = place.rpartition(":")
    reader, writer = await asyncio.open_connection(address, int(port))
    writer.write(b"GET /metrics HTTP/1.1\r\n\r\n")
    told = await asyncio.wait_for(reader.read(), WITHIN)
    writer.close()
    return told.decode()


async def test_a_day_of_a_host(tmp_path: Path) -> None:
    """Somebody plays, is announced to, kicked and banned; the figures say so; the host drains and
    stops; its log is JSON without addresses; and its backup begins elsewhere with all of that.
    """
    data, copy = tmp_path / "data", tmp_path / "copy.db"
    key = asyncssh.generate_private_key("ssh-ed25519")
    settings = {"LOG": "json", "METRICS": "127.0.0.1:0", "MESSAGE": "Welcome here"}
    variables = {f"CROWNHOUSE_{name}": value for name, value in settings.items()}
    async with serving(*SERVE, "--listen", "127.0.0.1:0", "--data", str(data), **variables) as host:
        assert isinstance(host.process, AwaitedFork)
        place = json.loads(await host.process.readline("stderr"))
        while "at" not in place:
            place = json.loads(await host.process.readline("stderr"))
        assert stat.S_IMODE((data / SOCKET_FILE).stat().st_mode) == 0o600
        async with host.connect(username="Ada", client_keys=[key]) as connection:
            ada = await lobby(connection)
            status, said = await admin(data, "who")
            assert (status, said.splitlines()[0]) == (0, "1 session, 0 tables")
            assert "notice: Welcome here" in said
            assert "127.0.0.1" in said
            assert (await admin(data, "announce", "Tea", "at", "five"))[0] == 0
            assert "notice: Tea at five" in (await admin(data, "who"))[1]
            told = await figures(str(place["at"]))
            assert "crownhouse_sessions 1.0" in told
            assert (await admin(data, "kick", "Bert"))[0] == 1
            assert await admin(data, "kick", "Ada") == (0, "Ada was kicked (1 session); seats are kept.\n")
            await ada.ended()
            assert ada.data.rstrip().endswith(b"The host has ended this session.")
        assert (await admin(data, "ban", "Ada"))[1].startswith("Ada is banned for good.\n")
        assert (await admin(data, "backup", copy))[0] == 0
        assert (await admin(data, "drain", "--stop"))[1].startswith("No new tables.\n0 games still running.")
        lines = await logged(host)
        assert host.process.returncode == 0
    assert not (data / SOCKET_FILE).exists()
    assert "stopping" in [line["event"] for line in lines]
    assert not [line for line in lines if "address" in line or key.get_fingerprint() in str(line)]

    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    shutil.copy(data / "host_key", elsewhere)
    restored = await begun(*RESTORE, str(copy), "--data", str(elsewhere))
    assert (await restored.communicate(), restored.returncode)[1] == 0
    async with serving(*SERVE, "--listen", "127.0.0.1:0", "--data", str(elsewhere)) as again:
        assert again.announced.splitlines()[1] == f"host key {json.loads(host.announced)['key']}"
        assert await admin(elsewhere, "ban") == (0, "Ada is banned for good.\n")
        async with again.connect(username="Ada", client_keys=[key]) as connection:
            _, seen = await connection.create_session(TerminalOutput, term_type="xterm", encoding=None)
            await seen.ended()
        assert b"You are banned from this host." in seen.data


async def test_a_host_that_was_killed_leaves_nothing_in_the_way(tmp_path: Path) -> None:
    """Neither the old socket nor half a backup: the next host has its own."""
    command = (*SERVE, "--listen", "127.0.0.1:0", "--data", str(tmp_path))
    async with serving(*command) as host:
        (tmp_path / "backup-0badcafe.tmp").write_text("half")
        await host.stop(signal.SIGKILL)
    assert (tmp_path / SOCKET_FILE).exists()
    assert await admin(tmp_path, "who") == (1, f"No host is running in {tmp_path}.\n")
    async with serving(*command):
        assert not (tmp_path / "backup-0badcafe.tmp").exists()
        assert (await admin(tmp_path, "who"))[0] == 0


async def test_doors_that_cannot_be_opened_are_told(tmp_path: Path) -> None:
    """Metrics for everybody, or at a port that is taken: one sentence, and no host begins."""
    listen = ("--listen", "127.0.0.1:0", "--data", str(tmp_path))
    status, said = await refused(*listen, CROWNHOUSE_METRICS="0.0.0.0:9222")
    assert (status, said.count("\n")) == (2, 1)
    assert "is not a loopback address" in said
    taken = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1", 0)
    port = taken.sockets[0].getsockname()[1]
    status, said = await refused(*listen, CROWNHOUSE_METRICS=f"127.0.0.1:{port}")
    taken.close()
    assert status == 1
    assert said.splitlines()[-1].startswith(f"Cannot serve metrics on 127.0.0.1:{port}: ")
