"""How laurin's seats play on: from what is public, the same each time, and as their moves tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import islice
from math import ceil

import pytest
from msgspec.structs import replace

from engine.analysis.findings import CLOSE, REPLAYED
from engine.bots import bot_named
from engine.chance import FairChance
from engine.game import Setup
from engine.laurin.game import GAME
from engine.laurin.model.moves import Lead, Move, Relocate
from engine.laurin.model.state import State
from engine.laurin.rules.legal import DONE
from engine.laurin.value import choices, policies, replays
from engine.laurin.value.laurin_values import VALUES
from engine.laurin.value.playing_on import Players
from engine.laurin.value.prospects import LEAST, MOST, courses, outcomes
from engine.laurin.value.replays import MOST as MOST_PAIRS
from engine.laurin.value.replays import Pairs, too_many
from engine.laurin.value.replays import told as gain
from engine.laurin.value.ways_to_play import KINDS, TELLING, seats_of
from engine.selfplay import plies
from engine.value.seats import SeenMove, Sitting, alike
from tests.engine.laurin.positions import layout
from tests.engine.seeded_chance import SeededChance

DWARFS = "1 5/3 c4, 1 3/2 e5, 2 3/2' d5, 2 1/1 h8, 3 1/1 e4, 3 3/2 b2"


def garden(phase: str, **more: object) -> State:
    hands = "3 3 2 1,2 2 2,1 1 3"
    return layout(phase, seats=3, dwarfs=DWARFS, hands=hands, movement="h1a v2a h3a", **more)


def moves_of(bot: str, number: int) -> Iterator[tuple[int, SeenMove]]:
    """By seat, the moves of three bots in a game that tell how they play."""
    table, luck = SeededChance(f"{bot} {number}"), SeededChance(f"luck {number}")
    before: State | None = None
    for ply in plies(GAME, Setup(3, GAME.Options()), [bot_named(GAME, bot)] * 3, table, luck):
        if before is not None and before.position.question in TELLING:
            yield ply.seat or 0, SeenMove(GAME.view(before, None), ply.move)
        before = ply.applied.playthrough.state


@pytest.mark.parametrize("policy", [*KINDS, "master", policies.QUICK])
def test_a_round_is_played_to_its_end(policy: str) -> None:
    state = garden("moving")
    played = Players().round_played(state, (policy,) * 3, SeededChance(policy))
    assert played.way is None or played.way[0] in {"h1a", "v2a", "h3a"}
    assert played.state.position.round == state.position.round + 1 or played.state.position.question is None


@pytest.mark.parametrize("phase", ["placing", "moving", "auction"])
def test_what_comes_before_a_draw_is_the_same_each_time(phase: str) -> None:
    """And it may be gone on from with any chance, as if the round were played at once."""
    state, stewards = garden(phase), ("steward",) * 3
    begun = Players().until_a_draw(state, stewards)
    assert begun.position.number > state.position.number
    for seed in range(3):
        whole = Players().round_played(state, stewards, SeededChance(seed)).state
        assert Players().round_played(begun, stewards, SeededChance(seed)).state == whole


def test_what_was_thought_before_changes_nothing() -> None:
    """The work of an answer is counted anew, so that its effort does not follow from other questions."""
    view = GAME.view(garden("placing", starter=1), 1)
    policies.steward_move.cache_clear()
    first = courses(view, None, alike("steward", 3), 2_000)
    assert courses(view, None, alike("steward", 3), 2_000) == first
    assert LEAST <= len(first) < MOST


def test_a_steward_answers_by_what_it_is_asked_to_look_at() -> None:
    """Whatever treasure the seat has, its answers to questions by position are the same."""
    state = garden("placing", starter=1)
    for question in policies.BY_POSITION & {state.position.question}:
        found = {
            policies.move_by(
                "steward", GAME.sample(GAME.view(state, None), SeededChance(seed)), 1, SeededChance(0)
            )
            for seed in range(5)
        }
        assert len(found) == 1, question


def test_nobody_is_known_until_they_move() -> None:
    """A bot plays as it does; of others every way is as likely, and their moves make one likelier."""
    [bot, unknown] = seats_of((Sitting("page"), Sitting()), 8).ways
    assert bot == (("page", 1.0),)
    assert dict(unknown) == pytest.approx(dict.fromkeys(KINDS, 1 / 3))


@pytest.mark.parametrize("bot", [*GAME.bots, "random"])
def test_the_round_is_played_on_with_every_bot(bot: str) -> None:
    """One between two others plays like each as often as it answers so; of any other one nothing is known."""
    [way] = seats_of((Sitting(bot),), 8).ways
    if "-" in bot:
        assert dict(way) == pytest.approx({"steward": int(bot[-2:]) / 100, "page": 1 - int(bot[-2:]) / 100})
    sitting = (Sitting(bot), Sitting("page"), Sitting())
    assert GAME.odds_calculator is not None
    odds = GAME.odds_calculator.odds_among(GAME.view(garden("placing", starter=1), 1), None, sitting, 0)
    assert [one.seat for one in odds.seats] == [1, 2, 3]


def test_a_way_to_play_that_there_is_not_is_named() -> None:
    with pytest.raises(ValueError, match="not played on like 'nobody', but like beginner, page, steward"):
        policies.move_by("nobody", garden("placing", starter=1), 1, SeededChance(0))


@pytest.mark.parametrize("bot", KINDS)
def test_moves_tell_who_plays(bot: str) -> None:
    """After some moves of each seat their own way to play is the likeliest, in the mean of three games."""
    weights: Counter[str] = Counter()
    for game in range(3):
        seen: dict[int, list[SeenMove]] = {1: [], 2: [], 3: []}
        for seat, move in islice(moves_of(bot, game), 60):
            seen[seat].append(move)
        for way in seats_of([Sitting(seen=tuple(seen[seat])) for seat in (1, 2, 3)], 8).ways:
            weights.update(dict(way))
    assert max(weights, key=weights.__getitem__) == bot
    assert weights[bot] > 1.3 * 3


# Values


STRONG = alike(VALUES.strong, 3)


def named(name: str) -> FairChance:
    return FairChance(sha256(name.encode()).digest())


@pytest.fixture(scope="module")
def played() -> tuple[list[State], list[tuple[int, Move]]]:
    """A game of a steward, a page and a beginner."""
    bots = [bot_named(GAME, name) for name in ("steward", "page", "beginner")]
    states, moves = list[State](), list[tuple[int, Move]]()
    for ply in plies(GAME, Setup(3, GAME.Options()), bots, SeededChance("values"), SeededChance("luck")):
        if states:
            moves.append((ply.seat or 0, ply.move))
        states.append(ply.applied.playthrough.state)
    return states, moves


def test_differences_of_chances_lead_to_the_result(
    played: tuple[list[State], list[tuple[int, Move]]],
) -> None:
    """What moves and draws change adds up; a steward's own moves change nothing, as stewards play on."""
    states, moves = played
    part = slice(-40, None)
    chances = [VALUES.lying(state, STRONG, named) for state in states[part]]
    for each in chances:
        assert sum(each) == pytest.approx(1, abs=1e-9)
    assert chances[-1] == VALUES.boundary(states[-1])
    assert sorted(chances[-1]) == [0, 0, 1]
    total = chances[0][1]
    for state, (seat, move), before, now in zip(
        states[part], moves[-39:], chances, chances[1:], strict=False
    ):
        expected = VALUES.after(state, seat, move, STRONG, named)
        total += (expected.chances[1] - before[1]) + (now[1] - expected.chances[1])
        if seat == 1:
            assert expected.chances == pytest.approx(before, abs=1e-9)
    assert total == pytest.approx(chances[-1][1], abs=1e-9)


def test_a_round_begins_at_a_boundary(played: tuple[list[State], list[tuple[int, Move]]]) -> None:
    """Once a round, before anybody buys, and at the end."""
    states, _ = played
    rounds = [state.position.round for state in states if VALUES.at_boundary(state)]
    last = states[-1].position.round
    assert sorted(rounds) == sorted([*range(1, last + 1), last])


def test_who_plays_better_wins_more_often_from_the_same_position(
    played: tuple[list[State], list[tuple[int, Move]]],
) -> None:
    """As told between rounds, and with all cards open. People among people play like stewards, one alone like
    the best of the bots; the end is the result.
    """
    begun, *_, over = filter(VALUES.at_boundary, played[0])
    bots = ("master", "steward", "beginner")
    for told in (
        VALUES.boundary(begun, VALUES.playing(bots)),
        VALUES.lying(begun, VALUES.playing(bots), named),
    ):
        assert told[0] > told[1] > told[2] + 0.2
        assert sum(told) == pytest.approx(1)
    assert VALUES.boundary(begun, VALUES.playing(("", "", ""))) == VALUES.boundary(begun)
    half = VALUES.boundary(begun, VALUES.playing(("steward-51", "page", "steward")))
    assert half[2] > half[0] > half[1]
    alone = ("beginner", "", "steward-51")
    assert VALUES.playing(alone) == VALUES.playing(("beginner", "steward-51", "steward-51"))
    assert VALUES.playing(("", "", "page")) == VALUES.playing(("steward", "steward", "page"))
    assert VALUES.boundary(over, VALUES.playing(bots)) == VALUES.boundary(over)


def test_the_best_move_loses_nothing_and_no_move_more_than_the_seat_has(
    played: tuple[list[State], list[tuple[int, Move]]],
) -> None:
    """Compared are what strong players would do and the move made, and told is what the odds panel shows."""
    states, moves = played
    compared = 0
    for state, (seat, move) in list(zip(states, moves, strict=False))[::9]:
        view = GAME.view(state, seat)
        every = list(VALUES.moves(view, STRONG, named, move))
        assert len(every) <= 2
        for found in every:
            assert move in {one.move for one in found}
            assert all(found[0].chance >= one.chance >= 0 for one in found)
            assert found[0].error == 0
        compared += len(every) == 2
        if len(every) == 2:
            shown = courses(view, move, STRONG, choices.JUDGES_WORK, choices.JUDGED)
            made = next(one for one in every[-1] if one.move == move)
            assert made.outcomes == outcomes(shown, seat) or (
                not made.outcomes and every[-1][0].chance - made.chance <= REPLAYED
            )
    assert compared >= 3


def test_what_can_come_is_told_of_moves_that_nobody_made(
    played: tuple[list[State], list[tuple[int, Move]]],
) -> None:
    """As the odds panel shows it, however little they differ."""
    states, moves = played
    for state, (seat, _) in list(zip(states, moves, strict=False))[::30]:
        view = GAME.view(state, seat)
        *_, found = VALUES.moves(view, STRONG, named, None)
        for one in found if len(found) > 1 else ():
            shown = courses(view, one.move, STRONG, choices.JUDGES_WORK, choices.JUDGED)
            assert one.outcomes == outcomes(shown, seat)


def test_a_replay_proves_what_wins_the_game() -> None:
    """In the last round a seat wins with a way of the King where it scores, and not with the other."""
    state = layout("auction", dwarfs="1 5/3 c4", movement="h2a v1a v1b", hands="1,1,1", scores=(34, 36, 0))
    last = replace(
        state.position, movement=("h2a", None, None), question="king-last", asked=(1,), auction=None
    )
    view = GAME.view(replace(state, position=last), 1)
    west, east = Lead(1, "west"), Lead(1, "east")
    *_, gain = VALUES.replayed(view, west, east, named)
    assert gain.mean == pytest.approx(1, abs=0.02)
    assert 0 < gain.error < 0.06


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        (Pairs([0.1] * 16, [], left=1), 0.07),
        (Pairs([0.1] * 16, [], left=0.4), 0.1),
        (Pairs([0.1] * 16, [], going=0, left=0.4), 0.1),
        (Pairs([0.1] * 400, [-0.1] * 400, left=1), 0.018),
        (Pairs([0.1] * 400, [0.2] * 400, left=1), 0.2405),
        (Pairs([0.1] * 16, [-0.1] * 4, left=1), 0.07),
    ],
)
def test_a_replay_trusts_what_came_of_a_gain_as_far_as_there_is_enough_of_it(
    pairs: Pairs, told: float
) -> None:
    """Early gains usually become less, late ones do not; where games were over nothing more comes."""
    assert gain(pairs).mean == pytest.approx(told, abs=0.002)


def test_luck_that_both_parts_of_a_pair_share_counts_for_both() -> None:
    """Pairs in which a good deal gets better a round later tell less than those in which it gets worse."""
    near = [0.0, 0.4] * 16
    alike = gain(Pairs(near, [one - 0.2 for one in near]))
    opposite = gain(Pairs(near, [0.2 - one for one in near]))
    assert alike.mean == pytest.approx(opposite.mean, abs=0.01)
    assert opposite.error < 0.8 * alike.error


@pytest.mark.parametrize("spread", [0.0, 0.1, 0.11])
def test_as_many_pairs_as_are_wanted_tell_a_gain_closely_enough(spread: float) -> None:
    """Told with so many pairs; half of them would not do."""
    change = [-spread, spread, spread, -spread]
    near, further = map(ceil, Pairs([0.1, 0.2] * 8, change * 4).wanted())
    assert 16 < further <= MOST_PAIRS
    for less in (0, further // 2):
        pairs = Pairs([0.1, 0.2] * max(near, further), (change * further)[: further - less])
        assert (gain(pairs).error <= CLOSE) == (not less)


def test_pairs_end_where_luck_leaves_no_hope() -> None:
    """Known by what the first pairs that were played further said."""
    assert Pairs([0.1] * 16, []).wanted()[1] <= MOST_PAIRS
    assert Pairs([0.1] * 16, [0.2, -0.2] * 4).wanted()[1] <= MOST_PAIRS
    assert Pairs([0.1] * 16, [0.3, -0.3] * 4).wanted()[1] > MOST_PAIRS
    assert Pairs([1.0, -1.0] * 8, [], going=0).wanted() == pytest.approx((2_667, 0), abs=1)
    assert not too_many(*Pairs([1.0, 0.0] * 400, [], going=0).wanted())


def test_pairs_end_where_they_take_too_much_work() -> None:
    """So many pairs are played from the end of a round, and not from its beginning; before it is known what
    those further take, they are played.
    """
    ends, begins = (Pairs([0.1] * 16, [0.1] * 8, work=(work, 600)) for work in (400, 2000))
    assert not ends.too_much(200, 150)
    assert begins.too_much(200, 150)
    assert not begins._replace(change=[]).too_much(200, 150)


def test_luck_in_a_few_pairs_does_not_end_a_replay(monkeypatch: pytest.MonkeyPatch) -> None:
    """If they differ more than others will, as it seems at first that too many pairs are wanted."""
    view = GAME.view(garden("moving"), 1)
    lucky = iter([*[1.0, 0.0] * 8, *[0.45] * 700])
    monkeypatch.setattr(replays, "next_seat", lambda _state: None)
    monkeypatch.setattr(replays._Games, "_gained", lambda _games, _ends: next(lucky))
    first, *_, last = VALUES.replayed(view, DONE, Relocate((("c4", "d4"),)), named)
    assert first.error > 0.12
    assert last.error <= CLOSE
    assert last.mean == pytest.approx(0.45, abs=0.02)
