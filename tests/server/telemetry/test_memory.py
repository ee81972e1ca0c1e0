"""Connections leave nothing behind: whatever served one is free again without the collector's help."""

from __future__ import annotations

import asyncio
import gc
import importlib
import inspect
import pkgutil
import weakref
from collections.abc import Awaitable, Callable, Iterator
from functools import _lru_cache_wrapper
from typing import Any

import pytest
from asyncssh.constants import MSG_KEXINIT

import server
from tests.server.running_host import RunningHost, running_host
from tests.server.sessions.test_session import terminal


@pytest.fixture(autouse=True)
def _frozen_again() -> Iterator[None]:
    """What is there for all tests is not looked through again and again after these."""
    yield
    gc.freeze()


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def serving(at: RunningHost) -> dict[str, weakref.ref[Any]]:
    """What serves the one connection there is, by what it is."""
    (connection,) = at.ssh._connections
    found = {"connection": connection, "transport": connection._own_transport, "owner": connection._owner}
    for session in at.ssh.sessions:
        line, door = session._line, at.screens[-1].port
        found |= {"session": session, "channel": session._channel, "line": line, "door": door}
        found |= {"input": session._input, "window": session._size, "task": session._task}
    return {name: weakref.ref(thing) for name, thing in found.items()}


async def leaves(at: RunningHost) -> dict[str, weakref.ref[Any]]:
    """Plays, and leaves as one should."""
    async with at.connect() as connection:
        seen = await terminal(connection)
        seen.type("o")
        await seen.see("seat 1 open")
        known = serving(at)
        seen.type("q")
        await seen.ended()
    return known


async def breaks(at: RunningHost) -> dict[str, weakref.ref[Any]]:
    """Is cut off in the midst of a game."""
    async with at.connect() as connection:
        seen = await terminal(connection)
        seen.type("o")
        await seen.see("seat 1 open")
        known = serving(at)
        connection.abort()
    return known


async def never_says_who(at: RunningHost) -> dict[str, weakref.ref[Any]]:
    """Hangs up after the first line."""
    _, writer = await asyncio.open_connection("127.0.0.1", at.port)
    writer.write(b"SSH-2.0-nobody\r\n")
    await at.until(lambda: at.ssh._connections)
    known = serving(at)
    writer.close()
    return known


async def exchanges_keys_by_half(at: RunningHost) -> dict[str, weakref.ref[Any]]:
    """Plays, begins to exchange keys anew, and is cut off."""
    async with at.connect() as connection:
        await terminal(connection)
        known = serving(at)
        connection._packet_handlers = connection._packet_handlers | {MSG_KEXINIT: lambda *_: True}
        connection._send_kexinit()
        await at.until(lambda: known["connection"]()._kex, "the host's half")
        connection.abort()
    return known


@pytest.mark.parametrize("course", [leaves, breaks, never_says_who, exchanges_keys_by_half])
async def test_whatever_served_a_connection_is_gone(
    course: Callable[[RunningHost], Awaitable[dict[str, weakref.ref[Any]]]],
) -> None:
    """However it ended, and with the collector off: session, channel, connection, transport."""
    async with running_host() as at:
        known = await course(at)
        await at.until(lambda: not at.ssh._connections and not at.ssh.sessions)
        at.screens.clear()
        await at.until(lambda: not any(ref() for ref in known.values()), "the end of all that")


def test_caches_of_what_clients_send_are_bounded() -> None:
    """A client can send a million different characters; what is remembered of texts has a limit, or the
    texts are few.
    """
    few = {"server.log.clocks.parse_clock"}  # others than the clocks there are, are refused and not kept
    for module in pkgutil.walk_packages(server.__path__, "server."):
        importlib.import_module(module.name)
    gc.unfreeze()  # what was imported when the tests were collected is looked at, too
    unbounded = {
        f"{cached.__module__}.{cached.__qualname__}"
        for cached in gc.get_objects()
        if isinstance(cached, _lru_cache_wrapper)
        and getattr(cached, "__module__", "").startswith("server.")
        and cached.cache_parameters()["maxsize"] is None
        and "str" in {given.annotation for given in inspect.signature(cached).parameters.values()}
    }
    assert unbounded == few


def test_a_listener_is_let_go_of_with_its_release() -> None:
    """Whoever follows keeps the release; that must not keep whoever follows."""
    from server.table.audience import Audience
    from server.table.dependencies import loop_timer
    from tests.server.table.projection import projection

    class Follower:
        def __init__(self) -> None:
            self.release = audience.add("ada", self.see)

        def see(self, _: object) -> None: ...

    audience: Any = Audience("KIWI-7", projection(), loop_timer)
    follower = Follower()
    gone = weakref.ref(follower)
    follower.release()
    del follower
    assert gone() is None
