"""The worked examples of the rulebooks, played through the rules."""

import pytest
from msgspec.structs import replace

from engine.court import queries
from engine.court.game import GAME
from engine.court.model.events import Ended
from engine.court.model.state import Turn
from engine.game import Standing
from tests.engine.court.positions import StepPlayer, after, dice, layout


def test_three_fives_pay_for_farmer_craftsman_and_guard():
    """German rulebook, course of play: a result of 5-5-5 and the Guard taken for it."""
    table = after(layout(active="555"), "keep 5 5 5")
    assert queries.payable(table.view, table.turn.aside) == ("jester", "farmer", "maid", "craftsman", "guard")
    assert table.play("take guard").own(1) == ("guard",)


def test_the_turn_of_five_rolls():
    """German rulebook, powers by an example: Craftsman, Guard and Astronomer earn the Hunter."""
    table = after(
        layout("craftsman guard astronomer"),
        "roll : 6 5 2", "keep 2", "use craftsman",
        "roll : 5 3 3", "use guard", "keep 2",
        "roll : 6 5 4", "use astronomer 4>2", "keep 2",
        "roll : 3 2", "keep 2",
        "roll : 4", "keep 4",
    )  # fmt: skip
    assert table.turn.aside == dice("42222")
    assert table.play("take hunter").own(1) == ("craftsman", "guard", "hunter", "astronomer")


EXAMPLES = [
    # who, card, active, aside, step, active afterwards
    ("Frank's Philosopher", "philosopher", "531", "", "use philosopher 5>1 2", "333"),
    ("Uwe's Alchemist", "alchemist", "255", "", "use alchemist 5 5 2 > 4 4 4", "444"),
    ("Uwe's Alchemist again", "alchemist", "621", "", "use alchemist 6 2 1 > 3 3 3", "333"),
    ("the Alchemist as a Philosopher", "alchemist", "531", "", "use alchemist 5 1 > 3 3", "333"),
    ("Alex's Astronomer", "astronomer", "1", "33", "use astronomer 1>3", "3"),
]


@pytest.mark.parametrize(("card", "active", "aside", "step", "then"), [row[1:] for row in EXAMPLES])
def test_the_powers_explained_by_examples(card, active, aside, step, then):
    """German rulebook, the characters explained."""
    assert after(layout(card, active=active, aside=aside), step).turn.active == dice(then)


def test_the_turn_that_takes_the_knight():
    """Dutch manual, tactics: Farmer, Craftsman, Nobleman and Astronomer make five alike."""
    table = after(
        layout("farmer craftsman nobleman astronomer"),
        "roll : 1 3 3 6",
        "use craftsman",
        "use nobleman 1 1",
        "keep 3 3 3 3",
        "use astronomer 6>3",
        "keep 3",
        "take knight",
    )
    assert "knight" in table.own(1)


def test_the_final_round_of_four_players():
    """German rulebook, end of the game: André, Bettina, Carsten and Dorit sit in this order."""
    seven, eight = ("farmer", "charlatan", "general"), ("farmer", "charlatan", "charlatan", "general")
    seated = [tuple(sorted(cards, key=["charlatan", "farmer", "general"].index)) for cards in (seven, eight)]
    andre, bettina, carsten, dorit = seated[0], seated[0], seated[1], seated[1]
    table = StepPlayer(
        replace(
            layout(seats=4),
            starter=1,
            cards=(andre, bettina, carsten, dorit),
            turn=Turn(2, 0, (), dice("2222222"), rolled=True),
            waiting=(3, 4),
        )
    ).play("take king")
    for _carsten_then_dorit in range(2):
        table.play("roll : 1 2 3 4 5 6 1 2", "keep 1 2 3 4 5 6 1 2", "take nothing")
    table.play("roll : 1 1 1 1 1 1 1 1", "keep 1 1 1 1 1 1 1 1", "stand")
    assert table.state.final.king == 4
    assert (queries.most_dice(table.view), table.state.final.mark.count) == (7, 8)
    table.play("concede")
    table.play("roll : 3 3 3 3 3 3 3 3", "keep 3 3 3 3 3 3 3 3", "stand")
    assert table.state.final.king == 3
    table.play("roll : 4 4 4 4 4 4 4", "use queen 4", "keep 4 4 4 4 4 4 4 4", "stand")
    assert table.events[-1] == Ended(2)
    assert GAME.standings(table.state) == (
        Standing(2, 1, 84),
        Standing(3, 2, 83),
        Standing(4, 3, 81),
        Standing(1, 4, 0),
    )
