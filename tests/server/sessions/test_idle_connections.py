"""Connections without a session: long for accounts, within shares."""

from __future__ import annotations

from server.sessions.connection import IdleConnections
from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits

LIMITS = Limits(idle=3, idle_per_address=2)
LONG, SHORT = LIMITS.idle_without_channel, LIMITS.idle_without_channel_of_guests


def test_accounts_stay_longer_than_guests() -> None:
    """Ten minutes and twenty seconds."""
    idle = IdleConnections(CurrentLimits())
    assert [idle.begin("a", account=account)[0] for account in (True, False)] == [600.0, 20.0]


def test_an_address_and_all_have_a_share() -> None:
    """Who comes beyond it stays as long as a guest; who goes makes room."""
    idle = IdleConnections(CurrentLimits(LIMITS))
    first, second, third = (idle.begin("a", account=True) for _ in range(3))
    assert [first[0], second[0], third[0]] == [LONG, LONG, SHORT]
    third[1]()
    assert idle.begin("b", account=True)[0] == LONG
    assert idle.begin("c", account=True)[0] == SHORT
    first[1]()
    assert idle.begin("c", account=True)[0] == LONG


def test_nobody_stays_longer_than_an_account() -> None:
    """One setting made short holds for all."""
    idle = IdleConnections(CurrentLimits(Limits(idle_without_channel=5.0)))
    assert [idle.begin("a", account=account)[0] for account in (True, False)] == [5.0, 5.0]
