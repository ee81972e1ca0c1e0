"""OpenSSH at the far end of a line, on a terminal of its own: what it takes until one can decide."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct

from tests.bench._packet_line import PacketLines
from tests.terminal import KEYS, PtyTerminal

LIMIT = 300.0
"""Seconds after which something never came."""
LONGER = 5
"""How many times longer something may take here than on a quick line."""
LOOK = 0.05
NOTHING: Mapping[str, int] = MappingProxyType(
    {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
)
"""A connection that is kept holds on to what its first command wrote to."""


class LineFigure(Struct, frozen=True):
    """What something took on a line: until its last byte, and in IP bytes of both directions."""

    seconds: float
    bytes: int


class FarKey(Struct, frozen=True):
    """Where the host listens, and the key of who comes."""

    port: int
    file: Path

    def another(self, name: str) -> FarKey:
        """A new key beside it: somebody else."""
        file = (self.file if self.file.is_dir() else self.file.parent) / name
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(file)], check=True)
        return FarKey(self.port, file)


def command(lines: PacketLines, key: FarKey, *words: str, options: tuple[str, ...] = ()) -> list[str]:
    """The command of a client with these options and words."""
    settings = (
        "StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "SendEnv=LANG",
        "IdentitiesOnly=yes", f"IdentityFile={key.file}", "ConnectTimeout=300", *options,
    )  # fmt: skip
    given = [part for setting in settings for part in ("-o", setting)]
    return lines.of_client(
        "ssh", "-F", "none", "-p", str(key.port), "-l", "ada", *given, lines.address(0), *words
    )


def ran(lines: PacketLines, key: FarKey, *words: str, options: tuple[str, ...] = ()) -> LineFigure:
    """What a single command takes. Raises CalledProcessError if it fails."""
    began, at_first = time.monotonic(), lines.counts(0).total
    subprocess.run(command(lines, key, *words, options=options), check=True, **NOTHING)
    return LineFigure(time.monotonic() - began, lines.counts(0).total - at_first)


class FarClient:
    """A player there. Times and bytes count from the last key that was pressed."""

    def __init__(self, lines: PacketLines, key: FarKey, *options: str) -> None:
        self._lines = lines
        environment = {
            "PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "en_US.UTF-8",
            "HOME": str(key.file.parent),
        }  # fmt: skip
        self.keys = 0
        self._count()
        started = command(lines, key, options=("RequestTTY=force", *options))
        self._terminal = PtyTerminal(started, environment)
        self._last = self._began

    @property
    def text(self) -> str:
        """The screen."""
        return self._terminal.text

    def press(self, *keys: str) -> None:
        """Types."""
        self._count()
        self.keys += len(keys)
        os.write(self._terminal.lead, "".join(KEYS.get(key, key) for key in keys).encode())

    def wait(self, condition: Callable[[], bool], what: str, limit: float = LIMIT / LONGER) -> None:
        """Waits until `condition` holds. Limits that suit a quick line are longer here."""
        end = time.monotonic() + LONGER * limit
        while not condition():
            self._read()
            if self._terminal.closed or time.monotonic() > end:
                raise AssertionError(f"never came: {what}\n{self.text}")

    def sees(self, *words: str) -> LineFigure:
        """Waits until one of these is on the screen; what that took."""
        self.wait(lambda: any(word in self.text for word in words), " or ".join(words))
        return self.figure

    def quiet(self, silence: float) -> LineFigure:
        """Waits until nothing has come for a while; what the last byte took."""
        end = time.monotonic() + silence
        while time.monotonic() < end:
            if self._read():
                end = time.monotonic() + silence
        return self.figure

    @property
    def total(self) -> int:
        """All bytes on its line until now."""
        return self._lines.counts(0).total

    @property
    def figure(self) -> LineFigure:
        """What it took until now."""
        return LineFigure(self._last - self._began, self._lines.counts(0).total - self._at_first)

    def close(self) -> None:
        """Ends it as a closed window does."""
        self._terminal.close()

    def _count(self) -> None:
        self._began, self._at_first = time.monotonic(), self._lines.counts(0).total

    def _read(self) -> bool:
        if not select.select([self._terminal.lead], [], [], LOOK)[0]:
            return False
        self._terminal.read()
        self._last = time.monotonic()
        return True
