"""`ssh HOST api` as a person's second session uses it: requests, answers, the newest news of each table."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import asyncssh
from msgspec import json

PATIENCE = 30.0
"""Seconds until a request counts as unanswered."""


class UnansweredError(Exception):
    """The host is there, but does not answer."""


class RefusedError(Exception):
    """The host says why not; the argument is the code."""


class Program:
    """One session of the API. `news` is the newest of each table; `told` is set whenever something comes."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self._process = process
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self.hello: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self.news: dict[str, dict[str, Any]] = {}
        self.told = asyncio.Event()
        self._count = 0
        self._reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        with suppress(asyncssh.Error, OSError):
            while line := await self._process.stdout.readline():
                self._take(json.decode(line))
        for waiting in (self.hello, *self._answers.values()):
            if not waiting.done():
                waiting.set_exception(ConnectionError("the session ended"))
                waiting.exception()  # perhaps nobody waits for it

    def _take(self, said: dict[str, Any]) -> None:
        if "hello" in said:
            self.hello.set_result(said["hello"])
        elif "news" in said:
            self.news[said["table"]] = said["news"]
        elif waiting := self._answers.pop(said.get("id") or 0, None):
            waiting.set_result(said)
        self.told.set()

    async def ask(self, do: str, **fields: Any) -> dict[str, Any]:
        """What a request is answered. Raises RefusedError, UnansweredError or ConnectionError."""
        if self._reading.done():
            raise ConnectionError("the session ended")
        self._count += 1
        answer = self._answers[self._count] = asyncio.get_running_loop().create_future()
        self._process.stdin.write(json.encode({"id": self._count, "do": do, **fields}) + b"\n")
        try:
            async with asyncio.timeout(PATIENCE):
                said = await answer
        except TimeoutError:
            raise UnansweredError(do) from None
        if "refused" in said:
            raise RefusedError(said["refused"]["code"])
        if "ok" not in said:
            raise UnansweredError(f"{do}: {said}")
        ok: dict[str, Any] = said["ok"]
        return ok

    async def anything(self, seconds: float) -> None:
        """Until the host tells something, at most so long."""
        self.told.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.told.wait()

    def close(self) -> None:
        """Reads no more."""
        self._reading.cancel()
