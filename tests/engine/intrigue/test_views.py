"""Secrets: what a view and a shown event say to whom, what a preview tells, what a sample keeps."""

from collections import Counter

import pytest

from engine.codec import encode
from engine.game import Refused, Setup
from engine.intrigue.game import GAME
from engine.intrigue.model.cards import KINDS
from engine.intrigue.model.events import Laid, Removed, Revealed
from engine.intrigue.model.state import Options, View
from engine.playthrough import answer_open_ask, start
from tests.engine.intrigue.positions import play, position, written
from tests.engine.seeded_chance import luck

QUEUE = "1soldier/2lord^ | 2heir+2/2archer | 1lord^ | 3spy"
HIDDEN = (None, None, None)


@pytest.mark.parametrize(
    ("who", "queue"),
    [
        (1, "1soldier/2lord^ | 2?+2/2? | 1lord^ | 3?"),
        (2, "1?/2lord^ | 2heir+2/2archer | 1lord^ | 3?"),
        (3, "1?/2lord^ | 2?+2/2? | 1lord^ | 3spy"),
        (None, "1?/2lord^ | 2?+2/2? | 1lord^ | 3?"),
    ],
)
def test_face_down_cards_are_known_to_their_owner_only(who, queue):
    """What was seen stays known, also under another card; influence is public."""
    assert written(GAME.view(position(QUEUE, at=1), who).position.queue) == queue


@pytest.mark.parametrize("who", [1, 2, 3, None])
def test_hands_and_cards_out_of_the_game_are_known_to_their_owner_only(who):
    """Their number is public; the owner could infer what is out and so may see it."""
    state = position(QUEUE, at=1)
    view = GAME.view(state, who).position
    for seat in (1, 2, 3):
        own = seat == who
        assert view.hands[seat - 1] == (
            state.hands[seat - 1] if own else (None,) * len(state.hands[seat - 1])
        )
        assert view.out[seat - 1] == (state.out[seat - 1] if own else HIDDEN)


def test_cards_out_of_the_game_stay_hidden_after_the_end():
    """All of a game, to everybody but their owner."""
    playthrough = start(GAME, Setup(3, Options()), luck("out")).playthrough
    while not playthrough.over:
        ask = playthrough.asks[0]
        playthrough = answer_open_ask(playthrough, ask.seat, ask.timeout_move, luck(0)).playthrough
        for who in (1, 2, 3, None):
            out = playthrough.view(who).position.out
            assert [pile for seat, pile in enumerate(out, start=1) if seat != who] == [HIDDEN] * (
                2 if who else 3
            )


def test_only_a_card_laid_face_down_is_hidden_in_events():
    """Its owner sees it."""
    laid = Laid(2, 1, False, "heir")
    assert GAME.show(laid, 2) == laid
    assert GAME.show(laid, 1) == GAME.show(laid, None) == Laid(2, 1, False, None)
    for event in (Revealed(2, 1, "heir"), Removed(1, "soldier", 1, 2, "heir", False, 0)):
        assert {GAME.show(event, who) for who in (1, 2, 3, None)} == {event}


# Twins


def twin_of(view, who, seed):
    """Another game that looks like this to `who`."""
    twin = GAME.sample(view, luck(seed))
    assert encode(GAME.view(twin, who)) == encode(view)
    return twin


def secrets(state):
    return (state.hands, state.out, [[card.kind for card in stack] for stack in state.queue])


@pytest.mark.parametrize("who", [1, 2, 3, None])
def test_twins_give_who_does_not_know_identical_views_events_and_asks(who):
    """Through a whole game in which nobody reveals anything: order and moment of asks, too.

    Others play different cards in the two games, in the same places.
    """
    first = GAME.start(Setup(3, Options()), luck("twins")).state
    second = twin_of(GAME.view(first, who), who, "other")
    different = 0
    while GAME.asks(first):
        asks = [GAME.asks(state) for state in (first, second)]
        assert [(ask.id, ask.seat, ask.kind) for ask in asks[0]] == [
            (ask.id, ask.seat, ask.kind) for ask in asks[1]
        ]
        told = []
        steps = []
        for state, [ask] in zip((first, second), asks, strict=True):
            step = GAME.play(state, ask, ask.timeout_move, luck(0))
            told.append(encode([GAME.show(event, who) for event in step.events]))
            steps.append(step)
        assert told[0] == told[1]
        assert steps[0].reversible == steps[1].reversible
        first, second = (step.state for step in steps)
        assert encode(GAME.view(first, who)) == encode(GAME.view(second, who))
        different += secrets(first) != secrets(second)
    assert different > 20


def test_an_ask_of_another_seat_says_nothing_of_its_cards_but_in_its_timeout_move():
    """That move is for the seat that is asked and for the table alone."""
    first = position("1heir", waiting=[2])
    second = twin_of(GAME.view(first, 1), 1, "asked")
    asks = [GAME.asks(state)[0] for state in (first, second)]
    assert (asks[0].id, asks[0].seat, asks[0].kind) == (asks[1].id, asks[1].seat, asks[1].kind)


# Previews


@pytest.mark.parametrize(
    ("queue", "at", "move", "expected"),
    [
        ("1lord | 2heir", 1, "reveal", "1lord^ | 2?"),
        ("1lord+1 | 2heir", 1, "leave", "1lord+2 | 2?"),
        ("1lord | 2heir", 1, "leave", "1lord+1 | 2?"),
        # the neighbour lies open: its loss is known
        ("1soldier | 2heir^ | 3spy", 1, "reveal", "1soldier^ | 3?"),
        ("1soldier | 1heir | 3spy", 1, "reveal", "1soldier^ | 3?"),
        # it lies face down, and might be an Ambush
        ("1soldier | 2heir | 3spy", 1, "reveal", None),
        # further on a face-up Soldier of somebody else removes what nobody else knows
        ("1lord | 2soldier^", 1, "leave", "2soldier^"),
        ("1lord | 3spy^ | 2soldier^ | 3heir^", 1, "leave", "1lord+1 | 3spy^ | 2soldier^ | 3heir^"),
    ],
)
def test_a_preview_tells_what_follows_where_no_hidden_card_decides(queue, at, move, expected):
    view = GAME.view(position(queue, at=at), 1)
    preview = GAME.preview(view, GAME.parse(move, view))
    assert (preview and written(preview.position.queue)) == expected


def test_a_preview_of_the_last_card_runs_into_the_resolution():
    """Up to the next decision; it shows the own card to its owner, as the view will."""
    view = GAME.view(position("1lord^ | 2heir", waiting=[1]), 1)
    preview = GAME.preview(view, GAME.parse("play ambush end", view))
    assert isinstance(preview, View)
    assert preview.position.influence == (6, 5, 5)
    assert preview.position.hands[0] == tuple(kind for kind in view.position.hands[0] if kind != "ambush")


def test_a_preview_of_a_move_that_is_not_allowed_is_refused():
    view = GAME.view(position("1lord | 2heir", at=1), 1)
    with pytest.raises(Refused, match="resolution-phase"):
        GAME.preview(view, GAME.parse("play heir end", view))


# Samples


def test_a_sample_deals_every_hidden_card_anew_and_keeps_what_is_known():
    """Each possible card about equally often, none twice."""
    state, _ = play(position("2heir/2lord^ | 1assassination | 3heir | 2spy", at=2), "reveal", "remove 1")
    view = GAME.view(state, 1)
    last, hand = Counter(), Counter()
    for seed in range(700):
        sampled = GAME.sample(view, luck(seed))
        for seat in (1, 2, 3):
            queue = [card.kind for stack in sampled.queue for card in stack if card.owner == seat]
            places = (sampled.hands, sampled.out, sampled.discards)
            cards = Counter([*queue, *(kind for place in places for kind in place[seat - 1])])
            assert cards == Counter(KINDS)
        assert (sampled.hands[0], sampled.out[0]) == (state.hands[0], state.out[0])
        assert sampled.discards == state.discards
        last[sampled.queue[-1][-1].kind] += 1
        hand.update(sampled.hands[1])
    possible = set(KINDS) - {"heir", "lord"}
    assert set(last) == set(hand) == possible
    assert min(last.values()) > 50
    assert min(hand.values()) > 300
