"""Whatever a subcommand is given, it says what is wrong in one sentence, and never with a trace."""

from __future__ import annotations

import os
import sqlite3
import subprocess
from errno import ENOSPC
from pathlib import Path

import pytest

from server.start.offline import restore
from server.store.database import opening
from server.store.database.backup import copy_database
from server.store.database.data_folder import DATABASE_FILE, DataFolder
from server.store.sqlite.database import Database
from tests.server.journals import start_thread
from tests.server.start.commands import RECORDS, SCRIPT, in_this_process

LONG = "x" * 300
"""A name that no disk takes: looking whether it is there fails."""
URL = "postgresql://crownhouse@127.0.0.1:1/games"
WRONG = {
    "a folder that cannot be looked at": (("rebuild", "--data", LONG), 1, "File name too long"),
    "the same, of people": (("against-bots", "--data", LONG), 1, "File name too long"),
    "the same, to move": (("move-store", LONG, URL), 1, "File name too long"),
    "a file for a folder": (("serve", "--data", "file"), 1, "data folder file: it is a file"),
    "nothing to restore": (("restore", "--data", "none"), 1, "There is no database in none: name"),
    "no address to move to": (("move-store", "none", "mysql://a@b/c"), 2, "as postgresql://crownhouse@"),
    "a device without an end to replay": (("replay", "/dev/zero"), 2, "/dev/zero: This isn't a record"),
    "the same to verify": (("verify", "/dev/zero"), 2, "/dev/zero: This isn't a record"),
    "the same to analyse": (("analyse", "/dev/zero"), 2, "/dev/zero: This isn't a record"),
    "a setting without a value": (("serve", "--config", ""), 2, "serve: argument --config: it is empty"),
    "the same in one word": (("serve", "--data="), 2, "argument --data: it is empty"),
    "a window's file that is no key": (
        ("web", "--host", "a:1", "--key", "file", "--known-hosts", "file"), 2, "file cannot be read: ",
    ),
    "a window's key that is not there": (
        ("web", "--host", "a:1", "--key", "none", "--known-hosts", "file"), 2, "none: No such file",
    ),
    "a section for a setting": (("serve", "--config", "section.toml"), 2, "limits is a section: write ["),
    "one mistake of two settings": (("serve", "--config", "metrics.toml"), 2, "has bits beyond its network"),
    "no file of services": (("serve", "--config", "services.toml"), 2, "none cannot be read: No such file"),
    "no message": (("serve", "--config", "message.toml"), 2, "message: Cannot read none"),
}  # fmt: skip
FILES = {
    "file": "x",
    "section.toml": "limits = 3",
    "metrics.toml": 'metrics = "0.0.0.0:1"\nmetrics_from = "10.0.0.1/8"',
    "services.toml": '[notices]\nservices = "none"',
    "message.toml": 'message_file = "none"',
}


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What there is where the commands are typed."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, "utf-8")
    return tmp_path


@pytest.mark.parametrize(("words", "status", "why"), WRONG.values(), ids=WRONG)
def test_one_sentence_says_what_is_wrong(words: tuple[str, ...], status: int, why: str, here: Path) -> None:
    """With the status of its kind; what is refused makes nothing."""
    done = in_this_process(*words)
    assert (done.status, done.out, len(done.err)) == (status, [], 1), done
    assert why in done.err[0]
    assert {one.name for one in here.iterdir()} == {*FILES}


@pytest.mark.parametrize("words", [("check",), ("replay",), ("serve", "--data"), ("rebuild", "--data")])
def test_what_is_typed_does_not_steer_the_terminal(words: tuple[str, ...]) -> None:
    """Nor does a name stand there in numbers that is no UTF-8."""
    Path("\x1b[2J\udcff").write_text("x", "utf-8")
    (said,) = in_this_process(*words, "\x1b[2J\udcff").err
    assert "\ufffd[2J\ufffd" in said


def test_a_variable_that_is_a_section_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CROWNHOUSE_LIMITS", "3")
    (said,) = in_this_process("serve", "--check").err
    assert said == "CROWNHOUSE_LIMITS: limits is a section: write [limits], and its settings below."


def test_a_folder_that_cannot_be_looked_at_is_a_finding() -> None:
    """Beside the others, of all that a start would need."""
    done = in_this_process("serve", "--check", "--data", LONG)
    assert (done.status, done.err) == (1, [])
    assert any(line.startswith("no  store ") and "File name too long" in line for line in done.out)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("config > /dev/full", "crownhouse config: No space left on device"),
        ("--version > /dev/full", "crownhouse --version: No space left on device"),
        (f"replay {RECORDS}/one-round.record > /dev/full", "crownhouse replay: No space left on device"),
        ("config >&-", ""),
        ("replay file 2>&-", ""),
        (f"replay {RECORDS}/house-limit.record | head -1 > /dev/null", ""),
    ],
)
def test_an_output_that_takes_nothing_is_told_of(words: str, told: str) -> None:
    """It is no fault of the file that was read; whoever closed it wants to hear nothing."""
    done = subprocess.run(["sh", "-c", f"{SCRIPT} {words}"], capture_output=True, text=True, check=False)
    assert done.stderr == (f"{told}\n" if told else "")


def test_a_full_disk_leaves_nothing_half_done(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither of a new database nor of a backup that is restored; what is there stays as it was."""
    data = here / "data"
    data.mkdir()
    Database(data / DATABASE_FILE, start_thread).close()
    DataFolder(data).close()
    copy_database(data / DATABASE_FILE, here / "backup.db", 1.0)
    before = {path.name: path.read_bytes() for path in data.iterdir()}

    def full(_: Path, target: Path) -> None:
        target.write_bytes(b"half of it")
        raise OSError(ENOSPC, os.strerror(ENOSPC))

    monkeypatch.setattr(restore, "copy_database", full)
    done = in_this_process("restore", "backup.db", "--data", "data")
    assert (done.status, done.out, done.err) == (
        1, [], ["The database cannot be restored: No space left on device."],
    )  # fmt: skip
    assert {path.name: path.read_bytes() for path in data.iterdir()} == before

    def fills(*_: object) -> str:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(opening, "schema", fills)
    with pytest.raises(sqlite3.OperationalError):
        Database(here / "new.db", start_thread)
    assert not [path for path in here.iterdir() if path.name.startswith("new.db")]
