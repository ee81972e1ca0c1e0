"""Who may know what: treasure and bids are their owner's, what was public stays in every view."""

from itertools import pairwise

import pytest
from msgspec.structs import replace

from engine.codec import encode
from engine.laurin.game import GAME
from engine.laurin.model.events import BidLaid, Drew
from engine.laurin.model.state import Piles
from engine.laurin.phases.treasure import pile
from tests.engine.laurin.positions import StepPlayer, after, layout, treasure_everywhere
from tests.engine.seeded_chance import luck

HANDS = "3321, 3322, 2111"


def test_a_view_has_the_own_treasure_and_everybodys_number_of_cards():
    """Spectators see nobody's."""
    table = after(layout("auction", hands=HANDS), "1 bid 3 3")
    assert table.view(1).hand == (2, 1)
    assert table.view(1).bid == (3, 3)
    assert (table.view(2).hand, table.view(2).bid) == ((3, 3, 2, 2), ())
    assert (table.view(None).hand, table.view(None).bid) == ((), ())
    assert table.view(None).position.cards == (2, 4, 4)
    assert table.view(None).position.auction.laid == (2, None, None)


@pytest.mark.parametrize("event", [Drew(2, 3, (3, 2, 2)), BidLaid(2, 3, (3, 2, 2))])
def test_what_others_draw_and_bid_is_shown_as_a_number(event):
    """The owner sees the cards."""
    assert GAME.show(event, 2) == event
    assert GAME.show(event, 1) == GAME.show(event, None) == replace(event, cards=None)


def test_twins_show_an_uninformed_seat_the_same():
    """Hands and bids differ and are as large as each other: nobody can tell before they are turned up."""
    twins = [
        StepPlayer(layout("auction", hands="3321, 3322, 2111")),
        StepPlayer(layout("auction", hands="3321, 2111, 3322")),
    ]
    twins[0].play("1 pass", "2 bid 3 3 2")
    twins[1].play("1 pass", "2 bid 2 1 1")
    for who in (1, None):
        assert encode(twins[0].view(who)) == encode(twins[1].view(who))
        shown = [[encode(GAME.show(event, who)) for event in twin.events] for twin in twins]
        assert shown[0] == shown[1]
    assert encode(twins[0].view(2)) != encode(twins[1].view(2))


def test_what_was_seen_going_into_a_hand_stays_known():
    """Taken back, then bid again: everybody knows as long as it must still be there."""
    state = layout("auction", hands="33, 3211, 222", movement="h1a v1a h1b")
    table = after(state, "1 bid 3 3", "2 bid 2 1", "3 pass", "2 take back 2", "1 king 1 west")
    assert table.position.known == ((), (2,), ())
    table.play("2 bid 1")
    assert table.position.known[1] == (2,), "in the hand or in the bid"
    table.play("3 pass")
    assert table.position.known[1] == (2,), "a 1 was turned up, so the 2 is still there"
    table.play("2 king 2 north", "3 pass : 1 1 1 1 1 1 1 1 1 fog fog ban")
    assert table.position.known == ((), (2,), ())
    table.play("2 buy fog 2")
    assert table.position.known == ((), (), ())


@pytest.mark.parametrize("seed", range(40))
def test_a_sample_keeps_to_everything_that_is_known(seed):
    """Known cards are in the right hand, bids have their size, the pile holds only what went in."""
    state = layout(
        "auction",
        hands="33, 3211, 22, 1",
        seats=4,
        known=", 21, , 1",
        piles=Piles(treasure=(12, 13, 14), shuffled=(4, 2, 1)),
    )
    table = after(state, "1 pass", "2 bid 1 1")
    view = table.view(3)
    sampled = GAME.sample(view, luck(seed))
    assert encode(GAME.view(sampled, 3)) == encode(view)
    assert treasure_everywhere(sampled)[0] + pile(sampled)[0] == 18
    held = sorted(sampled.hands[1] + sampled.bids[1])
    assert 1 in held
    assert 2 in held
    assert sampled.hands[3] == (1,)
    assert all(have <= went_in for have, went_in in zip(pile(sampled), (4, 2, 1), strict=True))


def test_samples_differ():
    """What cannot be known is not always the same."""
    view = after(layout("auction", hands=HANDS), "1 bid 3 3").view(3)
    assert len({encode(GAME.sample(view, luck(seed))) for seed in range(20)}) > 10


def test_a_preview_ends_where_secrets_or_chance_decide():
    """The last bid turns others' up; the end of a round draws."""
    table = after(layout("auction", hands=HANDS, movement="v2a h1a h1b"), "1 bid 3 3", "2 pass")
    preview = {
        text: GAME.preview(table.view(3), GAME.parse(text, table.view(3))) for text in ("pass", "bid 2")
    }
    assert preview == {"pass": None, "bid 2": None}
    first = StepPlayer(layout("auction", hands=HANDS, movement="v2a h1a h1b"))
    shown = GAME.preview(first.view(1), GAME.parse("bid 3 3", first.view(1)))
    assert encode(shown) == encode(after(first.state, "1 bid 3 3").view(1))
    last = after(layout("auction", movement="v2a h1a h1b"), "1 pass", "2 pass")
    assert GAME.preview(last.view(3), GAME.parse("pass", last.view(3))) is None


def test_a_preview_of_the_only_bid():
    """Everybody else passed: nothing is hidden any more."""
    table = after(layout("auction", hands=HANDS, movement="v2a h1a h1b"), "1 pass", "2 pass")
    shown = GAME.preview(table.view(3), GAME.parse("bid 2 1", table.view(3)))
    assert shown.position.question == "king"
    assert shown.hand == (1, 1)


def test_what_is_asked_does_not_depend_on_secrets():
    """Two games that differ in hands alone ask the same seats all the way."""
    steps = ["1 pass", "2 bid 2 2", "3 pass"]
    games = [layout("auction", hands=hands, movement="v2a h1a h1b") for hands in ("33, 22, 1", "11, 22, 3")]
    tables = [StepPlayer(game) for game in games]
    for step in steps:
        asked = [table.play(step).open for table in tables]
        assert all(one == other for one, other in pairwise(asked))
