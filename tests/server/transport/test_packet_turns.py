"""Packets of all clients together in one turn of the loop."""

from __future__ import annotations

import asyncio
from functools import partial

from server.transport.packet_turns import FIRST, MORE, PACKETS, PacketTurns


async def test_a_turn_handles_so_many_packets_and_the_next_one_as_many() -> None:
    turns = PacketTurns()
    for _ in range(PACKETS):
        assert turns.left > 0
        turns.spend("192.0.2.1")
    assert turns.left <= 0
    await asyncio.sleep(0)
    assert turns.left == PACKETS


async def test_those_who_wait_come_in_order_as_many_as_a_turn_handles() -> None:
    turns, done = PacketTurns(), list[int]()

    def go_on(number: int) -> None:
        done.append(number)
        for _ in range(PACKETS // 2):
            turns.spend("192.0.2.1")

    for number in range(5):
        turns.wait("192.0.2.1", partial(go_on, number))
    for wanted in ([0, 1], [0, 1, 2, 3], [0, 1, 2, 3, 4]):
        await asyncio.sleep(0)
        assert done == wanted


async def test_addresses_take_turns() -> None:
    """Of twenty clients of one address, however often each waits again, one comes before somebody else."""
    turns, done = PacketTurns(), list[str]()

    def go_on(network: str) -> None:
        done.append(network)
        for _ in range(PACKETS):
            turns.spend(network)
        if network == "192.0.2.1":
            turns.wait(network, partial(go_on, network))

    for _ in range(20):
        turns.wait("192.0.2.1", partial(go_on, "192.0.2.1"))
    await asyncio.sleep(0)
    turns.wait("192.0.2.2", partial(go_on, "192.0.2.2"))
    for _ in range(2):
        await asyncio.sleep(0)
    assert done == ["192.0.2.1", "192.0.2.1", "192.0.2.2", "192.0.2.1"]


async def test_the_first_packets_of_an_address_wait_for_nobody_elses() -> None:
    """However many others have sent before in a turn; of many addresses, so many in all."""
    turns, handled = PacketTurns(), list[str]()
    for _ in range(PACKETS):
        turns.spend("192.0.2.1")
    assert turns.is_over("192.0.2.1")
    for number in range(2, 100):
        while not turns.is_over(network := f"192.0.2.{number}"):
            turns.spend(network)
            handled.append(network)
    assert handled[: FIRST + 1] == ["192.0.2.2"] * FIRST + ["192.0.2.3"]
    assert len(handled) == MORE


async def test_who_waits_behind_a_flood_is_heard_in_the_same_turn() -> None:
    turns, done = PacketTurns(), list[str]()

    def go_on(network: str, packets: int) -> None:
        done.append(network)
        for _ in range(packets):
            turns.spend(network)
        if packets == PACKETS:
            turns.wait(network, partial(go_on, network, packets))

    for _ in range(20):
        turns.wait("192.0.2.1", partial(go_on, "192.0.2.1", PACKETS))
    turns.wait("192.0.2.2", partial(go_on, "192.0.2.2", 1))
    await asyncio.sleep(0)
    assert done == ["192.0.2.1", "192.0.2.2"]
    await asyncio.sleep(0)
    assert done[2:] == ["192.0.2.1"]
