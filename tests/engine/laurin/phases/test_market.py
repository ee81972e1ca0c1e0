"""Phases 1 to 3: who draws what, who may buy, how movement cards are handed out."""

import pytest

from engine.laurin.model.cards import payments
from engine.laurin.model.events import Drew, Gave, MovementDrawn, Offered, PhaseBegan, Refilled, Unsold
from engine.laurin.model.state import Piles
from engine.laurin.phases.market import magic_pile
from engine.laurin.phases.treasure import pile
from tests.engine.laurin.positions import StepPlayer, after, layout

DEAL = "2 " + "1 1 2 2 " + "3 3 3 1 " + "2 2 2 2 " + "fog ban counter"


def test_the_deal():
    """The crown is drawn; from its seat on everybody draws four; magic as players is laid open."""
    table = StepPlayer.dealt(3, DEAL)
    assert table.position.starter == 2
    assert table.happened(Drew) == [
        Drew(2, 4, (2, 2, 1, 1)),
        Drew(3, 4, (3, 3, 3, 1)),
        Drew(1, 4, (2, 2, 2, 2)),
    ]
    assert table.position.offer == ("ban", "fog", "counter")
    assert table.open == ("buy", (2,))
    assert pile(table.state) == (15, 12, 15)
    assert table.position.scores == (0, 0, 0)
    assert table.position.king == (4, 4)


@pytest.mark.parametrize(("seats", "dwarfs"), [(3, 6), (4, 6), (5, 5)])
def test_with_five_players_one_small_dwarf_stays_in_the_box(seats, dwarfs):
    """Everybody else has three 1/1, two 3/2 and a 5/3."""
    treasure = "3 3 2 1 " * seats
    table = StepPlayer.dealt(seats, f"1 {treasure}" + "haste fog ban fog ban".rsplit(maxsplit=5 - seats)[0])
    assert all(len(stock) == dwarfs for stock in table.position.stocks)
    assert table.position.stocks[0].count("1/1") == dwarfs - 3


def test_later_rounds_bring_three():
    """One less than the first."""
    state = layout("auction", movement="h1a v1a h1b")
    table = after(state, "1 pass", "2 pass", "3 pass : 1 1 1 2 2 2 3 3 3 ban fog fog")
    assert [drew.count for drew in table.happened(Drew)] == [3, 3, 3]
    assert [drew.seat for drew in table.happened(Drew)] == [2, 3, 1]


PAYMENTS = [
    ("333", 2, ["3"]),
    ("222", 3, ["2 2"]),
    ("321", 2, ["3", "2"]),
    ("311", 2, ["3", "1 1"]),
    ("321", 3, ["3", "2 1"]),
    ("2211", 3, ["2 1", "2 2"]),
    ("2111", 3, ["2 1", "1 1 1"]),
    ("3211111", 3, ["3", "2 1", "1 1 1"]),
    ("11", 3, []),
    ("", 2, []),
]


@pytest.mark.parametrize(("hand", "price", "expected"), PAYMENTS)
def test_payments_without_a_card_that_could_be_left_out(hand, price, expected):
    """Overpaying is possible, with no card too many."""
    found = payments(tuple(map(int, hand)), price)
    assert sorted(" ".join(map(str, paid)) for paid in found) == sorted(expected)


def test_buying():
    """One card each, in turn order; what is left over is discarded."""
    state = layout("magic", hands="321, 222, 111", offer="ban fog fog", starter=3)
    assert StepPlayer(state).open == ("buy", (3,))
    table = after(state, "3 buy fog 1 1", "1 buy fog 2")
    assert table.texts(2) == ["pass", "buy ban 2"]
    table.play("2 pass : h1a h1b v1a")
    assert table.happened(Unsold) == [Unsold(("ban",))]
    assert table.position.piles.magic == ("ban",)
    assert table.position.magic == (("fog",), (), ("fog",))
    assert table.state.hands == ((3, 1), (2, 2, 2), (1,))
    assert table.position.piles.treasure == (2, 1, 0)


@pytest.mark.parametrize(
    ("hands", "known", "offer", "asked"),
    [
        ("3, 3, 3", "", "fog ban ban", 1),
        (", 3, 3", "", "fog ban ban", 2),
        ("1, 3, 3", "", "fog ban ban", 1),  # nobody else knows that it is a 1
        ("1, 3, 3", "1", "fog ban ban", 2),  # everybody saw the 1 go back into the hand
        ("2, 3, 3", "2", "haste revolt counter", 2),
        ("21, 3, 3", "1", "haste revolt counter", 1),
    ],
)
def test_who_can_buy_by_what_everybody_knows_is_asked(hands, known, offer, asked):
    """Being asked tells nobody anything about a hand."""
    state = layout("magic", hands=hands, offer=offer, known=known)
    assert StepPlayer(state).open == ("buy", (asked,))


def test_magic_that_is_used_up_is_refilled_from_its_discards():
    """If both are empty, fewer cards are laid open."""
    used = "ban exchange haste revolt fog counter"
    own = f"{used} {used}, {used}, ban exchange haste revolt"
    state = layout("auction", movement="h1a v1a h1b", magic=own, piles=Piles(magic=("fog",)))
    assert magic_pile(state.position) == ("counter",)
    table = after(state, "1 pass", "2 pass", "3 pass : 1 1 1 1 1 1 1 1 1 counter fog")
    assert table.happened(Refilled, Offered) == [Refilled("magic"), Offered(("fog", "counter"))]
    assert table.position.piles.magic == ()
    assert table.open == ("buy", (2,))


def test_treasure_that_is_used_up_is_refilled_from_its_discards():
    """In the middle of somebody's draw, too; it is seen what goes into the new pile."""
    state = layout("auction", movement="h1a v1a h1b", hands=",,", piles=Piles((17, 18, 17)))
    table = after(state, "1 pass", "2 pass", "3 pass : 1 3 2 2 2 1 1 1 1 fog fog fog")
    assert [type(event).__name__ for event in table.happened(Refilled, Drew)] == [
        "Refilled",
        "Drew",
        "Drew",
        "Drew",
    ]
    assert table.state.hands == ((1, 1, 1), (3, 2, 1), (2, 2, 1))
    assert table.position.piles.treasure == (0, 0, 0)
    assert table.position.piles.shuffled == (17, 18, 17)


def test_treasure_in_hands_alone_cannot_be_drawn():
    """Each draws at once what is due, in turn order, while there is any."""
    state = layout("auction", movement="h1a v1a h1b", hands=f"{'1' * 18}{'2' * 18}, {'3' * 14}", round=2)
    table = after(state, "1 pass", "2 pass", "1 pass", "2 pass", "3 pass : 3 3 3 3 fog fog fog")
    drew = [Drew(2, 3, (3, 3, 3)), Drew(3, 1, (3,)), Drew(1, 0, ())]
    assert table.happened(Refilled, Drew) == drew, "without discards there is no new pile to tell of"


def test_movement_cards_of_one_axis_are_drawn_anew():
    """As often as needed; they go to the discards."""
    table = StepPlayer.dealt(3, DEAL).play("2 pass", "3 pass", "1 pass : h1a h2a h3a v1a v1b v1c h1b v2a h1c")
    assert table.happened(MovementDrawn) == [
        MovementDrawn(("h1a", "h2a", "h3a"), mixed=False),
        MovementDrawn(("v1a", "v1b", "v1c"), mixed=False),
        MovementDrawn(("h1b", "h1c", "v2a"), mixed=True),
    ]
    assert table.position.piles.movement == ("h1a", "h2a", "h3a", "v1a", "v1b", "v1c")
    assert table.open == ("give", (2,))


def test_movement_that_is_used_up_is_refilled_from_its_discards():
    """Cards drawn already stay out of the new pile."""
    discards = tuple(f"{axis}{way}{copy}" for axis in "hv" for way in "123" for copy in "abcde")[:-2]
    state = layout("magic", offer="", piles=Piles(movement=discards), drawn="v3e v3d h1a")
    assert state.position.drawn == ("h1a", "v3d", "v3e")
    assert state.position.piles.movement == ()
    assert StepPlayer(state).open == ("give", (1,))


def test_the_start_player_gives_everybody_one():
    """Also to themself; the last card goes by itself, then the dwarfs are placed."""
    table = StepPlayer.dealt(3, DEAL).play("2 pass", "3 pass", "1 pass : h1a h2a v3e")
    assert table.open == ("give", (2,))
    assert len(table.texts(2)) == 9
    table.play("2 give v3e 2")
    assert table.reversible
    assert table.code(2, "give h1a 2") == "has-card"
    table.play("2 give h1a 1")
    assert table.position.movement == ("h1a", "v3e", "h2a")
    assert table.happened(Gave, PhaseBegan)[-2:] == [Gave(2, "h2a", 3), PhaseBegan("placing")]
    assert table.open == ("place", (2,))
    assert table.position.turn.left == 3
