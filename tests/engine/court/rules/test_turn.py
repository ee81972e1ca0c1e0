"""A turn from the hand to the card: rolling, setting aside, the twelve dice, taking."""

import pytest

from engine.court.game import GAME
from engine.court.model.events import DiceChanged, DieAdded, Kept, Rolled, Took, TurnBegan
from tests.engine.court.positions import StepPlayer, after, dice, layout


def test_a_turn_is_rolling_and_setting_aside_until_a_card_is_taken():
    """Every step says what happened and asks what is to be done next."""
    table = StepPlayer.dealt(2)
    kinds = []
    for step in ("roll : 4 2 4", "keep 4", "roll : 1 4", "keep 1 4", "take farmer"):
        kinds.append(GAME.asks(table.state)[0].kind)
        table.play(step)
    assert kinds == ["roll", "dice", "dice", "dice", "end"]
    assert table.events == (Took(1, "farmer", dice("144")), TurnBegan(2, 3))
    assert table.own(1) == ("farmer",)
    assert table.state.stock["farmer"] == 1


def test_rolling_shows_the_dice_as_they_fell_and_keeps_them_sorted():
    """The log tells the roll; the position knows dice without identity."""
    table = StepPlayer.dealt(2).play("roll : 6 1 5")
    assert table.events == (Rolled(1, (6, 1, 5), first=True),)
    assert (table.turn.active, table.turn.aside, table.turn.hand) == (dice("156"), (), 0)
    assert table.play("keep 5").events == (Kept(1, (5,), (5,)),)
    assert table.play("roll : 3 2").events == (Rolled(1, (3, 2), first=False),)


@pytest.mark.parametrize(
    ("cards", "hand"), [("", 3), ("farmer", 4), ("general charlatan", 6), ("farmer general", 6)]
)
def test_all_dice_in_hand_are_rolled(cards, hand):
    """Mandatory extra dice cannot be left out."""
    table = after(layout(cards), "roll :" + " 3" * hand)
    assert table.turn.active == (3,) * hand


def test_at_least_one_die_is_set_aside_between_two_rolls():
    """Setting aside is what a new roll costs."""
    table = after(layout(active="335", aside="5"))
    assert table.code("roll") == "must-keep-first"
    assert table.play("keep 3").code("roll") is None
    assert table.play("roll : 1 1").code("roll") == "must-keep-first"


def test_dice_may_be_set_aside_little_by_little():
    """Setting aside twice between two rolls is one way to set aside more."""
    table = after(layout(active="3356"), "keep 3", "keep 6", "keep 3")
    assert (table.turn.active, table.turn.aside) == (dice("5"), dice("336"))


def test_a_die_that_a_power_added_counts_as_set_aside_for_the_next_roll():
    """Setting just that one aside is enough; unless it is, nothing is."""
    table = after(layout("guard", active="466"), "use guard")
    assert table.turn.active == dice("2466")
    assert table.code("roll") == "must-keep-first"
    assert table.play("keep 2").code("roll") is None


def test_a_die_that_a_power_added_is_rolled_with_the_rest_if_it_stays():
    """An added die is active like any other."""
    assert after(layout("guard", active="46", aside="1", kept=True), "use guard", "roll : 5 5 5")


@pytest.mark.parametrize("reroll", ["use jester 2 : 6", "use merchant 2 2 : 6 6"])
def test_a_reroll_neither_demands_a_die_nor_forgives_one(reroll):
    """Jester and Merchant throw again, which is not a roll of the turn."""
    cards = reroll.split()[1]
    table = after(layout(cards, active="225"), reroll)
    assert table.code("roll") == "must-keep-first"
    table = after(layout(cards, active="225"), "keep 5", reroll)
    assert table.code("roll") is None


def test_a_die_set_aside_never_changes_again():
    """The golden rule: powers touch active dice only."""
    table = after(layout("magician maid jester lady merchant", active="44", aside="155"))
    for text in ("use magician 5>1", "use maid 1+1", "use jester 1", "use lady 1", "use merchant 1 4"):
        assert table.code(text) == "not-active"


def test_each_card_works_once_a_turn_and_again_in_the_next():
    """A used card stands upright again after the turn."""
    table = after(layout("jester maid", active="112"), "use jester 2 : 3")
    assert table.code("use jester 3") == "already-used"
    table.play("use maid 1+1", "keep 1 2 3", "take nothing", "roll : 2 2 2", "keep 2 2 2", "take nothing")
    table.play("roll : 1 2 3", "keep 1 2 3", "take nothing", "roll : 1 1 2")
    assert table.turn.seat == 1
    assert table.code("use jester 2") is None


def test_a_card_taken_works_from_the_next_turn_on():
    """The turn ends with taking."""
    table = after(layout(active="22"), "keep 2 2", "take farmer")
    assert table.turn.seat == 2
    assert table.state.turn.hand == 3
    table.play("roll : 1 2 3", "keep 1 2 3", "take nothing", "roll : 1 2 3", "keep 1 2 3", "take nothing")
    assert (table.turn.seat, table.turn.hand) == (1, 4)


def test_before_the_first_roll_added_dice_go_into_the_hand():
    """Nothing is active yet, so such a die is rolled with the others."""
    table = after(layout("craftsman bishop"), "use craftsman")
    assert table.events == (DieAdded(1, "craftsman", None),)
    table.play("use bishop")
    assert (table.turn.hand, table.turn.active, table.turn.used) == (5, (), ("craftsman", "bishop"))
    assert table.play("roll : 1 2 3 4 5").turn.active == dice("12345")
    assert table.code("use bishop") == "already-used"


def test_before_the_first_roll_only_powers_that_add_dice_can_be_used():
    """Nothing lies there to change, to set aside or to be paid with."""
    table = after(layout("jester magician"))
    for text in ("use jester 3", "use magician 3>4", "keep 3", "take jester", "take nothing"):
        assert table.code(text) == "not-before-first-roll"


def test_in_the_english_edition_dice_are_added_after_the_first_roll_only():
    """The second of the two differences of `en`."""
    table = after(layout("craftsman queen", edition="en"))
    assert table.code("use craftsman") == table.code("use queen") == "adds-after-first-roll"
    assert [GAME.notate(move) for move in GAME.legal(table.view)] == ["roll"]
    assert table.play("roll : 6 6 6", "use craftsman", "use queen 6").turn.active == dice("16666")


def test_when_no_die_is_active_adding_powers_may_still_be_used():
    """Then play goes on with setting aside, or at once with a roll."""
    table = after(layout("guard hunter", active="66"), "keep 6 6")
    assert GAME.asks(table.state)[0].kind == "end"
    table.play("use guard")
    assert GAME.asks(table.state)[0].kind == "dice"
    assert after(table.state, "keep 2", "take nothing").turn.seat == 2
    table.play("use hunter", "roll : 5 4")
    assert (table.turn.active, table.turn.kept) == (dice("45"), False)


def test_no_turn_has_more_than_twelve_dice():
    """What the supply cannot give is not taken, and no die can be added."""
    table = after(layout("hunter guard", active="11111", aside="666666"), "use hunter")
    assert table.code("use guard") == "no-die-left"
    table = after(layout("general farmer hunter" + " charlatan" * 6))
    assert table.turn.hand == 12
    assert table.code("use hunter") == "no-die-left"
    table = after(layout("general farmer hunter guard" + " charlatan" * 5), "use hunter")
    assert (table.turn.hand, table.code("use guard")) == (12, "no-die-left")


def test_a_turn_ends_only_when_every_die_is_set_aside():
    """Active dice have to be set aside or rolled."""
    table = after(layout(active="2", aside="22"))
    assert table.code("take farmer") == table.code("take nothing") == "dice-still-active"
    assert table.code("stand") == "not-final-round"


def test_taking_a_card_is_never_demanded():
    """Nothing may be taken with any result."""
    table = after(layout(active="222"), "keep 2 2 2", "take nothing")
    assert table.own(1) == ()
    assert table.events[0] == Took(1, None, dice("222"))


@pytest.mark.parametrize(
    ("state", "text", "code"),
    [
        (layout(aside="123"), "take farmer", "condition-not-met"),
        (layout("farmer", aside="22"), "take farmer", "already-own"),
        (layout(aside="22", stock_left={"farmer": 0}), "take farmer", "sold-out"),
        (layout("jester", aside="22"), "take jester", "already-own"),
        (layout(aside="22", stock_left={"jester": 0}), "take jester", "sold-out"),
        (layout(aside="22"), "take charlatan", "no-unflipped-jester"),
        (layout("charlatan", aside="22"), "take charlatan", "no-unflipped-jester"),
        (layout(aside="2222222"), "take queen", "queen-never-alone"),
        (layout(aside="222222"), "take king", "condition-not-met"),
        (layout(aside="2222222"), "take king", None),
        (layout("charlatan", aside="22"), "take jester", None),
        (layout("jester charlatan", aside="22"), "take charlatan", None),
        (layout(aside="22", edition="en"), "take jester", None),
    ],
)
def test_one_card_may_be_taken_that_is_paid_for_left_and_not_owned(state, text, code):
    """A refusal says which of the conditions fails."""
    assert StepPlayer(state).code(text) == code


def test_jesters_and_charlatans_come_and_go_as_the_rulebook_says():
    """A Charlatan is a Jester turned over: no stock of its own, none given back."""
    state = layout("jester", aside="124", stock_left={"jester": 1})
    table = after(state, "take charlatan")
    assert (table.own(1), table.state.stock["jester"]) == (("charlatan",), 1)
    table = after(layout("charlatan", aside="124", stock_left={"jester": 1}), "take jester")
    assert (table.own(1), table.state.stock["jester"]) == (("jester", "charlatan"), 0)
    table = after(layout("jester charlatan", aside="124", stock_left={"jester": 0}), "take charlatan")
    assert (table.own(1), table.state.stock["jester"]) == (("charlatan", "charlatan"), 0)


def test_a_jester_of_the_english_edition_leaves_the_stock_as_it_is():
    """There is always one more."""
    table = after(layout(aside="124", edition="en"), "take jester")
    assert table.own(1) == ("jester",)
    assert "jester" not in table.state.stock


def test_what_happens_to_dice_is_told_die_by_die():
    """Events name the faces before and after."""
    table = after(layout("jester lady", active="1134"), "use jester 3 : 1")
    assert table.events == (DiceChanged(1, "jester", (3,), (1,)),)
    assert table.play("use lady 1 1 4").events == (DiceChanged(1, "lady", (1, 1, 4), (2, 2, 5)),)


@pytest.mark.parametrize(
    ("step", "reversible"),
    [("roll : 1 1 1", False), ("use jester 1 : 2", False), ("use maid 1+2", True), ("keep 1", True)],
)
def test_only_what_was_drawn_cannot_be_taken_back(step, reversible):
    """A step that drew dice is not reversible; every other one is."""
    table = after(layout("jester maid", active="111", kept=True), step)
    assert table.reversible is reversible


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (layout(), "roll"),
        (layout(active="1123"), "keep 1 1 2 3"),
        (layout(aside="1123"), "take farmer"),
        (layout(aside="112233"), "take bishop"),
        (layout("farmer", aside="1124", stock_left={"jester": 0}), "take nothing"),
    ],
)
def test_when_time_runs_out_nothing_is_lost_that_was_rolled(state, text):
    """Roll, keep everything, take the highest card that is paid for, or nothing if none is."""
    [ask] = GAME.asks(state)
    assert GAME.notate(ask.timeout_move) == text
