"""Goofspiel for three: bids are unseen until all are made, the highest takes the prize, ties stay or not."""

from __future__ import annotations

import pytest

from engine.chance import NoChance, ScriptedChance
from engine.game import Ask, Refused, Setup, Standing, with_rules
from engine.goofspiel.game import GAME
from engine.goofspiel.model import UNSEEN, Bid, Laid, Options, State, Taken, Tied, Turned
from engine.playthrough import answer_open_ask, start

THREE = Options(cards=3)


def dealt(tokens: str = "2", options: Options = THREE):
    return start(GAME, Setup(3, options), ScriptedChance(tokens.split())).playthrough


def bid(now, cards: str, tokens: str = ""):
    """Bids of the seats in turn; events of the last one."""
    events = ()
    for seat, card in enumerate(cards.split(), 1):
        chance = ScriptedChance(tokens.split() if seat == len(cards.split()) else ())
        applied = answer_open_ask(now, seat, Bid(int(card)), chance)
        now, events = applied.playthrough, applied.events
    return now, events


def test_all_are_asked_at_once():
    assert [(ask.seat, ask.timeout_move) for ask in dealt().asks] == [(seat, Bid(1)) for seat in (1, 2, 3)]


def test_the_highest_bid_takes_the_prize():
    now, events = bid(dealt(), "1 3 2", "1")
    assert events == (Laid(3, 2), Taken(2, 2, (1, 3, 2)), Turned(1, 0))
    assert (now.state.points, now.state.hands, now.game.round(now.state)) == (
        (0, 2, 0), ((2, 3), (1, 2), (1, 3)), 2,
    )  # fmt: skip


@pytest.mark.parametrize(("ties", "kept"), [("added", True), ("lost", False)])
def test_a_tie_stays_or_is_lost(ties, kept):
    now, events = bid(dealt(options=Options(3, ties)), "3 3 1", "3")
    assert events[1:] == (Tied(2, kept, (3, 3, 1)), Turned(3, 2 * kept))
    now, events = bid(now, "1 1 3", "1")
    assert events[1] == Taken(3, 3 + 2 * kept, (1, 1, 3))
    now, events = bid(now, "2 2 2")
    assert (events[1:], now.over) == ((Tied(1, False, (2, 2, 2)),), True)
    assert now.standings()[0] == Standing(3, 1, 3 + 2 * kept)


def test_nobody_sees_a_bid_before_all_are_made():
    now, _ = bid(dealt(), "3")
    assert now.view(1).position.bids == (3, None, None)
    for who in (None, 2, 3):
        assert now.view(who).position.bids == (UNSEEN, None, None)
        assert now.view(who).position.hands[0] == (1, 2, 3)
        assert GAME.show(Laid(1, 3), who) == Laid(1, UNSEEN)
    assert now.can_undo(1)


def test_by_the_first_rules_prizes_come_in_order():
    game = with_rules(GAME, 1)
    now = start(game, Setup(3, THREE), NoChance()).playthrough
    assert (now.state.prize, now.state.left) == (1, (2, 3))


@pytest.mark.parametrize(
    ("state", "move", "why"),
    [
        (dealt().state, Bid(9), Refused("not-in-hand", {"number": 9})),
        (bid(dealt(), "3")[0].state, Bid(1), Refused("not-asked")),
        (State(THREE, 1, (), ((),) * 3, (None,) * 3, (0, 0, 0), over=True), Bid(1), Refused("game-over")),
    ],
)
def test_what_is_not_allowed_draws_nothing(state, move, why):
    assert GAME.check(GAME.view(state, 1), move) == why
    with pytest.raises(Refused) as refused:
        GAME.play(state, Ask(0, 1, "bid"), move, NoChance())
    assert refused.value == why
