"""The odds at the table: what face-down cards may be, what they can hit, and what a choice does to that."""

from __future__ import annotations

import pytest

from engine.game import Refused
from tests.tui import snapshots
from tests.tui.boards.intrigue.intrigue_stage import IntrigueStage, longest, position
from tests.tui.stage import LONG_NAMES, StagePlayer, seated
from tui.boards.intrigue.panels.queue import Queue

QUEUE = "2soldier | 1heir | 2spy/2lord^ | 3archer | 1lord^ | 4heir"


def stage() -> IntrigueStage:
    return IntrigueStage(position(QUEUE, waiting=(1, 2), seats=4))


def told(player: StagePlayer) -> str:
    """What stands where the log is, in one line."""
    rows = player.rows[player.row_of("log") : -2]
    return " ".join(" ".join(rows).split())


@snapshots.windows((80, 24), (120, 40))
async def test_the_odds_look_like_this(language: str, size: tuple[int, int]) -> None:
    """With a queue of six places and four families."""
    async with seated(stage(), size=size, language=language) as player:
        await player.press("o")
        await player.pilot.pause()
        snapshots.check(f"intrigue-odds-{language}-{size[0]}x{size[1]}", player.text)


async def test_the_card_at_the_cursor_is_told_first() -> None:
    """Of one's own cards, and of those that lie open, nothing is."""
    async with seated(stage()) as player:
        await player.press("o")
        while not player.app.screen.query_one(Queue).has_focus:
            await player.press("tab")
        await player.press("right", "right", "right")
        assert "Place 4, Cedar's face-down card: can hit you 30/" in told(player)
        await player.press("left", "left")
        assert "Place 2" not in told(player)


async def test_a_card_that_is_being_placed_shows_what_can_hit_it_there() -> None:
    """At every spot that the cursor goes to."""
    async with seated(stage()) as player:
        await player.press("o")
        assert "After your choice" not in told(player)
        await player.press("enter")
        await player.pilot.pause()
        assert "After your choice face-down cards can hit you this round: " in told(player)
        assert "Shapeshifter at place 7" in told(player)
        await player.press("left")
        await player.pilot.pause()
        assert "Shapeshifter at place 5" in told(player)


@pytest.mark.parametrize("close", ["o", "escape", "backspace", "question_mark"])
async def test_the_key_closes_again_and_esc_too(close: str) -> None:
    """Then the log is back, or the explanation that was asked for."""
    async with seated(stage()) as player:
        await player.press("o")
        assert "each for" in told(player)
        await player.press(close)
        await player.pilot.pause()
        assert "each for" not in told(player)


async def test_odds_of_an_own_turn_make_room_while_others_play() -> None:
    """And are back in the next one; a spectator's stay."""
    table = stage()
    async with seated(table) as player, seated(table, "Elm") as spectator:
        await player.press("o")
        await spectator.press("o")
        table.read(1, "play soldier front")
        await player.pilot.pause()
        await spectator.pilot.pause()
        assert "each for" not in told(player)
        assert "each for" in told(spectator)
        assert "can hit" not in told(spectator)


async def test_a_table_without_odds_says_so() -> None:
    """The key is not offered there, and says why if it is pressed."""
    table = stage()
    table.change(options={"odds": "off"})
    async with seated(table) as player:
        assert "o odds" not in player.text
        table.refuse_next = Refused("odds-off")
        await player.press("o")
        await player.pilot.pause()
        assert "At this table the odds stay hidden." in player.text


async def test_who_asks_too_often_is_told_and_sees_the_odds_of_a_later_position() -> None:
    """Nothing stays that is not of this position, and nothing is asked again and again."""
    table = stage()
    async with seated(table, "Elm") as spectator:
        table.refuse_next = Refused("too-many-odds", {"most": 60, "seconds": 10, "wait": 3})
        await spectator.press("o")
        await spectator.pilot.pause()
        assert "ask for odds again in 3 seconds" in spectator.text
        assert "each for" not in told(spectator)
        table.read(1, "play soldier front")
        await spectator.pilot.pause()
        assert "each for" in told(spectator)


@pytest.mark.parametrize("size", [(40, 12), (80, 24), (200, 60)])
async def test_the_longest_queue_is_drawn(size: tuple[int, int]) -> None:
    """With five long names."""
    state = position(longest(20), waiting=(1,), seats=5)
    async with seated(IntrigueStage(state, names=LONG_NAMES), LONG_NAMES[0], size=size) as player:
        await player.press("o", "enter", "left")
        await player.pilot.pause()
        assert player.text
