"""A whole game by keys alone, from the deal to the result, by what the prompt says and nothing else."""

from __future__ import annotations

import random
import re

import pytest

from engine.chance import FairChance
from engine.laurin.game import GAME
from tests.tui.boards.laurin.laurin_stage import LaurinStage
from tests.tui.cuts import is_cut
from tests.tui.stage import StagePlayer, seated

ANSWERS = (
    (r"enough treasure for that|would leave the garden|No treasure picked", ("p",)),
    (r"stands on \S+ already", ("down",)),
    (r"Where does the Magic|Where does the Dwarf|Who is left out", ("enter",)),
    (
        r"^Buy one|^Which treasure|^Give everyone|^Who gets|^Nobody bid|^You won|^The last movement",
        ("enter",),
    ),
    (r"^Place a", ("walk", "enter")),
    (r"^You can't place any more|^Your dwarfs have moved", ("t",)),
    (r"^Move (?:up to|one of)", ("t",)),
    (r"^Auction for a King's move", ("1", "2", "enter")),
    (r"^You lost", ("enter",)),
)
"""What the prompt says, and the keys that answer it."""
WALKS = ("left", "right", "up", "down")
MOST = 1500


def keys_for(player: StagePlayer, luck: random.Random, kind: str) -> tuple[str, ...]:
    """What the screen asks to be pressed, at a question of this kind."""
    if player.keys.startswith("Enter do it"):
        return ("enter",)
    if kind in {"react", "counter"} and not player.prompt.startswith(("Where does", "Who is")):
        spell = re.match(r"([cdef]) (?:Magic|Dwarf|Counter)", player.keys)
        return (spell[1],) if spell else ("p",)
    for said, keys in ANSWERS:
        if re.search(said, player.prompt):
            return tuple(luck.choice(WALKS) if key == "walk" else key for key in keys)
    raise AssertionError(player.text)


@pytest.mark.parametrize(("seed", "size"), [(1, (80, 24)), (2, (40, 12))])
async def test_a_game_is_played_to_its_result(seed: int, size: tuple[int, int]):
    """Every question of the game is answered on the way; every move is legal. What has the focus is visible,
    in a small window, too.
    """
    luck = random.Random(seed)
    stage = LaurinStage(seats=3, bots=(2, 3))
    stage.chance = FairChance(bytes([seed]) * 32)  # type: ignore[assignment]
    asked = set[str]()
    async with seated(stage, size=size) as player:
        stage.begin()
        await player.pilot.pause()
        for _ in range(MOST):
            playthrough = stage.playthrough
            assert playthrough is not None
            if playthrough.over:
                break
            ask = playthrough.asks[0] if playthrough.ask_of(1) is None else playthrough.ask_of(1)
            assert ask is not None
            if ask.seat != 1:
                move = GAME.bots["page"].choose(GAME, playthrough.view(ask.seat), ask, FairChance(b"o" * 32))
                stage.play(ask.seat, move)
                await player.pilot.pause()
                continue
            asked.add(ask.kind)
            await player.press(*keys_for(player, luck, ask.kind))
            assert player.app.focused is None or player.app.focused.region.area, player.text
            assert size < (80, 24) or not is_cut(player.text)
        assert stage.playthrough is not None
        assert stage.playthrough.over
        assert re.search(r"won[.!]", player.prompt)
    assert stage.refused == []
    assert asked >= {"buy", "give", "place", "move", "bid", "king", "react"}
