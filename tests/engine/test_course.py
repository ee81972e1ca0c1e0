"""A game in progress: numbering, asks of the house, chance counted, undo."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import ScriptedChance
from engine.codec import decode, encode
from engine.course import (
    RESIGN,
    UNDO,
    Resigned,
    TimeUp,
    Undone,
    answer,
    apply,
    event_type,
    move_type,
    show,
    start,
)
from engine.court.game import GAME as COURT
from engine.court.model.moves import Keep, Roll, Take
from engine.court.model.state import Options
from engine.game import Refused, Setup
from tests.engine.luck import luck
from tests.engine.toy.game import GAME as PEARLS
from tests.engine.toy.model import Lay, Pass, Stake, Throw


def pearls(tokens="9 3 7 5", **options):
    """Two seats with hands 7 9 and 3 5, as the tokens say."""
    return start(PEARLS, Setup(2, PEARLS.Options(**options)), ScriptedChance(tokens.split())).course


def court(starter="1"):
    return start(COURT, Setup(2, Options()), ScriptedChance([starter])).course


def go(course, seat, move, tokens=""):
    """One step with exactly these draws."""
    chance = ScriptedChance(tokens.split())
    course = answer(course, seat, move, chance).course
    chance.finish()
    return course


def ids(course):
    return {ask.seat: ask.id for ask in course.asks}


def code(function, *arguments):
    with pytest.raises(Refused) as refused:
        function(*arguments)
    return refused.value.code


def test_the_deal_is_step_0_and_counts_its_draws():
    course = pearls()
    assert (course.steps, course.draws) == (0, 4)
    assert ids(course) == {1: 1, 2: 2}


def test_every_step_counts_and_keeps_what_chance_gave():
    applied = answer(court(), 1, Roll(), luck(1))
    assert applied.course.steps == 1
    assert applied.course.draws == 1 + 3
    assert len(applied.draws) == 3
    assert {*applied.draws} <= set("123456")


def test_an_ask_keeps_its_id_while_others_answer():
    course = pearls()
    after = go(course, 1, Lay(9))
    assert ids(after) == {2: ids(course)[2]}


def test_after_an_undo_the_question_has_an_id_never_given_before():
    course = pearls()
    seen = {ask.id for ask in course.asks}
    for _ in range(3):
        laid = go(course, 1, Lay(9))
        course = go(laid, 1, UNDO)
        new = ids(course)[1]
        assert new not in seen
        assert ids(course)[2] == 2, "the other question stayed open all the time"
        seen.add(new)


def test_an_answer_to_a_closed_question_is_refused():
    course = pearls()
    back = go(go(course, 1, Lay(9)), 1, UNDO)
    assert code(apply, back, 1, ids(course)[1], Lay(9), luck(0)) == "not-asked"


@pytest.mark.parametrize(
    ("seat", "ask", "move", "expected"),
    [
        (2, 1, Lay(3), "not-asked"),
        (1, 2, Lay(9), "not-asked"),
        (1, None, Lay(9), "not-asked"),
        (3, 1, Lay(9), "not-asked"),
        (1, 1, Lay(1), "not-in-hand"),
        (1, 1, UNDO, "nothing-to-undo"),
    ],
)
def test_what_the_house_or_the_game_refuses_changes_nothing(seat, ask, move, expected):
    course = pearls()
    before = encode(course.state)
    assert code(apply, course, seat, ask, move, ScriptedChance([])) == expected
    assert encode(course.state) == before


def test_undo_is_a_step_that_gives_the_state_back_and_rewinds_no_draw():
    rolled = go(court(), 1, Roll(), "6 5 2")
    kept = go(rolled, 1, Keep((6,)))
    applied = apply(kept, 1, None, UNDO, ScriptedChance([]))
    assert applied.course.state == rolled.state
    assert applied.course.steps == kept.steps + 1
    assert applied.course.draws == kept.draws
    assert applied.events == (Undone(1),)


def test_a_seat_can_take_back_several_steps_but_no_roll():
    rolled = go(court(), 1, Roll(), "6 5 2")
    course = go(go(rolled, 1, Keep((6,))), 1, Keep((5,)))
    course = go(go(course, 1, UNDO), 1, UNDO)
    assert course.state == rolled.state
    assert not course.can_undo(1)
    assert code(answer, course, 1, UNDO, ScriptedChance([])) == "nothing-to-undo"


def test_nothing_drawn_can_be_undone_even_by_a_later_step():
    course = go(go(court(), 1, Roll(), "6 5 2"), 1, Keep((6,)))
    course = go(course, 1, Roll(), "1 1")
    assert not course.can_undo(1)


def test_once_another_seat_is_asked_nothing_can_be_undone():
    course = go(go(go(court(), 1, Roll(), "6 5 2"), 1, Keep((2, 5, 6))), 1, Take(None))
    assert course.asks[0].seat == 2
    assert not course.can_undo(1)
    assert not course.can_undo(2)


def test_only_the_seat_itself_can_undo():
    course = go(pearls(), 1, Lay(9))
    assert course.can_undo(1)
    assert code(answer, course, 2, UNDO, ScriptedChance([])) == "nothing-to-undo"


def test_an_answer_of_another_seat_closes_the_way_back():
    course = start(PEARLS, Setup(3, PEARLS.Options()), luck("three")).course
    course = go(course, 1, course.asks[0].timeout_move)
    course = go(course, 2, course.asks[0].timeout_move)
    assert not course.can_undo(1)
    assert course.can_undo(2)


def test_a_secret_that_was_revealed_stays_revealed():
    course = go(go(pearls(), 1, Lay(9)), 2, Lay(3))
    assert not course.can_undo(1)
    assert not course.can_undo(2)


def test_a_finished_game_takes_nothing_back():
    course = go(go(pearls(rounds=1), 1, Lay(9)), 2, Lay(3))
    course = go(go(course, 1, Stake(2)), 1, Pass())
    assert course.over
    assert not course.can_undo(1)
    assert code(answer, course, 1, Throw(), ScriptedChance([])) == "game-over"


def test_of_two_who_gives_up_loses_at_once():
    """Also where the other seat is asked, and nothing is taken back any more."""
    course = go(court(), 2, RESIGN)
    assert course.over
    assert [(one.seat, one.place) for one in course.standings()] == [(1, 1), (2, 2)]
    assert code(answer, course, 1, RESIGN, ScriptedChance([])) == "game-over"
    assert code(answer, course, 2, UNDO, ScriptedChance([])) == "nothing-to-undo"


def test_of_many_who_gives_up_first_is_last():
    """Open questions stay open, steps count on, undo does not bring a seat back."""
    course = start(COURT, Setup(4, Options()), ScriptedChance(["1"])).course
    asked = ids(course)
    course = go(go(course, 1, RESIGN), 3, RESIGN)
    assert (ids(course), course.steps, course.resigned) == (asked, 2, (1, 3))
    assert code(answer, course, 3, RESIGN, ScriptedChance([])) == "already-resigned"
    course = go(go(course, 1, Roll(), "6 5 2"), 1, Keep((6,)))
    assert go(course, 1, UNDO).resigned == (1, 3)
    assert [(one.seat, one.place) for one in course.standings()] == [(2, 1), (4, 1), (3, 3), (1, 4)]
    over = go(course, 4, RESIGN)
    assert over.over
    assert [(one.seat, one.place) for one in over.standings()] == [(2, 1), (4, 2), (3, 3), (1, 4)]


def test_giving_up_takes_the_way_back_from_everybody():
    course = start(COURT, Setup(3, Options()), ScriptedChance(["1"])).course
    course = go(go(go(course, 1, Roll(), "6 5 2"), 1, Keep((6,))), 2, RESIGN)
    assert not course.can_undo(1)


def test_house_and_game_moves_and_events_share_one_encoding():
    for move in (UNDO, RESIGN, Lay(3)):
        assert decode(move_type(PEARLS), encode(move)) == move
    for event in (Undone(2), Resigned(2), TimeUp(2, reaction=True)):
        assert decode(event_type(PEARLS), encode(event)) == event


@pytest.mark.parametrize("event", [Undone(2), Resigned(2), TimeUp(2)])
def test_everybody_is_told_of_what_the_house_does(event):
    assert show(PEARLS, event, None) == show(PEARLS, event, 1) == event


@pytest.mark.parametrize("game", [COURT, PEARLS], ids=lambda game: game.key)
@given(choices=st.lists(st.integers(0, 99), min_size=1, max_size=60), seed=st.integers(0, 99))
@settings(deadline=None, max_examples=40)
def test_however_a_game_goes_no_ask_id_means_two_questions(game, choices, seed):
    """Steps count by one, draws add up, an id that was closed never comes back."""
    chance = luck(seed)
    applied = start(game, Setup(3, game.Options()), chance)
    course, drawn = applied.course, len(applied.draws)
    meant, closed = {}, set()
    for step, choice in enumerate(choices, start=1):
        asks = {ask.id: (ask.seat, ask.kind) for ask in course.asks}
        assert not closed & asks.keys()
        assert all(meant.setdefault(number, asks[number]) == asks[number] for number in asks)
        seats = [seat for seat in (1, 2, 3) if course.can_undo(seat)]
        if seats and choice % 3 == 0:
            applied = answer(course, seats[0], UNDO, chance)
            assert applied.course.state == course.past[-1]
        else:
            ask = course.asks[choice % len(course.asks)]
            moves = list(game.legal(course.view(ask.seat)))
            applied = apply(course, ask.seat, ask.id, moves[choice % len(moves)], chance)
        course, drawn = applied.course, drawn + len(applied.draws)
        assert (course.steps, course.draws) == (step, drawn)
        closed |= asks.keys() - {ask.id for ask in course.asks}
        if course.over:
            break
