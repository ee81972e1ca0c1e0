"""A program at the other end of `ssh host api`, for tests."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Callable
from typing import Any

import asyncssh

from tests.server.running_host import RunningHost
from tests.waiting import WITHIN


class ApiClient:
    """Writes requests, keeps what it is told. `news` are the lines without an id, in order."""

    def __init__(self, process: asyncssh.SSHClientProcess[bytes]) -> None:
        self.process = process
        self.hello: dict[str, Any] = {}
        self.news: list[dict[str, Any]] = []
        self._asked = 0

    async def read(self) -> dict[str, Any]:
        """The next line."""
        line = await asyncio.wait_for(self.process.stdout.readline(), WITHIN)
        assert line.endswith(b"\n"), f"the session ended: {line!r}"
        found: dict[str, Any] = json.loads(line)
        return found

    def send(self, **request: Any) -> None:
        self.write(json.dumps(request).encode() + b"\n")

    def write(self, data: bytes) -> None:
        self.process.stdin.write(data)

    async def answer(self, number: Any) -> dict[str, Any]:
        """The answer to a request; what is told before it is kept."""
        while True:
            told = await self.read()
            if "id" in told:
                assert told["id"] == number
                return told
            self.news.append(told)

    async def ask(self, do: str, **more: Any) -> Any:
        """What a request is answered, which is done."""
        answer = await self._answered(do, more)
        assert "ok" in answer, answer
        return answer["ok"]

    async def refused(self, do: str, **more: Any) -> dict[str, Any]:
        """Why a request is not done."""
        answer = await self._answered(do, more)
        assert "refused" in answer, answer
        refused: dict[str, Any] = answer["refused"]
        return refused

    async def _answered(self, do: str, more: dict[str, Any]) -> dict[str, Any]:
        self._asked += 1
        self.send(id=self._asked, do=do, **more)
        return await self.answer(self._asked)

    async def until(self, told: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
        """The first thing told, from now on, for which that is true."""
        while True:
            news = await self.read()
            self.news.append(news)
            if told(news):
                return news

    async def rest(self) -> tuple[list[dict[str, Any]], int | None]:
        """Everything to the end, and the exit status."""
        out = await asyncio.wait_for(self.process.stdout.read(), WITHIN)
        await asyncio.wait_for(self.process.wait_closed(), WITHIN)
        return [json.loads(line) for line in out.splitlines()], self.process.exit_status

    def bye(self) -> None:
        """Asks for nothing more."""
        self.process.stdin.write_eof()


@contextlib.asynccontextmanager
async def api_client(
    at: RunningHost, name: str = "Ada", lang: str = "en_GB.UTF-8", **options: Any
) -> AsyncIterator[ApiClient]:
    """A guest's program, greeted."""
    async with at.connect(username=name, **options) as connection:
        process = await connection.create_process("api", encoding=None, env={"LANG": lang})
        found = ApiClient(process)
        found.hello = (await found.read())["hello"]
        yield found
