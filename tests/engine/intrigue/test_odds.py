"""Odds of cards that lie face down, against every deal counted one by one."""

from __future__ import annotations

from itertools import permutations, product
from math import prod

import pytest
from msgspec.structs import replace

from engine.chance import NoChance
from engine.game import Refused
from engine.intrigue.bots.habits import TOLD
from engine.intrigue.game import GAME
from engine.intrigue.model.cards import missing
from engine.intrigue.model.events import Removed, Stole
from engine.intrigue.model.moves import LEAVE, REVEAL, Play
from engine.intrigue.model.state import Card, Resolving, State
from engine.intrigue.odds import THEFT, IntrigueOdds
from engine.intrigue.value.likely_cards import avoided
from tests.engine.intrigue.positions import position
from tests.engine.seeded_chance import luck

ODDS = GAME.odds_calculator

LAID = {
    "adjacent": position("2soldier | 1heir | 2spy/2lord^ | 3archer | 1lord^", waiting=(2,)),
    "copies": position("2archer^ | 3shapeshifter | 1heir | 2conspiracy", waiting=(1, 2)),
    "resolving": position("2soldier | 1heir | 3spy | 1lord | 2archer", at=3),
    "poor": position("2spy | 1heir | 3spy", waiting=(1,), influence=(0, 4, 4)),
    "absent": position("2soldier | 3spy | 2archer", waiting=(1, 2, 3)),
    "covered": position("1heir/1lord | 2archer/2soldier | 3spy/3archer^", waiting=(1,)),
}


def told(state: State, who: int | None, move=None) -> IntrigueOdds:
    assert ODDS is not None
    return ODDS.odds(GAME.view(state, who), move)


def deals(state: State, who: int | None):
    """Every queue that looks the same to a seat, each as often as the others."""
    view = GAME.view(state, who).position
    families = []
    for seat in range(1, len(view.hands) + 1):
        queued = [card.kind for stack in view.queue for card in stack if card.owner == seat]
        hand, out = view.hands[seat - 1], view.out[seat - 1]
        rest = missing((*view.discards[seat - 1], *hand, *out, *queued))
        families.append(list(permutations(rest, queued.count(None))))
    for dealt in product(*families):
        left = [list(cards) for cards in dealt]
        yield tuple(tuple(_turned(card, left) for card in stack) for stack in view.queue)


def _turned(card: Card, left) -> Card:
    return card if card.kind else replace(card, kind=left[card.owner - 1].pop(0))


def hits(state: State, queue, place: int, who: int) -> set[int]:
    """What of a seat's the top card of a place can hit, found by revealing it and making every choice."""
    card = queue[place - 1][-1]
    cut = replace(state, queue=queue, waiting=(), resolving=Resolving(place), number=99)
    return _struck(GAME.play(cut, GAME.asks(cut)[0], REVEAL, NoChance()), card, place, who)


def _struck(step, card: Card, place: int, who: int) -> set[int]:
    """What a step hits, and what every further choice for the same card could."""
    found, resolving = _hit(step.events, card, who), step.state.resolving
    if resolving is None or resolving.effect is None or resolving.place != place:
        return found
    [ask] = GAME.asks(step.state)
    for move in GAME.legal(GAME.view(step.state, card.owner)):
        found |= _struck(GAME.play(step.state, ask, move, NoChance()), card, place, who)
    return found


def _hit(events, card: Card, who: int) -> set[int]:
    found = set()
    for event in events:
        match event:
            case Removed(seat=seat, owner=owner, place=place, card=kind) if (seat, owner, kind) == (
                card.owner,
                who,
                card.kind,
            ):
                found.add(place)
            case Stole(seat=seat, victim=victim) if seat == card.owner and victim == who:
                found.add(THEFT)
    return found


@pytest.mark.parametrize("name", LAID)
@pytest.mark.parametrize("who", [1, 2, None])
def test_chances_are_those_of_all_deals_counted_one_by_one(name: str, who: int | None) -> None:
    """What every card may be, what it can hit, and what is in danger."""
    state = LAID[name]
    odds = told(state, who)
    every = list(deals(state, who))
    first = state.resolving.place if state.resolving else 1
    hidden = [(one.place, one.under) for one in odds.cards]
    expected = {
        (place, under)
        for place, stack in enumerate(GAME.view(state, who).position.queue, 1)
        for under, card in enumerate(reversed(stack))
        if card.kind is None
    }
    assert set(hidden) == expected
    struck = [
        {one.place: hits(state, queue, one.place, who) for one in odds.cards if not one.under} if who else {}
        for queue in every
    ]
    for one in odds.cards:
        kinds = [queue[one.place - 1][-1 - one.under].kind for queue in every]
        assert {likely.what: likely.chance for likely in one.kinds} == pytest.approx(
            {kind: kinds.count(kind) / len(kinds) for kind in set(kinds)}
        )
        assert one.soon == (not one.under and one.place >= first)
        if who and not one.under:
            assert one.hits == pytest.approx(sum(bool(found[one.place]) for found in struck) / len(every))
    soon = [set().union(*(found for place, found in one.items() if place >= first)) for one in struck]
    dangers = {one.place: one.chance for one in odds.dangers}
    assert dangers == pytest.approx(
        {target: sum(target in found for found in soon) / len(every) for target in set().union(*soon)}
    )
    assert odds.hit == pytest.approx(sum(map(bool, soon)) / len(every))


@pytest.mark.parametrize("name", LAID)
@pytest.mark.parametrize("who", [1, 2, None])
def test_chances_as_strong_players_leave_cards_are_those_of_weighted_deals(
    name: str, who: int | None
) -> None:
    """A deal is the likelier, the more often its cards are played in their rounds and left so often."""
    state = LAID[name]
    odds, every = told(state, who), list(deals(state, who))
    seen = GAME.view(state, who).position.queue
    weights = [
        prod(
            TOLD[card.kind][card.round - 1][min(card.influence, 3)]
            for stack, hidden in zip(queue, seen, strict=True)
            for card, back in zip(stack, hidden, strict=True)
            if back.kind is None
        )
        for queue in every
    ]
    whole = sum(weights)
    for one in odds.cards:
        kinds = [queue[one.place - 1][-1 - one.under].kind for queue in every]
        expected = dict.fromkeys(kinds, 0.0)
        for kind, weight in zip(kinds, weights, strict=True):
            expected[kind] += weight / whole
        assert {likely.what: likely.chance for likely in one.as_left} == pytest.approx(expected)
    if who and odds.dangers:
        soon = [one.place for one in odds.cards if one.soon]
        struck = [any(hits(state, queue, place, who) for place in soon) for queue in every]
        hit = sum(weight for weight, one in zip(weights, struck, strict=True) if one)
        assert odds.hit_as_left == pytest.approx(hit / whole)


def test_a_card_left_under_influence_is_rather_an_ambush() -> None:
    """By the rules alone it is as likely each kind that is not known."""
    [card] = told(position("2ambush+3 | 1heir", waiting=(1,)), 1).cards
    by_rule = {one.what: one.chance for one in card.kinds}
    as_left = {one.what: one.chance for one in card.as_left}
    assert by_rule["ambush"] == pytest.approx(0.1)
    assert as_left["ambush"] > 0.5
    assert max(as_left, key=as_left.__getitem__) == "ambush"


def test_where_cards_lie_is_counted_by_family() -> None:
    """As many kinds as there are hidden cards; a family that is known is left out."""
    state = LAID["covered"]
    families = {one.seat: one for one in told(state, 1).families}
    assert set(families) == {2, 3}
    for one in families.values():
        assert len(one.kinds) == one.queue + one.hand + one.out
    assert (families[2].queue, families[2].out) == (2, 3)
    assert {one.seat for one in told(state, None).families} == {1, 2, 3}


def test_a_spectator_is_in_no_danger() -> None:
    odds = told(LAID["adjacent"], None)
    assert odds.seat is None
    assert odds.dangers == ()
    assert odds.hit == 0


def test_nothing_hidden_changes_what_is_told() -> None:
    """Two deals that look alike have the same odds."""
    state = LAID["adjacent"]
    view = GAME.view(state, 1)
    for seed in range(5):
        assert told(GAME.sample(view, luck(seed)), 1) == told(state, 1)


def test_a_move_is_followed_by_the_odds_after_it() -> None:
    """As far as it is known what follows; how the round may end is estimated by other rounds."""
    state = position("2soldier | 1heir | 3spy", waiting=(1, 2))
    move = Play(state.hands[0][0], "front")
    after = GAME.play(state, GAME.asks(state)[0], move, NoChance()).state
    then, later = told(state, 1, move).then, told(after, 1)
    assert then is not None
    assert replace(then, seats=()) == replace(later, seats=())
    for one, other in zip(then.seats, later.seats, strict=True):
        assert (one.leads, one.spared) == pytest.approx((other.leads, other.spared), abs=0.15)
    assert told(state, 1, move).cards == told(state, 1).cards
    unknown = position("1soldier | 2heir", at=1)
    assert told(unknown, 1, REVEAL).then is None


def test_nothing_follows_the_last_move_of_the_game() -> None:
    """What it leads to is known, but nobody is asked there."""
    last = position("2lord^ | 1soldier", at=2, now=6)
    after = GAME.play(last, GAME.asks(last)[0], LEAVE, NoChance()).state
    assert GAME.asks(after) == ()
    assert told(last, 1, LEAVE).then is None
    assert told(last, 1, LEAVE).cards == told(last, 1).cards


def test_what_the_rules_forbid_is_refused_and_an_end_has_no_odds() -> None:
    state = LAID["adjacent"]
    with pytest.raises(Refused, match="not-your-turn"):
        told(state, 1, LEAVE)
    over = position("2soldier | 1heir", now=6)
    with pytest.raises(Refused, match="game-over"):
        told(over, 1)


def test_of_cards_drawn_together_none_is_drawn_twice() -> None:
    """Two cards of three kinds, one of which may not be either: one deal in three."""
    alike = ((1.0,) * 3,) * 2
    assert avoided(alike, (frozenset({2}),) * 2) == pytest.approx(1 / 3)
    assert avoided(alike, (frozenset({2}), frozenset({0}))) == pytest.approx(1 / 2)
    assert avoided((), ()) == 1


def test_how_the_round_may_end_is_told_of_every_seat() -> None:
    """Who cannot be overtaken leads, and whom nobody can hit is spared."""
    last = position("2lord^ | 1soldier", at=2, now=6, influence=(9, 2, 1))
    one, two, three = told(last, 1).seats
    assert (one.seat, two.seat, three.seat) == (1, 2, 3)
    assert one.leads > 0.99
    assert max(two.leads, three.leads) < 0.01
    assert one.spared > 0.99
