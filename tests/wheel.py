"""Checks a built wheel from outside: what is in it, and that its command runs in a fresh environment.

    python -m tests.wheel dist/*.whl

Prints one line and exits 0, or says what is wrong and exits 1. Needs the requirements installed
in the environment it is run from; nothing is fetched.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGES = {"engine", "tui", "server"}
LANGUAGES = ("en", "de", "it", "nl")
RECORD = Path(__file__).parent / "records" / "one-round.record"


def faults(wheel: Path) -> list[str]:
    """What a wheel has too much or too little."""
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name}
    wanted = [f"tui/locale/{language}/LC_MESSAGES/crownhouse.mo" for language in LANGUAGES]
    strange = [f"{top} does not belong in it" for top in sorted(tops - PACKAGES)]
    return strange + [f"{name} is missing" for name in wanted if name not in names]


def replays(wheel: Path) -> str:
    """What `crownhouse replay` of the wheel alone says of a golden record."""
    with tempfile.TemporaryDirectory() as folder:
        install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", "--target"]
        subprocess.run([sys.executable, *install, folder, str(wheel)], check=True)
        code = (
            "import sys; sys.path.insert(0, sys.argv.pop(1)); "
            "from server.cli.main import main; sys.exit(main())"
        )
        done = subprocess.run(
            [sys.executable, "-P", "-c", code, folder, "replay", str(RECORD.resolve())],
            capture_output=True, text=True, check=False, cwd=folder,
        )  # fmt: skip
        return "" if done.returncode == 0 else done.stderr


def main(wheels: list[str]) -> int:
    found = [fault for wheel in wheels for fault in faults(Path(wheel))]
    found += [said for wheel in wheels if (said := replays(Path(wheel)))]
    for fault in found or ([] if wheels else ["no wheel was named"]):
        sys.stderr.write(f"{fault}\n")
    if wheels and not found:
        sys.stdout.write(f"{', '.join(wheels)}: the packages, four catalogues, and it replays\n")
    return 1 if found or not wheels else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
