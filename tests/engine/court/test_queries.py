"""What boards and bots ask about a position, so that no widget computes a rule."""

import pytest

from engine.court import queries
from engine.court.game import GAME
from engine.court.model.moves import ROLL, TurnDie
from engine.game import Refused
from tests.engine.court.positions import StepPlayer, after, dice, finale, layout


@pytest.mark.parametrize(
    ("state", "result", "kinds"),
    [
        (layout(active="1"), "1", ("jester", "maid")),
        (layout("jester", active="1"), "22", ("charlatan", "farmer", "philosopher")),
        (layout("farmer jester", active="1"), "22", ("charlatan", "philosopher")),
        (layout(active="1", stock_left={"farmer": 0, "jester": 0}), "22", ("philosopher",)),
        (layout(active="1", final=finale(begun=False)), "1111111", ("jester", "farmer", "maid", "guard",
            "hunter", "astronomer", "lady", "knight", "bishop", "nobleman", "general")),
        (layout(active="1", final=finale()), "1111111", ()),
        (layout(active="1"), "", ("jester",)),
    ],
)  # fmt: skip
def test_worth_names_the_cards_that_dice_could_take(state, result, kinds):
    """Any dice may be asked about, not only those set aside."""
    view = GAME.view(state, 1)
    assert queries.payable(view, dice(result)) == kinds
    for kind in kinds:
        assert queries.why_not_take(view, kind, dice(result)) is None


@pytest.mark.parametrize(
    ("state", "kind", "refusal"),
    [
        (layout(active="1"), "guard", Refused("condition-not-met", {"card": "guard"})),
        (layout("guard", active="1"), "guard", Refused("already-own", {"card": "guard"})),
        (layout(active="1", stock_left={"guard": 0}), "guard", Refused("sold-out", {"card": "guard"})),
        (layout(active="1"), "queen", Refused("queen-never-alone")),
        (layout(active="1"), "charlatan", Refused("no-unflipped-jester")),
        (layout(active="1", final=finale()), "guard", Refused("final-round-no-cards")),
    ],
)
def test_a_card_that_cannot_be_taken_says_why(state, kind, refusal):
    """The same reasons as those of a refused move."""
    assert queries.why_not_take(GAME.view(state, 1), kind, dice("22")) == refusal


def test_worth_looks_at_the_viewing_seat_and_for_spectators_at_who_plays():
    """Everybody may think ahead about the own cards."""
    state = layout("farmer", others="maid", active="1")
    assert queries.payable(GAME.view(state, 2), dice("11")) == ("jester", "farmer")
    assert queries.payable(GAME.view(state, None), dice("11")) == ("jester", "maid")


USABLE = [
    # cards, active, aside, the reasons why not
    ("jester maid", "1", "", {"jester": None, "maid": None}),
    ("farmer charlatan king", "1", "", {}),
    ("maid lady nobleman", "6", "", dict.fromkeys(("maid", "lady", "nobleman"), "no-choice")),
    ("philosopher alchemist", "5", "", {"philosopher": "needs-two-dice", "alchemist": "needs-two-dice"}),
    ("philosopher alchemist", "11", "", {"philosopher": "no-choice", "alchemist": "no-choice"}),
    ("philosopher alchemist", "12", "", {"philosopher": None, "alchemist": "no-choice"}),
    ("astronomer", "1", "", {"astronomer": "astronomer-needs-aside"}),
    ("astronomer", "11", "1", {"astronomer": "no-choice"}),
    ("astronomer", "12", "1", {"astronomer": None}),
    ("guard jester", "", "12", {"guard": None, "jester": "no-active-dice"}),
    ("guard queen", "666666", "666666", {"guard": "no-die-left", "queen": "no-die-left"}),
    ("guard queen magician", "", "", {"guard": None, "queen": None, "magician": "not-before-first-roll"}),
]


@pytest.mark.parametrize(("cards", "active", "aside", "reasons"), USABLE)
def test_every_own_power_says_whether_it_can_be_used_now_or_why_not(cards, active, aside, reasons):
    """Usable means that some move uses it."""
    view = StepPlayer(layout(cards, active=active, aside=aside)).view
    answers = queries.usable_powers(view)
    assert {card: why and why.code for card, why in answers.items()} == reasons
    moves = list(GAME.legal(view))
    for card, why in answers.items():
        using = [move for move in moves if getattr(move, "card", None) == card]
        assert bool(using) == (why is None)
        assert (list(queries.uses(view, card)) if why is None else []) == using


def test_a_used_card_and_a_waiting_seat_say_so():
    """A card works once a turn, and only in the own turn."""
    table = after(layout("maid", others="maid", active="12"), "use maid 1+1")
    assert queries.usable_powers(table.view) == {"maid": Refused("already-used", {"card": "maid"})}
    assert list(queries.uses(table.view, "maid")) == []
    waiting = GAME.view(table.state, 2)
    assert queries.usable_powers(waiting) == {"maid": Refused("not-your-turn", {"seat": 1})}
    assert list(queries.uses(waiting, "maid")) == []
    assert queries.usable_powers(GAME.view(table.state, None)) == {}


def test_uses_lists_the_ways_to_use_one_card():
    """What a board offers once a card was chosen."""
    view = StepPlayer(layout("astronomer maid", active="15", aside="3")).view
    assert list(queries.uses(view, "astronomer")) == [
        TurnDie("astronomer", 1, 3),
        TurnDie("astronomer", 5, 3),
    ]


def test_hands_and_stock_can_be_asked_for():
    """Jesters of the English edition never run out; Charlatans are made of own Jesters."""
    view = StepPlayer(layout("farmer jester", others="general")).view
    assert (queries.hand_size(view, 1), queries.hand_size(view, 2)) == (4, 5)
    assert (
        queries.cards_left(view, "guard"),
        queries.cards_left(view, "jester"),
        queries.cards_left(view, "charlatan"),
    ) == (2, 2, 1)
    assert queries.cards_left(GAME.view(view.position, 2), "charlatan") == 0
    assert queries.cards_left(StepPlayer(layout(edition="en")).view, "jester") is None


@pytest.mark.parametrize(
    ("state", "most"),
    [
        (layout("farmer"), 4),
        (layout("farmer guard queen jester"), 6),
        (layout("guard queen", active="12", aside="6", used="guard"), 4),
        (layout("guard queen", aside="66666666666"), 12),
    ],
)
def test_the_most_dice_a_turn_can_come_to_count_the_unused_cards_that_add_one(state, most):
    """It tells whether the mark can still be reached."""
    assert queries.most_dice(StepPlayer(state).view) == most


def test_a_finished_game_answers_too():
    """Nothing can be used or taken any more."""
    table = after(
        layout("maid", aside="1", rounds=3), "take nothing", "roll : 1 2 4", "keep 1 2 4", "take nothing"
    )
    view = GAME.view(table.state, 1)
    assert queries.usable_powers(view) == {"maid": Refused("game-over")}
    assert queries.payable(GAME.view(table.state, None), dice("22")) == ()
    assert queries.why_not_take(GAME.view(table.state, None), "guard", dice("22")) == Refused("game-over")
    assert queries.most_dice(view) == 0


@pytest.mark.parametrize(
    "state",
    [
        layout(hand=3),
        layout(active="123"),
        layout(active="12", aside="3"),
        layout(active="12", aside="3", kept=True),
    ],
)
def test_who_may_roll_is_told_as_the_rules_tell_it(state):
    """Without a refusal that nobody reads."""
    for view in (GAME.view(state, 1), GAME.view(state, 2)):
        assert queries.may_roll(view) == (GAME.check(view, ROLL) is None)
