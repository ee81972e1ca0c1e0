"""Somebody who has read nothing is led through a game: tips, rules, and an answer to every key."""

from __future__ import annotations

import pytest
from rich.cells import cell_len

from engine.court.model.state import Final, Result, Turn
from tests.tui import snapshots
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.boards.court.test_looks import RICH, middle
from tests.tui.stage import LONG_NAMES, seated
from tui.boards import BOARDS, PLAYABLE
from tui.language.texts import LANGUAGES, Texts
from tui.screens.base.help_page import help_page
from tui.screens.base.help_screen import AROUND

FINAL = Final(queen=2, king=2, mark=Result(2, 7, 4), begun=True)
HAND, ROLLED = Turn(1, 3), Turn(1, 0, (1, 3, 5, 5), rolled=True)
KEPT = Turn(1, 0, (1, 3), (5, 5), rolled=True, kept=True)
DONE = Turn(1, 0, (), (2, 5, 5, 5), rolled=True, kept=True)
STEPS = [
    (turn, final, keys)
    for turn in (HAND, ROLLED, KEPT, DONE, Turn(2, 3))
    for final in (None, FINAL)
    for keys in ("", "p", "p enter")
]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_every_step_has_a_tip_of_one_row(language: str):
    """Above the prompt, in every language, whatever is being chosen."""
    word = Texts(language)._("Hint: {hint}", hint="").strip()
    for turn, final, keys in STEPS:
        stage = CourtStage(position(RICH[1:4], ("king", "queen"), turn=turn, final=final), "1 2 3")
        async with seated(stage, language=language, settings={}) as player:
            await player.press(*keys.split())
            row = player.rows[-3]
            assert row.strip().startswith(word), (turn, keys, player.text)
            assert cell_len(row) > len(word) + 20


async def test_tips_can_be_turned_off_and_on():
    """/hints is remembered, works at once, and says which."""
    async with seated(middle(), settings={}) as player:
        assert player.rows[-3].startswith(" Hint: ")
        await player.type("hints off")
        assert player.prompt == "Hints are off; /hints on brings them back."
        assert "Hint: " not in player.text
        assert player.app.port.account().settings["hints"] == "off"
        await player.type("hints on")
        assert player.rows[-3].startswith(" Hint: ")
        await player.type("hints")
        assert player.prompt == "Hints are on: you get one at every step."


def last_turn() -> CourtStage:
    """A game that ends with the next move."""
    stage = CourtStage(position((), ("king", "queen"), turn=HAND, final=FINAL))
    stage.playthrough = stage.with_waiting(())
    return stage


async def test_hints_end_once_three_games_of_the_kind_are_finished():
    """Games are counted one by one; games of another kind do not count, and who only watches gets none."""
    settings = {"finished-laurin": "3"}
    for number in ("1", "2", "3"):
        async with seated(last_turn(), settings=settings) as player:
            assert "Hint: " in player.text
            await player.press("g", "enter")
            settings = dict(player.app.port.account().settings)
            assert settings["finished-court"] == number
    async with seated(middle(), settings=settings) as player:
        assert "Hint: " not in player.text
    async with seated(middle(), name="Wren", settings={}) as player:
        assert "Hint: " not in player.text


@pytest.mark.parametrize(("chosen", "given"), [("on", True), ("off", False)])
async def test_whoever_chose_about_hints_keeps_them_that_way(chosen: str, given: bool):
    """However many games they have finished."""
    for finished in ("0", "3"):
        async with seated(middle(), settings={"hints": chosen, "finished-court": finished}) as player:
            assert ("Hint: " in player.text) is given


@pytest.mark.parametrize("language", ["en", "de"])
async def test_the_first_turn_looks_like_this(language: str):
    """The tip, the prompt and the keys under a table that is seen for the first time."""
    stage = CourtStage(position((), (), (), turn=Turn(1, 3)), "5 5 3", bots=(2, 3))
    async with seated(stage, language=language, settings={}) as player:
        await player.press("r")
        snapshots.check(f"court-first-{language}-80x24", player.text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", BOARDS)
def test_the_rules_of_a_game_fit_on_one_page(game: str, language: str):
    """24 rows of 80 columns, in every language."""
    rules = BOARDS[game].rules_in(Texts(language))
    assert len(help_page(rules, 80)) <= 24 - AROUND


async def test_the_rules_are_shown_at_the_table():
    """/rules opens the page of this game, any key closes it."""
    async with seated(middle()) as player:
        await player.type("rules")
        snapshots.check("court-rules-en-80x24", player.text)
        await player.press("x")
        assert player.prompt.startswith("Set aside more")
        await player.type("rules chess")
        assert player.prompt == f"There is no game called chess here: {', '.join(PLAYABLE)}."


KEYS = (
    *"abcdefghijklmnopqrstuvwxyzCLX01234567",
    *("space", "backspace", "delete", "insert", "f5", "ctrl+b", "pageup", "exclamation_mark", "up", "down"),
)


@pytest.mark.parametrize("seat", [1, 2])
async def test_every_key_does_something_or_says_why_not(seat: int):
    """In the own turn and in another's: the screen looks different, or a sentence says why it does not."""
    turn = Turn(seat, 0, (1, 3, 5, 5), rolled=True)
    stage = CourtStage(position(("maid",), ("farmer",), turn=turn), names=LONG_NAMES)
    async with seated(stage, name=LONG_NAMES[0]) as player:
        usual = player.prompt
        for key in KEYS:
            before = player.text, player.caret
            await player.press(key)
            assert (player.text, player.caret) != before or player.prompt != usual, key
            await player.press("escape")
    assert stage.moves == (["keep 5"] if seat == 1 else [])


async def test_keys_of_dice_work_from_wherever_the_cursor_is():
    """Space and digits mark, and the cursor goes to the dice; so the keys that are named stay the same."""
    stage = CourtStage(position((), (), turn=ROLLED))
    async with seated(stage) as player:
        named = player.keys
        await player.press("tab")
        assert player.keys == named
        await player.press("space", "tab", "tab", "space")
        assert player.app.focused is player.app.screen.query_one("#tray")
        await player.press("tab", "5")
        assert player.app.focused is player.app.screen.query_one("#tray")
        await player.press("s")
        assert stage.moves == ["keep 5 5"]


async def test_up_and_down_lead_from_panel_to_panel():
    """From the dice up to the players, on to the cards and round again."""
    stage = CourtStage(position((), (), turn=ROLLED))
    async with seated(stage) as player:
        seen = []
        for _ in range(5):
            await player.press("up")
            assert player.app.focused is not None
            seen.append(player.app.focused.id)
        assert seen == ["seats", "court", "tray", "seats", "court"]


async def test_a_key_while_a_move_is_on_its_way_says_so_until_it_has_arrived():
    """The sentence goes with the waiting."""
    stage = CourtStage(position((), (), turn=HAND), "5 5 3")
    stage.hold = True
    async with seated(stage) as player:
        await player.press("r", "s")
        assert player.prompt == "Your move is on its way: one moment."
        stage.read(1, "roll")
        await player.pilot.pause()
        assert player.prompt == "Set aside at least one die."


@pytest.mark.parametrize(("size", "height"), [((80, 24), 1), ((120, 40), 3)])
async def test_the_tip_stays_while_a_power_is_chosen(size: tuple[int, int], height: int):
    """One sentence says how powers work, before p and after it."""
    stage = CourtStage(position(RICH[1:4], (), turn=ROLLED))
    async with seated(stage, settings={}, size=size) as player:
        row = next(y for y, text in enumerate(player.rows) if "Hint: p uses a power" in text)
        tip = player.rows[row : row + height]
        await player.press("p")
        assert player.prompt == "Which power do you want to use?"
        assert player.rows[row : row + height] == tip
