"""`crownhouse serve --check` says what a start would find, and leaves everything as it is."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from pwd import getpwnam
from tempfile import TemporaryDirectory
from types import SimpleNamespace

import pytest

from server.settings.address import NAMELESS
from server.settings.config import Config
from server.settings.notice_services import NoticeSettings
from server.settings.store_address import StoreAddress
from server.start import start_check
from server.start.start_check import closed_to_owner, open_secrets
from server.store.database.data_folder import DataFolder
from server.store.database.schema import SCHEMA_VERSION
from server.store.host_keys import HostKeyStore
from server.store.outages import Outage, StoredOutages
from server.store.postgres.connection import open_postgres
from server.store.sqlite.database import Database, SqliteSql
from tests.server.journals import start_thread
from tests.server.start.commands import CommandResult, crownhouse, in_this_process


def told(*arguments: str, by: Callable[..., CommandResult] = in_this_process) -> tuple[int, dict[str, str]]:
    """The exit status, and each line by its first words."""
    done = by("serve", "--check", *arguments)
    assert done.err == []
    return done.status, {line[4:19].strip(): line[:4].strip() + " " + line[19:] for line in done.out}


def test_a_first_start_makes_what_is_missing(tmp_path: Path) -> None:
    """Which the check does not."""
    status, found = told("--data", str(tmp_path / "new"), "--listen", "127.0.0.1:0")
    assert status == 0
    assert list(found) == ["configuration", "data folder", "store", "host key", "port"]
    assert all(said.startswith("ok ") for said in found.values())
    assert [said.endswith("will be made") for said in found.values()] == [False, False, True, True, False]
    assert found["port"].endswith(": free")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("setting", "given", "said"),
    [
        ('log = "json"', (), "unknown setting nix."),
        ("", ("--processes", "none"), "--processes"),
        ('log = "json"', ("--store", "postgresql://club:secret@127.0.0.1/club"), "--store: "),
    ],
)
def test_settings_that_are_wrong_are_said_to_who_asks(
    tmp_path: Path, setting: str, given: tuple[str, ...], said: str
) -> None:
    """In sentences, also where a host would log them as JSON."""
    file = tmp_path / "host.toml"
    file.write_text(f"{setting}\n{'' if given else 'nix = 1'}\n")
    done = in_this_process("serve", "--check", "--config", file, "--data", tmp_path, *given)
    assert (done.status, done.out, len(done.err)) == (2, [], 1)
    assert said in done.err[0]


def test_a_host_that_logs_json_says_what_is_wrong_as_json(tmp_path: Path) -> None:
    """Whatever it is."""
    file = tmp_path / "host.toml"
    file.write_text('log = "json"\n')
    for wrong in ("--processes=none", "--store=postgresql://club:secret@127.0.0.1/club"):
        done = crownhouse("serve", "--config", file, "--data", tmp_path, wrong)
        assert done.status == 2
        assert [json.loads(line)["event"] for line in done.err] == ["cannot start"]


def test_what_is_there_is_looked_at(tmp_path: Path) -> None:
    """The database's schema, the key's fingerprint, and whether a host runs."""
    database = Database(tmp_path / "crownhouse.db", start_thread)
    database.close()
    folder = DataFolder(tmp_path)
    key = folder.host_key().get_fingerprint()
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        given = ("--data", str(tmp_path), "--listen", f"127.0.0.1:{taken.getsockname()[1]}")
        status, found = told(*given)
        assert status == 0
        assert f"schema {SCHEMA_VERSION}, no damage" in found["store"]
        assert found["host key"].endswith(key)
        assert "a host is running on it" in found["data folder"]
        assert "in use, as the running host's would be" in found["port"]
        folder.close()
        status, found = told(*given)
        assert (status, found["port"][:2]) == (1, "no")


@pytest.mark.parametrize(
    "given", ["*:{0},127.0.0.1:{0}", "localhost:{0} 127.0.0.1:{0}", "127.0.0.1:{0},*:{0}"]
)
def test_an_address_that_another_has_already_is_found(tmp_path: Path, given: str) -> None:
    """The host could not start."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    status, found = told("--data", str(tmp_path), "--listen", given.format(port))
    assert (status, found["port"][:2]) == (1, "no")
    assert "another of these addresses has it" in found["port"]
    assert told("--data", str(tmp_path), "--listen", f"127.0.0.1:{port}, 127.0.0.1:{port}")[0] == 0


async def test_a_key_that_players_do_not_know_is_said(tmp_path: Path) -> None:
    """As the start would say it; nothing is made."""
    database = Database(tmp_path / "crownhouse.db", start_thread)
    given = ("--data", str(tmp_path), "--listen", "127.0.0.1:0")
    assert told(*given)[1]["host key"].endswith("will be made")
    await HostKeyStore(SqliteSql(database)).keep("SHA256:other", 1.0)
    assert "is missing, but players know this host by SHA256:other" in told(*given)[1]["host key"]
    assert not (tmp_path / "host_key").exists()
    folder = DataFolder(tmp_path)
    key = folder.host_key().get_fingerprint()
    assert told(*given)[1]["host key"].startswith("no")
    await HostKeyStore(SqliteSql(database)).keep(key, 2.0)
    assert told(*given)[1]["host key"].startswith("ok")
    folder.close()
    database.close()


def test_what_cannot_be_used_is_said(tmp_path: Path) -> None:
    """Each in its line; the others are looked at all the same."""
    (tmp_path / "crownhouse.db").write_bytes(b"no database" * 100)
    (tmp_path / "host_key").write_bytes(b"no key")
    (tmp_path / "host_key").chmod(0o600)
    status, found = told("--data", str(tmp_path), "--listen", "192.0.2.1:2222")
    assert status == 1
    assert {what for what, said in found.items() if said.startswith("no ")} == {"store", "host key", "port"}
    status, found = told("--data", str(tmp_path), "--store", "postgresql://127.0.0.1:1/x")
    assert (status, found["store"][:2]) == (1, "no")


async def test_postgres_is_looked_at(empty_database: str, tmp_path: Path) -> None:
    """An empty database stays empty."""
    url = empty_database
    given = ("--store", url, "--data", str(tmp_path), "--listen", "127.0.0.1:0")
    assert "an empty database" in told(*given, by=crownhouse)[1]["store"]
    assert "an empty database" in told(*given, by=crownhouse)[1]["store"]
    await (await open_postgres(url)).close()
    status, found = told(*given, by=crownhouse)
    assert (status, f"schema {SCHEMA_VERSION}" in found["store"]) == (0, True)


@pytest.mark.parametrize(("public", "is_told"), [("", True), ("play.example.org:22", False)])
def test_notices_that_cannot_name_the_host_are_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, public: str, is_told: bool
) -> None:
    """It would start all the same."""
    services = tmp_path / "services"
    services.write_text("mail mailto://localhost?from=a@example.org&to={recipient}\n", "utf-8")
    monkeypatch.setenv("CROWNHOUSE_NOTICES_SERVICES", str(services))
    monkeypatch.setenv("CROWNHOUSE_PUBLIC", public)
    status, found = told("--data", str(tmp_path), "--listen", "127.0.0.1:0")
    assert (status, found.get("notices", "")) == (0, f"! {NAMELESS}" if is_told else "")
    assert Config(notices=NoticeSettings(services=str(services)), public=public).is_nameless is is_told


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user of the machine can enter; pytest's own are not."""
    with TemporaryDirectory() as made:
        folder = Path(made)
        folder.chmod(0o755)
        yield folder


def test_secrets_that_every_user_can_read_are_told_of(
    open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The token, the services and the database's password; not where nobody else can enter the folder."""
    token, services, file = (open_folder / name for name in ("token", "services", "crownhouse.toml"))
    token.write_text("0123456789abcdef")
    services.write_text("mail mailto://localhost?from=a@example.org&to={recipient}\n", "utf-8")
    store = StoreAddress("postgresql://ada:secret@localhost/house")
    config = Config(metrics_token=str(token), notices=NoticeSettings(services=str(services)), store=store.url)
    file.write_text(f'store = "{store.url}"\n')
    for path in (token, services, file):
        path.chmod(0o644)
    assert [said.partition(",")[2] for said in open_secrets(config, file)] == [
        f" the secret of {setting}: chmod o= {path}"
        for setting, path in (("metrics_token", token), ("notices.services", services), ("store", file))
    ]
    monkeypatch.setenv("CROWNHOUSE_METRICS_TOKEN", str(token))
    given = ("--data", str(open_folder / "data"), "--listen", "127.0.0.1:0")
    status, found = told(*given)
    assert (status, found["secrets"][:2]) == (0, "! ")
    token.chmod(0o640)
    assert "secrets" not in told(*given)[1]
    file.write_text("")
    open_folder.chmod(0o750)
    assert list(open_secrets(config, file)) == []


UNIT = "Listen=0.0.0.0:22 (Stream)\\nListen=[::]:22 (Stream)\\n"


@pytest.mark.parametrize(
    ("said", "port", "others"),
    [
        (
            f"ActiveState=active\\nUnitFileState=enabled\\n{UNIT}",
            "ok 0.0.0.0:22, [::]:22: opened by crownhouse.socket; listen is not used",
            0,
        ),
        (
            f"ActiveState=failed\\nUnitFileState=enabled\\n{UNIT}",
            "! crownhouse.socket is to open it, but is failed: stop crownhouse, start both, see its status",
            1,
        ),
        ("ActiveState=inactive\\nUnitFileState=disabled\\n", "ok 127.0.0.1 port", 1),
        ("", "ok 127.0.0.1 port", 1),
    ],
    ids=["open", "failed", "off", "no systemd"],
)
def test_the_port_of_a_socket_unit_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: str, port: str, others: int
) -> None:
    """In place of those that the host would open itself; of the service alone."""
    if said:
        systemctl = tmp_path / "systemctl"
        systemctl.write_text(f"#!/bin/sh\nprintf '{said}'\n")
        systemctl.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    given = ("serve", "--check", "--data", str(tmp_path), "--listen", "127.0.0.1:0")
    assert not [line for line in in_this_process(*given).out if "crownhouse.socket" in line]
    monkeypatch.setattr(start_check, "SERVICE_FOLDER", tmp_path)
    lines = [line for line in in_this_process(*given).out if line[4:].startswith("port ")]
    assert " ".join(lines[0].split()).replace(" port ", " ", 1).startswith(port)
    assert sum(line.endswith(": free") for line in lines) == others


@pytest.mark.parametrize("flag", ["--version", "-h"])
def test_the_program_says_what_it_is(flag: str) -> None:
    """On standard output, with status 0."""
    done = crownhouse(flag)
    assert (done.status, done.err) == (0, [])
    assert "crownhouse" in done.out[0]


@pytest.mark.parametrize(
    ("settings", "extra"), [(["--store", "postgresql://ada@localhost/house"], "postgres"), ([], "notices")]
)
def test_what_is_not_installed_is_named_by_its_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: list[str], extra: str
) -> None:
    """A host that its settings need it for does not start, nor is its store moved."""
    monkeypatch.setattr(start_check, "find_spec", lambda _: None)
    services = tmp_path / "services"
    services.write_text("mail mailto://localhost?from=a@example.org&to={recipient}\n", "utf-8")
    monkeypatch.setenv("CROWNHOUSE_NOTICES_SERVICES", str(services) if extra == "notices" else "")
    status, found = told("--data", str(tmp_path), "--listen", "127.0.0.1:0", *settings)
    assert status == 1
    assert found["installed"].startswith("no ")
    assert found["fast"] == f"ok {start_check.SLOWER}"  # which no host needs
    sentence = found["installed"].removeprefix("no ")
    assert f"pip install 'crownhouse[{extra}]'" in sentence
    done = in_this_process("serve", "--data", str(tmp_path), *settings)
    assert (done.status, done.err) == (1, [sentence])
    if extra == "postgres":
        moved = in_this_process("move-store", str(tmp_path), settings[1])
        assert (moved.status, moved.err) == (1, [sentence])


def test_root_is_told_of_files_that_the_hosts_user_cannot_read(
    open_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is the data folder's, as whom the service runs; whoever asks for themselves is told nothing."""
    folder, key, token = (open_folder / name for name in ("data", "key", "token"))
    folder.mkdir()
    config = Config(data=str(folder), host_key=str(key), metrics_token=str(token))
    for path in (key, token):
        path.write_text("x")
        path.chmod(0o600)
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    cannot = {str(key): 1, str(token): 0}
    monkeypatch.setattr(subprocess, "run", lambda words, **_: SimpleNamespace(returncode=cannot[words[-1]]))
    nobody = getpwnam("nobody")
    look = Path.stat
    monkeypatch.setattr(
        Path, "stat", lambda path, **_: os.stat_result((*look(path)[:4], nobody.pw_uid, *look(path)[5:]))
    )
    (said,) = [one.said for one in closed_to_owner(config, Path("no file"))]
    assert said == f"{key}: nobody, whose data folder it is, cannot read it: chown nobody {key}"
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    assert list(closed_to_owner(config, Path("no file"))) == []


@pytest.mark.parametrize(
    ("ahead", "is_told"), [(3 * 86400.0, True), (61.0, True), (20.0, False), (-9.0, False)]
)
async def test_a_clock_that_was_set_back_is_told_of(
    ahead: float, is_told: bool, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Before a start, which it does not keep from starting, and at the start."""
    database = Database(tmp_path / "crownhouse.db", start_thread)
    now = time.time()
    outages = StoredOutages(SqliteSql(database))
    await outages.record_heartbeat(now + ahead)
    status, found = told("--data", str(tmp_path), "--listen", "127.0.0.1:0")
    assert (status, "clock" in found) == (0, is_told)
    if is_told:
        last = datetime.fromtimestamp(now + ahead, UTC).strftime("%Y-%m-%d %H:%M UTC")
        assert found["clock"].endswith(f", but a host was here at {last}: set the wrong one right")
    await outages.begin(now)
    assert ["clock is behind" in one.message for one in caplog.records] == [True] * is_told
    assert (await outages.begin(now + 100.0))[-1] == Outage(now, now + 100.0)
    database.close()
