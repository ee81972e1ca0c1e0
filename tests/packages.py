"""Builds what is given away, the sdist and the wheel, and checks both from outside.

    python -m tests.packages dist

Two builds are the same byte by byte, under any umask; the wheel is the same whether it is made from the
repository or from the sdist, and nothing is missing in it or too much. It installs with pip and with uv, as
docs/hosting.md says, and the host that uv has installed plays a whole game in German over ssh. Prints one
line and exits 0, or says what is wrong and exits 1. Only the download of what it requires needs a package
registry. Set `PROJECT_URL` for a description with links and pictures (setup.py).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable
from email import message_from_string
from pathlib import Path

from tests.e2e.host import LiveHost
from tests.e2e.test_plain_mode import PlainPlayer, german, play
from tests.terminal import PtyTerminals

ROOT = Path(__file__).parents[1]
PACKAGES = {"engine", "tui", "server"}
LANGUAGES = ("en", "de", "it", "nl")
WANTED = (
    *(f"tui/locale/{language}/LC_MESSAGES/crownhouse.mo" for language in LANGUAGES),
    "server/settings/crownhouse.toml",
    "scripts/crownhouse-ready",
    "scripts/crownhouse-slim",
    "man1/crownhouse.1",
    "completions/crownhouse",
    "site-functions/_crownhouse",
)
"""The ends of names that have to be in a wheel."""
SHARED = ("man/man1/crownhouse.1", "bash-completion/completions/crownhouse", "zsh/site-functions/_crownhouse")
"""What docs/hosting.md says of the folder `share` of an installed program."""
SOURCES = (
    *(f"tui/locale/{language}/LC_MESSAGES/crownhouse.po" for language in LANGUAGES),
    "setup.py", "Makefile", "deploy/crownhouse.toml", "requirements/run.txt", "tests/packages.py",
)  # fmt: skip
BUILD = "from setuptools import build_meta as b; print(b.build_{kind}({to!r}))"


class OfAnotherHost(PlainPlayer):
    """At a host without a door, which is asked by what it says."""

    def has(self, holds: Callable[[], bool], what: str) -> None:
        self._terminals.wait(holds, what)


def build(kind: str, source: Path, to: Path, umask: int = -1) -> Path:
    """Build a wheel or an sdist of a source tree, without an environment of its own."""
    to.mkdir(parents=True, exist_ok=True)
    clean(source)
    code = BUILD.format(kind=kind, to=str(to))
    done = subprocess.run(
        [sys.executable, "-P", "-c", code],
        cwd=source,
        check=True,
        capture_output=True,
        text=True,
        umask=umask,
    )
    clean(source)
    return to / done.stdout.splitlines()[-1]


def clean(source: Path) -> None:
    """Remove what a build leaves: another would take it, and Python asks an `.egg-info` for the version."""
    for folder in (source / "build" / "lib", *source.glob("build/bdist.*"), *source.glob("*.egg-info")):
        shutil.rmtree(folder, ignore_errors=True)


def faults(folder: Path) -> list[str]:
    """Build everything into a folder, and say what is wrong with it."""
    shutil.rmtree(folder, ignore_errors=True)
    sdist, wheel = build("sdist", ROOT, folder), build("wheel", ROOT, folder)
    with tempfile.TemporaryDirectory() as other:
        elsewhere = Path(other)
        found = []
        if build("sdist", ROOT, elsewhere / "again", umask=0o077).read_bytes() != sdist.read_bytes():
            found.append("a second sdist is another one, or follows the umask")
        shutil.unpack_archive(sdist, elsewhere)
        (source,) = elsewhere.glob("crownhouse-*")
        found += [f"{name} is missing in the sdist" for name in SOURCES if not (source / name).exists()]
        let_group_write(source)
        if build("wheel", source, elsewhere / "wheel", umask=0o002).read_bytes() != wheel.read_bytes():
            found.append("the wheel from the sdist is another one, or follows the umask")
        return [*found, *wheel_faults(wheel), *(installs(wheel, elsewhere) if not found else ())]


def let_group_write(tree: Path) -> None:
    """Give files the modes that a checkout under umask 002 has."""
    for path in tree.rglob("*"):
        if path.is_file():
            path.chmod(path.stat().st_mode | 0o020)


def wheel_faults(wheel: Path) -> list[str]:
    """What a wheel has too much or too little."""
    with zipfile.ZipFile(wheel) as packed:
        names = packed.namelist()
        (metadata,) = [name for name in names if name.endswith(".dist-info/METADATA")]
        told = message_from_string(packed.read(metadata).decode())
    tops = {name.split("/")[0] for name in names if ".dist-info/" not in name and ".data/" not in name}
    found = [f"{top} does not belong into the wheel" for top in sorted(tops - PACKAGES)]
    found += [f"{name} does not belong into the wheel" for name in names if name.endswith(".po")]
    found += [
        f"{name} is missing in the wheel" for name in WANTED if not any(x.endswith(name) for x in names)
    ]
    described = str(told.get_payload())
    if "](docs/" in described or 'src="docs/' in described:
        found.append("the description has pictures or links that lead nowhere outside of the repository")
    if os.environ.get("PROJECT_URL") and not (told["Project-URL"] and ".svg" in described):
        found.append("PROJECT_URL is set, but the metadata has no links or the description no pictures")
    return found


def installs(wheel: Path, folder: Path) -> list[str]:
    """Install the wheel as the documentation says, for a service and for one user, and try what is there."""
    needed, wheels = str(ROOT / "requirements" / "run.txt"), str(folder / "wheels")
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run(
        [*pip, "download", "--require-hashes", "--only-binary=:all:", "-r", needed, "--dest", wheels],
        check=True,
    )
    local = ["--no-index", "--find-links", wheels]
    service = folder / "service"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(service)], check=True)
    into = [*pip, "--python", str(service), "install", "--no-compile"]
    subprocess.run([*into, *local, "--require-hashes", "-r", needed], check=True)
    subprocess.run([*into, "--no-deps", str(wheel)], check=True)
    tools = folder / "tools"
    environment = os.environ | {
        "UV_TOOL_DIR": str(tools),
        "UV_TOOL_BIN_DIR": str(folder / "bin"),
        "UV_CACHE_DIR": str(folder / "cache"),
    }
    uv = [str(Path(sys.executable).with_name("uv")), "tool", "install", "--quiet", "--no-config", "--offline"]
    subprocess.run(
        [*uv, *local, "--python", sys.executable, str(wheel)], check=True, env=environment, cwd=folder
    )
    share = tools / "crownhouse" / "share"
    found = [f"uv has no {name} in {share}" for name in SHARED if not (share / name).is_file()]
    scripts = (service / "bin" / "crownhouse", folder / "bin" / "crownhouse")
    found += [fault for script in scripts for fault in answers(script, folder)]
    return found + plays(str(scripts[1]), folder)


def answers(script: Path, folder: Path) -> list[str]:
    """Whether an installed program has what was packed with it."""
    told = subprocess.run([script, "config"], check=True, capture_output=True, text=True, cwd=folder).stdout
    same = told == (ROOT / "deploy" / "crownhouse.toml").read_text("utf-8")
    return [] if same else [f"{script} has another sample of the configuration"]


def plays(script: str, folder: Path) -> list[str]:
    """A game in German on the host of an installed program."""
    home = folder / "home"
    home.mkdir()
    terminals = PtyTerminals()
    host = LiveHost(home, terminals, script=script)
    host.start()
    anna = OfAnotherHost(terminals, host.connect("anna", "plain", lang="de_DE.UTF-8", in_lines=True))
    try:
        for line in ("neu court 2", "bot page", "start"):
            anna.enter(line)
        play(anna, german)
    finally:
        anna.close()
        host.close()
    return ["the host wrote a traceback"] if "Traceback" in host.log else []


def main(folder: str) -> int:
    """Build, check, and return the exit status."""
    found = faults(Path(folder).absolute())
    for fault in found:
        sys.stderr.write(f"{fault}\n")
    if not found:
        made = ", ".join(sorted(path.name for path in Path(folder).iterdir()))
        sys.stdout.write(f"{made}: whole, the same each time, and a game in German was played\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
