"""Names the version that is released next, or the one that is worked on after it:

    python -m docs.cut 0.3.0
    python -m docs.cut 0.4.0.dev0

A release takes what the changelog has under Unreleased, by today's date; either version then stands in
pyproject.toml and in the man page. Without a version nothing changes. Exits 1 with a sentence if the version
cannot come next, or if pyproject.toml names no release that the changelog describes. `make release` begins
with it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from packaging.version import Version

from docs.manual import write
from docs.release import CHANGELOG, PYPROJECT, current_version, tag_text

FORM = re.compile(r"\d+\.\d+\.\d+(\.dev\d+)?")
OPEN = "## Unreleased\n"


def check_next(version: str, current: str) -> None:
    """Raises ValueError if a version cannot come after the current one."""
    if not FORM.fullmatch(version):
        raise ValueError(f"{version} is no version such as 0.3.0 or 0.4.0.dev0.")
    if Version(version) <= Version(current):
        raise ValueError(f"{version} does not come after {current}.")


def named(pyproject: str, version: str) -> str:
    """The text of pyproject.toml with a version."""
    return re.sub(r'^version = "[^"]*"$', f'version = "{version}"', pyproject, count=1, flags=re.MULTILINE)


def dated(changelog: str, version: str, day: str) -> str:
    """The changelog with what was unreleased as a version's part. Raises ValueError if there is nothing."""
    before, found, after = changelog.partition(OPEN)
    if not found or after.lstrip().startswith("## "):
        raise ValueError("CHANGELOG.md has nothing under Unreleased.")
    return f"{before}{OPEN}\n## {version} - {day}\n{after}"


def name(version: str, day: str) -> None:
    """Write a version wherever it stands. Raises ValueError if it cannot come next."""
    check_next(version, current_version())
    if "dev" not in version:
        CHANGELOG.write_text(dated(CHANGELOG.read_text("utf-8"), version, day), "utf-8")
    PYPROJECT.write_text(named(PYPROJECT.read_text("utf-8"), version), "utf-8")
    write()


def main(arguments: Sequence[str]) -> int:
    """Name the version, if there is one, and return the exit status."""
    try:
        for version in arguments:
            name(version, f"{datetime.now(UTC):%Y-%m-%d}")
        if not any("dev" in version for version in arguments):
            tag_text(current_version(), CHANGELOG.read_text("utf-8"))
    except ValueError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
