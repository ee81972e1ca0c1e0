"""Accepted connections that one process hands to another."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from server.start.processes.door import MOST_AT_ONCE, HandedConnection, hand_over, handed_over


@pytest.fixture
def door() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The parent's side and the process's."""
    pair = socket.socketpair()
    for side in pair:
        side.setblocking(False)
    yield pair
    for side in pair:
        side.close()


def connection() -> tuple[socket.socket, socket.socket]:
    """A client, and what was accepted of it."""
    return socket.socketpair()


def test_a_connection_goes_on_in_the_other_process(door: tuple[socket.socket, socket.socket]) -> None:
    """With its number and address; the parent has it no more."""
    client, accepted = connection()
    longest = "fe80:1111:2222:3333:4444:5555:6666:7777%enp0s31f6.100"
    assert hand_over(door[0], HandedConnection(accepted, 7, longest))
    assert accepted.fileno() == -1
    (taken,) = handed_over(door[1])
    assert (taken.number, taken.address) == (7, longest)
    taken.sock.send(b"SSH-2.0")
    assert client.recv(16) == b"SSH-2.0"
    taken.sock.close()
    client.close()


def test_many_connections_come_in_order_some_at_a_time(door: tuple[socket.socket, socket.socket]) -> None:
    """Other work of the process goes on in between."""
    clients = []
    for number in range(MOST_AT_ONCE + 4):
        client, accepted = connection()
        clients.append(client)
        assert hand_over(door[0], HandedConnection(accepted, number, "192.0.2.1"))
    first, second = list(handed_over(door[1])), list(handed_over(door[1]))
    assert [one.number for one in (*first, *second)] == list(range(MOST_AT_ONCE + 4))
    assert len(first) == MOST_AT_ONCE
    for one in (*first, *second):
        one.sock.close()
    for client in clients:
        client.close()


def test_a_process_that_takes_nothing_leaves_the_connection_to_others(
    door: tuple[socket.socket, socket.socket],
) -> None:
    door[1].close()
    client, accepted = connection()
    assert not hand_over(door[0], HandedConnection(accepted, 1, "192.0.2.1"))
    assert accepted.fileno() != -1
    accepted.close()
    client.close()


def test_a_process_notices_that_its_parent_is_gone(door: tuple[socket.socket, socket.socket]) -> None:
    door[0].close()
    with pytest.raises(EOFError):
        list(handed_over(door[1]))
