"""Clients that have not logged in: they use up neither the host's time nor its room for others."""

from __future__ import annotations

import pytest

from tests.bench._host import SeatedPlayer
from tests.e2e.host import LiveHost
from tests.edge.quiet_player import attack, undisturbed

LOGGING_IN = 10 + 40
"""Connections of one address that may log in or wait to do so."""


async def test_silent_sockets(live: LiveHost, people: list[SeatedPlayer]) -> None:
    """Of 600 from one address a share is let in or waits, the others are closed at once; others get in."""
    async with (
        undisturbed(live.port, people[0]),
        attack(live.port, "silent", "127.0.2.1", count=600, enough=600 - LOGGING_IN) as running,
    ):
        report = await running.report()
    assert 600 - LOGGING_IN <= report["closed"] <= 600


async def test_handshake_flood(live: LiveHost, people: list[SeatedPlayer]) -> None:
    """Of 200 handshakes a second of one address few are computed: 20 at once and 5 a second."""
    async with (
        undisturbed(live.port, people[1]),
        attack(live.port, "handshakes", "127.0.2.2", per_second=200, seconds=1.5) as running,
    ):
        report = await running.report()
    assert report["sent"] == 300
    assert 1 <= report["answered"] <= 20 + 5 * (report["seconds"] + 1)


async def test_password_tries(live: LiveHost) -> None:
    """Of 300 attempts in one connection six are looked at, those by which a client asks included."""
    async with attack(live.port, "passwords", "127.0.2.3", count=300) as running:
        report = await running.report()
    assert report == {"tried": pytest.approx(3, abs=2), "end": "Too many attempts to log in"}
