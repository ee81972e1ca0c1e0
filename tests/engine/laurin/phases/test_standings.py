"""The end: targets, the round played to its end, the house limit, ties."""

import pytest

from engine.laurin.model.events import Ended, RoundBegan
from tests.engine.laurin.positions import StepPlayer, after, free_king, layout

LAST = {"movement": "h1a v1a h1b h1c v1b", "king": (5, 4)}


def declined(table: StepPlayer, draws: str = "") -> StepPlayer:
    """Everybody declines the moves that are left."""
    while True:
        seat = table.open[1][0]
        last = len(table.position.waiting) == 0
        table.play(f"{seat} pass" + (f" : {draws}" if last and draws else ""))
        if last:
            return table


@pytest.mark.parametrize(("seats", "target"), [(3, 35), (4, 30), (5, 25)])
def test_the_game_ends_after_the_round_in_which_somebody_reaches_the_target(seats, target):
    """Exactly so many are enough, one point less is not."""
    scores = (target - 3, *(0,) * (seats - 1))
    state = layout("auction", seats=seats, dwarfs="1 5/3' d4, 2 1/1 e4", scores=scores, **LAST)
    table = free_king(state, "king 1 west")
    assert table.position.scores[0] == target
    assert table.open == ("king-free", (1,)), "the round is played to its end"
    declined(table)
    assert table.events[-1] == Ended((1,), limit=False)
    assert table.open == ("over", ())
    short = layout("auction", seats=seats, scores=(target - 1, *(0,) * (seats - 1)), **LAST)
    draws = "3 2 1 " * seats + "ban fog fog haste ban".rsplit(maxsplit=5 - seats)[0]
    assert declined(StepPlayer(short), draws).happened(RoundBegan, Ended) == [RoundBegan(4, 2)]


def test_the_house_limit():
    """Whoever leads then has won."""
    table = declined(StepPlayer(layout("auction", scores=(3, 9, 9), reached=(11, 21, 20), round=5, rounds=5)))
    assert table.events[-1] == Ended((3,), limit=True)
    assert table.standing() == [(3, 1, 9), (2, 2, 9), (1, 3, 3)]


def test_equal_points_whoever_reached_them_first_is_ahead():
    """In an earlier scoring, or in the same one first clockwise from the start player."""
    state = layout(
        "auction", starter=2, scores=(4, 2, 0), reached=(11, 12, 0), dwarfs="1 1/1 d4, 2 3/2' e4", **LAST
    )
    assert after(state).standing() == [(1, 1, 4), (2, 2, 2), (3, 3, 0)]
    table = free_king(state, "king 1 west")
    assert table.standing() == [(1, 1, 5), (2, 2, 4), (3, 3, 0)]
    level = layout(
        "auction", starter=2, scores=(3, 2, 0), reached=(11, 12, 0), dwarfs="1 1/1 d4, 2 3/2' e4", **LAST
    )
    table = free_king(level, "king 1 west")
    assert table.standing() == [(2, 1, 4), (1, 2, 4), (3, 3, 0)]
    table.play("2 king 2 north")
    assert table.standing() == [(2, 1, 4), (1, 2, 4), (3, 3, 0)], "who scores nothing stays where it was"


def test_only_who_never_scored_shares_a_place():
    """Nobody reached nothing first."""
    assert StepPlayer(layout("auction")).standing() == [(1, 1, 0), (2, 1, 0), (3, 1, 0)]
    state = layout("auction", scores=(0, 5, 0), reached=(0, 21, 0))
    assert StepPlayer(state).standing() == [(2, 1, 5), (1, 2, 0), (3, 2, 0)]
