"""The end of the game: the King, the mark, the final round, the places."""

from typing import Any

import pytest
from msgspec.structs import replace

from engine.court.game import GAME
from engine.court.model.events import Conceded, EndBegan, Ended, RoundBegan, Stood, Took, TurnBegan
from engine.court.model.state import Final, Result, State, Turn
from engine.game import Standing
from tests.engine.court.positions import StepPlayer, after, dice, finale, layout

NOTHING = ("roll : 1 2 4", "keep 1 2 4", "take nothing")


def last_turn(result: str, *, king: int = 2, mark: str = "7x3", queen: int = 1, cards: str = "") -> State:
    """A final round of two seats in which seat 1 has set aside its last die; nobody is left."""
    own = f"{cards} queen" if queen == 1 else cards
    state = layout(own, others="king", aside=result, final=finale(queen, king, mark))
    return replace(state, waiting=())


def seven_alike(seat: int, *, seats: int = 4, starter: int = 1, result: str = "2222222") -> State:
    """This seat has seven 2s aside; the seats after it still have their turn of the round."""
    order = [(starter + step - 1) % seats + 1 for step in range(seats)]
    state = layout(aside=result, seats=seats)
    turn = Turn(seat, 0, (), dice(result), rolled=True, kept=True)
    return replace(state, starter=starter, turn=turn, waiting=tuple(order[order.index(seat) + 1 :]))


def test_who_first_takes_the_king_gets_the_queen_and_sets_the_mark():
    """The best group of the whole result is to be beaten."""
    table = after(seven_alike(2, result="55555555" + "11"), "take king")
    mark = Result(2, 8, 5)
    assert table.own(2) == ("king", "queen")
    assert table.events[:2] == (Took(2, "king", dice("5555555511")), EndBegan(2, mark))
    assert table.state.final == Final(queen=2, king=2, mark=mark)
    assert (table.state.stock["king"], table.state.stock["queen"]) == (0, 0)


@pytest.mark.parametrize("text", ["take nothing", "take general", "take farmer"])
def test_seven_alike_need_not_take_the_king(text):
    """Then play goes on as before."""
    assert after(seven_alike(2), text).state.final is None


def test_the_round_of_the_taking_is_played_to_its_end_but_nobody_else_takes_the_king():
    """Other cards may still be taken in it."""
    table = after(seven_alike(2), "take king")
    assert (table.turn.seat, table.state.round) == (3, 3)
    table = StepPlayer(replace(table.state, turn=Turn(3, 0, (), dice("6666666"), rolled=True)))
    refusal = table.refusal("take king")
    assert refusal is not None
    assert (refusal.code, refusal.params) == ("king-taken", {"seat": 2})
    assert table.play("take general").own(3) == ("general",)


ORDERS = [
    # seats, starter of the last normal round, who took the King, order of the final round
    (4, 1, 2, "4132"),
    (4, 1, 4, "1234"),  # the marker would reach the Queen's owner: the next clockwise begins
    (4, 3, 2, "3412"),
    (3, 2, 2, "132"),
    (3, 1, 3, "123"),
    (2, 1, 2, "12"),
    (2, 1, 1, "21"),
    (5, 4, 1, "34521"),
]


@pytest.mark.parametrize(("seats", "starter", "queen", "order"), ORDERS)
def test_in_the_final_round_the_queens_owner_comes_last(seats, starter, queen, order):
    """The marker passes as always; the Queen's owner is skipped in order."""
    table = after(seven_alike(queen, seats=seats, starter=starter), "take king")
    while not table.state.final.begun:
        table.play(*NOTHING)
    assert RoundBegan(4, int(order[0]), final=True) in table.events
    assert (table.turn.seat, *table.state.waiting) == tuple(map(int, order))


def test_no_cards_are_taken_in_the_final_round():
    """A turn of it ends by standing."""
    table = StepPlayer(layout(aside="2222222", final=finale()))
    assert table.code("take farmer") == table.code("take nothing") == "final-round-no-cards"
    [ask] = GAME.asks(table.state)
    assert GAME.notate(ask.timeout_move) == "stand"
    assert table.code("stand") is None


@pytest.mark.parametrize("text", ["stand", "concede"])
def test_standing_and_giving_up_belong_to_the_final_round(text):
    """The round of the taking is a normal one."""
    early = finale(queen=2, begun=False)
    assert StepPlayer(layout(aside="222")).code(text) == "not-final-round"
    assert StepPlayer(layout(final=early)).code(text) == "not-final-round"


BEATS = [
    # mark, result, whether it beats the mark, whether it wins the King back for the Queen's owner
    ("7x2", "2222223", False, False),
    ("7x2", "2222222", False, True),
    ("7x2", "3333333", True, True),
    ("7x2", "1111111", False, False),
    ("7x6", "11111111", True, True),
    ("8x1", "6666666", False, False),
    ("8x3", "33333333", False, True),
    ("8x3", "333333336666", False, True),
    ("8x3", "444444441", True, True),
]


@pytest.mark.parametrize(("mark", "result", "beats"), [row[:3] for row in BEATS])
def test_more_alike_beat_fewer_then_the_higher_face_and_an_equal_result_does_not(mark, result, beats):
    """Whoever beats the mark takes the King at once, and the result is the new mark."""
    state = layout(aside=result, others="king queen", final=finale(2, 2, mark))
    table = after(state, "stand")
    final: Any = table.state.final
    rolled = final.results[0]
    assert table.events[0] == Stood(1, rolled, beats)
    assert final.king == (1 if beats else 2)
    assert final.mark == (rolled if beats else finale(2, 2, mark).mark)
    assert ("king" in table.own(1), "king" in table.own(2)) == (beats, not beats)
    assert ("queen" in table.own(1), "queen" in table.own(2)) == (False, True)


@pytest.mark.parametrize(("mark", "result", "wins"), [(row[0], row[1], row[3]) for row in BEATS])
def test_the_queens_owner_wins_the_king_back_by_equalling_the_mark(mark, result, wins):
    """The one advantage, besides a die and the last turn."""
    table = after(last_turn(result, mark=mark), "stand")
    assert table.events[-1] == Ended(1 if wins else 2)
    assert GAME.standings(table.state)[0].seat == (1 if wins else 2)


def test_a_queens_owner_who_still_holds_the_king_wins_without_a_roll():
    """The last turn is not played any more."""
    table = after(layout(aside="1", others="king queen", final=finale()), "stand")
    assert table.state.turn is None
    assert table.events[-1] == Ended(2)
    assert GAME.standings(table.state) == (Standing(2, 1, 72), Standing(1, 2, 11))


def test_a_turn_of_the_final_round_may_be_given_up_before_its_first_roll():
    """Adding dice to the hand is no roll; afterwards the dice have to be played."""
    table = after(layout("craftsman", others="king queen", final=finale()), "use craftsman", "concede")
    assert table.events[0] == Conceded(1)
    assert table.state.final.results == (Result(1, 0, 0),)
    for state in (layout(active="12", final=finale()), layout(aside="12", final=finale())):
        assert StepPlayer(state).code("concede") == "only-before-first-roll"


def test_the_queens_owner_may_give_up_too():
    """The King stays where it is."""
    state = replace(layout("queen", others="king", final=finale(1, 2, "8x3")), waiting=())
    table = after(state, "concede")
    assert table.events == (Conceded(1), Ended(2))
    assert GAME.standings(table.state) == (Standing(2, 1, 83), Standing(1, 2, 0))


def test_the_others_rank_by_their_rolls_of_the_final_round_alone():
    """The result that took the King does not count; equals: earlier first; empty results come last."""
    results = (Result(3, 0, 0), Result(4, 5, 2), Result(5, 5, 2), Result(2, 8, 1))
    state = layout(aside="666666", seats=5, final=Final(1, 2, Result(2, 8, 1), begun=True, results=results))
    table = after(replace(state, waiting=()), "stand")
    assert GAME.standings(table.state) == (
        Standing(2, 1, 81),
        Standing(1, 2, 66),
        Standing(4, 3, 52),
        Standing(5, 4, 52),
        Standing(3, 5, 0),
    )


def test_empty_results_rank_in_the_order_of_their_turns():
    """Giving up early is not better than giving up late, but it comes first."""
    table = after(seven_alike(2), "take king", *NOTHING, *NOTHING, "concede", "concede", "concede")
    assert [(place.seat, place.score) for place in GAME.standings(table.state)] == [
        (2, 72), (4, 0), (1, 0), (3, 0),
    ]  # fmt: skip


def test_standings_on_the_way_to_the_end_lead_with_the_kings_holder():
    """Who has not rolled in the final round yet stands behind who has."""
    table = after(seven_alike(2), "take king")
    assert [place.seat for place in GAME.standings(table.state)] == [2, 4, 1, 3]
    table.play(*NOTHING, *NOTHING, "concede", "roll : 6 6 1", "keep 6 6 1", "stand")
    assert table.turn.seat == 3
    assert [(place.seat, place.score) for place in GAME.standings(table.state)] == [
        (2, 72), (1, 26), (4, 0), (3, 0),
    ]  # fmt: skip


def test_a_king_taken_in_the_last_round_of_the_house_limit_still_brings_the_final_round():
    """The limit is for games in which nobody took him."""
    state = replace(seven_alike(4), round=100)
    table = after(state, "take king")
    assert RoundBegan(101, 1, final=True) in table.events
    assert TurnBegan(1, 3) in table.events
