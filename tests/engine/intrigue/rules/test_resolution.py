"""The resolution: the queue from its front, top cards only, and how it follows what moves away.

Seat 1 acts where nothing else is said; cards of others are face down so that play stops there.
"""

import pytest

from engine.game import Refused
from engine.intrigue.game import GAME
from engine.intrigue.model.events import Collected, Gained, Left, Removed, Revealed
from tests.engine.intrigue.positions import asked, choices, gains, play, position, refused, written


def acting(state):
    """The place being resolved and the effect chosen for."""
    return state.resolving and (state.resolving.place, state.resolving.effect)


def test_the_top_card_of_every_stack_from_the_front_to_the_end():
    """Covered cards are not resolved."""
    state = position("1lord/2heir | 2lord/1heir^ | 3lord", waiting=[3])
    state, _ = play(state, "play ambush end")
    order = []
    while state.round == 2:
        order.append(asked(state))
        state, _ = play(state, "leave")
    assert order == ["1 reveal", "2 reveal", "3 reveal", "3 reveal"]
    assert written(state.queue) == "1lord+1/2heir | 2lord+1/1heir^ | 3lord+1 | 3ambush+1"


def test_a_face_up_card_does_its_effect_without_being_asked():
    """Every one in its turn, to the next that needs a decision."""
    before = position("1heir | 1lord^ | 2lord^ | 3heir^ | 2spy", at=1)
    after, events = play(before, "leave")
    assert gains(before, after) == {1: 2, 2: 1, 3: 2}
    assert asked(after) == "2 reveal"
    assert [type(event) for event in events] == [Left, Gained, Gained, Gained]


def test_an_effect_is_carried_out_even_to_its_owners_harm():
    """A Soldier among own cards removes one of them, whoever that hurts."""
    before = position("2heir | 1heir^ | 1soldier^ | 1lord^ | 2lord", at=1)
    state, _ = play(before, "leave")
    assert choices(state) == ["remove 2", "remove 4"]
    assert refused(state, "leave") == Refused("already-revealed", {"card": "soldier"})
    assert written(play(state, "remove 2")[0].queue) == "2heir+1 | 1soldier^ | 1lord^ | 2lord"


def test_a_face_down_card_is_left_with_one_more_influence_or_revealed():
    state = position("1lord+2 | 2heir", at=1)
    assert choices(state) == ["reveal", "leave"]
    after, events = play(state, "leave")
    assert written(after.queue) == "1lord+3 | 2heir"
    assert gains(state, after) == {}, "it comes from the supply and lies on the card"
    assert events == [Left(1, 1, 3)]
    assert acting(after) == (2, None)
    assert refused(state, "remove 2") == Refused("reveal-or-leave", {"place": 1})


def test_what_lies_on_a_revealed_card_is_taken_after_its_effect():
    state = position("1lord+2 | 2heir", at=1)
    after, events = play(state, "reveal")
    assert written(after.queue) == "1lord^ | 2heir"
    assert gains(state, after) == {1: 3}
    assert events == [Revealed(1, 1, "lord"), Gained(1, "lord", 1), Collected(1, "lord", 2)]


def test_while_its_owner_chooses_a_revealed_card_lies_open_with_its_influence():
    """It is taken after the effect, not before."""
    state, _ = play(position("2heir | 1soldier+2 | 3heir", at=2), "reveal")
    assert written(state.queue) == "2heir | 1soldier^+2 | 3heir"
    assert asked(state) == "1 remove"
    assert written(GAME.view(state, None).position.queue) == "2? | 1soldier^+2 | 3?"


@pytest.mark.parametrize(
    ("queue", "moves", "after", "at"),
    [
        # one-time, nothing below: the next stack
        ("1conspiracy+1 | 2heir", ["reveal"], "2heir", 1),
        # one-time with a card below: that card at the same place
        ("1conspiracy+1/1heir | 2heir", ["reveal"], "1heir | 2heir", 1),
        ("1ambush/3heir+1 | 2heir", ["reveal"], "3heir+1 | 2heir", 1),
        ("1ambush/1conspiracy+1/1heir | 2heir", ["reveal", "reveal"], "1heir | 2heir", 1),
        # a face-up card below is carried out at once, and then the next stack
        ("1ambush/1heir^ | 2heir", ["reveal"], "1heir^ | 2heir", 2),
        # lasting: the next stack, even if cards lie below
        ("1lord/1conspiracy+1 | 2heir", ["reveal"], "1lord^/1conspiracy+1 | 2heir", 2),
        # left: the next stack, one-time or not
        ("1ambush/1heir | 2heir", ["leave"], "1ambush+1/1heir | 2heir", 2),
    ],
)
def test_what_is_resolved_next(queue, moves, after, at):
    """The card below a discarded one-time card; after any other the next stack."""
    state, _ = play(position(queue, at=1), *moves)
    assert written(state.queue) == after
    assert acting(state) == (at, None)


def test_chains_give_a_family_several_turns_in_a_row():
    before = position("1conspiracy+3/1ambush+1/1lord | 2heir", at=1)
    after, _ = play(before, "reveal", "reveal", "reveal")
    assert gains(before, after) == {1: 6 + 1 + 1}
    assert written(after.queue) == "1lord^ | 2heir"
    assert after.discards[0] == ("conspiracy", "ambush")


def test_a_removed_card_is_open_in_its_owners_pile_and_its_influence_in_the_supply():
    """And the gap closes."""
    before = position("2heir+3 | 1assassination | 3heir", at=2)
    state, _ = play(before, "reveal")
    after, events = play(state, "remove 1")
    assert after.discards == (("assassination",), ("heir",), ())
    assert gains(before, after) == {1: 1}
    assert written(after.queue) == "3heir"
    assert Removed(1, "assassination", 1, 2, "heir", False, 3) in events
    for who in (1, 2, 3, None):
        assert GAME.view(after, who).position.discards == after.discards


def test_a_stack_whose_top_card_goes_away_shows_the_card_below_as_it_lay():
    """Face up or down, with its influence, which a covered card keeps."""
    state, _ = play(
        position("2heir/2conspiracy+2/2lord^ | 1assassination | 3heir", at=2), "reveal", "remove 1"
    )
    assert written(state.queue) == "2conspiracy+2/2lord^ | 3heir"
    state, _ = play(position("2heir/2lord^ | 1assassination | 3heir", at=2), "reveal", "remove 1")
    assert written(state.queue) == "2lord^ | 3heir"


@pytest.mark.parametrize(
    ("queue", "move", "then"),
    [
        # its place is passed already: not this round
        ("2heir/2lord | 1assassination | 3heir", "remove 1", "3 reveal"),
        ("2heir/2lord^ | 1assassination | 3heir", "remove 1", "3 reveal"),
        # still to come: resolved there
        ("3heir | 1assassination | 2heir/2lord", "remove 3", "2 reveal"),
    ],
)
def test_a_card_that_comes_to_light_is_resolved_if_its_place_is_still_to_come(queue, move, then):
    before = position(queue, at=2)
    state, events = play(before, "reveal", move)
    assert asked(state) == then
    assert gains(before, state) == {1: 1}
    assert not any(isinstance(event, Gained) and event.seat == 2 for event in events)


@pytest.mark.parametrize(
    ("queue", "choice", "left", "then"),
    [
        # stacks before it vanish: nothing is skipped or repeated
        ("2heir | 2lord | 1soldier | 3heir | 3spy", "remove 2", "2heir | 1soldier^ | 3heir | 3spy", 3),
        ("2heir | 2lord | 1archer | 3heir | 3spy", "remove 1", "2lord | 1archer^ | 3heir | 3spy", 3),
        # stacks behind it vanish
        ("2heir | 2lord | 1soldier | 3heir | 3spy", "remove 4", "2heir | 2lord | 1soldier^ | 3spy", 4),
        # a place before and then its own
        ("2heir | 2lord | 1assassination | 3heir", "remove 1", "2lord | 3heir", 2),
        # the stack itself vanishes: the one that followed it is next
        ("2heir | 1conspiracy | 3heir", None, "2heir | 3heir", 2),
    ],
)
def test_resolution_follows_the_stack_not_a_number(queue, choice, left, then):
    place = next(n for n, text in enumerate(queue.split("|"), start=1) if text.strip().startswith("1"))
    state, _ = play(position(queue, at=place), "reveal", *([choice] if choice else []))
    assert written(state.queue) == left
    assert acting(state) == (then, None)


def test_after_the_last_stack_the_next_round_begins():
    """Also where that stack was removed before it was reached."""
    state, _ = play(position("2heir | 1soldier | 3heir", at=2), "reveal", "remove 3")
    assert (state.round, state.crown, asked(state)) == (3, 2, "2 play")
