"""The nightly copy of a host's database, by the command lines of its unit."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

import pytest

from tests.e2e.host import SCRIPT, LiveHost
from tests.e2e.units import run_unit
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e
UNIT = "crownhouse-backup.service"
ENVIRONMENT = {"PATH": os.environ["PATH"]}


def aged(file: Path, days: int) -> Path:
    """A file that was written so many days ago."""
    file.touch()
    then = time.time() - days * 86400 - 3600
    os.utime(file, (then, then))
    return file


def test_a_running_host_is_copied_and_only_old_copies_are_deleted(tmp_path: Path, host: LiveHost) -> None:
    """The copy can be restored; a host that is down keeps what it has."""
    copies = tmp_path / "crownhouse-backups"
    copies.mkdir()
    (tmp_path / "crownhouse").symlink_to(host.folder / "data")
    old, young = aged(copies / "crownhouse-old.db", 31), aged(copies / "crownhouse-young.db", 29)
    other = aged(copies / "notes", 31)
    assert run_unit(UNIT, tmp_path, ENVIRONMENT) == 0
    (copy,) = copies.glob("crownhouse-20*.db")
    assert {path.name for path in copies.iterdir()} == {copy.name, young.name, other.name}
    assert copy.stat().st_mode & 0o777 == 0o600

    assert host.stop() == 0
    old.touch()
    aged(old, 31)
    assert run_unit(UNIT, tmp_path, ENVIRONMENT) == 1
    assert old.exists()
    restored = [SCRIPT, "restore", str(copy), "--data", str(tmp_path / "again")]
    assert subprocess.run(restored, check=False, capture_output=True, timeout=WITHIN).returncode == 0
