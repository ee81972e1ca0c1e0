"""The end: who wins, who shares a place."""

import pytest

from engine.game import Standing
from engine.intrigue.game import GAME
from engine.intrigue.model.events import Ended
from tests.engine.intrigue.positions import play, position

QUEUE = "1heir/1lord | 2heir | 3heir"


@pytest.mark.parametrize(
    ("influence", "queue", "places"),
    [
        ((3, 9, 4), "1heir | 2heir+9 | 3heir", {2: 1, 3: 2, 1: 3}),
        # influence on cards does not count
        ((3, 2, 4), "1heir+9 | 2heir+9 | 3heir", {3: 1, 1: 2, 2: 3}),
        # a tie: more own cards in the queue, covered ones included
        ((4, 4, 1), "1heir | 2heir/2lord | 3heir", {2: 1, 1: 2, 3: 3}),
        ((4, 4, 1), "1heir | 2heir/1lord | 3heir", {1: 1, 2: 2, 3: 3}),
        # still tied: shared, and the next place is left out
        ((4, 4, 1), "1heir | 2heir | 3heir/3lord", {1: 1, 2: 1, 3: 3}),
        ((4, 4, 4), "1heir | 2heir | 3heir", {1: 1, 2: 1, 3: 1}),
        # this holds for every place
        ((5, 2, 2), "1heir | 2heir | 3heir/3lord", {1: 1, 3: 2, 2: 3}),
        ((5, 2, 2), "1heir | 2heir | 3heir", {1: 1, 2: 2, 3: 2}),
    ],
)
def test_places(influence, queue, places):
    """By influence in front of the players, then by cards; the score is the influence."""
    standings = GAME.standings(position(queue, influence=influence))
    assert {one.seat: one.place for one in standings} == places
    assert [one.place for one in standings] == sorted(places.values())
    assert all(one.score == influence[one.seat - 1] for one in standings)


def test_after_the_sixth_round_nobody_is_asked():
    """The winner is told; hands and cards out of the game stay hidden."""
    state, events = play(position("1lord | 2heir", at=2, now=6), "leave")
    assert GAME.asks(state) == ()
    assert events[-1] == Ended((1, 2))
    assert GAME.standings(state)[0] == Standing(1, 1, 5)
    view = GAME.view(state, 1).position
    assert set(view.hands[1]) == set(view.out[2]) == {None}


def test_a_finished_game_takes_no_move():
    state, _ = play(position("1lord | 2heir", at=2, now=6), "leave")
    for who in (1, 2, None):
        view = GAME.view(state, who)
        assert list(GAME.legal(view)) == []
        assert GAME.check(view, GAME.parse("leave", view)).code == "game-over"
