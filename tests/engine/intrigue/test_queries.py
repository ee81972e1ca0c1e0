"""What a board asks: which places can be pointed at, and what a move is known to lead to."""

import pytest

from engine.game import Refused
from engine.intrigue import queries
from engine.intrigue.game import GAME
from engine.intrigue.model.events import Gained, Laid, Left, Removed, Revealed
from engine.intrigue.model.moves import MoveTo, Remove, Steal
from tests.engine.intrigue.positions import play, position


def revealed(queue, at):
    return GAME.view(play(position(queue, at=at), "reveal")[0], 1)


@pytest.mark.parametrize(
    ("view", "places"),
    [
        (GAME.view(position("1heir | 2heir/1spy | 1lord^", waiting=[1]), 1), (1, 3)),
        (GAME.view(position("1heir | 2heir", waiting=[1]), 2), ()),
        (GAME.view(position("1heir | 2heir", at=1), 1), ()),
        (revealed("2heir | 1soldier | 3heir | 3spy", 2), (1, 3)),
        (revealed("2heir | 1archer | 3heir | 3spy", 2), (1, 4)),
        (revealed("2heir | 1assassination | 3heir | 3spy", 2), (1, 3, 4)),
        (revealed("2heir | 1spy | 3heir | 3spy", 2), (1, 3)),
        (revealed("2heir^ | 1shapeshifter | 3lord^ | 3spy^", 2), (1, 3)),
        (revealed("2heir | 1decree | 3heir", 2), (1, 3)),
    ],
)
def test_the_places_that_can_be_pointed_at_now(view, places):
    """By who is asked; nothing where there is nothing to choose in the queue."""
    assert queries.targets(view) == places
    every = range(1, len(view.position.queue) + 1)
    assert tuple(place for place in every if queries.pointing_at(view, place)) == places


def test_pointing_at_a_place_means_moves():
    assert queries.pointing_at(revealed("2heir | 1soldier | 3heir", 2), 3) == (Remove(3),)
    assert queries.pointing_at(revealed("2heir | 1spy | 3heir | 2lord", 2), 1) == (Steal(2),)
    assert queries.pointing_at(revealed("2heir | 1decree | 3heir", 2), 3) == (MoveTo(3, 1), MoveTo(3, 2))


def test_the_card_being_resolved():
    assert queries.acting(GAME.view(position("1heir | 2heir", waiting=[1]), 1)) is None
    card = queries.acting(GAME.view(position("1heir | 2heir", at=2), 1))
    assert card is not None
    assert (card.owner, card.kind) == (2, None)


def test_foresight_goes_as_far_as_no_hidden_card_decides():
    """The events that play will give, or their beginning."""
    state = position("1heir | 2soldier^ | 3lord^", at=1)
    view = GAME.view(state, 1)
    known = queries.known_consequences(view, GAME.parse("reveal", view))
    assert known.events == tuple(play(state, "reveal")[1])
    assert known.view == GAME.preview(view, GAME.parse("reveal", view))
    state = position("1ambush | 1soldier | 3heir^ | 3spy", at=1)
    view = GAME.view(state, 1)
    assert queries.known_consequences(view, GAME.parse("leave", view)).events == (Left(1, 1, 1),)


def test_foresight_ends_before_a_hidden_card_is_removed():
    state, _ = play(position("2ambush | 1soldier | 3heir", at=2), "reveal")
    view = GAME.view(state, 1)
    assert queries.known_consequences(view, Remove(1)) == ((), None)
    state = position("1lord | 2soldier^", waiting=[3])
    view = GAME.view(state, 3)
    known = queries.known_consequences(view, GAME.parse("play spy end", view))
    assert known.view is not None, "it ends at the question to seat 1"
    assert isinstance(known.events[0], Laid)


def test_foresight_shows_the_own_card_that_another_removes():
    """Its owner knows it, nobody else does."""
    state = position("1spy | 2soldier^", at=1)
    view = GAME.view(state, 1)
    foreseen = queries.known_consequences(view, GAME.parse("reveal", view))
    kinds = [type(event) for event in foreseen.events]
    assert kinds[0] is Revealed
    assert Removed in kinds
    assert Gained(2, "soldier", 1) in foreseen.events


def test_a_move_that_is_not_allowed_is_refused():
    view = GAME.view(position("1heir | 2heir", at=1), 1)
    with pytest.raises(Refused, match="reveal-or-leave"):
        queries.known_consequences(view, Remove(2))
