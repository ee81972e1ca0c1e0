"""Builds the image of a host, and tries it: `python -m tests.image FOLDER [BASE]`.

buildah does it, where there are no namespaces either. The base is BASE, or what deploy/Containerfile names
if it can be pulled, or else a Debian 13 that mmdebstrap makes; FOLDER keeps that one and all images. The
container is run as its configuration says, with a root that cannot be written: a move is played by ssh,
SIGTERM ends it, and on the same volume the table is still there. Prints one line and exits 0, or says what
is wrong and exits 1. Needs root.
"""

from __future__ import annotations

import configparser
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.e2e.host import LiveHost
from tests.packages import OfAnotherHost
from tests.terminal import PtyTerminals

ROOT = Path(__file__).parents[1]
OWN_BASE = "localhost/crownhouse-base"
IMAGE = "localhost/crownhouse"
MOST = 120_000_000
"""Bytes that an image may add to its base."""
INCLUDED = "python3,python3-venv,ca-certificates"
PIP_CONFIG = "/etc/pip.conf"
USER = 10001
OPENED = ("open court 2", "1: add a bot"), ("bot page", "1: start"), ("start", "1: roll 3 dice")
"""What is typed, and what is read then."""
SOME_WAIT = 10
"""What `turns` ends with where a table waits."""


class Buildah:
    """buildah with its storage in a folder."""

    def __init__(self, folder: Path) -> None:
        self._command = [
            "buildah", "--root", str(folder / "storage"), "--runroot", str(folder / "run"),
            "--storage-driver", "vfs",
        ]  # fmt: skip

    def __call__(self, *words: str) -> str:
        """Its output. Raises CalledProcessError."""
        done = subprocess.run(
            [*self._command, *words], stdout=subprocess.PIPE, text=True, check=True, cwd=ROOT
        )
        return done.stdout.strip()

    def has(self, image: str) -> bool:
        """Whether an image is here."""
        words = [*self._command, "inspect", "--type", "image", image]
        return subprocess.run(words, capture_output=True, check=False).returncode == 0

    def pulled(self, image: str) -> bool:
        """Whether an image is here after an attempt to fetch it."""
        words = [*self._command, "pull", "--quiet", image]
        return self.has(image) or subprocess.run(words, capture_output=True, check=False).returncode == 0

    def size(self, image: str) -> int:
        """The bytes of an image."""
        files = (file for file in self.files(image).rglob("*") if not file.is_symlink())
        return sum(file.stat().st_size for file in files if file.is_file())

    def files(self, image: str) -> Path:
        """Where the files of an image can be read, in a container that is left."""
        return Path(self("mount", self("from", "--pull-never", image)))


def named_base() -> str:
    """The base that the Containerfile names."""
    lines = (ROOT / "deploy" / "Containerfile").read_text().splitlines()
    return next(line.removeprefix("ARG BASE=") for line in lines if line.startswith("ARG BASE="))


def made_base(buildah: Buildah, folder: Path) -> str:
    """A Debian 13 with Python, made once."""
    if not buildah.has(OWN_BASE):
        archive = folder / "debian.tar"
        command = [
            "mmdebstrap", "--quiet", "--variant=minbase", f"--include={INCLUDED}", "trixie", str(archive),
        ]  # fmt: skip
        subprocess.run(command, check=True)
        container = buildah("from", "scratch")
        buildah("add", "--quiet", container, str(archive))
        buildah("commit", "--quiet", "--rm", "--format", "docker", container, OWN_BASE)
        archive.unlink()
    return OWN_BASE


def pip_files(folder: Path) -> tuple[Path, list[Path]]:
    """A file with this machine's settings of pip, and the folders and files that they name."""
    told = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=True
    ).stdout
    config = configparser.ConfigParser(interpolation=None)
    config["global"] = {}
    mounted = set()
    for line in told.splitlines():
        name, _, value = line.partition("=")
        value = " ".join(shlex.split(value))
        config["global"][name.split(".", 1)[-1].strip(".")] = value
        for word in value.split():
            path = Path(word.removeprefix("file://"))
            if path.is_absolute() and path.exists():
                mounted.add(path if path.is_file() else Path(*path.parts[:3]))
    with (folder / "pip.conf").open("w") as file:
        config.write(file)
    return folder / "pip.conf", sorted(mounted)


def pip_here(folder: Path) -> list[str]:
    """buildah's options for a pip that finds packages as the one of this machine does."""
    config, mounted = pip_files(folder)
    volumes = [f"{config}:{PIP_CONFIG}:ro", *(f"{path}:{path}:ro" for path in mounted)]
    return [word for volume in volumes for word in ("--volume", volume)]


def build(buildah: Buildah, base: str, folder: Path) -> None:
    """Build the image on a base."""
    buildah(
        "build", "--quiet", "--isolation", "chroot", "--format", "docker", "--build-arg", f"BASE={base}",
        *pip_here(folder), "--tag", IMAGE, "--file", "deploy/Containerfile", ".",
    )  # fmt: skip


def starter(settings: Mapping[str, Any], files: Path, folder: Path) -> str:
    """A program that runs the image as a container does: as its user and with its environment, nothing but
    /data and /tmp can be written. It takes `serve --listen ADDRESS`, and the health check's command.
    """
    volume = folder / "data"
    volume.mkdir()
    os.chown(volume, USER, USER)
    environment = " ".join(map(shlex.quote, settings["Env"]))
    command = shlex.join(settings["Entrypoint"])
    script = folder / "run"
    script.write_text(
        f"""#!/bin/sh
[ -n "$INSIDE" ] || INSIDE=1 exec unshare --mount "$0" "$@"
mount --bind {files} {files} && mount -o remount,bind,ro {files}
mount --bind {volume} {files}/data && mount -t tmpfs tmpfs {files}/{"tmp"} && mount -t proc proc {files}/proc
mount --rbind /dev {files}/dev
[ "$1" = serve ] && set -- {command} "$1" "$2" "$3"
set -- CROWNHOUSE_BOTS_PACE=0 CROWNHOUSE_NAMES=login "$@"
exec chroot --userspec={USER}:{USER} {files} /usr/bin/env -i {environment} "$@"
"""
    )
    script.chmod(0o755)
    return str(script)


def plays(settings: Mapping[str, Any], files: Path) -> list[str]:
    """What is wrong with a host that runs from an image: one move, a stop, and the same volume again."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        starter_of = starter(settings, files, folder)
        terminals = PtyTerminals()
        host = LiveHost(folder, terminals, script=starter_of)
        try:
            host.start()
            anna = OfAnotherHost(terminals, host.connect("anna", "plain", in_lines=True))
            told = "1: To Court the King"
            for line, then in OPENED:  # this host has no door that says when it is at rest
                anna.heard(told)
                anna.enter(line)
                told = then
            anna.heard("1: roll 3 dice")
            anna.enter("1")
            anna.heard("anna rolls")
            anna.close()
            if subprocess.run([starter_of, *settings["Healthcheck"]["Test"][1:]], check=False).returncode:
                found.append("the health check fails")
            if host.stop():
                found.append("SIGTERM did not end it with status 0")
            host.start()
            turns = host.pipe("anna", "turns")
            told, _ = turns.communicate()
            if turns.returncode != SOME_WAIT:
                found.append(f"the table is not there any more: {told.decode()}")
        finally:
            host.close()
        if "Traceback" in host.log:
            found.append("the host wrote a traceback")
    return found


def faults(folder: Path, base: str) -> tuple[list[str], str]:
    """Build and try the image; what is wrong with it, and a line about it."""
    folder.mkdir(parents=True, exist_ok=True)
    buildah = Buildah(folder)
    if not base:
        named = named_base()
        base = named if buildah.pulled(named) else made_base(buildah, folder)
    build(buildah, base, folder)
    settings = json.loads(buildah("inspect", "--type", "image", IMAGE))["Docker"]["config"]
    added = buildah.size(IMAGE) - buildah.size(base)
    files = buildah.files(IMAGE)
    python = subprocess.run(
        ["chroot", str(files), "/opt/crownhouse/bin/python", "--version"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    found = [f"it adds {added / 1e6:.0f} MB to its base"] if added > MOST else []
    if settings["User"] in {"", "root", "0"}:
        found.append("it runs as root")
    found += plays(settings, files)
    buildah("rm", "--all")
    return (
        found,
        f"{IMAGE} on {base}: {python}, {added / 1e6:.0f} MB over its base; a move, a stop and a start",
    )


def main(words: Sequence[str]) -> int:
    """Build, try, and return the exit status."""
    if not shutil.which("buildah"):
        sys.stderr.write("buildah is not installed here.\n")
        return 1
    folder, base = Path(words[0]).absolute(), "".join(words[1:2])
    found, line = faults(folder, base)
    for fault in found:
        sys.stderr.write(f"{fault}\n")
    if not found:
        sys.stdout.write(f"{line}\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
