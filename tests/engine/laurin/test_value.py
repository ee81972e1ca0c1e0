"""How laurin's seats play on: from what is public, the same each time, and as their moves tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest

from engine.bots import bot_named
from engine.game import Setup
from engine.laurin.game import GAME
from engine.laurin.model.state import State
from engine.laurin.value import policies
from engine.laurin.value.playing_on import Players, game_played
from engine.laurin.value.prospects import LEAST, MOST, courses
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


@pytest.mark.parametrize("policy", [*KINDS, "master"])
def test_a_round_is_played_to_its_end_and_a_game_to_its_own(policy: str) -> None:
    state = garden("moving")
    played = Players().round_played(state, (policy,) * 3, SeededChance(policy))
    assert played.way is None or played.way[0] in {"h1a", "v2a", "h3a"}
    assert played.state.position.round == state.position.round + 1 or played.state.position.question is None
    over = game_played(state, (policy,) * 3, SeededChance(policy))
    assert over.position.question is None


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
