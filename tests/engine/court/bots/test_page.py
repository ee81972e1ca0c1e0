"""The bot `page`: does what anybody would do, ends its games, and is no match for chance."""

import pytest

from engine.bots import bot_named
from engine.court.game import GAME
from engine.court.notation import notate
from engine.game import Setup
from engine.selfplay import play_out
from tests.engine.court.positions import after, finale, layout
from tests.engine.seeded_chance import luck

PAGE = bot_named(GAME, "page")


def chosen(state) -> str:
    table = after(state)
    [ask] = GAME.asks(table.state)
    return notate(PAGE.choose(GAME, table.view, ask, luck(0)))


@pytest.mark.parametrize(
    ("cards", "active", "aside", "expected"),
    [
        ("", "", "2222222", "take king"),
        ("farmer", "", "134", "take jester"),
        ("jester", "", "133", "take farmer"),
        ("farmer jester", "", "124", "take charlatan"),
        ("farmer general", "3333336", "", "keep 3 3 3 3 3 3"),
        ("astronomer", "1", "333333", "use astronomer 1>3"),
    ],
)
def test_plain_choices(cards, active, aside, expected):
    assert chosen(layout(cards, active=active, aside=aside)) == expected


@pytest.mark.parametrize(
    ("cards", "active", "aside", "mark", "expected"),
    [
        ("merchant", "123", "5555", "5x4", "use merchant 1 2 3"),  # one more 5 is enough
        ("", "4466", "", "3x5", "keep 6 6"),  # three 6s beat the mark, three 4s do not
        ("", "", "5555", "5x4", "stand"),
        ("knight", "", "5555", "5x4", "use knight"),
    ],
)
def test_the_final_round_is_played_by_the_mark(cards, active, aside, mark, expected):
    assert chosen(layout(cards, active=active, aside=aside, final=finale(mark=mark))) == expected


def play(seats: int, bots: str, seed: object):
    seated = [bot_named(GAME, name) for name in bots.split()]
    return play_out(GAME, Setup(seats, GAME.Options()), seated, luck(f"{seed} table"), luck(f"{seed} bots"))


@pytest.mark.parametrize("seats", GAME.seats)
def test_games_of_pages_end_by_the_king_long_before_the_house_limit(seats):
    outcomes = [play(seats, "page " * seats, f"{seats} {number}") for number in range(5)]
    assert all(outcome.rounds < 50 for outcome in outcomes)
    assert all(sorted(outcome.places) == [*range(1, seats + 1)] for outcome in outcomes)


def test_it_beats_random_play_at_either_seat():
    """At least nine of ten; the benchmark plays two hundred."""
    wins = 0
    for number in range(20):
        seat = number % 2
        outcome = play(2, "random page" if seat else "page random", f"beats {number}")
        wins += outcome.places[seat] == 1
    assert wins >= 18
