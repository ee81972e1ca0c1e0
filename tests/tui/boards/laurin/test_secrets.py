"""Twin games of laurin look alike, byte for byte, to whoever does not know the treasure of others."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.laurin.game import GAME
from engine.laurin.model.cards import selections
from engine.laurin.model.moves import Bid, Lead, Move
from engine.laurin.model.state import View
from tests.engine.laurin.positions import layout
from tests.engine.seeded_chance import luck
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.lines import client
from tests.tui.watch import WatchingSession

DWARFS = "1 5/3 c4, 1 3/2 e5, 2 3/2' d5, 3 1/1 e4"
HANDS = "3 2 1,3 3 2 1,2 2 1 1"
MAGIC = "exchange haste,ban counter,fog"


def twins() -> tuple[LaurinStage, LaurinStage]:
    """Two games that look alike to the first seat and to spectators."""
    state = layout("placing", dwarfs=DWARFS, hands=HANDS, magic=MAGIC)
    stages = LaurinStage(state), LaurinStage(state)
    for number in range(100):
        twin = GAME.sample(GAME.view(state, 1), luck(f"twin {number}"))
        if all(mine != theirs for mine, theirs in zip(twin.hands[1:], state.hands[1:], strict=True)):
            break
    else:
        raise AssertionError("no twin")
    playthrough = stages[1].playthrough
    assert playthrough is not None
    stages[1].playthrough = replace(playthrough, state=twin)
    return stages


def made(view: View, asked: Move) -> Move:
    """The same move in both games, but for the cards of a bid: two of the own, the lowest or highest."""
    if view.position.question == "bid":
        pairs = [chosen for chosen in selections(view.hand) if len(chosen) == 2]
        return Bid(pairs[0] if sum(view.hand) % 2 else pairs[-1])
    found = next((move for move in GAME.legal(view) if isinstance(move, Lead)), None)
    return found or asked


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.parametrize("name", ["Amber", "Zoe"])
async def test_twins_send_the_same_bytes_until_bids_are_turned_up(name: str, size: tuple[int, int]):
    """To the seat that knows only its own treasure and to a spectator, at every step."""
    stages = twins()
    watches = [WatchingSession(stage, name, client(columns=size[0], rows=size[1])) for stage in stages]
    first = [await watch.sent() for watch in watches]
    assert first[0] == first[1]
    assert first[0]
    steps = 0
    while len(stages[0].news("Zoe").view.position.waiting) or steps < 4:
        for stage in stages:
            playthrough = stage.playthrough
            assert playthrough is not None
            ask = playthrough.asks[0]
            stage.play(ask.seat, made(playthrough.view(ask.seat), ask.timeout_move))
        sent = [await watch.sent() for watch in watches]
        assert sent[0] == sent[1], f"step {steps}"
        steps += bool(sent[0])
        position = stages[0].news("Zoe").view.position
        if position.auction and sum(count is None for count in position.auction.laid) == 1:
            break
    assert steps > 4
    for watch in watches:
        await watch.leave()


async def test_a_bid_is_named_to_its_owner_alone():
    """In the log and beside the name; others get the number of cards."""
    stage = LaurinStage(layout("auction", dwarfs=DWARFS, hands=HANDS))
    watches = [WatchingSession(stage, name, client(columns=100, rows=34)) for name in ("Amber", "Zoe")]
    for watch in watches:
        await watch.sent()
    stage.read(1, "bid 3 2 1")
    amber, zoe = [await watch.sent() for watch in watches]
    assert b"bids 3 2 1" in amber
    assert b"bids 3 cards" in zoe
    assert b"3 2 1" not in zoe
    for watch in watches:
        await watch.leave()
