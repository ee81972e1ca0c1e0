"""A host of one's own: what the console script runs, on a free port, and stock OpenSSH clients for it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

from tests.door import NUMBER
from tests.forked import Forked
from tests.terminal import Doors, PtyTerminal, PtyTerminals
from tests.waiting import WITHIN

SCRIPT = str(Path(sys.executable).with_name("crownhouse"))
QUICK = {"CROWNHOUSE_BOTS_PACE": "0"}
AWAKE = {"CROWNHOUSE_BOTS_IDLE": "false", "CROWNHOUSE_ANALYSES_NICE": "0"}
"""Bots and analyses do not wait for the other tests."""
NAMED = {"CROWNHOUSE_NAMES": "login"}
"""Players are called as they log in, so that a test knows their names."""


class LiveHost:
    """Started, killed and started again on one data folder and one port. `settings` are its environment's.
    `script` is the installed one of another version; otherwise this version is forked.
    """

    def __init__(
        self,
        folder: Path,
        terminals: PtyTerminals,
        settings: Mapping[str, str] = QUICK,
        script: str = "",
        ssh: str | None = None,
    ) -> None:
        self.folder = folder
        self._script = script
        self._settings = settings
        self._terminals = terminals
        self.port = 0
        """Where it listens, once it has started."""
        self._process: subprocess.Popen[str] | None = None
        self.doors = None if script else Doors(folder / "data")
        """None: it has none, as it is another version."""
        self._ssh = ssh or shutil.which("ssh") or "ssh"

    def start(self) -> None:
        """Returns when the host says that it listens."""
        given = ["serve", "--listen", f"127.0.0.1:{self.port}", "--data", str(self.folder / "data")]
        log = (self.folder / "host.log").open("a")
        popen = subprocess.Popen if self._script else Forked
        self._process = popen(
            [self._script or "crownhouse-with-door", *given],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env={**os.environ, **AWAKE, **NAMED, **self._settings},
        )
        log.close()
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if found := re.search(r"ssh -p (\d+)", line):
                self.port = int(found[1])
                if self.doors and self.doors not in self._terminals.hosts:
                    self._terminals.hosts.append(self.doors)
                return
        raise AssertionError(f"the host did not start:\n{self.log}")

    @property
    def log(self) -> str:
        return (self.folder / "host.log").read_text()

    def kill(self) -> None:
        """As a power cut does."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """As an operator does; the exit status."""
        return self._end(signal.SIGTERM)

    def wait(self) -> int:
        """Until it ends by itself; the exit status."""
        return self._end(None)

    def _end(self, number: int | None) -> int:
        assert self._process is not None
        if number is not None:
            self._process.send_signal(number)
        status = self._process.wait(timeout=WITHIN)
        if self._process.stdout:
            self._process.stdout.close()
        self._process = None
        if self.doors in self._terminals.hosts:
            self.doors.close()
            self._terminals.hosts.remove(self.doors)
        return status

    def close(self) -> None:
        if self._process:
            self.kill()

    def key(self, name: str) -> Path:
        """A key pair of that name, made on first use."""
        path = self.folder / name
        if not path.exists():
            subprocess.run(
                ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", name, "-f", str(path)], check=True
            )
        return path

    def connect(
        self,
        name: str,
        *words: str,
        guest: bool = False,
        term: str = "xterm-256color",
        columns: int = 80,
        rows: int = 24,
        lang: str = "en_US.UTF-8",
        in_lines: bool = False,
    ) -> PtyTerminal:
        """A stock client in a terminal of its own, logging in with that name's key, or without any.
        `in_lines`: as a program does, without one there.
        """
        number = f"SetEnv={NUMBER}={self._terminals.next}"
        way = "-T" if in_lines else "-tt"
        command = self._client(name, way, "-o", "SendEnv=LANG", "-o", number, guest=guest)
        environment = self._environment(term, lang)
        return self._terminals.open(
            [*command, *words], environment, columns, rows, self.doors, echoes=not in_lines
        )

    def pipe(
        self, name: str, *words: str, guest: bool = False, lang: str = "en_US.UTF-8"
    ) -> subprocess.Popen[bytes]:
        """A stock client without a terminal: its input and output are pipes."""
        command = self._client(name, "-T", "-o", "SendEnv=LANG", guest=guest)
        pipe = subprocess.PIPE
        env = self._environment("dumb", lang)
        return subprocess.Popen([*command, *words], stdin=pipe, stdout=pipe, stderr=pipe, env=env)

    def _environment(self, term: str, lang: str) -> dict[str, str]:
        return {"PATH": os.environ["PATH"], "TERM": term, "LANG": lang, "HOME": str(self.folder)}

    def _client(self, name: str, *arguments: str, guest: bool = False) -> list[str]:
        options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR"]
        if guest:
            options += ["PubkeyAuthentication=no"]
        else:
            options += ["IdentitiesOnly=yes", f"IdentityFile={self.key(name)}"]
        command = [self._ssh, "-F", "none", "-p", str(self.port), "-l", name, *arguments]
        return [*command, *(part for option in options for part in ("-o", option)), "127.0.0.1"]
