"""The process of a window: what it takes, and when it is started again."""

from __future__ import annotations

import asyncio
import pwd
import subprocess
import sys
from argparse import Namespace
from pathlib import Path

import asyncssh
import pytest

from server.settings.config import Config
from server.start import web, window
from server.start.window import WindowProcess
from tests.server.simulation import Simulation


def test_the_window_of_a_host_imports_no_network_no_arrays_and_no_pictures() -> None:
    """They are most of what it would take, and of what it would need to come back."""
    code = "import sys, server.start.web, server.web.pictures as p; p.pictures(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not set(done.stdout.split()) & {"asyncssh", "numpy", "PIL", "sqlite3", "cryptography"}


async def test_who_runs_it_needs_no_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user that systemd makes up (DynamicUser) may have none, neither there nor among the users."""

    def nobody(_: int) -> None:
        raise KeyError

    monkeypatch.delenv("HOME", raising=False)
    monkeypatch.setenv("LOGNAME", "window")  # systemd says that much
    monkeypatch.setattr(pwd, "getpwuid", nobody)
    key = asyncssh.generate_private_key("ssh-ed25519")
    key.write_private_key(tmp_path / "key")
    (tmp_path / "known").write_text(f"* {key.export_public_key().decode()}")
    words = Namespace(host="127.0.0.1:1", key=str(tmp_path / "key"), known_hosts=str(tmp_path / "known"))
    with pytest.raises(OSError, match="Connect"):
        await web._over_ssh(words)()


async def test_it_is_started_again_at_once_and_then_ever_later(monkeypatch: pytest.MonkeyPatch) -> None:
    waits, lived = list[float](), iter([100.0, 1.0, 1.0, 1.0, 100.0, 1.0])
    time = [0.0]

    class Ends(WindowProcess):
        async def _run_once(self) -> None:
            try:
                time[0] += next(lived)
            except StopIteration:
                raise asyncio.CancelledError from None

    async def slept(seconds: float) -> None:
        waits.append(seconds)

    ends = Ends(Simulation().host, Config(), "play.example.org")
    monkeypatch.setattr(window.asyncio, "sleep", slept)
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: time[0])
    with pytest.raises(asyncio.CancelledError):
        await ends.keep()
    assert waits == [0, 1, 2, 4, 0, 1]


async def test_it_has_ended_before_the_loop_that_looks_after_it() -> None:
    """So that nothing is logged of a process that nobody waits for."""
    runs = asyncio.Event()

    class Runs(WindowProcess):
        async def _run_once(self) -> None:
            self._child = await asyncio.create_subprocess_exec("cat", stdin=asyncio.subprocess.PIPE)
            runs.set()
            await self._child.wait()

    window = Runs(Simulation().host, Config(), "play.example.org")
    kept = asyncio.create_task(window.keep())
    await runs.wait()
    kept.cancel()
    await asyncio.wait([kept])
    assert window._child
    assert window._child.returncode is not None
