"""The master: goals worth their chance to win, and turns that are solved to their end."""

import pytest

from engine.court.bots.master import Master
from engine.court.bots.prospects import MARKS, king_chance, prospects, reach, with_next, with_queen
from engine.court.game import GAME
from engine.game import Setup
from engine.selfplay import play_out
from tests.engine.seeded_chance import luck

STRONG = ("farmer", "guard", "hunter", "knight", "general")
WEAK = ("farmer", "jester")


def test_higher_marks_are_reached_less_and_more_dice_reach_more():
    chances = reach(STRONG)
    assert len(chances) == len(MARKS)
    assert list(chances) == sorted(chances, reverse=True)
    assert chances[0] > 0 == reach(WEAK)[0]
    assert reach(with_next(STRONG))[0] > chances[0] < reach(with_queen(STRONG))[0]


def test_the_king_with_a_higher_mark_is_the_safer_king():
    """Other households being as those of stewards in the sixth round."""
    held, again = prospects().learned.held[6], reach(with_queen(STRONG))
    assert king_chance(held, again, MARKS.index((7, 6))) > king_chance(held, again, MARKS.index((7, 1)))


@pytest.mark.parametrize("place", range(4))
def test_more_cards_win_more_and_less_time_wins_less(place: int):
    known = prospects()
    assert known.before(STRONG, 6, place) > known.before(STRONG[:4], 6, place) > known.before(WEAK, 6, place)
    assert known.before(STRONG[:3], 4, place) > known.before(STRONG[:3], 6, place)
    assert known.after(STRONG[:3], 4.5, place) == pytest.approx(
        (known.after(STRONG[:3], 4, place) + known.after(STRONG[:3], 5, place)) / 2
    )


@pytest.mark.parametrize("seats", GAME.seats)
def test_it_plays_whole_games_and_repeats_itself(seats: int):
    bots = [Master(), *[GAME.bots["page"]] * (seats - 1)]
    played = [play_out(GAME, Setup(seats, GAME.Options()), bots, luck(7), luck(8)) for _ in range(2)]
    assert played[0] == played[1]
    assert 1 in played[0].places
