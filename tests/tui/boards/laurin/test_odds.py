"""The odds in the garden: the King's next move, everybody's points, and what may still change them."""

from __future__ import annotations

import pytest

from engine.laurin import odds as odds_of
from tests.tui import snapshots
from tests.tui.boards.laurin.test_looks import garden, placing
from tests.tui.stage import StagePlayer, seated
from tui.boards.laurin.words import odds as words
from tui.language.texts import LANGUAGES, Texts


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough to be drawn."""
    monkeypatch.setattr(odds_of, "WORK", (600, 1_500))


def told(player: StagePlayer) -> str:
    """What stands where the log is, in one line."""
    rows = player.rows[player.row_of("log") : -2]
    return " ".join(" ".join(rows).split())


@snapshots.windows((80, 24), (120, 40))
async def test_the_odds_look_like_this(language: str, size: tuple[int, int]) -> None:
    """Before the dwarfs of five players are placed."""
    async with seated(garden("placing"), size=size, language=language) as player:
        await player.press("o")
        await player.pilot.pause()
        snapshots.check(f"laurin-odds-{language}-{size[0]}x{size[1]}", player.text)


@pytest.mark.parametrize("close", ["o", "escape", "question_mark"])
async def test_the_key_closes_again_and_esc_too(close: str) -> None:
    """Then the log is back, or the explanation that was asked for."""
    async with seated(garden("auction", seats=3)) as player:
        await player.press("o")
        await player.pilot.pause()
        assert "Next King's move (±" in told(player)
        await player.press(close)
        await player.pilot.pause()
        assert "Next King's move" not in told(player)


async def test_a_king_that_has_moved_scores_first() -> None:
    """As long as magic may still be played."""
    stage = garden("auction", seats=3)
    async with seated(stage, size=(80, 40)) as player:
        for seat, move in ((1, "bid 3"), (2, "pass"), (3, "pass")):
            stage.read(seat, move)
        stage.read(1, "king 1 east")
        await player.press("o")
        await player.pilot.pause()
        assert "Without magic now: Amber +3, Cedar +1." in told(player)


async def test_before_the_cards_are_open_there_are_only_points() -> None:
    """No way is known yet."""
    async with seated(garden("magic", seats=3, offer="haste fog ban")) as player:
        await player.press("o")
        await player.pilot.pause()
        assert "More points this round (±" in told(player)
        assert "Next King's move" not in told(player)


async def test_a_choice_tells_what_comes_after_it() -> None:
    """A dwarf placed where the cursor is, while it could be; elsewhere there are the odds of the position."""
    stage = garden("placing")
    async with seated(stage, size=(80, 40)) as player:
        await placing(player, stage)
        await player.press("o")
        await player.pilot.pause()
        assert "After your choice (±" in told(player)
        await player.press("tab")
        await player.pilot.pause()
        assert "After your choice" not in told(player)
        assert "More points this round (±" in told(player)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_heading_is_not_cut_in_a_narrow_window(language: str) -> None:
    """There a word is enough; where there is room it says what the chances assume."""
    async with seated(garden("placing"), size=(50, 40), language=language) as player:
        await player.press("o")
        await player.pilot.pause()
        heading = player.rows[player.row_of("log")]
        assert heading.endswith("──")
        assert heading.strip("─ ")


@pytest.mark.parametrize(
    ("place", "move", "magic", "said"),
    [
        (2, 3, ("fog", "haste"), "Still to come: place 2, move 3, Magic Fog, Magic Haste."),
        (1, 0, (), "Still to come: place 1."),
        (0, 1, (), "Still to come: move 1."),
        (0, 0, ("fog",), "Still to come: Magic Fog."),
        (0, 0, (), ""),
    ],
)
def test_what_a_seat_may_still_do_is_listed(place: int, move: int, magic: tuple, said: str) -> None:
    none = odds_of.Estimate(0.0, 0.0)
    assert words.left(Texts(), odds_of.SeatOdds(1, place, move, magic, none, none, none)) == said
