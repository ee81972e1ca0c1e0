"""Calls between two processes of one host."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from typing import Any

import pytest

from server.start.processes.link import Link, LinkLost, RemoteFailure
from server.store.journal.journal import Conflict


class Answering:
    """What one side offers."""

    def __init__(self) -> None:
        self.told: list[int] = []
        self.may_answer = asyncio.Event()

    def add(self, one: int, other: int) -> int:
        return one + other

    def tell(self, number: int) -> None:
        self.told.append(number)

    async def later(self) -> str:
        await self.may_answer.wait()
        return "late"

    def conflict(self) -> None:
        raise Conflict("t1")

    def local(self) -> None:
        class LocalError(Exception):
            pass

        raise LocalError("cannot be sent")

    def _hidden(self) -> None:
        raise AssertionError


class LinkedPair:
    """Two sides."""

    def __init__(self) -> None:
        self.answering = Answering()
        self.lost: list[str] = []
        self.one = Link({}, lambda: self.lost.append("one"))
        self.two = Link({"it": self.answering}, lambda: self.lost.append("two"))

    async def ask(self, method: str, *args: int) -> Any:
        return await self.one.call("it", method, *args)


@pytest.fixture
async def pair() -> AsyncIterator[LinkedPair]:
    made = LinkedPair()
    first, second = socket.socketpair()
    await made.one.open(first)
    await made.two.open(second)
    yield made
    made.one.close()
    made.two.close()


async def test_what_a_method_returns_comes_back(pair: LinkedPair) -> None:
    assert await pair.ask("add", 1, 2) == 3
    assert await asyncio.gather(*(pair.ask("add", n, 1) for n in range(100))) == list(range(1, 101))


async def test_a_notice_has_its_effect_before_a_later_answer(pair: LinkedPair) -> None:
    for number in range(5):
        pair.one.tell("it", "tell", number)
    await pair.ask("add", 1, 0)
    assert pair.answering.told == [0, 1, 2, 3, 4]


async def test_an_answer_that_takes_its_time_holds_up_no_other(pair: LinkedPair) -> None:
    late = asyncio.ensure_future(pair.ask("later"))
    assert await pair.ask("add", 1, 0) == 1
    pair.answering.may_answer.set()
    assert await late == "late"


async def test_an_error_is_raised_here(pair: LinkedPair) -> None:
    with pytest.raises(Conflict, match="t1"):
        await pair.ask("conflict")


async def test_an_error_that_cannot_be_sent_is_told_in_words(pair: LinkedPair) -> None:
    with pytest.raises(RemoteFailure, match="cannot be sent"):
        await pair.ask("local")
    assert await pair.ask("add", 1, 0) == 1


@pytest.mark.parametrize("method", ["_hidden", "missing"])
async def test_only_what_is_offered_can_be_called(pair: LinkedPair, method: str) -> None:
    with pytest.raises(AttributeError):
        await pair.one.call("it", method)


async def test_who_waits_when_the_other_is_lost_does_not_know_what_it_did(pair: LinkedPair) -> None:
    waiting = asyncio.ensure_future(pair.ask("later"))
    await pair.ask("add", 1, 0)
    pair.two.close()
    with pytest.raises(LinkLost):
        await waiting
    with pytest.raises(LinkLost):
        await pair.ask("add", 1, 0)
    assert sorted(pair.lost) == ["one", "two"]
