"""The README's two commands on fresh machines: `python -m tests.matrix FOLDER [NAME...]`.

A fresh machine is a Debian made by mmdebstrap with nothing but python3, its venv module, git, make and an
OpenSSH client, or this machine with another Python that is found on it. On each, in a clone of what is
committed here: `make run`, which installs what it needs, and a command by ssh; then `make test`, which
installs the rest. Both are timed, also in seconds of the processor, which do not count what else this
machine does. FOLDER keeps the Debians and what was done at this commit, so that an interrupted run goes on.
Prints a line for each, and those that were not run with the reason; exits with 1 if one failed. Debians
need root.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tests.image import PIP_CONFIG, pip_files

ROOT = Path(__file__).parents[1]
DEBIANS = {"debian12": "bookworm", "debian13": "trixie", "debian14": "forky"}
INCLUDED = "python3,python3-venv,make,git,openssh-client,ca-certificates"
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
RUNS_WITHIN = 60.0
"""Seconds of the processor in which `make run` must install what it needs, and answer."""
WAIT = 900.0
"""Seconds in which it must, whatever else this machine does."""
PASSED = re.compile(r"\d+ passed.*")


class CommandError(Exception):
    """One of the commands failed; the text says which, and where its output is."""


class Took(NamedTuple):
    """The seconds of a command, on the clock and of the processor."""

    wall: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.wall:.0f} s ({self.cpu:.0f} s of the processor)"


def ended(process: subprocess.Popen[bytes], began: float) -> tuple[int, Took]:
    """Wait for a command that began then: its status, and what it and its own took."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return process.returncode, Took(time.monotonic() - began, used.ru_utime + used.ru_stime)


@dataclass
class FreshMachine:
    """Where the commands are typed. `inside` is put before a command and leads into a Debian."""

    name: str
    clone: Path
    """As it is called outside."""
    log: Path
    python: str = "python3"
    inside: list[str] = field(default_factory=list)
    place: str = ""
    """The clone as it is called inside."""

    def start(self, command: str) -> subprocess.Popen[bytes]:
        """Start a shell command in the clone, with an environment of its own; its output goes to the log."""
        environment = {
            "HOME": "/root" if self.inside else os.environ["HOME"],
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "LANG": "C.UTF-8",
        }
        words = [*self.inside, "/bin/sh", "-c", f"cd {self.place or self.clone} && {command}"]
        with self.log.open("ab") as output:
            output.write(f"\n$ {command}\n".encode())
            output.flush()
            return subprocess.Popen(
                words,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def run(self, command: str) -> Took:
        """Run a command; what it took. Raises CommandError."""
        began = time.monotonic()
        status, took = ended(self.start(command), began)
        if status:
            raise CommandError(f"`{command}` failed; {self.log} has its output")
        return took

    def told(self, command: str) -> str:
        """What a command prints."""
        words = [*self.inside, "/bin/sh", "-c", command]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


def fresh_clone(folder: Path) -> Path:
    """A clone of what is committed here."""
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["git", "clone", "-q", "--no-hardlinks", str(ROOT), str(folder)], check=True)
    return folder


def debian(folder: Path, name: str) -> FreshMachine:
    """A Debian with this machine's settings of pip. Raises CommandError where it cannot be made."""
    if not shutil.which("mmdebstrap") or os.getuid():
        raise CommandError("mmdebstrap and root are needed")
    root = folder / name
    if not (root / "made").exists():
        shutil.rmtree(root, ignore_errors=True)
        words = [
            "mmdebstrap",
            "--quiet",
            "--variant=minbase",
            '--aptopt=Acquire::Check-Valid-Until "false"',  # a mirror's index may be some weeks old
            f"--include={INCLUDED}",
            DEBIANS[name],
            str(root),
        ]
        if subprocess.run(words, check=False).returncode:
            raise CommandError("mmdebstrap cannot make it here")
        (root / "made").touch()
    config, mounted = pip_files(folder)
    shutil.copy(config, f"{root}{PIP_CONFIG}")
    mounts = [f"mount -t proc proc {root}/proc", f"mount --rbind /dev {root}/dev"]
    for path in mounted:
        mounts += [
            f"mkdir -p {root}{path}"
            if path.is_dir()
            else f"mkdir -p {root}{path.parent} && touch {root}{path}",
            f"mount --bind {path} {root}{path}",
        ]
    script = folder / f"in-{name}"
    script.write_text(
        "#!/bin/sh\n"
        '[ -n "$INSIDE" ] || INSIDE=1 exec unshare --mount --propagation private "$0" "$@"\n'
        f"{' && '.join(mounts)} || exit 1\nunset INSIDE\n"
        f'exec chroot {root} "$@"\n'
    )
    script.chmod(0o755)
    clone = fresh_clone(root / "crownhouse")
    return FreshMachine(name, clone, folder / f"{name}.log", "python3", [str(script)], "/crownhouse")


def other_python(folder: Path, version: str) -> FreshMachine:
    """This machine with another Python. Raises CommandError where there is none."""
    found = shutil.which(f"python{version}", path="/usr/local/bin:/usr/bin:/bin")
    places = [Path(found)] if found else []
    places += sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python{version}"))
    if not places:
        raise CommandError("there is none here")
    name = f"python{version}"
    return FreshMachine(name, fresh_clone(folder / name), folder / f"{name}.log", str(places[-1]))


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def runs(machine: FreshMachine) -> Took:
    """`make run`, and a command by ssh from the same machine; what it took until its answer. Raises
    CommandError.
    """
    port, began = free_port(), time.monotonic()
    host = machine.start(
        f"exec make run PYTHON={machine.python} ARGS='--listen 127.0.0.1:{port} --data fresh-data'"
    )
    options = "-o StrictHostKeyChecking=no -o UserKnownHostsFile=/dev/null -o LogLevel=ERROR"
    answered = 0.0
    try:
        while machine.start(f"ssh {options} -p {port} visitor@127.0.0.1 help").wait():
            if host.poll() is not None or time.monotonic() - began > WAIT:
                raise CommandError(f"`make run` did not answer; {machine.log} has its output")
            time.sleep(0.5)
        answered = time.monotonic() - began
    finally:
        if host.returncode is None:
            os.killpg(host.pid, signal.SIGTERM)
            _, took = ended(host, began)
    return Took(answered, took.cpu)


def tried(machine: FreshMachine) -> str:
    """Both commands on a machine; a line about them. Raises CommandError."""
    machine.log.write_bytes(b"")
    version = machine.told(f"{machine.python} --version")
    answered = runs(machine)
    if answered.cpu > RUNS_WITHIN:
        raise CommandError(f"`make run` took {answered}, more than {RUNS_WITHIN:.0f}")
    tests = machine.run(f"make test PYTHON={machine.python}")
    passed = PASSED.findall(machine.log.read_text(errors="replace"))
    return (
        f"{version}: `make run` answers ssh after {answered}, `make test` passes in {tests}: "
        f"{passed[-1].split(' in ')[0].strip('= ')}"
    )


def machines(folder: Path, names: Sequence[str]) -> Iterator[tuple[str, FreshMachine | CommandError]]:
    """Those that were asked for, made one after another; why not for those that could not be made."""
    for name in names:
        try:
            yield (
                name,
                debian(folder, name)
                if name in DEBIANS
                else other_python(folder, name.removeprefix("python")),
            )
        except CommandError as reason:
            yield name, reason


def main(words: Sequence[str]) -> int:
    """Try them, and return the exit status."""
    every = [*DEBIANS, *(f"python{version}" for version in PYTHONS)]
    folder, names = Path(words[0]).absolute(), words[1:] or every
    if unknown := set(names) - set(every):
        sys.stderr.write(f"Unknown: {', '.join(sorted(unknown))}. There are {', '.join(every)}.\n")
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=True, cwd=ROOT
    ).stdout.strip()
    done_file = folder / "done.json"
    done = json.loads(done_file.read_text()) if done_file.exists() else {}
    lines = done if done.get("commit") == commit else {"commit": commit}
    status = 0
    for name, machine in machines(folder, [name for name in names if name not in lines]):
        if isinstance(machine, CommandError):
            lines[name] = f"not run: {machine}"
            continue
        try:
            lines[name] = tried(machine)
            done_file.write_text(json.dumps(lines))
            shutil.rmtree(machine.clone)
        except CommandError as failure:
            lines[name], status = f"FAILED: {failure}", 1
    for name in names:
        sys.stdout.write(f"{name}: {lines[name]}\n")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
