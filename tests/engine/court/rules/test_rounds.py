"""Whose turn it is: the deal, the rounds and the marker, the house limit."""

import pytest

from engine.chance import BadDraw, ScriptedChance
from engine.court.game import GAME
from engine.court.model.events import Ended, RoundBegan, TurnBegan
from engine.court.model.state import Options
from engine.game import Refused, Setup, Standing
from tests.engine.court.positions import StepPlayer, layout

NOTHING = ("roll : 1 2 4", "keep 1 2 4", "take nothing")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_chance_gives_the_start_marker_to_any_seat(seats):
    """One draw, named by the seat's number; every hand has three dice."""
    for starter in range(1, seats + 1):
        table = StepPlayer.dealt(seats, starter)
        assert table.events == (RoundBegan(1, starter), TurnBegan(starter, 3))
        assert GAME.asks(table.state)[0].seat == starter
        assert GAME.round(table.state) == 1


@pytest.mark.parametrize("starter", ["0", "3", "amber"])
def test_the_start_marker_goes_to_a_seat_of_the_game(starter):
    """A record cannot give it to anybody else."""
    with pytest.raises(BadDraw):
        StepPlayer.dealt(2, starter)


@pytest.mark.parametrize("seats", [0, 1, 6])
def test_other_numbers_of_players_are_refused(seats):
    """Two to five play."""
    with pytest.raises(Refused) as refused:
        GAME.start(Setup(seats, Options()), ScriptedChance([]))
    assert refused.value == Refused("seats-not-possible", {"seats": seats, "least": 2, "most": 5})


@pytest.mark.parametrize(("option", "value"), [("edition", "it"), ("rounds", 0), ("rounds", 1001)])
def test_options_that_no_game_has_are_refused(option, value):
    """A wrong option is named before anything is drawn."""
    with pytest.raises(Refused) as refused:
        GAME.start(Setup(2, Options(**{option: value})), ScriptedChance([]))
    assert refused.value == Refused(
        "option-not-possible",
        {"option": option, "value": value, "accepted": {"edition": "de, en", "rounds": "1-1000"}[option]},
    )


@pytest.mark.parametrize(
    ("seats", "starter", "turns"),
    [(2, 1, "12 21 12"), (3, 2, "231 123 312"), (4, 1, "1234 4123 3412 2341 1234"), (5, 5, "51234 45123")],
)
def test_who_plays_last_in_a_round_starts_the_next(seats, starter, turns):
    """Turns go clockwise, the marker goes counter-clockwise."""
    table, played = StepPlayer.dealt(seats, starter), []
    for number, order in enumerate(turns.split(), start=1):
        assert (table.state.round, table.state.starter) == (number, int(order[0]))
        for _ in order:
            played.append(str(table.turn.seat))
            table.play(*NOTHING)
    assert "".join(played) == turns.replace(" ", "")


def test_a_new_round_is_told_before_its_first_turn():
    """Events of one step come in the order in which things happen."""
    table = StepPlayer.dealt(2).play(*NOTHING, *NOTHING)
    assert table.events[1:] == (RoundBegan(2, 2), TurnBegan(2, 3))


def test_the_house_limit_ends_a_game_in_which_nobody_took_the_king():
    """Nothing in the rules forces progress."""
    table = StepPlayer.dealt(3, rounds=2)
    for _ in range(6):
        table.play(*NOTHING)
    assert table.events[-1] == Ended(None)
    assert GAME.asks(table.state) == ()
    assert list(GAME.legal(table.view)) == []
    assert table.code("roll") == "game-over"


def test_at_the_house_limit_dice_in_hand_count_then_cards_then_places_are_shared():
    """Three dice with three cards stand behind four dice with one."""
    table = StepPlayer.dealt(4, rounds=1).play("roll : 1 2 4", "keep 1 2 4", "take jester")
    table.play("roll : 2 2 4", "keep 2 2 4", "take farmer", *NOTHING, *NOTHING)
    assert GAME.standings(table.state) == (
        Standing(2, 1, 4),
        Standing(1, 2, 3),
        Standing(3, 3, 3),
        Standing(4, 3, 3),
    )


def test_standings_of_a_running_game_say_how_it_stands():
    """Before the King is taken they are those of the house limit."""
    assert GAME.standings(layout("farmer general", seats=2))[0] == Standing(1, 1, 6)
    assert [standing.place for standing in GAME.standings(layout(seats=3))] == [1, 1, 1]


def test_an_answer_to_a_question_that_is_not_open_is_refused():
    """Each move answers one question, and each question is answered once."""
    table = StepPlayer.dealt(2)
    [ask] = GAME.asks(table.state)
    table.play("roll : 1 2 4")
    keep = GAME.parse("keep 1", table.view)
    for state, late in ((table.state, ask), (table.state, type(ask)(1, 2, "dice"))):
        with pytest.raises(Refused) as refused:
            GAME.play(state, late, keep, ScriptedChance([]))
        assert refused.value == Refused("not-asked")


@pytest.mark.parametrize("who", [None, 2])
def test_who_is_not_asked_has_no_moves_and_hears_whose_turn_it_is(who):
    """Spectators and the other seats see everything and do nothing."""
    view = GAME.view(layout("craftsman"), who)
    assert list(GAME.legal(view)) == []
    assert GAME.check(view, GAME.parse("roll", view)) == Refused("not-your-turn", {"seat": 1})
    with pytest.raises(Refused):
        GAME.preview(view, GAME.parse("use craftsman", view))


def test_everybody_sees_the_same_position():
    """Nothing in court is hidden, and a view leads back to the state."""
    state = layout("craftsman", active="1")
    for who in (None, 1, 2):
        view = GAME.view(state, who)
        assert (view.seat, view.position) == (who, state)
        assert GAME.sample(view, ScriptedChance([])) == state
        event = RoundBegan(1, 1)
        assert GAME.show(event, who) == event
