"""The real program on files that are not what it left, and on disks that are full or may not be written."""

from __future__ import annotations

import json
import os
import resource
import sqlite3
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from urllib.request import urlopen

import pytest

from server.store.database.file_check import wal_of
from tests.e2e.host import QUICK, SCRIPT, LiveHost
from tests.forked import run
from tests.kept import kept
from tests.kept.program import ApiLine, Program
from tests.server.store.database.damage import DAMAGES, NAME, WAL_DAMAGES, crashed, good
from tests.server.store.database.test_file_check import inside
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e


def serve(data: Path, before: Sequence[str] = ()) -> tuple[int, str]:
    """The exit status of a host that cannot start, and what it says."""
    given = ("serve", "--listen", "127.0.0.1:0", "--data", str(data))
    if before:
        host = subprocess.run(
            [*before, SCRIPT, *given], capture_output=True, text=True, timeout=WITHIN, check=False
        )
    else:
        host = run(["crownhouse", *given])
    assert host.stdout == ""
    return host.returncode, host.stderr


@pytest.mark.parametrize(
    "name", ["empty", "another program's database", "cut in the middle", "newer", "no column"]
)
def test_a_host_on_a_file_it_cannot_use_says_so_in_one_sentence(tmp_path: Path, name: str) -> None:
    """And ends with status 1; the file is as it was."""
    path = good(tmp_path)
    DAMAGES[name][0](path)
    before = inside(tmp_path)
    status, said = serve(tmp_path)
    *logged, sentence = said.splitlines()
    assert status == 1
    assert sentence.startswith(f"The database {path} ")
    assert DAMAGES[name][1] in sentence
    assert not [line for line in logged if "Traceback" in line or line.startswith(" ")]
    after = inside(tmp_path)
    assert {file: after[file] for file in before} == before


def test_a_damaged_log_of_changes_is_one_sentence_too(tmp_path: Path) -> None:
    path = crashed(tmp_path)
    WAL_DAMAGES["a flipped bit in a change"][0](path)
    before = inside(tmp_path)
    status, said = serve(tmp_path)
    assert (status, "confirmed changes" in said.splitlines()[-1]) == (1, True)
    after = inside(tmp_path)
    assert {file: after[file] for file in before} == before


def test_a_full_disk_at_the_first_start_leaves_no_half_of_a_database(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""
    status, said = serve(tmp_path, ("prlimit", "--fsize=8192"))
    assert status == 1
    assert "Traceback" not in said
    assert said.splitlines()[-1].startswith(f"The database {tmp_path / NAME} cannot be used: ")
    assert not (tmp_path / NAME).exists()


def test_a_full_disk_at_a_later_start_is_one_sentence(tmp_path: Path) -> None:
    """The database is as it was."""
    path = good(tmp_path)
    with closing(sqlite3.connect(path)) as connection:
        before = list(connection.iterdump())
    status, said = serve(tmp_path, ("prlimit", "--fsize=4096"))
    assert status == 1
    assert "Traceback" not in said
    assert "cannot be used: " in said.splitlines()[-1]
    with closing(sqlite3.connect(path)) as connection:
        assert list(connection.iterdump()) == before


def test_a_folder_that_may_not_be_written_is_one_sentence(tmp_path: Path) -> None:
    good(tmp_path)
    tmp_path.chmod(0o500)
    anybody = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--") if os.geteuid() == 0 else ()
    status, said = serve(tmp_path, anybody)
    tmp_path.chmod(0o700)
    assert status == 1
    assert said.splitlines()[-1] == f"Cannot use the data folder {tmp_path}: Permission denied."


@pytest.fixture
def host(tmp_path: Path) -> Iterator[LiveHost]:
    terminals = PtyTerminals()
    at = LiveHost(
        tmp_path, terminals, QUICK | {"CROWNHOUSE_LOG": "json", "CROWNHOUSE_METRICS": "127.0.0.1:0"}
    )
    at.start()
    yield at
    at.close()


def begun(at: LiveHost) -> tuple[Program, str]:
    """Somebody plays a private game against a bot."""
    someone = kept.program(at, "ada")
    table = someone.ask("open", game="court", seats=2, private=True)["table"]
    someone.ask("bot", table=table)
    someone.ask("watch", table=table)
    someone.ask("start", table=table)
    return someone, table


def asked(someone: Program, table: str) -> ApiLine:
    """What somebody may do, once it is their turn."""
    while not (legal := someone.ask("legal", table=table, count=1))["moves"]:
        someone.until(lambda line: "news" in line)
    found: ApiLine = legal
    return found


def move(someone: Program, table: str) -> ApiLine:
    """What the first legal move is answered with, once it is somebody's turn."""
    legal = asked(someone, table)
    return someone.request("move", table=table, move=legal["moves"][0]["move"], seq=legal["seq"])


def test_a_disk_that_fills_up_loses_nothing_and_play_goes_on_when_there_is_room(host: LiveHost) -> None:
    """A limit on the size of the running host's files stands for the disk.

    It is full when it is somebody's turn, and from the next byte on: otherwise it would be chance whether
    their move or the bot's, which tries again by itself and is told to nobody twice, is the first to fail.
    """
    someone, table = begun(host)
    assert "ok" in move(someone, table)
    asked(someone, table)
    size = wal_of(host.folder / "data" / NAME).stat().st_size
    process = host._process
    assert process is not None
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    assert move(someone, table)["refused"]["code"] == "not-saved"
    someone.until(lambda line: line.get("news", {}).get("saving") == "not-saved")
    before = someone.ask("view", table=table)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert "ok" in move(someone, table)
    after = someone.ask("view", table=table)
    assert "saving" not in after
    assert after["seq"] > before["seq"]
    someone.close()
    checked = run(["crownhouse", "check", host.folder / "data"])
    assert (checked.returncode, checked.stderr) == (0, "")


def test_a_damaged_table_is_listed_for_the_operator(host: LiveHost) -> None:
    """`admin who` says why, its player is told, `admin close` ends it, and the host plays on. Metrics count
    the error, though nobody could ask for them before.
    """
    someone, table = begun(host)
    someone.close()
    assert host.stop() == 0
    with closing(sqlite3.connect(host.folder / "data" / NAME)) as connection, connection:
        connection.execute("DELETE FROM entries WHERE table_id = ? AND seq = 2", (table,))
    host.start()
    someone = kept.program(host, "ada")
    assert someone.ask("view", table=table)["info"]["stage"] == "damaged"
    name = someone.ask("view", table=table)["info"]["name"]
    assert someone.request("concede", table=table)["refused"]["code"] == "table-damaged"
    assert f"{name} is set aside: " in kept.admin(host, "who")
    assert '"why"' in host.log
    at = [json.loads(line)["at"] for line in host.log.splitlines() if '"metrics listening"' in line][-1]
    with urlopen(f"http://{at}/metrics") as metrics:
        assert b"\ncrownhouse_all_errors_total 1.0\n" in metrics.read()
    assert "ended without a result" in kept.admin(host, "close", name)
    assert f"{name} is set aside" not in kept.admin(host, "who")
    other, playing = begun(host)
    assert "ok" in move(other, playing)
    other.close()
    someone.close()
