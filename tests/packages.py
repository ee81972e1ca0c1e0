"""Builds what is given away, the sdist and the wheel, and checks both from outside.

    python -m tests.packages dist

Two builds are the same byte by byte, the wheel is the same whether it is made from the repository or from the
sdist, nothing is missing in it or too much; installed elsewhere with its requirements, its host plays a whole
game in German over ssh. Prints one line and exits 0, or says what is wrong and exits 1. Only installing needs
a package registry.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from email import message_from_string
from pathlib import Path

from tests.e2e.host import LiveHost
from tests.e2e.test_plain_mode import ThroughPipes, german, play
from tests.terminal import PtyTerminals

ROOT = Path(__file__).parents[1]
PACKAGES = {"engine", "tui", "server"}
LANGUAGES = ("en", "de", "it", "nl")
WANTED = (
    *(f"tui/locale/{language}/LC_MESSAGES/crownhouse.mo" for language in LANGUAGES),
    "server/settings/crownhouse.toml",
    "man1/crownhouse.1",
    "completions/crownhouse",
    "site-functions/_crownhouse",
)
"""The ends of names that have to be in a wheel."""
SOURCES = (
    *(f"tui/locale/{language}/LC_MESSAGES/crownhouse.po" for language in LANGUAGES),
    "setup.py", "Makefile", "deploy/crownhouse.toml", "requirements/run.txt", "tests/packages.py",
)  # fmt: skip
BUILD = "from setuptools import build_meta as b; print(b.build_{kind}({to!r}))"


def build(kind: str, source: Path, to: Path) -> Path:
    """Build a wheel or an sdist of a source tree, without an environment of its own."""
    to.mkdir(parents=True, exist_ok=True)
    left = [source / "build", *source.glob("*.egg-info")] if source != ROOT else [source / "build"]
    for folder in left:
        shutil.rmtree(folder, ignore_errors=True)
    code = BUILD.format(kind=kind, to=str(to))
    done = subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=source, check=True, capture_output=True, text=True
    )
    return to / done.stdout.splitlines()[-1]


def faults(folder: Path) -> list[str]:
    """Build everything into a folder, and say what is wrong with it."""
    shutil.rmtree(folder, ignore_errors=True)
    sdist, wheel = build("sdist", ROOT, folder), build("wheel", ROOT, folder)
    with tempfile.TemporaryDirectory() as other:
        elsewhere = Path(other)
        found = []
        if build("sdist", ROOT, elsewhere / "again").read_bytes() != sdist.read_bytes():
            found.append("a second sdist is another one")
        with tarfile.open(sdist) as archive:
            archive.extractall(elsewhere, filter="data")
        (source,) = elsewhere.glob("crownhouse-*")
        found += [f"{name} is missing in the sdist" for name in SOURCES if not (source / name).exists()]
        if build("wheel", source, elsewhere / "wheel").read_bytes() != wheel.read_bytes():
            found.append("the wheel from the sdist is another one")
        return [*found, *wheel_faults(wheel), *(plays(wheel, elsewhere) if not found else ())]


def wheel_faults(wheel: Path) -> list[str]:
    """What a wheel has too much or too little."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        described = message_from_string(packed.read(metadata).decode()).get_payload()
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name and ".data/" not in name}
    found = [f"{top} does not belong into the wheel" for top in sorted(tops - PACKAGES)]
    found += [f"{name} does not belong into the wheel" for name in names if name.endswith(".po")]
    found += [
        f"{name} is missing in the wheel" for name in WANTED if not any(x.endswith(name) for x in names)
    ]
    if "](docs/" in str(described) or 'src="docs/' in str(described):
        found.append("the description has pictures or links that lead nowhere outside of the repository")
    return found


def plays(wheel: Path, folder: Path) -> list[str]:
    """Install the wheel as the documentation says, and play a game in German on its host."""
    environment = folder / "installed"
    subprocess.run([sys.executable, "-m", "venv", str(environment)], check=True)
    install = [str(environment / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*install, "--require-hashes", "-r", str(ROOT / "requirements" / "run.txt")], check=True)
    subprocess.run([*install, "--no-deps", str(wheel)], check=True)
    script = str(environment / "bin" / "crownhouse")
    told = subprocess.run([script, "config"], check=True, capture_output=True, text=True, cwd=folder).stdout
    found = [] if told == (ROOT / "deploy" / "crownhouse.toml").read_text() else ["the sample is another one"]
    home = folder / "home"
    home.mkdir()
    host = LiveHost(home, PtyTerminals(), script=script)
    host.start()
    anna = ThroughPipes(host, "anna", "plain", lang="de_DE.UTF-8")
    try:
        for line in ("neu court 2", "bot page", "start"):
            anna.enter(line)
        play(anna, german)
    finally:
        anna.close()
        host.close()
    return found + (["the host wrote a traceback"] if "Traceback" in host.log else [])


def main(folder: str) -> int:
    """Build, check, and return the exit status."""
    os.environ.pop("CROWNHOUSE_URL", None)
    found = faults(Path(folder).absolute())
    for fault in found:
        sys.stderr.write(f"{fault}\n")
    if not found:
        made = ", ".join(sorted(path.name for path in Path(folder).iterdir()))
        sys.stdout.write(f"{made}: whole, the same each time, and a game in German was played\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
