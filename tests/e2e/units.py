"""What the units of deploy/ would have systemd run, for tests that run it without systemd."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.e2e.host import SCRIPT
from tests.waiting import WITHIN

DEPLOY = Path(__file__).parents[2] / "deploy"
INSTALLED = "/opt/crownhouse/bin/crownhouse"


def commands(unit: str, state: Path) -> list[list[str]]:
    """The command lines of a unit's `ExecStart`, with `state` as the folder that `%S` is."""
    meant = {"%S": str(state), "%%": "%", "$$": "$"}
    lines = re.findall(r"^ExecStart=(.*)$", (DEPLOY / unit).read_text("utf-8"), re.MULTILINE)
    texts = (re.sub(r"%.|\$\$", lambda found: meant[found[0]], line) for line in lines)
    return [shlex.split(text.replace(INSTALLED, SCRIPT)) for text in texts]


def run_unit(unit: str, state: Path, environment: Mapping[str, str]) -> int:
    """Run them one after another, as a unit of type `oneshot` does, and return the first status that is
    not 0.
    """
    for command in commands(unit, state):
        status = subprocess.run(command, check=False, env=environment, umask=0o077, timeout=WITHIN).returncode
        if status:
            return status
    return 0
