"""Each alert of deploy/ at its cause: a real Prometheus scrapes a real host to which that happens.

The host has a disk of its own, for which root is needed. The durations of the alerts are shortened, so that
all of it takes three minutes; with those of deploy/ `tests/made_up_series.yml` tries them. Each cause has to
raise its own alerts and no others, and they have to end with it. Memory that grows without more players is
not tried: nothing makes it grow but a fault of the program.
"""

from __future__ import annotations

import itertools
import json
import os
import re
import select
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, BinaryIO

from tests.e2e.host import SCRIPT, LiveHost
from tests.matrix import free_port
from tests.real_prometheus import Prometheus, prometheus
from tests.terminal import PtyTerminal, PtyTerminals

ALERTS = Path(__file__).parents[1] / "deploy" / "crownhouse-alerts.yml"
SHORTENED: Mapping[str, str] = MappingProxyType(
    {
        "30s": "2s", "1m": "3s", "5m": "8s", "10m": "8s", "15m": "8s", "1h": "10s", "5h": "20s", "6h": "24s",
        "24 * 3600": "300", "900": "8",
    }
)  # fmt: skip
"""For how long each duration of the alerts stands, in their order."""
CALM, LONGEST = 36.0, 90.0
"""Seconds without a cause, and within which an alert has to come or to end."""
NOT_TRIED = "CrownhouseMemoryGrows"
DISK, NEARLY_FULL, PIECE = 2 << 30, 1700 << 20, 12 << 20
"""Bytes: of the disk, of what lies there when it is nearly full, and of what fills it in a second."""
TABLES, MANY = 90, 86
LIMITS = {
    "CROWNHOUSE_LIMITS_TABLES": str(TABLES), "CROWNHOUSE_LIMITS_OWN_TABLES": str(TABLES),
    "CROWNHOUSE_LIMITS_TABLES_PER_ADDRESS": str(TABLES), "CROWNHOUSE_LIMITS_SESSIONS": "20",
    "CROWNHOUSE_LIMITS_SESSIONS_KEPT": "0", "CROWNHOUSE_BOTS_WORKERS": "1",
}  # fmt: skip


def shortened(rules: str) -> str:
    """The alerts with shorter durations."""
    found = "|".join(re.escape(one) for one in SHORTENED)
    return re.sub(rf"(?<![\w.])(?:{found})(?!\w)", lambda one: SHORTENED[one[0]], rules)


@contextmanager
def disk(folder: Path) -> Iterator[Path]:
    """A disk of two gigabytes, in memory."""
    folder.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "crownhouse", folder], check=True)
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


class Program:
    """A player's program."""

    def __init__(self, host: LiveHost) -> None:
        self._client = host.pipe("ada", "api")

    def ask(self, **request: object) -> dict[str, Any]:
        """What a request is answered."""
        assert self._client.stdin
        assert self._client.stdout
        self._client.stdin.write(json.dumps({"id": 1, **request}).encode() + b"\n")
        self._client.stdin.flush()
        while "id" not in (told := json.loads(self._client.stdout.readline())):
            pass
        answer: dict[str, Any] = told
        return answer

    def close(self) -> None:
        """Log out."""
        self._client.terminate()
        self._client.communicate()


def nothing() -> None:
    """What happens while nothing happens."""
    time.sleep(0.2)  # Prometheus' clock decides


class OtherwiseError(Exception):
    """Prometheus made something else of it."""


class Trial:
    """A host, a Prometheus that looks at it, and what goes wrong there."""

    def __init__(self, host: LiveHost, server: Prometheus, data: Path) -> None:
        self._host, self._server, self._data = host, server, data
        self._ada = Program(host)

    def tried(self) -> list[str]:
        """Let one after another happen, and say what a Prometheus made of it otherwise."""
        try:
            self.calm()
            for cause in self.CAUSES.values():
                cause(self)
        except OtherwiseError as wrong:
            return [str(wrong)]
        return []

    def calm(self) -> None:
        """Nothing happens, for as long as the longest of the alerts looks back and waits."""
        until = time.monotonic() + CALM
        while time.monotonic() < until:
            nothing()
            if found := self._firing():
                raise OtherwiseError(f"{', '.join(sorted(found))} while nothing is wrong")

    def raises(self, *alerts: str, by: Callable[[], None], maybe: Collection[str] = ()) -> None:
        """Let something go on until it has raised these alerts, and no others, but for those that may be."""
        until = time.monotonic() + LONGEST
        while missing := {*alerts} - (firing := self._firing()):
            by()
            if more := firing - {*alerts, *maybe}:
                raise OtherwiseError(f"{', '.join(sorted(more))} instead of {', '.join(alerts)}")
            if time.monotonic() > until:
                raise OtherwiseError(f"{', '.join(sorted(missing))} did not come")

    def ends(self, *, but: Collection[str] = ()) -> None:
        """Wait until no alert fires any more."""
        until = time.monotonic() + LONGEST
        while found := self._firing() - {*but}:
            nothing()
            if time.monotonic() > until:
                raise OtherwiseError(f"{', '.join(sorted(found))} did not end")

    def _firing(self) -> set[str]:
        return self._server.firing() - {NOT_TRIED}

    def flood(self) -> None:
        """Somebody opens connections and says nothing."""

        def connect() -> None:
            with ExitStack() as opened:
                for _ in range(80):
                    opened.enter_context(socket.create_connection(("127.0.0.1", self._host.port)))
                nothing()

        self.raises("CrownhouseManyRefusals", by=connect)
        self.ends()

    def locked(self) -> None:
        """The database is slow to write."""
        self.raises("CrownhouseSlowJournal", by=self._slow_move)
        self.ends()

    def _slow_move(self) -> None:
        table = self._open()
        with closing(
            sqlite3.connect(self._data / "crownhouse.db", isolation_level=None, check_same_thread=False)
        ) as other:
            other.execute("BEGIN IMMEDIATE")
            free = threading.Timer(0.8, other.execute, ["ROLLBACK"])
            free.start()
            self._ada.ask(do="leave", table=table)
            free.join()

    def _open(self) -> str:
        """Open a table; nothing if it was refused."""
        opened: str = self._ada.ask(do="open", game="court", seats=2).get("ok", {}).get("table", "")
        return opened

    def paused(self) -> None:
        """Other programs take the processor, just when somebody has pressed a key."""
        screen = self._host.connect("bert")
        keys, moments = itertools.cycle(("x", "Backspace")), itertools.cycle((0.001, 0.002, 0.004, 0.008))
        self._read(screen, 1.0)
        screen.press("/")

        def halting() -> None:
            self._read(screen, 0.1)
            screen.press(next(keys))
            time.sleep(next(moments))
            os.kill(self._pid, signal.SIGSTOP)
            time.sleep(0.4)
            os.kill(self._pid, signal.SIGCONT)

        self.raises("CrownhouseSlowAnswers", by=halting)
        self.ends()

    def _read(self, screen: PtyTerminal, seconds: float) -> None:
        """Take what comes within this time."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            if select.select([screen.lead], [], [], left)[0]:
                screen.read()

    def filling(self) -> None:
        """Somebody's file grows."""
        with (self._data / "file").open("ab", buffering=0) as file:
            self.raises("CrownhouseDiskFills", by=lambda: self._more(file))
        Path(file.name).unlink()
        self.ends()

    def _more(self, file: BinaryIO) -> None:
        file.write(bytes(PIECE // 5))
        nothing()

    def nearly_full(self) -> None:
        """Somebody's file takes most of the disk."""
        with self._filled(NEARLY_FULL):
            self.raises("CrownhouseDiskNearlyFull", by=nothing, maybe={"CrownhouseDiskFills"})
        self.ends()

    @contextmanager
    def _filled(self, size: int) -> Iterator[None]:
        """While it lasts, a file of this size lies on the disk, or of all there is."""
        with (self._data / "file").open("wb", buffering=0) as file, suppress(OSError):
            for _ in range(size >> 20):
                file.write(bytes(1 << 20))
        try:
            yield
        finally:
            Path(file.name).unlink()

    def full(self) -> None:
        """Nothing of the disk is left, and somebody wants to leave a table."""
        table, so_is_the_disk = self._open(), {"CrownhouseDiskNearlyFull", "CrownhouseDiskFills"}
        with self._filled(DISK):
            self.raises(
                "CrownhouseMovesNotSaved",
                "CrownhouseErrors",
                by=lambda: self._leave(table),
                maybe=so_is_the_disk,
            )
        self._leave(table)
        self.ends()

    def _leave(self, table: str) -> None:
        self._ada.ask(do="leave", table=table)
        nothing()

    def crowded(self) -> None:
        """Tables of people against bots, whose only process does not answer."""
        begin: dict[str, Any] = {"do": "practice", "game": "court", "bot": "steward", "seats": 5}
        until = time.monotonic() + LONGEST
        while not (workers := self._workers()) and time.monotonic() < until:
            self._ada.ask(**begin)
            nothing()
        for one in workers:
            os.kill(one, signal.SIGSTOP)
        try:
            for _ in range(MANY):
                self._ada.ask(**begin)
            self.raises("CrownhouseBotsBehind", "CrownhouseNearlyFull", by=nothing)
        finally:
            for one in workers:
                os.kill(one, signal.SIGCONT)
        self.ends(but={"CrownhouseNearlyFull"})

    def _workers(self) -> list[int]:
        """The host's processes for bots."""
        children = Path(f"/proc/{self._pid}/task/{self._pid}/children").read_text().split()
        return [int(one) for one in children if "spawn_main" in Path(f"/proc/{one}/cmdline").read_text()]

    @property
    def _pid(self) -> int:
        assert self._host._process
        return self._host._process.pid

    def down(self) -> None:
        """The host is killed, and started again."""
        self._ada.close()
        self._host.kill()
        self.raises("CrownhouseDown", by=nothing)
        self._host.start()
        self._ada = Program(self._host)
        self.ends()

    CAUSES: Mapping[str, Callable[[Trial], None]] = MappingProxyType(
        {
            "CrownhouseManyRefusals": flood,
            "CrownhouseSlowJournal": locked,
            "CrownhouseSlowAnswers": paused,
            "CrownhouseMovesNotSaved, CrownhouseErrors": full,
            "CrownhouseDiskFills": filling,
            "CrownhouseDiskNearlyFull": nearly_full,
            "CrownhouseDown": down,
            "CrownhouseBotsBehind, CrownhouseNearlyFull": crowded,
        }
    )
    """By the alerts that it raises, what happens, in this order."""


def untrue() -> list[str]:
    """What alerts do otherwise than they should, of all but the one that has no cause here."""
    with (
        TemporaryDirectory() as folder,
        closing(PtyTerminals()) as terminals,
        disk(Path(folder) / "disk") as data,
    ):
        ports, rules = [free_port(), free_port()], Path(folder) / "alerts.yml"
        rules.write_text(shortened(ALERTS.read_text("utf-8")), "utf-8")
        settings = LIMITS | {"CROWNHOUSE_METRICS": f"127.0.0.1:{ports[0]}"}
        host = LiveHost(data, terminals, settings, SCRIPT)
        host.start()
        try:
            with prometheus(Path(folder), ports[1], ports[:1], rules) as server:
                server.wait_for("up == 1")
                return Trial(host, server, data / "data").tried()
        finally:
            host.close()


def main() -> int:
    """Let everything happen to a host, and say which alerts were not so."""
    if os.getuid():
        sys.stderr.write("A host with a disk of its own needs root.\n")
        return 1
    if wrong := [*untrue()]:
        sys.stderr.write("".join(f"{sentence}.\n" for sentence in wrong))
        return 1
    sys.stdout.write(
        f"A host raises {', '.join(Trial.CAUSES)} when that happens to it, and no other alert.\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
