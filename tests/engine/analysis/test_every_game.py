"""What holds for the analysis of every game that has one: of games between bots, analysed whole.

However few samples an analysis takes, all of this holds; so here it takes few.
"""

from __future__ import annotations

import dataclasses
import gc
import random
from collections.abc import Iterator
from functools import cache

import pytest
from msgspec.structs import replace

from engine import codec
from engine.analysis.analyse import analyse, begun
from engine.analysis.by_value import closer, screened
from engine.analysis.findings import Analysis, CurvePoint, with_part
from engine.analysis.played import played_game
from engine.analysis.rounds import rounds
from engine.bots import bot_named
from engine.chance import Chance, QuickChance
from engine.game import AnyGame, Setup
from engine.intrigue.value import choices, intrigue_values, prospects
from engine.playthrough import RESIGN, Resigned, apply, start
from engine.records.course import Course, read_course
from engine.records.record import Header, Record, deal_step, places, record_step
from engine.records.writing import write
from engine.registry import GAMES
from engine.value.seats import alike
from engine.value.values import Gain
from tests.engine.analysis.test_rounds import steps_of
from tests.engine.seeded_chance import luck

EVERY = [key for key, game in GAMES.items() if game.value]
SECRET = [key for key in EVERY if GAMES[key].secrets]
ROUNDS = {"laurin": {"rounds": 1}, "court": {"rounds": 4}}


@pytest.fixture(scope="module", autouse=True)
def _few_samples() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        for name, number in {"FIRST": 8, "SCREENED": 8, "SECOND": 20, "JUDGED": 40}.items():
            patch.setattr(choices, name, number)
        patch.setattr(prospects, "PLAYED", 30)
        patch.setattr(intrigue_values, "PLAYED", 20)
        yield


def chance_of(name: str) -> Chance:
    return QuickChance(random.Random(name).random)


def game_of(key: str) -> AnyGame:
    """The game, whose analysis replays nothing."""
    value = GAMES[key].value
    assert value is not None
    return dataclasses.replace(GAMES[key], value=value._replace(replayed=unreplayed))


def unreplayed(*_: object) -> Iterator[Gain]:
    yield Gain(0.1, 0.01)


@cache
def course(key: str, resigns: int = 0) -> Course:
    """A game between a page and bots that play at random. At step `resigns` (0: none) who is asked resigns,
    and is played for.
    """
    game = GAMES[key]
    names = ["page", *["random"] * (max(game.seats[0], 3 if resigns else 0) - 1)]
    bots = [bot_named(game, name) for name in names]
    setup = Setup(len(bots), game.Options(**ROUNDS.get(key, {})))
    table, chance = luck("table"), luck("bots")
    applied = start(game, setup, table)
    at, steps = applied.playthrough, [deal_step(applied.draws)]
    while not at.over and len(steps) < 4000:
        ask = at.asks[0]
        move = RESIGN
        if not resigns or len(steps) != resigns:
            move = bots[ask.seat - 1].choose(game, at.view(ask.seat), ask, chance)
        applied = apply(at, ask.seat, ask.id, move, table)
        steps.append(record_step(game, ask.seat, move, applied.draws))
        at = applied.playthrough
    options = {name: str(value) for name, value in ROUNDS.get(key, {}).items()}
    header = Header(game=key, seats=tuple(names), options=options)
    return read_course(write(Record(header, tuple(steps), places(at.standings()))), {key: game_of(key)})


@cache
def whole(key: str, first: tuple[int, ...] = (), resigns: int = 0) -> Analysis:
    analysis = begun(course(key, resigns))
    for part in analyse(course(key, resigns), chance_of, first):
        assert not analysis.complete, "nothing comes after the last part"
        analysis = with_part(analysis, part)
    return analysis


@pytest.mark.parametrize("key", EVERY)
def test_every_decision_of_every_seat_is_valued_once(key: str) -> None:
    """And no other move is."""
    decisions = played_game(course(key)).decisions
    found = whole(key).findings
    assert {(one.seat, one.position, one.kind) for one in found} == {
        (one.seat, one.position, one.kind) for one in decisions
    }
    assert all(one.loss >= 0 for one in found)
    assert all((one.loss == 0) == (one.best == one.played) for one in found)
    assert set(whole(key).done) == set(range(1, whole(key).seats + 1))


@pytest.mark.parametrize("key", EVERY)
def test_the_best_moves_told_are_legal_ones(key: str) -> None:
    """In the notation of the game, from what the seat saw."""
    game, views = (
        GAMES[key],
        {(one.seat, one.position): one.view for one in played_game(course(key)).decisions},
    )
    for finding in whole(key).findings:
        view = views[finding.seat, finding.position]
        assert game.check(view, game.parse(finding.best, view)) is None


@pytest.mark.parametrize("key", EVERY)
def test_chances_sum_up_to_one_and_end_with_the_winner(key: str) -> None:
    """The curve begins with the deal, and ends with the result."""
    curve = whole(key).curve
    assert curve[0].position == 0
    assert all(sum(point.chances) == pytest.approx(1, abs=0.001) for point in curve)
    first = [one.seat for one in course(key).end.standings() if one.place == 1]
    end = curve[-1]
    assert end.position == course(key).last
    assert [seat for seat, chance in enumerate(end.chances, start=1) if chance > 0] == first
    assert all(len(point.errors) in {0, len(point.chances)} for point in curve)


@pytest.mark.parametrize("key", EVERY)
def test_the_same_record_gets_the_same_analysis_whoever_asks(key: str) -> None:
    """It is stored once and shown to all, so the seat that asked must not matter."""
    last = whole(key).seats
    again = whole(key, (last,))
    assert replace(again, done=()) == replace(whole(key), done=())
    assert codec.decode(Analysis, codec.encode(again)) == again


@pytest.mark.parametrize("key", SECRET)
def test_what_a_seat_could_not_know_is_no_mistake(key: str) -> None:
    """With other cards behind the same view, and the same chance, each finding is the same."""
    game, played = GAMES[key], played_game(course(key))
    decisions = played.of_seat(1)[:3]
    otherwise = []
    for one in decisions:
        state = game.sample(one.view, luck(f"otherwise {one.position}"))
        otherwise.append(replace(one, view=game.view(state, 1)))
    changed = [
        game.sample(one.view, luck(f"otherwise {one.position}")) != played.states[one.position]
        for one in decisions
    ]
    assert any(changed)
    value = game.value
    assert value is not None
    seats = alike(value.strong, played.seats)
    kept, losses = [], {}
    for some in (decisions, otherwise):
        found = [screened(value, one, seats, chance_of) for one in some]
        pieces = [piece for _, piece in closer(game_of(key), value, found, chance_of, losses)]
        kept.append(([one._replace(decision=None, closer=None) for one in found], pieces))
    assert kept[0] == kept[1]
    assert kept[0][0]


@pytest.mark.parametrize("key", EVERY)
def test_the_account_adds_up_to_the_result(key: str) -> None:
    """For every seat, to the last digit."""
    assert [one.seat for one in whole(key).accounts] == [*range(1, whole(key).seats + 1)]
    first = [one.seat for one in course(key).end.standings() if one.place == 1]
    for one in whole(key).accounts:
        assert one.start + sum(one.columns.values()) == pytest.approx(one.result, abs=1e-9)
        assert one.start == 1 / whole(key).seats
        assert one.result == (one.seat in first) / len(first)


@pytest.mark.parametrize("key", EVERY)
def test_who_resigns_has_no_chance_from_there_on(key: str) -> None:
    """Nor does whoever plays for that seat cost it anything, or bring it any."""
    step = 12
    played, found = played_game(course(key, step)), whole(key, resigns=step)
    (seat,) = played.resigned[-1]
    assert (played.resigned[step - 1], played.resigned[step]) == ((), (seat,))
    after = [point.chances for point in found.curve if point.position >= step]
    assert after
    assert all(chances[seat - 1] == 0 and sum(chances) == pytest.approx(1, abs=0.001) for chances in after)
    for one in found.accounts:
        assert one.start + sum(one.columns.values()) == pytest.approx(one.result, abs=1e-9)
    own = found.account(seat)
    assert own is not None
    assert own.result == 0
    assert own.own_errors < 0
    told = list(rounds(steps_of(course(key, step))))
    assert told[-1].chances[seat - 1] == 0
    assert Resigned(seat) in [event for each in told for one in each.turnings for event in one.events]


@pytest.mark.parametrize("key", EVERY)
def test_large_losses_are_those_of_replays(key: str) -> None:
    """At most five of a seat, and no other large one is told."""
    for seat in range(1, whole(key).seats + 1):
        replayed = [one for one in whole(key).of_seat(seat) if one.replayed]
        assert {(one.loss, one.error) for one in replayed} <= {(0.1, 0.01)}
        assert len(replayed) <= 5
        assert all(one.replayed or one.loss <= 0.05 for one in whole(key).worst(seat))


@pytest.mark.parametrize("key", EVERY)
def test_an_analysis_can_be_stopped_soon(key: str) -> None:
    """It comes in many parts, with progress between."""
    parts = 0
    done: list[float] = []
    for part in analyse(course(key), chance_of):
        parts += 1
        done.append(part.done)
        if isinstance(part.piece, CurvePoint):
            break
    assert parts > 10
    assert done == sorted(done)
    assert done[-1] < 1


@pytest.mark.parametrize("key", EVERY)
def test_an_analysis_leaves_no_garbage_in_cycles(key: str) -> None:
    """So its process need not look for any."""
    value, played = GAMES[key].value, played_game(course(key))
    assert value is not None
    seats, some = alike(value.strong, played.seats), played.decisions[:6]
    gc.collect()
    gc.disable()
    try:
        found = [screened(value, one, seats, chance_of) for one in some]
        pieces = [*closer(game_of(key), value, found, chance_of, {})]
        del found, pieces
        assert gc.collect() < 100
    finally:
        gc.enable()
