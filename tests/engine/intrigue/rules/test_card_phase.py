"""The card phase: where a card may be played, and what everybody sees of it."""

import pytest

from engine.game import Refused
from engine.intrigue.game import GAME
from engine.intrigue.model.events import Laid
from tests.engine.intrigue.positions import choices, play, position, refused, written


def spots(state):
    """Where the seat that is asked may play its Spy, a card it has in these positions."""
    return [text.removeprefix("play lord ") for text in choices(state) if text.startswith("play lord")]


@pytest.mark.parametrize(
    ("queue", "where"),
    [
        ("", ["front"]),
        ("2spy", ["front", "end"]),
        ("1spy", ["front", "end", "on 1"]),
        ("2heir | 1heir | 3heir | 1spy^ | 2spy", ["front", "end", "on 2", "on 4"]),
        ("1heir/2spy | 2heir/1spy", ["front", "end", "on 1"]),
    ],
)
def test_at_the_front_at_the_end_or_on_a_stack_whose_top_card_is_the_own(queue, where):
    """It does not matter what lies below, whether cards are revealed, or who laid first."""
    assert spots(position(queue, waiting=[1, 2, 3])) == where


@pytest.mark.parametrize(
    ("move", "queue"),
    [
        ("play lord front", "1lord | 1heir^ | 2heir"),
        ("play lord end", "1heir^ | 2heir | 1lord"),
        ("play lord on 1", "1lord/1heir^ | 2heir"),
    ],
)
def test_a_card_lies_face_down_where_it_was_played(move, queue):
    """Also on a face-up card, which is hidden now."""
    state, _ = play(position("1heir^ | 2heir", waiting=[1, 2, 3]), move)
    assert written(state.queue) == queue
    assert "lord" not in state.hands[0]
    assert state.waiting == (2, 3)


@pytest.mark.parametrize("now", [1, 4])
def test_into_an_empty_queue_a_card_simply_opens_it(now):
    """In any round: front and end are the same place then, and one choice."""
    state = position(waiting=[1, 2, 3], now=now)
    assert spots(state) == ["front"]
    assert written(play(state, "play lord front")[0].queue) == "1lord"
    assert written(play(state, "play lord end")[0].queue) == "1lord"


def test_playing_is_a_must_and_only_an_own_card_can_be_played():
    state = position("1heir | 2heir", waiting=[1, 2, 3])
    assert all(text.startswith("play ") for text in choices(state))
    assert len(choices(state)) == 6 * 3
    assert refused(state, "leave") == Refused("card-phase")
    assert refused(state, "play heir end") == Refused("not-in-hand", {"card": "heir"})


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("play lord on 2", Refused("not-own-stack", {"place": 2, "seat": 2})),
        ("play lord on 3", Refused("not-own-stack", {"place": 3, "seat": 3})),
        ("play lord on 4", Refused("no-such-place", {"place": 4, "last": 3})),
        ("play lord on 0", Refused("no-such-place", {"place": 0, "last": 3})),
    ],
)
def test_a_card_is_never_played_on_a_stack_of_others(move, why):
    """Nor between two stacks, for which there is not even a word."""
    state = position("1heir | 2heir/1spy | 3heir", waiting=[1, 2, 3])
    assert refused(state, move) == why
    assert refused(state, "play lord between 1").code == "wrong-form"


def test_others_see_that_a_card_was_played_and_where_but_not_which():
    """Its owner may look at it at any time."""
    state, events = play(position("1heir^ | 2heir", waiting=[1, 2, 3]), "play lord on 1")
    assert events == [Laid(1, 1, True, "lord")]
    assert [GAME.show(events[0], who) for who in (1, 2, None)] == [
        events[0],
        Laid(1, 1, True, None),
        Laid(1, 1, True, None),
    ]
    assert written(GAME.view(state, 1).position.queue) == "1lord/1heir^ | 2?"
    assert written(GAME.view(state, 2).position.queue) == "1?/1heir^ | 2heir"
    assert written(GAME.view(state, None).position.queue) == "1?/1heir^ | 2?"
