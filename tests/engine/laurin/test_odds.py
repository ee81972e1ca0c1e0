"""Odds of a round: facts of the garden, and chances of playouts from states that a seat cannot tell apart."""

from __future__ import annotations

from math import sqrt

import pytest
from msgspec.structs import replace

from engine.chance import FairChance
from engine.codec import decode, encode
from engine.game import Refused
from engine.laurin import odds as odds_of
from engine.laurin.game import GAME
from engine.laurin.model.cards import MOVEMENT
from engine.laurin.model.garden import BESIDE, walked
from engine.laurin.model.moves import Place
from engine.laurin.model.state import State
from engine.laurin.odds import LaurinOdds, magic_left, may_move, may_place
from engine.laurin.rules.legal import DONE, PASS
from engine.laurin.value.prospects import MOST, likely
from engine.value.seats import Sitting
from tests.engine.laurin.positions import layout

DWARFS = "1 5/3 c4, 1 3/2 e5, 2 3/2' d5, 2 1/1 h8, 3 1/1 e4, 3 3/2 b2"
HANDS = "3 3 2 1,2 2 2,1 1 3"


@pytest.fixture(autouse=True)
def _few_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Enough for what is claimed here."""
    monkeypatch.setattr(odds_of, "WORK", (600, 1500))


def garden(phase: str, **more: object) -> State:
    return layout(phase, seats=3, dwarfs=DWARFS, hands=HANDS, movement="h1a v2a h3a", **more)


def told(state: State, who: int | None = 1, move: object = None) -> LaurinOdds:
    return GAME.odds_calculator.odds(GAME.view(state, who), move)


@pytest.mark.parametrize("phase", ["placing", "moving", "auction"])
def test_every_way_says_who_would_score_there(phase: str) -> None:
    """Counted square by square; ways off the board are left out."""
    state = garden(phase, magic="exchange")
    worth = {"5/3": (5, 3), "3/2": (3, 2), "1/1": (1, 1)}
    odds = told(state)
    expected = {
        (owner, way)
        for owner, name in enumerate(state.position.movement, start=1)
        for way in MOVEMENT[name].directions
        if walked(state.position.king, way, MOVEMENT[name].distance)
    }
    assert {(one.owner, one.direction) for one in odds.ways} == expected
    for one in odds.ways:
        assert one.end == walked(state.position.king, one.direction, one.distance)
        beside = [dwarf for dwarf in state.position.dwarfs if dwarf.square in BESIDE[one.end]]
        points = [
            sum(worth[dwarf.kind][dwarf.turned] for dwarf in beside if dwarf.seat == seat)
            for seat in (1, 2, 3)
        ]
        assert list(one.points) == points
        ranked = sorted(points, reverse=True)
        assert one.leaders == tuple(seat for seat in (1, 2, 3) if points[seat - 1] == ranked[0] and ranked[0])
        assert one.lead == ranked[0] - ranked[1]
        assert {*one.free, *(dwarf.square for dwarf in beside)} == set(BESIDE[one.end])


@pytest.mark.parametrize("phase", ["placing", "moving", "auction"])
def test_chances_are_shares_of_the_playouts_and_some_doubt(phase: str) -> None:
    """Those of the next King's move add up to all of them, and each has an error."""
    odds = told(garden(phase, magic="exchange"))
    shares = [odds.other, *(one.chance for one in odds.ways)]
    assert sum(one.value for one in shares) == pytest.approx(1)
    for one in odds.seats:
        shares += [one.scores, one.most]
        assert one.points.value >= 0
        assert one.points.error >= 0
        assert one.most.value <= one.scores.value
    for share in shares:
        assert 0 < share.value < 1
        assert 0 < share.error <= 0.6 / odds.playouts**0.5


def test_of_one_card_and_no_choice_little_doubt_is_left() -> None:
    """The last card's owner scores with one direction alone: a page always goes there."""
    state = layout("auction", dwarfs="1 5/3 c4", movement="h2a v1a v1b", hands=HANDS)
    last = replace(
        state.position, movement=("h2a", None, None), question="king-last", asked=(1,), auction=None
    )
    view = GAME.view(replace(state, position=last), 1)
    odds = GAME.odds_calculator.odds_among(view, None, [Sitting("page")] * 3, 0)
    ways = {one.direction: one for one in odds.ways}
    assert ways["west"].chance.value > 0.99
    assert ways["west"].points == (5, 0, 0)
    assert ways["east"].chance.value < 0.01
    assert [one.points.value for one in odds.seats] == [5, 0, 0]
    assert [round(one.most.value, 1) for one in odds.seats] == [1, 0, 0]
    assert odds.playouts == MOST


def test_nothing_hidden_changes_what_is_told() -> None:
    """States with one view have the same odds, which the same question gets again."""
    state = garden("auction")
    view = GAME.view(state, 2)
    odds = told(state, 2)
    for seed in range(3):
        other = GAME.sample(view, FairChance(bytes([seed]) * 32))
        assert told(other, 2) == odds
    assert decode(LaurinOdds, encode(odds)) == odds
    assert told(state, None).seat is None


def test_what_may_still_be_placed_and_moved_is_counted_until_it_is_done() -> None:
    """By the open card, the dwarfs at home and in the garden, and the phase."""
    state = garden("placing", starter=1)
    position = state.position
    assert [may_place(position, seat) for seat in (1, 2, 3)] == [6, 7, 5]
    assert all(may_move(position, seat) > 0 for seat in (1, 2, 3))
    state = _done(state)
    assert may_place(state.position, 1) == 0
    assert may_place(state.position, 2) > 0
    moving = garden("moving", starter=1).position
    assert [may_place(moving, seat) for seat in (1, 2, 3)] == [0, 0, 0]
    assert [may_move(moving, seat) for seat in (1, 2, 3)] == [2, 2, 2]
    auction = garden("auction").position
    assert [may_move(auction, seat) for seat in (1, 2, 3)] == [0, 0, 0]


def _done(state: State) -> State:
    [ask] = GAME.asks(state)
    return GAME.play(state, ask, DONE, FairChance(b"d" * 32)).state


def test_magic_counts_as_long_as_it_can_be_played() -> None:
    """A Ban and an Exchange until the King's moves are auctioned."""
    magic = "ban exchange haste fog"
    assert magic_left(garden("moving", magic=magic).position, 1) == ("ban", "exchange", "haste", "fog")
    assert magic_left(garden("auction", magic=magic).position, 1) == ("haste", "fog")


def test_a_move_is_followed_by_the_odds_after_it() -> None:
    """As far as it is known what follows; a move that the rules forbid is refused."""
    state = garden("placing", starter=1)
    then = told(state, 1, Place("3/2", "d4")).then
    assert then is not None
    [west] = [one for one in then.ways if one.direction == "west" and one.distance == 1]
    assert west.points[0] == 5 + 3
    with pytest.raises(Refused, match="not-your-turn"):
        told(state, 2, DONE)


def test_an_end_has_no_odds() -> None:
    state = layout("auction", movement="h1a v2a h3a", scores=(35, 12, 20), dwarfs="1 5/3 d5")
    while GAME.asks(state):
        state = GAME.play(state, GAME.asks(state)[0], PASS, FairChance(b"e" * 32)).state
    with pytest.raises(Refused, match="game-over"):
        told(state, None)


@pytest.mark.parametrize(("count", "number"), [(0, 5), (5, 5), (2, 4)])
def test_a_share_has_an_error_even_where_all_courses_agree(count: int, number: int) -> None:
    """As if one more had been seen, a quarter of which was of this kind."""
    chance = likely(count, number, 0.25)
    assert chance == (count + 0.25) / (number + 1)
    found = odds_of._share(chance, number)
    assert (found.value, found.error) == (chance, pytest.approx(sqrt(chance * (1 - chance) / number)))


def test_more_effort_is_more_playouts() -> None:
    view = GAME.view(garden("auction"), 1)
    first, better = (GAME.odds_calculator.better_odds(view, None, effort) for effort in (0, 1))
    assert (first.more, better.more) == (True, False)
    assert first.playouts < better.playouts
    assert GAME.odds_calculator.better_odds(view, None, 7) == better
