"""Names the tests that are near what has changed, for `make fast`.

    python -m tests.touched COMMIT

Compares the working tree with where it left COMMIT, and prints paths for pytest: a changed test itself, the
tests of a changed room, and always those of the repository as a whole, which are quick. `make test` runs all.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "tui", "server")


def changed_since(commit: str) -> list[str]:
    """The files that differ from where the two histories parted."""
    done = subprocess.run(
        ["git", "diff", "--name-only", "--merge-base", commit],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return done.stdout.split()


def near(paths: Iterable[str], root: Path = ROOT) -> list[str]:
    """The paths of the tests that are near these files: none twice, none inside of another."""
    found = {test for path in paths if (test := _near(PurePosixPath(path), root))}
    found |= {f"tests/{one.name}" for one in (root / "tests").glob("test_*.py")}
    return sorted(one for one in found if not any(str(up) in found for up in PurePosixPath(one).parents))


def _near(path: PurePosixPath, root: Path) -> str:
    """The test or the folder of tests for one file; empty: it has none of its own."""
    if path.parts[0] == "tests":
        if path.name.startswith("test_") and path.suffix == ".py":
            return str(path) if (root / path).exists() else ""
        folder = path.parent
    elif path.parts[0] in PACKAGES:
        folder = "tests" / path.parent
    else:
        return ""
    while len(folder.parts) > 1 and not list((root / folder).glob("**/test_*.py")):
        folder = folder.parent
    return str(folder) if len(folder.parts) > 1 else ""


def main() -> int:
    """Print the paths in one line."""
    sys.stdout.write(" ".join(near(changed_since(sys.argv[1]))) + "\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
