"""A window on the web is a process of its own, started by the host or beside it, and comes back by itself."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar
from urllib.error import URLError
from urllib.request import urlopen

import psutil

from tests.e2e.host import QUICK, LiveHost
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

T = TypeVar("T")


def until(found: Callable[[], T | None], seconds: float = WITHIN) -> T:
    """What is found, once it is."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if (value := found()) is not None:
            return value
        time.sleep(0.05)
    raise AssertionError("it did not come")


def page(port: int, path: str = "/") -> bytes | None:
    try:
        with urlopen(f"http://127.0.0.1:{port}{path}", timeout=WITHIN) as answer:
            found: bytes = answer.read()
            return found
    except (URLError, ConnectionError):
        return None


def test_windows_of_a_host(tmp_path: Path, terminals: PtyTerminals) -> None:
    """The host's own one is killed and starts again; one beside it comes in with its key."""
    settings = dict(QUICK)
    host = LiveHost(tmp_path, terminals, settings)
    key = host.key("window")
    said = subprocess.run(
        ["ssh-keygen", "-l", "-f", f"{key}.pub"], capture_output=True, text=True, check=True
    )
    settings["CROWNHOUSE_WEB_LISTEN"] = "127.0.0.1:0"
    settings["CROWNHOUSE_WEB_KEYS"] = said.stdout.split()[1]
    settings["CROWNHOUSE_PUBLIC"] = ""
    host.start()
    try:
        ports = re.compile(r"window listening +at=127\.0\.0\.1:(\d+)")
        port = int(until(lambda: ports.search(host.log))[1])
        assert b"ssh -p " in until(lambda: page(port))
        (child,) = [
            one for one in psutil.process_iter(["cmdline"])
            if "web" in (one.info["cmdline"] or ()) and host._process
            and one.ppid() == host._process.pid
        ]  # fmt: skip
        child.send_signal(signal.SIGKILL)
        again = until(lambda: found if len(found := ports.findall(host.log)) > 1 else None)
        assert until(lambda: page(int(again[-1])))
        known = tmp_path / "known_hosts"
        known.write_bytes(
            until(lambda: page(int(again[-1]), "/known_hosts")).replace(b"localhost", b"127.0.0.1")
        )
        words = ["--host", f"127.0.0.1:{host.port}", "--key", str(key), "--known-hosts", str(known)]
        beside = subprocess.Popen(
            [sys.executable, "-m", "server", "web", "--listen", "127.0.0.1:0", *words],
            stdout=subprocess.PIPE, text=True, env=os.environ,
        )  # fmt: skip
        try:
            assert beside.stdout is not None
            own = int(beside.stdout.readline().split()[-1])
            assert until(lambda: page(own)) == page(own)
        finally:
            beside.terminate()
            assert beside.wait(WITHIN) == 0
    finally:
        host.close()
