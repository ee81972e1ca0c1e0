"""What others are likely to bid: chances of every bid, from what a seat can see and nothing else."""

from dataclasses import dataclass
from math import isclose

import pytest
from msgspec.structs import replace

from engine.laurin.bots.rivals import ANY_BID, PASSED, Rivals
from engine.laurin.bots.steward import Steward
from engine.laurin.game import GAME
from engine.laurin.model.moves import Bid
from engine.laurin.model.state import View
from tests.engine.laurin.positions import StepPlayer, layout
from tests.engine.seeded_chance import luck

SALE = {"movement": "v2a h1a h1b", "dwarfs": "1 5/3 d6, 1 3/2 e7, 2 5/3 c5, 2 1/1 c4"}


@dataclass
class Seen:
    """An auction as a seat sees it."""

    view: View

    def bids(self, other: int, mine: int = 0) -> dict[tuple[int, int], float]:
        auction = self.view.position.auction
        assert auction is not None
        return Rivals(self.view, auction).bids(other, mine)


def seen(hands: str, *steps: str, known: str = "", seat: int | None = None) -> Seen:
    table = StepPlayer(layout("auction", hands=hands, known=known, **SALE)).play(*steps)
    return Seen(table.view(seat or table.open[1][0]))


@pytest.mark.parametrize(
    ("hands", "steps"), [("33221, 33221, 321", ()), ("33221, 33221, 321", ("1 bid 3 2",)), ("1, 3, 2", ())]
)
def test_the_chances_of_all_bids_add_up_to_one(hands, steps):
    """For those who have bid as for those who have not."""
    sale = seen(hands, *steps)
    for other in {1, 2, 3} - {sale.view.seat}:
        for mine in (0, 1):
            assert isclose(sum(sale.bids(other, mine).values()), 1)


def test_a_bid_on_the_table_has_as_many_cards_as_everybody_sees():
    """Only its sum is open."""
    assert {count for _, count in seen("33221, 33221, 321", "1 bid 3 2").bids(1)} == {2}


def test_who_passed_or_has_no_treasure_bids_nothing():
    """For certain."""
    sale = seen("33221, 33221, ", "1 pass")
    assert sale.bids(1) == {PASSED: 1.0}
    assert sale.bids(3) == {PASSED: 1.0}


def test_a_hand_that_everybody_knows_bids_as_a_steward_would():
    """With the chance that is left for stewards, at least."""
    hand = (3, 3, 2, 2, 1)
    sale = seen("33221, 33221, 321", "1 pass", known=",,321", seat=2)
    known = replace(sale.view.position, known=((), (), (3, 2, 1)))
    sale = Seen(View(2, known, hand))
    table = StepPlayer(layout("auction", hands="33221, 33221, 321", **SALE)).play("1 pass", "2 pass")
    move = Steward().choose(GAME, table.view(3), table.ask(3), luck(0))
    expected = (sum(move.cards), len(move.cards)) if isinstance(move, Bid) else PASSED
    assert sale.bids(3)[expected] >= 1 - ANY_BID


def test_nothing_depends_on_what_the_seat_cannot_see():
    """Two deals that look the same to it."""
    one, other = (seen(hands, "1 bid 3 2") for hands in ("33221, 33221, 321", "33221, 33221, 111"))
    assert one.view == other.view
    assert one.bids(3) == other.bids(3)
