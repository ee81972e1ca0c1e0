"""Whoever comes late may read the whole log: what a seat is told then is what it was told at the time."""

from __future__ import annotations

import pytest

from engine.game import Refused
from engine.registry import GAMES
from server.table import audience
from tests.server.simulation import ADA, BERT, CY, ReceivedSnapshots, Simulation, refusal, settled
from tui.presenters.deep_links import practice

KEPT, STEPS = 20, 90


@pytest.mark.parametrize("game", ["court", "intrigue", "laurin"])
async def test_the_whole_log_is_rebuilt_as_each_seat_was_told_it(game: str, monkeypatch: pytest.MonkeyPatch):
    """Events that a seat or a spectator was not shown stay hidden from it, also in what is rebuilt."""
    monkeypatch.setattr(audience, "REMEMBERED", KEPT)
    stage = Simulation(games=GAMES)
    ports = [stage.port(player) for player in (ADA, BERT, CY)]
    for player in (ADA, BERT, CY):
        stage.enter(player)
    table = await ports[0].open_table(game, 3, {})
    await ports[1].join(table)
    await ports[0].add_bot(table, "page")
    early = [ReceivedSnapshots() for _ in ports]
    for port, seen in zip(ports, early, strict=True):
        port.follow_table(table, seen.see)
    await ports[0].start(table)
    at = stage.lobby.table(table)
    while at.state.seq < STEPS and at.state.stage == "running":
        for ask in at.state.asks:
            if ask.seat < len(ports) and ask in at.state.asks:
                await ports[ask.seat - 1].submit(table, ask.id, ask.timeout_move)
        await settled()
    for port, seen in zip(ports, early, strict=True):
        late = ReceivedSnapshots()
        port.follow_table(table, late.see)
        first = late[0]
        told = [event for one in seen for event in one.events]
        assert first.earlier == (len(told) > KEPT)
        assert list(await port.past(table, first.seq)) == told
        assert list(first.past) == told[len(told) - len(first.past) :]
        half = [event for one in seen if one.seq <= first.seq // 2 for event in one.events]
        assert list(await port.past(table, first.seq // 2)) == half


async def test_only_who_may_look_at_a_table_reads_its_log():
    """A private one is not there for others."""
    stage = Simulation(games=GAMES)
    table = await practice(stage.port(ADA), "court", 2, "page")
    refused: Refused = await refusal(stage.port(BERT).past(table, 3))
    assert refused.code == "no-table"
