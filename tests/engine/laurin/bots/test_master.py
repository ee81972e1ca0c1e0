"""The master: it bids against likely bids, and expects what those who come later answer."""

import pytest

from engine.laurin.bots.master import Master
from engine.laurin.bots.steward import Steward
from engine.laurin.game import GAME
from engine.laurin.model.moves import Bid, Pass, Place
from engine.laurin.rules.legal import check
from tests.engine.laurin.positions import StepPlayer, layout
from tests.engine.seeded_chance import luck

SALE = {"movement": "v2a h1a h1b", "dwarfs": "1 5/3 d6, 1 3/2 e7, 2 5/3 c5, 2 1/1 c4"}


def answer(bot, table: StepPlayer):
    seat = table.open[1][0]
    return bot.choose(GAME, table.view(seat), table.ask(seat), luck(0))


def test_it_bids_no_more_than_it_takes_against_others_without_treasure():
    """One card of the lowest value wins."""
    table = StepPlayer(layout("auction", starter=2, hands="33211, , ", **SALE))
    assert answer(Master(), table) == Bid((1,))


def test_it_does_not_pay_for_a_choice_that_it_gets_for_nothing():
    """The start player chooses if nobody bids, and nobody else can."""
    assert answer(Master(), StepPlayer(layout("auction", hands="33211, , ", **SALE))) == Pass()


@pytest.mark.parametrize("phase", ["placing", "moving"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_what_it_places_and_moves_is_allowed(phase, seats):
    """With every number of seats."""
    dwarfs = ", ".join(
        f"{seat} 3/2 {square}" for seat, square in enumerate(("c4", "d6", "f5", "e3", "g4")[:seats], 1)
    )
    table = StepPlayer(layout(phase, seats=seats, dwarfs=dwarfs))
    move = answer(Master(), table)
    assert check(table.view(1), move) is None
    assert phase == "moving" or isinstance(move, Place)


def test_it_keeps_to_the_steward_in_everything_else():
    """Here: what is given to whom."""
    table = StepPlayer(layout("movement", drawn="h1a v2a h3a"))
    assert answer(Master(), table) == answer(Steward(), table)
