"""A balancer hears whether a node takes new players; strangers hear nothing else, and keep nobody out."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.telemetry import readiness as ready
from server.telemetry.readiness import Readiness, ReadinessListener
from tests.waiting import WITHIN


class FakeNode:
    """A node that answers a balancer."""

    def __init__(self) -> None:
        self.readiness = Readiness()
        self.listener = ReadinessListener(self.readiness)
        self.is_reached = True
        self.port = 0

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        return await asyncio.open_connection("127.0.0.1", self.port)

    async def answer(self, request: bytes = b"GET /ready HTTP/1.0\r\n\r\n") -> bytes:
        """Everything that comes back."""
        reader, writer = await self.connect()
        writer.write(request)
        try:
            return await asyncio.wait_for(reader.read(), WITHIN)
        except ConnectionError:
            return b""
        finally:
            writer.close()


@pytest.fixture
async def node() -> AsyncIterator[FakeNode]:
    made = FakeNode()
    made.port = await made.listener.open("127.0.0.1", 0)
    yield made
    made.listener.close()


async def test_a_node_is_ready_from_its_start_to_its_end_while_it_reaches_its_store(node: FakeNode) -> None:
    """200 then, 503 otherwise; the body says the same."""
    assert (await node.answer()).startswith(b"HTTP/1.1 503 ")
    node.readiness.begin(lambda: node.is_reached)
    answer = await node.answer()
    assert answer.startswith(b"HTTP/1.1 200 ")
    assert answer.endswith(b"\r\n\r\nready\n")
    node.is_reached = False
    assert (await node.answer()).endswith(b"\r\n\r\nnot ready\n")
    node.is_reached = True
    assert (await node.answer(b"HEAD /ready HTTP/1.1\r\nHost: a\r\n\r\n")).startswith(b"HTTP/1.1 200 ")
    node.readiness.end()
    assert (await node.answer()).startswith(b"HTTP/1.1 503 ")


async def test_a_node_is_healthy_once_it_has_started_whatever_its_store_does(node: FakeNode) -> None:
    health = b"GET /health HTTP/1.0\r\n\r\n"
    assert (await node.answer(health)).endswith(b"\r\n\r\nnot healthy\n")
    node.readiness.begin(lambda: False)
    assert (await node.answer(health)).startswith(b"HTTP/1.1 200 ")
    assert (await node.answer()).startswith(b"HTTP/1.1 503 ")
    node.readiness.end()
    assert (await node.answer(health)).endswith(b"\r\n\r\nhealthy\n")


async def test_the_script_asks_without_python(node: FakeNode) -> None:
    """As the health check of the image does."""

    async def asked(*words: str) -> int:
        script = Path(__file__).parents[3] / "deploy" / "crownhouse-ready"
        ended = await asyncio.create_subprocess_exec(script, *words, stderr=asyncio.subprocess.DEVNULL)
        return await ended.wait()

    place = f"127.0.0.1:{node.port}"
    node.readiness.begin(lambda: node.is_reached)
    node.is_reached = False
    assert [await asked("ready", place), await asked("health", place)] == [1, 0]
    node.listener.close()
    assert await asked("health", place) == 1


@pytest.mark.parametrize(
    "request_line", ["GET / HTTP/1.0", "GET /metrics HTTP/1.0", "POST /ready HTTP/1.0", "what"]
)
async def test_nothing_else_is_told(node: FakeNode, request_line: str) -> None:
    """Every other request gets the same answer, ready or not, without a body."""
    answers = [await node.answer(f"{request_line}\r\n\r\n".encode())]
    node.readiness.begin(lambda: True)
    answers.append(await node.answer(f"{request_line}\r\n\r\n".encode()))
    assert set(answers) == {answers[0]}
    assert answers[0].startswith(b"HTTP/1.1 404 ")
    assert answers[0].endswith(b"\r\n\r\n")


async def test_a_long_request_is_hung_up_on(node: FakeNode) -> None:
    """Without an answer; the next one is served."""
    assert await node.answer(b"GET /ready HTTP/1.0\r\nX: " + b"x" * 10_000) == b""
    assert (await node.answer()).startswith(b"HTTP/1.1 503 ")


async def test_a_slow_request_is_hung_up_on(node: FakeNode, monkeypatch: pytest.MonkeyPatch) -> None:
    """After its time."""
    monkeypatch.setattr(ready, "TIMEOUT", 0.02)
    assert await node.answer(b"GET /ready") == b""


async def test_connections_that_are_kept_open_keep_nobody_out(node: FakeNode) -> None:
    """The oldest of too many ends, and the balancer is answered."""
    kept = [await node.connect() for _ in range(ready.MOST)]
    assert (await node.answer()).startswith(b"HTTP/1.1 503 ")
    with contextlib.suppress(ConnectionError):
        assert await asyncio.wait_for(kept[0][0].read(), WITHIN) == b""
    for _, writer in kept:
        writer.close()
