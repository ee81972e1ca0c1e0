"""What a release is called and what its tag says follow from the changelog."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from docs.cut import check_next, dated, named
from docs.release import SUMS, checksums, current_version, next_minor, tag_text
from server.start.main import main

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


def test_a_version_that_is_worked_on_is_not_released() -> None:
    """And the sentence says what to type."""
    with pytest.raises(ValueError, match=r"1\.4\.0\.dev0 is still worked on: `make release VERSION=1\.4\.0`"):
        tag_text("1.4.0.dev0", CHANGELOG)


def test_a_release_takes_what_was_unreleased() -> None:
    """The part of its version then has all of it, and nothing is left for the next one."""
    open_changes = CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n### Fixed\n- Tea.\n")
    changelog = dated(open_changes, "1.4.0", "2027-03-01")
    assert tag_text("1.4.0", changelog) == "crownhouse 1.4.0 - 2027-03-01\n\nFixed:\n- Tea.\n"
    with pytest.raises(ValueError, match="nothing under Unreleased"):
        dated(changelog, "1.4.1", "2027-03-02")


def test_only_the_version_of_the_project_is_named_anew() -> None:
    before = '[project]\nname = "crownhouse"\nversion = "0.3.0.dev0"\n[tool]\nversion = "1"\n'
    assert named(before, "0.3.0") == before.replace("0.3.0.dev0", "0.3.0")


@pytest.mark.parametrize("version", ["0.3", "0.3.0-rc1", "0.2.9", "0.3.0.dev0", "v0.3.0"])
def test_a_version_that_cannot_come_next_is_refused(version: str) -> None:
    with pytest.raises(ValueError, match=r"no version such as|does not come after"):
        check_next(version, "0.3.0.dev0")


def test_a_release_comes_after_its_development_and_before_the_next() -> None:
    check_next("0.3.0", "0.3.0.dev0")
    assert next_minor("0.3.0") == "0.4.0"
    check_next("0.4.0.dev0", "0.3.0")
