"""Connections without a session: long for accounts, within shares."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from server.sessions.connection import IdleConnections
from server.settings.current_limits import CurrentLimits
from server.settings.limits import Limits

LIMITS = Limits(idle=3, idle_per_address=2)
Begun = tuple[float, Callable[[], None]]
LONG, SHORT = LIMITS.idle_without_channel, LIMITS.idle_without_channel_of_guests


def begin(idle: IdleConnections, network: str, *, account: bool = True) -> Begun:
    return idle.begin(network, lambda: None, account=account)


def test_accounts_stay_longer_than_guests() -> None:
    """Ten minutes and twenty seconds."""
    idle = IdleConnections(CurrentLimits())
    assert [begin(idle, "a", account=account)[0] for account in (True, False)] == [600.0, 20.0]


def test_an_address_and_all_have_a_share() -> None:
    """Who comes beyond it stays as long as a guest; who goes makes room."""
    idle = IdleConnections(CurrentLimits(LIMITS))
    first, second, third = (begin(idle, "a") for _ in range(3))
    assert [first[0], second[0], third[0]] == [LONG, LONG, SHORT]
    third[1]()
    assert begin(idle, "b")[0] == LONG
    assert begin(idle, "b")[0] == SHORT
    first[1]()
    assert begin(idle, "b")[0] == LONG


def test_few_addresses_take_the_place_of_nobody() -> None:
    """Who comes from an address with fewer gets a place, the last one of the address with most stays shorter:
    until all have one.
    """
    most = Limits()
    idle, held = IdleConnections(CurrentLimits(most)), Counter[str]()

    def came(network: str) -> float:
        held[network] += 1
        seconds = idle.begin(network, lambda: held.subtract((network,)), account=True)[0]
        if seconds < most.idle_without_channel:
            held[network] -= 1
        return seconds

    for number in range(most.idle):
        came(f"crowd {number // most.idle_per_address}")
    assert set(held.values()) == {most.idle_per_address}
    assert came("crowd 0") == most.idle_without_channel_of_guests
    assert all(came(f"honest {number}") == most.idle_without_channel for number in range(most.idle - 10))
    assert held.total() == most.idle
    assert {count for address, count in held.items() if count} == {1}
    assert came("one more") == most.idle_without_channel_of_guests


def test_nobody_stays_longer_than_an_account() -> None:
    """One setting made short holds for all."""
    idle = IdleConnections(CurrentLimits(Limits(idle_without_channel=5.0)))
    assert [begin(idle, "a", account=account)[0] for account in (True, False)] == [5.0, 5.0]
