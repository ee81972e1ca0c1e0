"""Every power: what it does, and the edge of what it may do."""

import pytest

from engine.court.game import GAME
from engine.court.model.events import DieAdded
from engine.court.model.moves import AddDie, Keep, Raise, RaiseEach, Reroll, Shift, Spread, TurnDie
from tests.engine.court.positions import StepPlayer, after, dice, layout

DONE = [
    # card, active, aside, step, active afterwards
    ("jester", "445", "", "use jester 4 : 6", "456"),
    ("merchant", "1266", "", "use merchant 1 2 : 5 5", "5566"),
    ("merchant", "66", "1", "use merchant 6 6 : 1 2", "12"),
    ("maid", "125", "", "use maid 2+3", "155"),
    ("maid", "33", "", "use maid 3+1", "34"),
    ("philosopher", "135", "", "use philosopher 5>1 2", "333"),
    ("philosopher", "55", "", "use philosopher 5>5 1", "46"),
    ("philosopher", "61", "", "use philosopher 6>1 5", "61"),
    ("astronomer", "16", "33", "use astronomer 1>3", "36"),
    ("magician", "16", "", "use magician 1>6", "66"),
    ("alchemist", "1126", "", "use alchemist 6 2 1 > 3 3 3", "1333"),
    ("alchemist", "551", "", "use alchemist 5 1 > 3 3", "335"),
    ("lady", "1225", "", "use lady 2 2 5", "1336"),
    ("lady", "66654", "", "use lady 5", "66664"),
    ("nobleman", "1146", "", "use nobleman 1 1", "3346"),
    ("nobleman", "4444", "", "use nobleman 4 4 4", "4666"),
    ("craftsman", "6", "", "use craftsman", "16"),
    ("guard", "6", "", "use guard", "26"),
    ("hunter", "6", "", "use hunter", "36"),
    ("pawnbroker", "6", "", "use pawnbroker", "46"),
    ("knight", "6", "", "use knight", "56"),
    ("bishop", "1", "", "use bishop", "16"),
    ("queen", "1", "", "use queen 4", "14"),
    ("queen", "", "11", "use queen 1", "1"),
]


@pytest.mark.parametrize(("card", "active", "aside", "step", "then"), DONE)
def test_a_power_changes_active_dice_and_nothing_else(card, active, aside, step, then):
    """What lies aside stays, the card is used, the question stays with the seat."""
    table = after(layout(card, active=active, aside=aside), step)
    assert table.turn.active == dice(then)
    assert (table.turn.aside, table.turn.used, table.turn.seat) == (dice(aside), (card,), 1)
    assert table.code(step.partition(":")[0]) == "already-used"


@pytest.mark.parametrize(("card", "active", "aside", "step"), [row[:-1] for row in DONE])
def test_a_power_that_draws_nothing_shows_beforehand_what_it_does(card, active, aside, step):
    """The preview is the view after the move; of a reroll there is none."""
    table = StepPlayer(layout(card, active=active, aside=aside))
    move = GAME.parse(step.partition(":")[0], table.view)
    before = GAME.preview(table.view, move)
    if isinstance(move, Reroll):
        assert before is None
    else:
        assert before == table.play(step).view


@pytest.mark.parametrize(("card", "active", "aside", "step"), [row[:-1] for row in DONE])
def test_a_power_belongs_to_who_has_the_card(card, active, aside, step):
    """Nobody uses the cards of others."""
    assert (
        StepPlayer(layout(active=active, aside=aside, others=card)).code(step.partition(":")[0])
        == "not-owned"
    )


REFUSED = [
    # card, active, aside, move, code
    ("jester", "445", "", Reroll("jester", (4, 4)), "jester-one-die"),
    ("jester", "445", "", Reroll("jester", ()), "jester-one-die"),
    ("jester", "445", "", Reroll("jester", (6,)), "not-active"),
    ("jester", "", "445", Reroll("jester", (4,)), "no-active-dice"),
    ("merchant", "445", "", Reroll("merchant", ()), "no-dice-named"),
    ("merchant", "445", "", Reroll("merchant", (4, 4, 4)), "not-active"),
    ("merchant", "445", "", Reroll("merchant", (5, 4)), "not-sorted"),
    ("maid", "45", "", Raise(4, 3), "die-would-pass-six"),
    ("maid", "6", "", Raise(6, 1), "die-would-pass-six"),
    ("maid", "1", "", Raise(1, 4), "maid-adds-one-to-three"),
    ("maid", "1", "", Raise(1, 0), "maid-adds-one-to-three"),
    ("maid", "1", "2", Raise(2, 1), "not-active"),
    ("philosopher", "15", "", Shift(5, 1, 5), "die-below-one"),
    ("philosopher", "56", "", Shift(5, 6, 1), "die-would-pass-six"),
    ("philosopher", "15", "", Shift(5, 1, 0), "needs-pips"),
    ("philosopher", "15", "", Shift(1, 5, -2), "needs-pips"),
    ("philosopher", "15", "", Shift(5, 5, 1), "not-active"),
    ("philosopher", "15", "3", Shift(5, 3, 1), "not-active"),
    ("philosopher", "5", "1", Shift(5, 1, 1), "needs-two-dice"),
    ("astronomer", "15", "", TurnDie("astronomer", 1, 5), "astronomer-needs-aside"),
    ("astronomer", "15", "3", TurnDie("astronomer", 1, 5), "face-not-aside"),
    ("astronomer", "15", "1", TurnDie("astronomer", 1, 1), "already-shows"),
    ("astronomer", "15", "3", TurnDie("astronomer", 3, 3), "already-shows"),
    ("magician", "15", "", TurnDie("magician", 5, 5), "already-shows"),
    ("magician", "15", "", TurnDie("magician", 2, 5), "not-active"),
    ("magician", "15", "", TurnDie("magician", 1, 7), "no-such-face"),
    ("alchemist", "1256", "", Spread((6,), (6,)), "alchemist-two-or-three"),
    ("alchemist", "1256", "", Spread((6, 5, 2, 1), (4, 4, 3, 3)), "alchemist-two-or-three"),
    ("alchemist", "1256", "", Spread((6, 2), (3, 3, 2)), "alchemist-two-or-three"),
    ("alchemist", "1256", "", Spread((6, 2, 1), (3, 3, 2)), "sum-must-stay"),
    ("alchemist", "1256", "", Spread((6, 2, 1), (6, 2, 1)), "nothing-changes"),
    ("alchemist", "1256", "", Spread((6, 5), (7, 4)), "die-would-pass-six"),
    ("alchemist", "1256", "", Spread((2, 1), (3, 0)), "die-below-one"),
    ("alchemist", "1256", "", Spread((1, 2), (2, 1)), "not-sorted"),
    ("alchemist", "1256", "", Spread((6, 1), (3, 4)), "not-sorted"),
    ("alchemist", "1256", "", Spread((4, 1), (3, 2)), "not-active"),
    ("alchemist", "6", "1", Spread((6, 1), (4, 3)), "needs-two-dice"),
    ("lady", "166", "", RaiseEach("lady", (1, 6)), "die-would-pass-six"),
    ("lady", "166", "", RaiseEach("lady", ()), "no-dice-named"),
    ("lady", "166", "2", RaiseEach("lady", (1, 2)), "not-active"),
    ("lady", "12", "", RaiseEach("lady", (2, 1)), "not-sorted"),
    ("nobleman", "145", "", RaiseEach("nobleman", (4, 5)), "die-would-pass-six"),
    ("nobleman", "145", "", RaiseEach("nobleman", ()), "no-dice-named"),
    ("craftsman", "1", "", AddDie("craftsman", 1), "face-not-chosen"),
    ("queen", "1", "", AddDie("queen"), "queen-needs-face"),
    ("queen", "1", "", AddDie("queen", 7), "no-such-face"),
    ("queen", "", "", AddDie("queen", 4), "queen-rolls-it"),
    ("", "445", "", Keep(()), "no-dice-named"),
    ("", "445", "5", Keep((5, 5)), "not-active"),
    ("", "445", "5", Keep((5, 4)), "not-sorted"),
    ("", "445", "5", Keep((4,) * 10_000), "not-active"),
    ("", "", "5", Keep((5,)), "no-active-dice"),
]


@pytest.mark.parametrize(("card", "active", "aside", "move", "code"), REFUSED)
def test_a_use_beyond_the_power_is_refused_with_the_rule_it_breaks(card, active, aside, move, code):
    """Nothing is capped, nothing is set right in silence."""
    table = StepPlayer(layout(card, active=active, aside=aside))
    assert table.code(move) == code
    assert move not in list(GAME.legal(table.view))


@pytest.mark.parametrize("card", ["farmer", "charlatan", "general", "king"])
def test_cards_without_a_power_cannot_be_used(card):
    """Their dice come by themselves at the start of the turn."""
    table = StepPlayer(layout(card, active="123"))
    with pytest.raises(Exception, match="no-power"):
        GAME.parse(f"use {card}", table.view)


@pytest.mark.parametrize("card", ["craftsman", "guard", "hunter", "pawnbroker", "knight", "bishop", "queen"])
def test_a_die_added_before_the_first_roll_is_rolled_with_the_hand(card):
    """It shows no face yet, not even the Queen's."""
    table = after(layout(card), f"use {card}")
    assert table.events == (DieAdded(1, card, None),)
    assert table.turn.hand == 4


def test_the_queens_die_has_no_face_before_the_first_roll_whatever_was_typed():
    """One choice, one move, one text."""
    table = StepPlayer(layout("queen"))
    move = GAME.parse("use queen 4", table.view)
    assert move == AddDie("queen")
    assert GAME.notate(move) == "use queen"
    assert table.play("use queen 4", "roll : 1 1 1 1").turn.active == dice("1111")


def test_a_die_that_a_power_added_can_be_changed_by_the_next():
    """Added dice count for every power, and powers may follow one another."""
    table = after(layout("craftsman maid nobleman", active="66"), "use craftsman", "use maid 1+3")
    assert table.play("use nobleman 4").turn.active == dice("666")
