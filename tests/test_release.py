"""What a release is called and what its tag says follow from the changelog."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from docs.release import SUMS, checksums, current_version, tag_text
from server.cli.main import main

CHANGELOG = """# Changelog

## Unreleased

## 1.3.0 - 2027-02-01

### Added
- Chess.

## 1.2.0 - 2027-01-01

### Added
- Go.
"""


def test_a_tag_says_what_its_version_brings() -> None:
    """Nothing of the versions before, and no line that git would take for a comment."""
    assert tag_text("1.3.0", CHANGELOG) == "crownhouse 1.3.0 - 2027-02-01\n\nAdded:\n- Chess.\n"


@pytest.mark.parametrize("version", ["1.4.0", "1.3", "1.3.00"])
def test_a_version_that_the_changelog_does_not_describe_is_refused(version: str) -> None:
    with pytest.raises(ValueError, match=f"no part .*{version} - "):
        tag_text(version, CHANGELOG)


def test_checksums_are_those_of_sha256sum(tmp_path: Path) -> None:
    (tmp_path / "one.whl").write_bytes(b"one")
    (tmp_path / SUMS).write_text(checksums(tmp_path))
    subprocess.run(["sha256sum", "--check", "--strict", "--quiet", SUMS], cwd=tmp_path, check=True)


def test_the_program_says_the_version_of_its_project(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["--version"])
    assert current_version() in capsys.readouterr().out
