"""`python -m tests.soak MINUTES SESSIONS FOLDER`: people play and hostile clients attack for a long time.

The host runs in a process of its own with the default limits; the people in some others; attacks come one
after another from further ones, with pauses. Each person has two of the SSH sessions: one of the API, and one
on the screen or in plain mode.
One JSON line a half minute says how it goes, the last one whether it was passed (`tests.soak.verdict`).
Interrupted, it goes on next time with the same arguments: what it knows is in the folder, with the host's
data and log. After a run that came to its end the next one begins anew.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import signal
import socket
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from typing import Any
from urllib.request import urlopen

import psutil
from msgspec import json

from tests.bench._host import BOOT, compile_modules
from tests.soak.hostile import Hostile
from tests.soak.person import Notes
from tests.soak.verdict import Soak, failures, restored, share, slope

PEOPLE_IN_A_PROCESS = 50
SESSIONS_EACH = 2
SAMPLE = 5.0
"""Seconds between two samples of memory."""
REPORT = 30.0
EMPTY_WITHIN = 60.0
"""Seconds until a host that everybody has left has no session."""
INTERRUPTED = 130
ERROR = re.compile(r'"level": ?"(error|critical)"|^Traceback|never (retrieved|awaited)')
"""A line of the host's log that must not be there."""


class Run:
    """A host and everybody who comes to it."""

    def __init__(self, folder: Path, soak: Soak) -> None:
        self._folder, self._soak = folder, soak
        self._state = folder / "state.json"
        self._log = folder / "host.log"
        self._port = self._metrics = 0
        self._host: Any = None
        self._people: list[Process] = []
        self._hostile: Any = None
        self._before, self._before_host = soak.done, list(soak.errors)

    async def run(self, stop: asyncio.Event) -> None:
        """Until all minutes are over, or `stop`."""
        await self._start_host()
        tasks = []
        try:
            self._hostile = Hostile(self._port, say, self._soak.attacks)
            people = self._soak.sessions // SESSIONS_EACH
            for first in range(0, people, PEOPLE_IN_A_PROCESS):
                process = await self._start_people(first, min(PEOPLE_IN_A_PROCESS, people - first))
                tasks += [asyncio.create_task(self._listen(process))]
            tasks += [asyncio.create_task(self._hostile.run()), asyncio.create_task(self._watch(stop))]
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in tasks:
                if task.done():
                    task.result()
            if not stop.is_set():
                await self._empty(tasks)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for process in (*self._people, self._host):
                with suppress(ProcessLookupError):
                    process.terminate()
                await process.wait()
            self._look_into_the_log()
            self._soak.save(self._state)

    async def _start_host(self) -> None:
        compile_modules()
        self._metrics = _free_port()
        settings = {"CROWNHOUSE_METRICS": f"127.0.0.1:{self._metrics}", "CROWNHOUSE_LOG": "json"}
        with self._log.open("wb") as log:
            self._host = await asyncio.create_subprocess_exec(
                sys.executable, "-c", BOOT, "serve", "--listen", "127.0.0.1:0", "--data",
                str(self._folder / "data"), stdout=PIPE, stderr=log, env={**os.environ, **settings},
            )  # fmt: skip
        self._port = int(json.decode(await self._host.stdout.readline())["at"].split()[-1])
        self._began = perf_counter()
        self._soak.hosts.append([])

    async def _start_people(self, first: int, count: int) -> Process:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.soak.people", str(self._port), str(first), str(count),
            str(self._folder), stdin=PIPE, stdout=PIPE, stderr=None, limit=2**24,
        )  # fmt: skip
        self._people.append(process)
        return process

    async def _listen(self, process: Process) -> None:
        """Takes the notes of a process of people."""
        assert process.stdout
        while line := await process.stdout.readline():
            notes = json.decode(line, type=Notes)
            self._soak.add(notes.counts)
            self._soak.trouble += notes.trouble
            for speed, seconds in notes.results:
                self._soak.saw_result(speed, seconds)
            for moment, seconds in notes.answers:
                self._soak.answered(seconds, attacked=self._hostile.was_on(moment))
            for trouble in notes.trouble:
                say({"trouble": trouble})

    async def _watch(self, stop: asyncio.Event) -> None:
        """Samples memory, reports and saves until it is over."""
        seen, reported = psutil.Process(self._host.pid), perf_counter()
        while self._soak.done < self._soak.minutes and not stop.is_set():
            with suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), SAMPLE)
            if self._host.returncode is not None:
                self._before_host.append("the host has ended")
                return
            minutes = (perf_counter() - self._began) / 60
            self._soak.done = self._before + minutes
            self._soak.attacks = self._hostile.number
            self._soak.hosts[-1].append((round(minutes, 3), seen.memory_info().rss / 2**20))
            if perf_counter() - reported >= REPORT:
                reported = perf_counter()
                self._look_into_the_log()
                say(await asyncio.to_thread(self._report))
                self._soak.save(self._state)

    def _report(self) -> dict[str, Any]:
        soak, values = self._soak, self._values()
        grown = slope(soak.hosts, soak.warm_up)
        return {
            "minute": round(soak.done, 1), "MB": round(soak.hosts[-1][-1][1], 1),
            "MB a minute": grown and [round(value, 2) for value in (grown.median, grown.least, grown.most)],
            "p50, p99 in ms": [share(soak.calm, 0.5), share(soak.calm, 0.99)],
            "under attack": [share(soak.attacked, 0.5), share(soak.attacked, 0.99)],
            "sessions": values.get("crownhouse_sessions"),
            "tables": sum(value for name, value in values.items() if name.startswith("crownhouse_tables{")),
            "host's CPU": values.get("process_cpu_seconds_total"), "errors": len(soak.errors),
            "trouble": len(soak.trouble), "results seen": soak.results, **dict(sorted(soak.counts.items())),
        }  # fmt: skip

    def _values(self) -> dict[str, float]:
        try:
            with urlopen(f"http://127.0.0.1:{self._metrics}/metrics", timeout=30) as answer:
                text = answer.read().decode()
        except OSError:  # the host has ended, or stands still: both are seen elsewhere
            return {}
        return {
            name: float(value)
            for name, value in re.findall(r"^([a-z_]+(?:{.*})?) (\S+)$", text, re.MULTILINE)
        }

    async def _empty(self, tasks: list[asyncio.Task[None]]) -> None:
        """Everybody goes at once; the host soon has no session left."""
        for task in tasks:
            task.cancel()
        for process in self._people:
            process.kill()
        until = perf_counter() + EMPTY_WITHIN
        while sessions := (await asyncio.to_thread(self._values)).get("crownhouse_sessions", 0):
            if perf_counter() > until:
                self._soak.trouble.append(f"{sessions:.0f} sessions never ended")
                return
            await asyncio.sleep(0.5)

    def _look_into_the_log(self) -> None:
        lines = self._log.read_text(encoding="utf-8").splitlines()
        self._soak.errors = self._before_host + [line for line in lines if ERROR.search(line)]


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


def say(line: dict[str, Any]) -> None:
    """One JSON line."""
    sys.stdout.buffer.write(json.encode(line) + b"\n")
    sys.stdout.flush()


async def _soaked(soak: Soak, place: Path) -> int:
    """Runs, or goes on; the exit status."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    run = Run(place, soak)
    await run.run(stop)
    if stop.is_set():
        say({"soak": "interrupted", "minutes left": round(soak.minutes - soak.done, 1)})
        return INTERRUPTED
    grown, why = slope(soak.hosts, soak.warm_up), failures(soak)
    say({"soak": "failed" if why else "passed", "why": why, "memory": grown, "counts": soak.counts,
         "results seen": soak.results,
         "p99 in ms": share(soak.calm, 0.99), "p99 under attack": share(soak.attacked, 0.99)})  # fmt: skip
    return 1 if why else 0


def main(minutes: str, sessions: str, folder: str) -> int:
    """Begins, or goes on with what is in the folder; the exit status."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    soak = restored(place / "state.json", float(minutes), int(sessions))
    if not soak.done:
        shutil.rmtree(place / "data", ignore_errors=True)
    return asyncio.run(_soaked(soak, place))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
