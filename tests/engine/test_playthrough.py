"""A game in progress: numbering of steps and asks, chance counted, undo."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.chance import ScriptedChance
from engine.codec import decode, encode
from engine.court.game import GAME as COURT
from engine.court.model.moves import Keep, Roll, Take
from engine.court.model.state import Options
from engine.game import Refused, Setup
from engine.playthrough import (
    RESIGN,
    UNDO,
    Resigned,
    TimeUp,
    Undone,
    answer_open_ask,
    apply,
    event_type,
    move_type,
    show,
    start,
)
from tests.cases import cases
from tests.engine.seeded_chance import luck
from tests.engine.toy.game import GAME as PEARLS
from tests.engine.toy.model import Lay, Pass, Stake, Throw


def pearls(tokens="9 3 7 5", **options):
    """Two seats with hands 7 9 and 3 5, as the tokens say."""
    return start(PEARLS, Setup(2, PEARLS.Options(**options)), ScriptedChance(tokens.split())).playthrough


def court(starter="1"):
    return start(COURT, Setup(2, Options()), ScriptedChance([starter])).playthrough


def go(playthrough, seat, move, tokens=""):
    """One step with exactly these draws."""
    chance = ScriptedChance(tokens.split())
    playthrough = answer_open_ask(playthrough, seat, move, chance).playthrough
    chance.finish()
    return playthrough


def ids(playthrough):
    return {ask.seat: ask.id for ask in playthrough.asks}


def code(function, *arguments):
    with pytest.raises(Refused) as refused:
        function(*arguments)
    return refused.value.code


def test_the_deal_is_step_0_and_counts_its_draws():
    playthrough = pearls()
    assert (playthrough.steps, playthrough.draws) == (0, 4)
    assert ids(playthrough) == {1: 1, 2: 2}


def test_every_step_counts_and_keeps_what_chance_gave():
    applied = answer_open_ask(court(), 1, Roll(), luck(1))
    assert applied.playthrough.steps == 1
    assert applied.playthrough.draws == 1 + 3
    assert len(applied.draws) == 3
    assert {*applied.draws} <= set("123456")


def test_an_ask_keeps_its_id_while_others_answer():
    playthrough = pearls()
    after = go(playthrough, 1, Lay(9))
    assert ids(after) == {2: ids(playthrough)[2]}


def test_after_an_undo_the_question_has_an_id_never_given_before():
    playthrough = pearls()
    seen = {ask.id for ask in playthrough.asks}
    for _ in range(3):
        laid = go(playthrough, 1, Lay(9))
        playthrough = go(laid, 1, UNDO)
        new = ids(playthrough)[1]
        assert new not in seen
        assert ids(playthrough)[2] == 2, "the other question stayed open all the time"
        seen.add(new)


def test_an_answer_to_a_closed_question_is_refused():
    playthrough = pearls()
    back = go(go(playthrough, 1, Lay(9)), 1, UNDO)
    assert code(apply, back, 1, ids(playthrough)[1], Lay(9), luck(0)) == "not-asked"


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
    playthrough = pearls()
    before = encode(playthrough.state)
    assert code(apply, playthrough, seat, ask, move, ScriptedChance([])) == expected
    assert encode(playthrough.state) == before


def test_undo_is_a_step_that_gives_the_state_back_and_rewinds_no_draw():
    rolled = go(court(), 1, Roll(), "6 5 2")
    kept = go(rolled, 1, Keep((6,)))
    applied = apply(kept, 1, None, UNDO, ScriptedChance([]))
    assert applied.playthrough.state == rolled.state
    assert applied.playthrough.steps == kept.steps + 1
    assert applied.playthrough.draws == kept.draws
    assert applied.events == (Undone(1),)


def test_a_seat_can_take_back_several_steps_but_no_roll():
    rolled = go(court(), 1, Roll(), "6 5 2")
    playthrough = go(go(rolled, 1, Keep((6,))), 1, Keep((5,)))
    playthrough = go(go(playthrough, 1, UNDO), 1, UNDO)
    assert playthrough.state == rolled.state
    assert not playthrough.can_undo(1)
    assert code(answer_open_ask, playthrough, 1, UNDO, ScriptedChance([])) == "nothing-to-undo"


def test_nothing_drawn_can_be_undone_even_by_a_later_step():
    playthrough = go(go(court(), 1, Roll(), "6 5 2"), 1, Keep((6,)))
    playthrough = go(playthrough, 1, Roll(), "1 1")
    assert not playthrough.can_undo(1)


def test_once_another_seat_is_asked_nothing_can_be_undone():
    playthrough = go(go(go(court(), 1, Roll(), "6 5 2"), 1, Keep((2, 5, 6))), 1, Take(None))
    assert playthrough.asks[0].seat == 2
    assert not playthrough.can_undo(1)
    assert not playthrough.can_undo(2)


def test_only_the_seat_itself_can_undo():
    playthrough = go(pearls(), 1, Lay(9))
    assert playthrough.can_undo(1)
    assert code(answer_open_ask, playthrough, 2, UNDO, ScriptedChance([])) == "nothing-to-undo"


def test_an_answer_of_another_seat_closes_the_way_back():
    playthrough = start(PEARLS, Setup(3, PEARLS.Options()), luck("three")).playthrough
    playthrough = go(playthrough, 1, playthrough.asks[0].timeout_move)
    playthrough = go(playthrough, 2, playthrough.asks[0].timeout_move)
    assert not playthrough.can_undo(1)
    assert playthrough.can_undo(2)


def test_a_secret_that_was_revealed_stays_revealed():
    playthrough = go(go(pearls(), 1, Lay(9)), 2, Lay(3))
    assert not playthrough.can_undo(1)
    assert not playthrough.can_undo(2)


def test_a_finished_game_takes_nothing_back():
    playthrough = go(go(pearls(rounds=1), 1, Lay(9)), 2, Lay(3))
    playthrough = go(go(playthrough, 1, Stake(2)), 1, Pass())
    assert playthrough.over
    assert not playthrough.can_undo(1)
    assert code(answer_open_ask, playthrough, 1, Throw(), ScriptedChance([])) == "game-over"


def test_of_two_who_gives_up_loses_at_once():
    """Also where the other seat is asked, and nothing is taken back any more."""
    playthrough = go(court(), 2, RESIGN)
    assert playthrough.over
    assert [(one.seat, one.place) for one in playthrough.standings()] == [(1, 1), (2, 2)]
    assert code(answer_open_ask, playthrough, 1, RESIGN, ScriptedChance([])) == "game-over"
    assert code(answer_open_ask, playthrough, 2, UNDO, ScriptedChance([])) == "nothing-to-undo"


def test_of_many_who_gives_up_first_is_last():
    """Open questions stay open, steps count on, undo does not bring a seat back."""
    playthrough = start(COURT, Setup(4, Options()), ScriptedChance(["1"])).playthrough
    asked = ids(playthrough)
    playthrough = go(go(playthrough, 1, RESIGN), 3, RESIGN)
    assert (ids(playthrough), playthrough.steps, playthrough.resigned) == (asked, 2, (1, 3))
    assert code(answer_open_ask, playthrough, 3, RESIGN, ScriptedChance([])) == "already-resigned"
    playthrough = go(go(playthrough, 1, Roll(), "6 5 2"), 1, Keep((6,)))
    assert go(playthrough, 1, UNDO).resigned == (1, 3)
    assert [(one.seat, one.place) for one in playthrough.standings()] == [(2, 1), (4, 1), (3, 3), (1, 4)]
    over = go(playthrough, 4, RESIGN)
    assert over.over
    assert [(one.seat, one.place) for one in over.standings()] == [(2, 1), (4, 2), (3, 3), (1, 4)]


def test_giving_up_takes_the_way_back_from_everybody():
    playthrough = start(COURT, Setup(3, Options()), ScriptedChance(["1"])).playthrough
    playthrough = go(go(go(playthrough, 1, Roll(), "6 5 2"), 1, Keep((6,))), 2, RESIGN)
    assert not playthrough.can_undo(1)


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
@settings(deadline=None, max_examples=cases(40))
def test_however_a_game_goes_no_ask_id_means_two_questions(game, choices, seed):
    """Steps count by one, draws add up, an id that was closed never comes back."""
    chance = luck(seed)
    applied = start(game, Setup(3, game.Options()), chance)
    playthrough, drawn = applied.playthrough, len(applied.draws)
    meant, closed = {}, set()
    for step, choice in enumerate(choices, start=1):
        asks = {ask.id: (ask.seat, ask.kind) for ask in playthrough.asks}
        assert not closed & asks.keys()
        assert all(meant.setdefault(number, asks[number]) == asks[number] for number in asks)
        seats = [seat for seat in (1, 2, 3) if playthrough.can_undo(seat)]
        if seats and choice % 3 == 0:
            applied = answer_open_ask(playthrough, seats[0], UNDO, chance)
            assert applied.playthrough.state == playthrough.past[-1]
        else:
            ask = playthrough.asks[choice % len(playthrough.asks)]
            moves = list(game.legal(playthrough.view(ask.seat)))
            applied = apply(playthrough, ask.seat, ask.id, moves[choice % len(moves)], chance)
        playthrough, drawn = applied.playthrough, drawn + len(applied.draws)
        assert (playthrough.steps, playthrough.draws) == (step, drawn)
        closed |= asks.keys() - {ask.id for ask in playthrough.asks}
        if playthrough.over:
            break
