"""Phase 6: bids, winners, what is taken back, lapses, moves without bids, the last card."""

import pytest

from engine.laurin.model.events import (
    BidLaid,
    KingWent,
    Lapsed,
    Passed,
    RoundBegan,
    Scored,
    TookBack,
    TurnedUp,
)
from engine.laurin.phases.auction import winner
from tests.engine.laurin.positions import StepPlayer, after, free_king, garden, layout, treasure

HANDS = "3321, 3321, 3321"
BOTH = "v2a h1a h1b"

WINNERS = [
    # bids by seat, the winner by crown at seat 1, 2, 3
    ("33, 311, 1", 1, 1, 1),
    ("33, 321, 1", 2, 2, 2),  # as much with more cards
    ("33, 33, 33", 1, 2, 3),  # equal: first from the crown
    (", 33, 33", 2, 2, 3),
    ("2, 11, 2", 2, 2, 2),
    (", , 1", 3, 3, 3),
    (", , ", None, None, None),
]


@pytest.mark.parametrize(("bids", "first", "second", "third"), WINNERS)
def test_who_wins(bids, first, second, third):
    """The highest sum, then more cards, then first clockwise from the start player."""
    laid = [treasure(bid) for bid in bids.split(",")]
    orders = [(1, 2, 3), (2, 3, 1), (3, 1, 2)]
    assert [winner(laid, order) for order in orders] == [first, second, third]


def test_bids_go_around_once_from_the_crown():
    """Lower numbers of cards are allowed; their number is seen, what they are is not."""
    table = StepPlayer(layout("auction", movement=BOTH, hands=HANDS, starter=2))
    assert table.open == ("bid", (2,))
    table.play("2 bid 3 3 1", "3 bid 1")
    assert table.position.auction.laid == (None, 3, 1)
    assert table.position.cards == (4, 1, 3)
    assert table.happened(BidLaid) == [BidLaid(2, 3, (3, 3, 1)), BidLaid(3, 1, (1,))]
    table.play("1 pass")
    assert table.happened(Passed, TurnedUp) == [Passed(1, "bid"), TurnedUp(((), (3, 3, 1), (1,)), 2)]
    assert table.state.bids == ((), (), ())


def test_who_has_no_treasure_passes_unasked():
    """Everybody sees an empty hand."""
    table = StepPlayer(layout("auction", movement=BOTH, hands=", 3, "))
    assert table.open == ("bid", (2,))
    table.play("2 bid 3")
    assert table.open == ("king", (2,))


def test_losers_take_back_at_the_same_time():
    """Each from the own bid, in any order; the winner chooses after them."""
    table = after(layout("auction", movement=BOTH, hands=HANDS), "1 bid 3 2", "2 bid 3 3 1", "3 bid 2 1")
    assert table.open == ("take-back", (1, 3))
    number = table.ask(1).id
    table.play("3 take back 1")
    assert table.open == ("take-back", (1,))
    assert table.ask(1).id == number
    assert table.reversible
    table.play("1 take back nothing")
    assert table.open == ("king", (2,))
    assert table.state.hands == ((3, 1), (2,), (3, 3, 1))
    assert table.position.known == ((), (), (1,))
    assert table.position.piles.treasure == (1, 2, 3)
    assert table.happened(TookBack) == [TookBack(1, (), (3, 2))]


def test_the_winner_has_to_choose():
    """A card and a direction; nothing else is possible while both directions stay on the board."""
    table = after(layout("auction", movement=BOTH, hands="1"), "1 bid 1")
    assert table.texts(1) == [
        "king 1 south",
        "king 1 north",
        "king 2 west",
        "king 2 east",
        "king 3 west",
        "king 3 east",
    ]
    assert table.code(1, "pass") == "must-choose"
    assert table.code(1, "lapse 1") == "no-lapse"
    table.play("1 king 3 east")
    assert table.happened(KingWent) == [KingWent(1, 3, "h1b", "east", (4, 4), (5, 4))]
    assert table.position.movement == ("v2a", "h1a", None)
    assert table.position.piles.movement == ("h1b",)


@pytest.mark.parametrize(
    ("king", "lapsing", "off"),
    [((4, 7), [1], "king 1 north"), ((8, 4), [2, 3], "king 2 east"), ((0, 0), [1, 2, 3], "king 3 west")],
)
def test_a_card_lapses_where_one_direction_leads_off_the_board(king, lapsing, off):
    """The winner may take the other one instead."""
    table = after(layout("auction", movement=BOTH, hands="1", king=king), "1 bid 1")
    assert [text for text in table.texts(1) if "lapse" in text] == [f"lapse {owner}" for owner in lapsing]
    assert table.code(1, off) == "leaves-board"


def test_a_lapsed_card_is_discarded_and_the_next_auction_follows():
    """Without a King's move and without scoring."""
    state = layout("auction", movement=BOTH, hands="11", king=(4, 8), dwarfs="1 5/3 d8")
    table = after(state, "1 bid 1", "1 lapse 1")
    assert table.happened(Lapsed) == [Lapsed(1, ("v2a",))]
    assert table.happened(Scored) == []
    assert table.position.king == (4, 8)
    assert table.open == ("bid", (1,))


def test_without_bids_the_choice_goes_around():
    """From the start player; each may decline, nobody has to."""
    table = StepPlayer(layout("auction", movement=BOTH, hands="1, 1, 1", starter=3))
    table.play("3 pass", "1 pass", "2 pass")
    assert table.happened(TurnedUp) == [TurnedUp(((), (), ()), None)]
    assert table.open == ("king-free", (3,))
    table.play("3 pass")
    assert table.open == ("king-free", (1,))
    table.play("1 king 1 north")
    assert table.position.king == (4, 6)
    assert table.open == ("bid", (3,))


def test_letting_a_card_lapse_counts_as_choosing_it():
    """Also where nobody bid."""
    table = free_king(layout("auction", movement=BOTH, king=(4, 8)), "lapse 1")
    assert table.open == ("king-free", (1,))
    assert table.position.movement == (None, "h1a", "h1b")


def test_if_nobody_wants_a_move_the_round_ends():
    """All open cards are discarded at once."""
    table = StepPlayer(layout("auction", movement=BOTH))
    table.play("1 pass", "2 pass", "3 pass : 1 1 1 1 1 1 1 1 1 ban fog fog")
    assert table.happened(Lapsed) == [Lapsed(None, ("v2a", "h1a", "h1b"))]
    assert table.happened(RoundBegan) == [RoundBegan(4, 2)]
    assert table.position.piles.movement == ("v2a", "h1a", "h1b")


def test_the_last_card_is_not_auctioned():
    """Its owner leads the King or declines; it cannot lapse."""
    state = layout("auction", movement=BOTH, hands="1, 1, 1", king=(4, 7), dwarfs="3 1/1 e6")
    table = after(state, "1 bid 1", "2 pass", "3 pass", "1 king 2 west", "2 pass", "3 bid 1", "3 king 3 east")
    assert table.open == ("king-last", (1,))
    assert table.texts(1) == ["pass", "king 1 south"]
    assert table.code(1, "lapse 1") == "last-card-no-lapse"
    assert table.code(1, "king 2 west") == "no-card-there"
    table.play("1 king 1 south : 1 1 1 1 1 1 1 1 1 ban fog fog")
    assert table.happened(Scored)
    assert table.position.round == 4


def test_scored_dwarfs_turn_and_then_go_home():
    """Back from the stock they show the front again."""
    state = layout(
        "auction", movement="h1a h1b v1a", dwarfs="1 5/3 d4, 1 1/1 e5, 2 3/2 f5, 1 3/2 a1", king=(5, 4)
    )
    table = free_king(state, "king 1 west")
    assert table.position.scores == (6, 0, 0)
    assert table.position.dwarfs == garden("1 5/3' d4, 1 1/1' e5, 2 3/2 f5, 1 3/2 a1")
    table.play("1 king 2 east")
    assert table.position.scores == (7, 3, 0)
    assert table.position.dwarfs == garden("1 5/3' d4, 2 3/2' f5, 1 3/2 a1")
    assert table.position.stocks[0] == ("3/2", "1/1", "1/1", "1/1")


def test_a_kings_move_that_brings_nothing_is_scored_too():
    """It is one: only lapsed and declined ones are not."""
    table = free_king(layout("auction", movement=BOTH), "king 1 north")
    assert table.happened(Scored) == [Scored((0, 0, 0), (), None)]
