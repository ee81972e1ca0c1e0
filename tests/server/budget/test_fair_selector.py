"""A turn of the loop hears a few sockets, and leaves none out."""

from __future__ import annotations

import selectors
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from server.budget.fair_loop import MOST, FairSelector


class Talkers:
    """Sockets that always have something to say."""

    def __init__(self, until: ExitStack, count: int) -> None:
        self.selector = until.enter_context(FairSelector())
        self._until = until
        self.own = [self.begin() for _ in range(count)]

    def begin(self) -> socket.socket:
        here, there = (self._until.enter_context(one) for one in socket.socketpair())
        there.send(b"x")
        self.selector.register(here, selectors.EVENT_READ)
        return here

    def heard(self) -> list[object]:
        return [key.fileobj for key, events in self.selector.select(0) if events == selectors.EVENT_READ]


@pytest.fixture
def talkers() -> Iterator[Talkers]:
    with ExitStack() as until:
        yield Talkers(until, 3 * MOST)


def test_everybody_is_heard_in_turn(talkers: Talkers) -> None:
    for _ in range(3):
        turns = [talkers.heard() for _ in range(3)]
        assert [len(turn) for turn in turns] == [MOST] * 3
        assert {one for turn in turns for one in turn} == set(talkers.own)


def test_who_was_silent_is_heard_before_who_talks_all_the_time(talkers: Talkers) -> None:
    for _ in range(3):
        talkers.heard()
    assert talkers.begin() in talkers.heard()


def test_a_socket_that_is_gone_is_forgotten(talkers: Talkers) -> None:
    talkers.heard()
    for one in talkers.own:
        talkers.selector.unregister(one)
    assert talkers.heard() == []
    assert talkers.selector._heard == {}


def test_addresses_take_turns(talkers: Talkers) -> None:
    """Who has just been heard is heard again in each turn, however many of another address were not."""
    for one in talkers.own:
        talkers.selector.belongs(one.fileno(), "192.0.2.1")
    alone = talkers.begin()
    talkers.selector.belongs(alone.fileno(), "192.0.2.2")
    turns = [talkers.heard() for _ in range(4)]
    assert all(alone in turn for turn in turns)
    assert {one for turn in turns for one in turn} == {*talkers.own, alone}


def test_a_client_that_rests_does_not_come_first_for_that(talkers: Talkers) -> None:
    first = talkers.own[0]
    talkers.selector.belongs(first.fileno(), "192.0.2.1")
    for one in talkers.own[1:]:
        talkers.selector.belongs(one.fileno(), "192.0.2.1")
    assert first in talkers.heard()
    talkers.selector.unregister(first)
    talkers.selector.register(first, selectors.EVENT_READ)
    assert first not in talkers.heard()
    for one in talkers.own:
        talkers.selector.forget(one.fileno())
    assert talkers.selector._heard == talkers.selector._networks == {}
