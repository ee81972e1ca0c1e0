"""Every power is chosen by keys alone, shows what becomes of it, and leads to exactly one move."""

from __future__ import annotations

import pytest

from engine.court.model.state import Dice, Kind, Turn
from engine.court.rules.powers import ADDED_FACE
from tests.tui.boards.court.court_stage import CourtStage, position
from tests.tui.stage import seated
from tui.boards.court.panels.worth import choice_line
from tui.widgets.pieces import width_of


def with_card(card: Kind, active: Dice, aside: Dice = (), dice: str = "", *more: Kind) -> CourtStage:
    """Seat 1 owns the card and these dice; another seat waits."""
    turn = Turn(1, 0, tuple(sorted(active)), tuple(sorted(aside)), rolled=True, kept=bool(aside))
    return CourtStage(position((card, *more), (), turn=turn), dice)


# card, active dice, dice aside, keys after choosing the card, what stands under the dice, the move
POWERS = [
    ("jester", (6, 4, 1), (), "right", "?", "use jester 4"),
    ("merchant", (6, 2, 1), (), "right space right space", "? ?", "use merchant 1 2"),
    ("maid", (6, 4, 2), (), "end enter 3", "5", "use maid 2+3"),
    ("maid", (6, 4, 2), (), "enter right", "6", "use maid 4+2"),
    ("philosopher", (5, 3, 1), (), "enter end enter right", "3 3", "use philosopher 5>1 2"),
    ("philosopher", (3, 3, 1), (), "enter enter", "2 4", "use philosopher 3>3 1"),
    ("astronomer", (6, 2, 1), (3, 5), "enter 5", "5", "use astronomer 6>5"),
    ("magician", (6, 2, 1), (), "end enter 6", "6", "use magician 1>6"),
    (
        "alchemist",
        (6, 2, 1),
        (),
        "space right space right space enter end",
        "3 3 3",
        "use alchemist 6 2 1 > 3 3 3",
    ),
    ("lady", (5, 2, 2), (), "2 left space", "6 3 3", "use lady 2 2 5"),
    ("nobleman", (5, 2, 2), (), "2", "4 4", "use nobleman 2 2"),
    ("queen", (6, 2, 1), (), "4", "", "use queen 4"),
    *((card, (6, 2, 1), (), "", "", f"use {card}") for card in ADDED_FACE if card != "queen"),
]


@pytest.mark.parametrize(("card", "active", "aside", "keys", "below", "move"), POWERS)
async def test_a_power_is_used_by_keys(
    card: Kind, active: Dice, aside: Dice, keys: str, below: str, move: str
):
    """p, Enter on the card, its choices with what becomes of the dice, and one Enter."""
    stage = with_card(card, active, aside, dice="6 6")
    async with seated(stage) as player:
        await player.press("p", "enter", *keys.split())
        assert stage.moves == []
        tray = player.app.screen.query_one("#tray")
        assert tray.size.height >= 3
        last = [row for row in player.rows[: player.row_of("worth")] if row.strip()][-1]
        if below:
            assert [word.split("→")[1] for word in last.split() if "→" in word] == below.split()
        await player.press("enter")
        assert stage.moves == [move]


async def test_two_dice_with_no_other_way_are_no_choice_for_the_alchemist():
    """Two ones can only stay two ones; the sentence says so and nothing is lost."""
    stage = with_card("alchemist", (6, 1, 1))
    async with seated(stage) as player:
        await player.press("p", "enter", "1", "enter")
        assert player.prompt == "That changes nothing."
        await player.press("home", "space", "enter", "enter")
        assert [move.split(" > ")[0] for move in stage.moves] == ["use alchemist 6 1 1"]


@pytest.mark.parametrize(
    ("card", "active", "keys", "sentence"),
    [
        ("maid", (6, 2), "left space", "A 6 would go above 6: the Maid can't change it."),
        ("lady", (6, 2), "left space", "A 6 would go above 6: the Lady can't change it."),
        ("lady", (6, 2, 2), "enter", "No die is marked: the space bar marks the one at ►."),
        ("philosopher", (6, 1), "right enter", "A 1 would fall below 1: every die keeps at least one pip."),
        ("philosopher", (5, 1), "enter left enter", "Choose another die: pips move from one die to another."),
        ("alchemist", (6, 2, 2, 1), "6 2 1", "The Alchemist takes two or three active dice."),
        ("alchemist", (6, 2, 2, 1), "6 enter", "The Alchemist takes two or three active dice."),
    ],
)
async def test_a_die_that_cannot_be_chosen_says_why(card: Kind, active: Dice, keys: str, sentence: str):
    """In terms of the rules, and the choice stays open."""
    stage = with_card(card, active)
    async with seated(stage) as player:
        await player.press("p", "enter", *keys.split())
        assert player.prompt == sentence
        assert stage.moves == []


@pytest.mark.parametrize("key", ["escape", "backspace", "q"])
async def test_every_step_of_a_power_can_be_taken_back(key: str):
    """Nothing is on its way: back from pips to die to die to card to dice, marks as they were."""
    stage = with_card("philosopher", (5, 3, 1))
    async with seated(stage) as player:
        await player.press("end", "space", "p", "enter", "enter", "enter")
        prompts = []
        for _ in range(4):
            prompts.append(player.prompt)
            await player.press(key)
        assert prompts == [
            "How many pips do you move?",
            "Move them to which die?",
            "Take pips from which die?",
            "Which power do you want to use?",
        ]
        assert player.prompt == "Set aside at least one die."
        assert player.marked == (1,)
        assert stage.moves == []


async def test_the_cursor_moves_over_own_powers_and_says_what_each_could_do():
    """Every own power is in reach; under the cursor stands what it does, or why not now."""
    stage = with_card("maid", (6, 6), (), "", "astronomer", "farmer", "guard")
    async with seated(stage) as player:
        await player.press("p")
        seen = []
        for key in ("up", "up", "down", "down", "enter"):
            seen.append(player.rows[player.row_of("worth")].strip())
            await player.press(key)
        assert player.prompt.startswith("The Guard adds a die showing 2.")
        assert "The Astronomer needs a die already set aside." in seen
        assert "Maid: adds 1, 2 or 3 to one active die, never above 6" not in seen
        assert "The Maid can't be used on any active die now." in seen


async def test_a_used_power_says_so():
    """Once a turn, each card."""
    stage = with_card("jester", (6, 4, 1), (), "2")
    async with seated(stage) as player:
        await player.press("p", "enter", "enter")
        assert stage.moves == ["use jester 6"]
        await player.press("p", "enter")
        assert player.prompt == "The Jester was already used this turn: each card works once a turn."
        assert "(Jester)" in player.text


async def test_marks_to_set_aside_survive_a_power():
    """Hunter's die joins, the two fives stay marked."""
    stage = with_card("hunter", (5, 5, 1))
    async with seated(stage) as player:
        await player.press("5", "p", "enter", "enter")
        assert stage.moves == ["use hunter"]
        await player.press("s")
        assert stage.moves == ["use hunter", "keep 5 5"]


async def test_powers_before_the_first_roll_go_into_the_hand():
    """Only cards that add a die; the die is rolled with the others."""
    stage = CourtStage(position(("guard", "maid", "queen", "king"), (), turn=Turn(1, 3)), "1 1 1 1 1")
    async with seated(stage) as player:
        await player.press("p", "enter", "enter")
        await player.press("p", "enter", "enter")
        assert stage.moves == ["use guard", "use queen"]
        await player.press("p", "enter")
        assert "first" in player.prompt or "already" in player.prompt
        await player.press("escape", "enter")
        assert stage.moves[2:] == ["roll"]


async def test_a_player_without_powers_is_told_so():
    """p does nothing and says why."""
    stage = CourtStage(position(("farmer",), (), turn=Turn(1, 4)))
    async with seated(stage) as player:
        await player.press("p")
        assert player.prompt == "You don't own a card with a power yet."


async def test_the_last_cell_of_the_line_below_stays_free():
    """What a use adds is left out where it would stand at the very edge of the window."""
    async with seated(with_card("maid", (6, 4, 2), (), "")) as player:
        await player.press("p", "enter", "end", "enter", "3")
        controller = player.app.screen.query_one("CourtTable").controller  # type: ignore[attr-defined]
        model, using, use = controller.model, controller.intent, controller.use
        bare = width_of(choice_line(model, using, None, 80))
        ends = {width_of(choice_line(model, using, use, width)) - width for width in range(bare + 2, 120)}
        assert max(ends) == -1
