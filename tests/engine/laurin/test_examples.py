"""The worked examples of the rulebook, played through the rules."""

import pytest
from msgspec.structs import replace

from engine.laurin.model.events import Scored, TookBack, TurnedUp
from engine.laurin.model.moves import Buy
from engine.laurin.queries import payments
from tests.engine.laurin.positions import StepPlayer, after, free_king, garden, layout

SEVEN = "h1e v2a h3a"
"""Seat 1 has a 7 in the upper part of its movement card."""


@pytest.mark.parametrize("dwarfs", ["1/1 3/2 3/2", "5/3 1/1 1/1", "1/1 1/1 3/2"])
def test_the_placements_for_a_seven(dwarfs):
    """1+3+3 and 5+1+1 use it up; 1+1+3 may be all, too."""
    table = StepPlayer(layout("placing", movement=SEVEN))
    for kind, square in zip(dwarfs.split(), ("a1", "b2", "c3"), strict=True):
        table.play(f"1 place {kind} {square}")
    table.play("1 done")
    assert table.open == ("place", (2,))
    assert len(table.position.dwarfs) == 3


def test_more_than_seven_is_refused():
    """5+3 would be 8, though a single point is left."""
    table = after(layout("placing", movement=SEVEN), "1 place 5/3 a1", "1 place 1/1 a2")
    refused = table.refusal(1, "place 3/2 a3")
    assert refused.code == "too-many-points"
    assert refused.params == {"points": 3, "left": 1}


def test_michael_pays_a_three_for_a_card_of_two():
    """Two 3s in hand: one has to go, and no change is given."""
    table = StepPlayer(layout("magic", hands="33, 222, 1", offer="exchange haste fog"))
    assert payments(table.view(1), "exchange") == ((3,),)
    table.play("1 buy exchange 3")
    assert table.state.hands[0] == (3,)
    assert table.position.magic[0] == ("exchange",)


def test_claudia_pays_two_twos_for_the_magic_haste():
    """Three 2s in hand, the price is 3."""
    table = after(layout("magic", hands="33, 222, 1", offer="exchange haste fog"), "1 pass")
    assert payments(table.view(2), "haste") == ((2, 2),)
    assert table.code(2, "buy haste 2") == "pays-too-little"
    assert table.code(2, Buy("haste", (2, 2, 2))) == "pays-too-much"
    assert table.play("2 buy haste 2 2").state.hands[1] == (2,)


MICHAEL, CLAUDIA, SUSANNE = 1, 2, 3
AUCTION = layout(
    "auction",
    movement="h1a v2a v1e",
    hands="331, 33, 3211",
    dwarfs="1 5/3 d6, 1 3/2' e7, 2 1/1 d7, 2 3/2 e6,"  # beside the King after the first move
    "1 3/2' c6, 2 5/3 c7",  # beside him after the second
)


def test_the_three_player_auction():
    """Two auctions and a last card that nobody leads, with scores, turned dwarfs and refunds."""
    table = after(AUCTION, "1 bid 3 3", "2 pass", "3 bid 3 1 1")
    [turned_up] = table.happened(TurnedUp)
    assert turned_up == TurnedUp(((3, 3), (), (3, 1, 1)), MICHAEL)
    assert table.open == ("take-back", (SUSANNE,))

    table.play("3 take back 3")
    assert table.state.hands == ((1,), (3, 3), (3, 2))
    assert table.open == ("king", (MICHAEL,))

    table.play("1 king 2 north")
    [scored] = table.happened(Scored)
    assert (table.position.king, scored.points) == ((4, 6), (7, 4, 0))
    assert table.position.dwarfs == garden("1 5/3' d6, 2 1/1' d7, 2 3/2' e6, 1 3/2' c6, 2 5/3 c7")
    assert table.position.stocks[0].count("3/2") == 1, "the dwarf that showed its back is home again"
    assert table.position.movement == ("h1a", None, "v1e")

    table.play("1 pass", "2 bid 3 3", "3 bid 3 2", "3 take back 3", "2 king 1 west")
    [scored] = table.happened(Scored)
    assert (table.position.king, scored.points) == ((3, 6), (5, 6, 0))
    assert table.open == ("king-last", (SUSANNE,))

    table.play("3 pass : 1 1 1 1 1 1 1 1 1 ban ban ban")
    assert table.happened(Scored) == []
    assert table.position.scores == (12, 10, 0)
    assert (table.position.round, table.position.starter) == (4, CLAUDIA)


def test_refunds_are_half_of_the_cards_rounded_down():
    """0 of 1, 1 of 2 or 3, 2 of 4 or 5, 3 of 6 or 7."""
    for count, most in ((1, 0), (2, 1), (3, 1), (4, 2), (5, 2), (6, 3), (7, 3)):
        state = layout("auction", hands=f"33333333, {'1' * count}, 2")
        bid = " ".join("1" * count)
        table = after(state, "1 bid 3 3 3 3 3 3 3 3", f"2 bid {bid}", "3 pass")
        if not most:
            assert table.happened(TookBack) == [TookBack(2, (), (1,))]
            continue
        back = ["take back " + (" ".join("1" * some) or "nothing") for some in range(most + 1)]
        assert table.texts(2) == back
        assert table.code(2, "take back " + " ".join("1" * (most + 1))) == (
            "takes-back-too-many" if count > 1 else "not-bid"
        )


def test_the_dwarf_revolt():
    """Susanne went two points to the right; Michael sends the King up after the first."""
    state = layout("auction", starter=3, movement="h1a v1a h2a", magic="revolt")
    table = free_king(state, "king 3 east")
    assert table.position.king == (6, 4)
    assert table.texts(1) == ["pass", "revolt 1 north", "revolt 1 south"]
    table.play("1 revolt 1 north")
    assert table.position.king == (5, 5)


def test_a_card_of_length_one_allows_no_revolt():
    """The King has to go at least one point straight on, and one to the side."""
    state = layout("auction", starter=3, movement="h1a v1a h2a", magic="revolt")
    table = free_king(state, "king 1 east")
    assert table.happened(Scored), "nobody was asked"
    assert table.position.magic[0] == ("revolt",)


def test_treasure_and_magic_stay_for_the_next_round():
    """So do the King and the dwarfs."""
    state = layout(
        "auction", hands="3, 2, 1", magic="ban, fog", dwarfs="1 1/1 a1", movement="h1a v1a h1b", king=(3, 4)
    )
    table = StepPlayer(state)
    table.play("1 pass", "2 pass", "3 pass", "1 pass", "2 pass")
    table.play("3 pass : 2 2 2 2 2 2 2 2 2 ban haste fog")
    position = table.position
    assert position.round == 4
    assert table.state.hands == ((3, 2, 2, 2), (2, 2, 2, 2), (2, 2, 2, 1))
    assert position.magic == (("ban",), ("fog",), ())
    assert (position.king, position.dwarfs) == ((3, 4), garden("1 1/1 a1"))
    assert position.starter == 2


def test_the_squares_marked_in_the_example_of_a_scoring():
    """Four squares touch the King's point; a dwarf on any of them counts with what it shows."""
    state = layout(
        "auction", dwarfs="1 1/1 d4, 2 3/2 d5, 3 5/3' e4, 1 5/3 e5, 2 5/3 f5", movement="h1a v1a h1b"
    )
    table = free_king(replace(state, position=replace(state.position, king=(5, 4))), "king 1 west")
    [scored] = table.happened(Scored)
    assert scored.points == (6, 3, 3)
