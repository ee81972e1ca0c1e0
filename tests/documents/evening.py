"""Types what the documents say, as it stands there, in a shell of somebody's own: with the stock ssh client
and the installed `crownhouse`, against a host that runs.

Each person has a home folder with a key in it. `ssh` in front of the real one leads every name of a host,
and port 2222, to the host of the test. What is in capitals is filled in, and folders of a whole machine are
folders of the test.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from tests.e2e.host import AWAKE, LiveHost
from tests.waiting import WITHIN

SSH = """#!/bin/bash
exec {ssh} -F "$HOME/.ssh/config" "${{@/#2222/{port}}}"
"""
CONFIG = """Host *
    HostName 127.0.0.1
    Port {port}
    User {name}
    IdentityFile {home}/.ssh/id_ed25519
    IdentitiesOnly yes
    IdentityAgent none
    StrictHostKeyChecking no
    UserKnownHostsFile /dev/null
    LogLevel ERROR
    SendEnv LANG
"""


OPTIONAL = re.compile(r" \[([A-Z-][^\]]*)\]")
PLAYERS = ("anna", "bert")
WAITS = 10
"""The status of `turns` and `messages` if there is something."""


class Step(NamedTuple):
    """A command of the documents (or of the test alone: `own`), who types it, how it ends, what is filled
    in, and what of its output is kept for later ones, by the patterns of what they fill in.
    """

    who: str
    text: str
    status: int = 0
    fill: Mapping[str, str] = MappingProxyType({})
    keep: Mapping[str, str] = MappingProxyType({})
    own: bool = False
    input: str = ""


class Evening:
    """People at their shells, and the host that they reach."""

    def __init__(self, folder: Path, host: LiveHost) -> None:
        self.folder, self.host = folder, host
        self.known: dict[str, str] = {}
        """What is filled in for whoever types."""
        self._programs = folder / "bin"
        self._programs.mkdir()
        shim = self._programs / "ssh"
        shim.write_text(SSH.format(ssh=shutil.which("ssh"), port=host.port))
        shim.chmod(0o755)

    def home(self, who: str) -> Path:
        """Somebody's home folder, with a key; made on first use."""
        home = self.folder / "home" / who
        if not home.exists():
            (home / ".ssh").mkdir(parents=True)
            shutil.copy(self.host.key(who), home / ".ssh" / "id_ed25519")
            shutil.copy(f"{self.host.key(who)}.pub", home / ".ssh" / "id_ed25519.pub")
            config = CONFIG.format(port=self.host.port, name=who, home=home)
            (home / ".ssh" / "config").write_text(config)
        return home

    def environment(self, who: str) -> dict[str, str]:
        """What somebody's shell has; root's finds the host."""
        path = f"{self._programs}:{Path(sys.executable).parent}:{os.environ['PATH']}"
        own = {"CROWNHOUSE_DATA": str(self.host.folder / "data")} if who == "root" else {}
        return (
            {"PATH": path, "HOME": str(self.home(who)), "LANG": "en_GB.UTF-8", "TERM": "dumb"} | AWAKE | own
        )

    def texts(self, step: Step) -> list[str]:
        """The command with what is filled in: once without and once with what stands in brackets."""
        given = self.known | step.fill
        ends = {name: r"(?!\w)" if name[-1].isalnum() else "" for name in given}
        names = "|".join(re.escape(name) + ends[name] for name in sorted(given, key=len, reverse=True))
        forms = dict.fromkeys((OPTIONAL.sub("", step.text), OPTIONAL.sub(r" \1", step.text)))
        return [re.sub(rf"(?<![\w./])(?:{names or '$^'})", lambda one: given[one[0]], form) for form in forms]

    def take(self, step: Step) -> str:
        """Type it, and return what was said; fails if it did not end as it should."""
        if step.who == "asked":
            step = step._replace(who=self.asked())
        said = ""
        for text in self.texts(step):
            done = subprocess.run(
                ["bash", "-c", text],
                cwd=self.home(step.who),
                env=self.environment(step.who),
                input=step.input.encode(),
                capture_output=True,
                timeout=WITHIN,
                check=False,
            )
            said = done.stdout.decode() + done.stderr.decode()
            assert done.returncode == step.status, f"{step.who}: {text}\nstatus {done.returncode}\n{said}"
        for name, pattern in step.keep.items():
            found = re.search(pattern, said, re.MULTILINE)
            assert found, f"{pattern} is not in what {text} says:\n{said}"
            self.known[name] = found[1]
        return said

    def asked(self) -> str:
        """Whose turn it is."""
        for who in PLAYERS:
            if self.host.pipe(who, "turns").wait(WITHIN) == WAITS:
                return who
        raise AssertionError("nobody is asked")
