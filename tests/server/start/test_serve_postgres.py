"""`crownhouse serve --store` as operators meet it: several nodes that are one host, and sentences that tell
no password.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import asyncssh

from tests.server.api_client import ApiClient
from tests.server.start.commands import in_this_process
from tests.server.start.test_serve import ROOT, SERVE, Running, refused, serving
from tests.waiting import WITHIN

NO_DRIVER = """
import sys
import server.start.serve, server.start.stores, server.start.play, server.start.offline.check
sys.exit("asyncpg" in sys.modules)
"""


async def api(host: Running, key: asyncssh.SSHKey, name: str) -> ApiClient:
    connection = await host.connect(client_keys=[key], username=name)
    client = ApiClient(await connection.create_process("api", encoding=None))
    client.hello = (await client.read())["hello"]  # type: ignore[attr-defined]
    return client


async def until(client: ApiClient, said: str, request: str) -> None:
    """Ask until the answer has a text in it."""
    async with asyncio.timeout(WITHIN):
        while said not in str(await client.ask(request)):  # noqa: ASYNC110  (another node's news)
            await asyncio.sleep(0.02)


async def test_two_nodes_are_one_host(tmp_path: Path, postgres_url: str) -> None:
    """They start at once on an empty database and have one key; an account, its table and its ban are there
    on the other node, also after a node was killed; the data folder has no database.
    """
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    command = (*SERVE, "--listen", "127.0.0.1:0", "--store", postgres_url, "--data")
    async with (
        serving(*command, str(tmp_path / "one")) as one,
        serving(*command, str(tmp_path / "two")) as two,
    ):
        assert one.announced.splitlines()[1] == two.announced.splitlines()[1]
        ada = await api(one, keys[0], "Ada")
        table = (await ada.ask("open", game="court", seats=2))["table"]
        bert = await api(two, keys[1], "ada")
        assert bert.hello["name"] not in {"Ada", "ada"}  # type: ignore[attr-defined]
        await until(bert, table, "list")
        assert (await bert.ask("sit", table=table))["seat"] == 2
        await until(ada, bert.hello["name"], "list")  # type: ignore[attr-defined]
        await one.stop(9)
        again = await api(two, keys[0], "somebody")
        assert again.hello["name"] == "Ada"  # type: ignore[attr-defined]
        said = await asyncio.to_thread(in_this_process, "admin", "ban", "Ada", "--data", tmp_path / "two")
        assert said.status == 0
    async with serving(*command, str(tmp_path / "one")) as one:
        listed = await asyncio.to_thread(in_this_process, "admin", "ban", "--data", tmp_path / "one")
        assert "Ada" in "".join(listed.out)
        copy = tmp_path / "copy"
        backup = await asyncio.to_thread(in_this_process, "admin", "backup", copy, "--data", tmp_path / "one")
        assert (backup.status, copy.exists()) == (1, False)
        assert "pg_dump" in backup.err[0]
        assert await one.stop() == 0
    assert sorted(path.name for path in (tmp_path / "one").iterdir()) == ["lock"]


async def test_the_processes_of_a_host_are_nodes(tmp_path: Path, postgres_url: str) -> None:
    """Two players are at two processes of one port; an operator sees and sends away both by one command."""
    keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
    data = ("--data", str(tmp_path / "data"))
    command = (*SERVE, "--listen", "127.0.0.1:0", "--store", postgres_url, "--processes", "2", *data)
    async with serving(*command) as host:
        ada, bert = await api(host, keys[0], "Ada"), await api(host, keys[1], "Bert")
        table = (await ada.ask("open", game="court", seats=2))["table"]
        await until(bert, table, "list")
        await until(bert, "Ada", "who")
        who = await asyncio.to_thread(in_this_process, "admin", "who", *data)
        assert who.out[0].startswith("2 sessions, 1 table")
        for name in ("Ada", "Bert"):
            kicked = await asyncio.to_thread(in_this_process, "admin", "kick", name, *data)
            assert f"{name} was kicked (1 session)" in kicked.out[0]
        assert await host.stop() == 0


async def test_a_store_that_cannot_be_used_is_one_sentence_without_its_password(tmp_path: Path) -> None:
    """Whether nobody answers, the address is wrong, or the password is."""
    for url in (
        "postgresql://ada:S3cret@127.0.0.1:1/games",
        "postgresql://ada:S3cret@nowhere.invalid/games",
        "postgresql://ada:S3cret@127.0.0.1:x/games",
    ):
        status, said = await refused("--data", str(tmp_path), CROWNHOUSE_STORE=url)
        assert status in {1, 2}
        assert said.count("\n") == 1
        assert "S3cret" not in said


def test_the_driver_is_imported_for_postgresql_alone() -> None:
    """A host with its own database does not need it."""
    assert subprocess.run([sys.executable, "-c", NO_DRIVER], cwd=ROOT, check=False).returncode == 0


def test_checking_postgresql_is_left_to_its_own_tools() -> None:
    """In one sentence, which repeats no password."""
    said = in_this_process("check", "--store", "postgresql://ada@db.example.org/games")
    assert (said.status, said.out, len(said.err)) == (2, [], 1)
    assert "db.example.org/games" in said.err[0]
    assert "pg_dump" in said.err[0]
    said = in_this_process("check", "--store", "postgresql://ada:S3cret@db.example.org/games")
    assert (said.status, "S3cret" in said.err[0]) == (2, False)
