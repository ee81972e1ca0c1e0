"""Packets of all clients together in one turn of the loop."""

from __future__ import annotations

import asyncio

from server.transport.packet_turns import PACKETS, PacketTurns


async def test_a_turn_handles_so_many_packets_and_the_next_one_as_many() -> None:
    turns = PacketTurns()
    for _ in range(PACKETS):
        assert turns.left > 0
        turns.spend()
    assert turns.left <= 0
    await asyncio.sleep(0)
    assert turns.left == PACKETS
