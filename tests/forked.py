"""Programs of ours in processes of their own that start at once: they are forked from a process that has
imported everything.

A start of `crownhouse` takes half a second, most of it imports. A `Forked` is a `subprocess.Popen` whose
command is a name in PROGRAMS with its arguments. That a command works when it is started by itself is for
tests of the installed script (`tests/server/start/test_main.py`, `tests/server/start/test_serve.py`).
"""

from __future__ import annotations

import asyncio
import atexit
import gc
import json
import multiprocessing
import os
import selectors
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing import context, forkserver, resource_tracker
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PROGRAMS = {
    "crownhouse": "server.start.main",
    "crownhouse-with-door": "tests.door",
    "toy_host": "tests.server.toy_host",
}
"""By the first word of a command, the module whose `main` gets the others and returns the exit status."""
IMPORTED = (
    "server.start.serve", "server.start.offline.replay", "server.sessions.api.session",
    "server.bots.worker_main", "server.telemetry.metrics", "tui.app.mode_switch", "tui.plain",
)  # fmt: skip
"""What the programs import as they go on."""
WORKERS = ("server.bots.worker_main", "server.notices.delivery")
"""What the processes of a pool import."""
LONGEST = 1 << 20
"""Bytes of a request: its arguments and its environment."""
NO_STATUS = 255
QUIETLY = ("-W", "ignore:resource_tracker:UserWarning")
"""What killed hosts have left is no news."""


class Forked(subprocess.Popen[Any]):
    """A process of one of PROGRAMS. Takes what Popen takes, but for what is to be done in a shell, between
    fork and exec, or with more open files than three.
    """

    _status: socket.socket | None = None

    def _execute_child(self, args: Any, *more: Any) -> None:
        _, _, _, _, cwd, env, _, _, _, *pipes = more[:15]
        is_session = more[20]
        command = list(map(str, args))
        assert command[0] in PROGRAMS, command
        request = {
            "command": command,
            "cwd": str(cwd or Path.cwd()),
            "env": dict(os.environ if env is None else env),
            "session": is_session,
        }
        files = [
            own if own >= 0 else usual
            for own, usual in zip((pipes[0], pipes[3], pipes[5]), range(3), strict=True)
        ]
        self._status, self.pid = _server().start(request, files)
        self._child_created = True
        self._close_pipe_fds(*pipes)  # type: ignore[attr-defined]

    def _try_wait(self, wait_flags: int) -> tuple[int, int]:
        assert self._status is not None
        self._status.setblocking(not wait_flags & os.WNOHANG)
        try:
            told = self._status.recv(16)
        except BlockingIOError:
            return 0, 0
        self._status.close()
        return self.pid, int(told or b"%d" % (NO_STATUS << 8))

    def _internal_poll(self, *_: Any, **__: Any) -> int | None:
        if self.returncode is None and (status := self._try_wait(os.WNOHANG))[0]:
            self._handle_exitstatus(status[1])  # type: ignore[attr-defined]
        return self.returncode


def run(
    command: Sequence[object],
    *,
    said: str | None = None,
    check: bool = False,
    timeout: float = 60,
    **given: Any,
) -> Any:
    """As `subprocess.run` with output captured as text; `said` is its input."""
    given = (
        {"stdin": subprocess.PIPE if said is not None else None}
        | {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
        | given
    )
    with Forked(command, **given) as process:
        try:
            out, err = process.communicate(said, timeout=timeout)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
    if check and process.returncode:
        raise subprocess.CalledProcessError(process.returncode, process.args, out, err)
    return subprocess.CompletedProcess(process.args, process.returncode, out, err)


class AwaitedFork:
    """A Forked whose output is awaited, as asyncio's processes are."""

    def __init__(self, command: Sequence[object], **given: Any) -> None:
        self._process = Forked(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **given)
        self._told: tuple[bytes, bytes] | None = None
        self.pid, self.send_signal = self._process.pid, self._process.send_signal

    @property
    def returncode(self) -> int | None:
        """See Popen; None while it runs."""
        return self._process.poll()

    async def readline(self, output: str = "stdout") -> bytes:
        """The next line of its output."""
        line: bytes = await asyncio.to_thread(getattr(self._process, output).readline)
        return line

    async def communicate(self) -> tuple[bytes, bytes]:
        """What it wrote since this was called last."""
        told, self._told = self._told, (b"", b"")
        return told or await asyncio.to_thread(self._process.communicate)


class _Server:
    """The process that forks, as long as this one needs it."""

    def __init__(self) -> None:
        self._line, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        for end in (self._line, other):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, LONGEST)
        self._lock = threading.Lock()
        self._process = subprocess.Popen(
            [sys.executable, *QUIETLY, "-c", f"from tests.forked import main; main({other.fileno()})"],
            cwd=ROOT, pass_fds=[other.fileno()], stdin=subprocess.DEVNULL,
        )  # fmt: skip
        other.close()
        atexit.register(self.close)

    def start(self, request: Mapping[str, Any], files: Sequence[int]) -> tuple[socket.socket, int]:
        """Where the new process's exit status will be told, and its number."""
        here, there = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with self._lock, there:
            socket.send_fds(self._line, [json.dumps(request).encode()], [*files, there.fileno()])
        return here, int(here.recv(16))

    def close(self) -> None:
        """End it, and with it all that it has started."""
        self._line.close()
        self._process.wait()


@cache
def _server() -> _Server:
    return _Server()


# --- in the process that forks


def main(line_number: int) -> None:
    """Fork as often as it is asked for, until the line ends; then end all of them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for module in (*PROGRAMS.values(), *IMPORTED):
        __import__(module)
    _fork_workers()
    _work_eagerly()
    gc.collect()
    gc.freeze()
    line = socket.socket(fileno=line_number)
    wakes, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    running: dict[int, socket.socket] = {}
    selector = selectors.DefaultSelector()
    selector.register(line, selectors.EVENT_READ)
    selector.register(wakes, selectors.EVENT_READ)
    while True:
        for key, _ in selector.select():
            if key.fileobj == wakes:
                os.read(wakes, 4096)
                _tell_ended(running)
                continue
            data, files, _, _ = socket.recv_fds(line, LONGEST, 4)
            if not data:
                _end(running)
                return
            request = json.loads(data)
            pid = os.fork()
            if not pid:
                signal.set_wakeup_fd(-1)
                _be(request, files)
            for number in files[:3]:
                os.close(number)
            running[pid] = socket.socket(fileno=files[3])
            running[pid].send(b"%d" % pid)


def _fork_workers() -> None:
    """Let the processes in which bots think be forked, too, from one process for all of ours."""
    multiprocessing.set_forkserver_preload([*WORKERS])
    forkserver.ensure_running()
    resource_tracker.ensure_running()
    forkserver._forkserver.ensure_running = lambda: None  # type: ignore[method-assign]  # it is no child of a host
    context._concrete_contexts["spawn"] = context._concrete_contexts["forkserver"]  # type: ignore[attr-defined]


def _work_eagerly() -> None:
    """Let what hosts do only when nobody else wants the processor be done beside other tests."""
    courses = sys.modules["server.analysis.courses.process"]
    courses.PROGRAM = (  # type: ignore[attr-defined]
        f"from server.analysis.courses import worker_main as work; work.work_idly = int; {courses.PROGRAM}"
    )


def _tell_ended(running: dict[int, socket.socket]) -> None:
    while running:
        pid, status = os.waitpid(-1, os.WNOHANG)
        if not pid:
            return
        with running.pop(pid) as told:
            try:
                told.send(b"%d" % status)
            except OSError:  # nobody waits for it
                continue


def _end(running: dict[int, socket.socket]) -> None:
    for pid in running:
        os.kill(pid, signal.SIGKILL)
    for pid in running:
        os.waitpid(pid, 0)


def _be(request: Mapping[str, Any], files: Sequence[int]) -> None:
    """Become the process that is asked for."""
    status = NO_STATUS
    try:
        for to, number in enumerate(files[:3]):
            os.dup2(number, to)
        kept = (forkserver._forkserver._forkserver_alive_fd, resource_tracker._resource_tracker._fd)  # type: ignore[attr-defined]
        for number in [int(path.name) for path in Path("/proc/self/fd").iterdir()]:
            if number > 2 and number not in kept:
                with suppress(OSError):
                    os.close(number)
        sys.stdin, sys.stdout, sys.stderr = (
            open(number, how, encoding="utf-8", errors=errors, closefd=False)  # noqa: SIM115
            for number, (how, errors) in enumerate(
                (("r", "strict"), ("w", "strict"), ("w", "backslashreplace"))
            )
        )
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        if request["session"]:
            os.setsid()
        os.environ.clear()
        os.environ.update(request["env"])
        time.tzset()
        os.chdir(request["cwd"])
        name, *arguments = request["command"]
        sys.argv = [name, *arguments]
        sys.modules["__main__"].__spec__ = None
        gc.enable()
        try:
            status = sys.modules[PROGRAMS[name]].main(arguments)
        except SystemExit as ended:
            status = ended.code if isinstance(ended.code, int) else 1 if ended.code else 0
        threading._shutdown()  # type: ignore[attr-defined]
        atexit._run_exitfuncs()
    except BaseException:  # noqa: BLE001  whatever it is, it is this process's
        sys.excepthook(*sys.exc_info())
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
