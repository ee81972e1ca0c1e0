"""The court table looks like this: snapshots at four sizes in four languages, and nothing is ever cut."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace
from rich.cells import cell_len

from engine.court.model.cards import KINDS, in_rows
from engine.court.model.state import Final, Kind, Result, Turn
from tests.tui import snapshots
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.cuts import is_cut
from tests.tui.stage import LONG_NAMES, NAMES, StagePlayer, seated
from tui.boards.court.words import cards, names
from tui.host.port import Seat
from tui.language.texts import LANGUAGES, Texts

SIZES = ((80, 24), (100, 30), (120, 40), (140, 45))
TWELVE = Turn(1, 0, (1, 1, 2, 3, 4, 4, 5, 6, 6), (2, 5, 5), rolled=True, kept=True, used=("maid",))
HOUSES: tuple[tuple[Kind, ...], ...] = (
    ("jester", "farmer", "maid", "hunter"),
    ("charlatan", "craftsman", "guard"),
    ("farmer", "knight", "general"),
    ("maid", "philosopher"),
    ("farmer", "astronomer"),
)
RICH: tuple[Kind, ...] = (
    *("charlatan", "farmer", "maid", "philosopher", "craftsman", "guard", "hunter", "astronomer", "merchant"),
    *("lady", "magician", "pawnbroker", "knight", "bishop", "alchemist", "nobleman", "general"),
)
FINAL = Final(queen=3, king=3, mark=Result(3, 7, 4), begun=True, results=(Result(5, 6, 2), Result(1, 5, 5)))
ALL_FINAL = Final(
    queen=2, king=2, mark=Result(2, 7, 4), begun=True, results=(Result(3, 5, 6), Result(1, 4, 1))
)


def middle() -> CourtStage:
    """A game in its middle: seat 1 has twelve dice in its turn and marks some."""
    return CourtStage(position(*HOUSES, turn=TWELVE), "6 4 4", bots=(5,))


async def in_the_middle(player: StagePlayer) -> None:
    await player.press("right", "right", "space", "right")


async def choosing_a_power(player: StagePlayer) -> None:
    await player.press("4", "p", "enter", "right", "enter")


async def taking_a_card(player: StagePlayer) -> None:
    await player.press("1", "2", "3", "4", "5", "6", "s", "left", "enter")


async def explaining(player: StagePlayer) -> None:
    await player.press("tab", "down", "right", "question_mark")


SCENES = {
    "middle": (middle, in_the_middle),
    "take": (middle, taking_a_card),
    "explain": (middle, explaining),
    "power": (
        lambda: CourtStage(
            position(("philosopher", "guard"), ("maid",), turn=Turn(1, 0, (1, 3, 5), (2,), rolled=True))
        ),
        choosing_a_power,
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", SCENES)
async def test_a_scene_at_80x24(scene: str, language: str):
    """Everything a decision needs, without scrolling."""
    stage, play = SCENES[scene]
    async with seated(stage(), language=language) as player:
        await play(player)
        snapshots.check(f"court-{scene}-{language}-80x24", player.text)


@snapshots.windows(*SIZES[1:])
async def test_the_middle_of_a_game_in_larger_windows(size: tuple[int, int], language: str):
    """Larger cards and dice, not emptier screens."""
    stage = middle()
    async with seated(stage, size=size, language=language) as player:
        await in_the_middle(player)
        snapshots.check(f"court-middle-{language}-{size[0]}x{size[1]}", player.text)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_final_round_and_the_result(language: str):
    """Everybody's result beside the name, the mark to beat; then places and names."""
    turn = Turn(2, 0, (4, 4, 6), (4, 4, 4), rolled=True, kept=True)
    houses = (("farmer",), ("general", "farmer"), ("king", "queen"), (), ("maid",))
    final = CourtStage(position(*houses, turn=turn, final=FINAL))
    async with seated(final, name="Dorn", language=language) as player:
        final.read(2, "keep 4 4")
        await player.pilot.pause()
        snapshots.check(f"court-final-{language}-80x24", player.text)
    await check_result(language, (80, 24))


async def check_result(language: str, size: tuple[int, int]) -> None:
    over = CourtStage(position((), ("king", "queen"), (), turn=Turn(2, 3), final=ALL_FINAL))
    over.playthrough = over.with_waiting(())
    async with seated(over, name="Cedar", language=language, size=size) as player:
        over.read(2, "concede")
        await player.pilot.pause()
        snapshots.check(f"court-result-{language}-{size[0]}x{size[1]}", player.text)


async def check_room(language: str, size: tuple[int, int]) -> None:
    stage = CourtStage(seats=4, bots=(2,))
    stage.seat(4, Seat())
    async with seated(stage, language=language, size=size) as player:
        snapshots.check(f"court-room-{language}-{size[0]}x{size[1]}", player.text)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_room_before_the_start(language: str):
    """Who sits where, and the owner's keys."""
    await check_room(language, (80, 24))


@pytest.mark.parametrize("language", ["en", "de"])
async def test_pages_in_larger_windows(language: str):
    """Rules below the seats while people wait, the whole log beside the result."""
    await check_room(language, (120, 40))
    await check_result(language, (120, 40))


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_full_table_at_its_worst(language: str):
    """Five of the longest names, every kind of card, twelve dice: in 80x24."""
    stage = worst()
    async with seated(stage, name=LONG_NAMES[0], language=language) as player:
        stage.read(1, "keep 6 6")
        await player.press("4")
        snapshots.check(f"court-worst-{language}-80x24", player.text)


def worst() -> CourtStage:
    houses = (RICH, RICH[:-2], RICH[1:], ("king", "queen", *RICH[:3]), RICH[:1] * 3)
    final = Final(queen=4, king=4, mark=Result(4, 10, 6))
    own = tuple(in_rows(house) for house in houses)
    state = replace(position((), (), (), (), (), turn=TWELVE), cards=own, final=final)
    return CourtStage(state, "1 2 3 4 5 6 1 2 3 4 5 6", names=LONG_NAMES, bots=(2,))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", SIZES)
async def test_nothing_is_cut(language: str, size: tuple[int, int]):
    """Every card with its condition, every name, all twelve dice, in every language at every size."""
    texts = Texts(language)
    async with seated(worst(), name=LONG_NAMES[0], size=size, language=language) as player:
        text = player.text
        assert not is_cut(text)
        assert max(map(cell_len, player.rows)) <= size[0]
        for kind in KINDS:
            assert re.search(rf"{names.name(texts, kind)}\b", text), kind
            assert cards.sign(texts, kind) in text, kind
        for name in LONG_NAMES:
            assert name in text
        tray = player.rows[player.row_of("tray") : player.row_of("worth")]
        assert sum(char.isdigit() for char in "".join(tray)) == 12


@pytest.mark.parametrize("language", LANGUAGES)
async def test_prompts_and_keys_fit_in_every_phase(language: str):
    """The sentence and the most important keys, with the longest names."""
    stage = worst()
    async with seated(stage, name=LONG_NAMES[0], language=language) as player:
        for keys in ("p", "escape", "q", "escape", "question_mark", "slash", "escape", "6", "r", "s"):
            await player.press(keys)
            assert player.prompt
            assert player.rows[-1].strip()
            assert cell_len(player.rows[-2]) < 80


@pytest.mark.parametrize("language", LANGUAGES)
async def test_explanations_fit_where_the_log_is(language: str):
    """Three rows with five seats at 80x24: no end of a sentence is lost, for no die and no card."""
    stage = worst()
    async with seated(stage, name=LONG_NAMES[0], language=language) as player:
        await player.press("question_mark")
        for _ in range(7):
            assert _explained(player).endswith("."), player.text
            await player.press("right")
        await player.press("tab")
        seen = set()
        for _ in KINDS:
            said = _explained(player)
            assert said.endswith("."), said
            seen.add(said.partition(":")[0])
            await player.press("right")
        assert len(seen) == len(KINDS)


def _explained(player: StagePlayer) -> str:
    top = player.row_of("log") + 1
    return " ".join(row.strip() for row in player.rows[top : top + 3]).strip()


async def test_other_names_are_shown_whole_or_counted():
    """A seat with more cards than fit shows the highest and how many more there are."""
    async with seated(worst(), name=LONG_NAMES[0]) as player:
        row = player.rows[player.row_of("seats") + 1]
        assert re.search(r"\+\d+ ", row)
        assert row.endswith("(bot)")
        assert NAMES[0] not in row
