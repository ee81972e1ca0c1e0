"""A changed rule leaves running games and old records their own: a second version of the toy shows it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from engine.chance import Chance
from engine.game import AnyGame, Ask, Game, Refused, Setup, Step, with_rules
from engine.records.record import BrokenRecord, NotARecord
from engine.records.replay import replay
from engine.registry import GAMES as REAL_GAMES
from tests.server.simulation import (
    ADA,
    BERT,
    CY,
    ReceivedSnapshots,
    Simulation,
    finished,
    play,
    refusal,
    started,
)
from tests.server.toy import TOY, Rolled, State


class DoubledState(State, frozen=True):
    """The second version: every pip counts twice, which the state says from its deal on."""

    doubled: bool = False


def start_doubled(setup: Setup, chance: Chance) -> Step:
    step = TOY.start(setup, chance)
    state = step.state
    dealt = DoubledState(state.goal, state.number, state.turn, state.points, state.thoughts, doubled=True)
    return replace(step, state=dealt)


def play_doubled(state: Any, ask: Ask, move: Any, chance: Chance) -> Step:
    step = TOY.play(state, ask, move, chance)
    if not getattr(state, "doubled", False) or step.reversible:
        return step
    (rolled,) = (event for event in step.events if isinstance(event, Rolled))
    points = tuple(p + rolled.face if s == ask.seat else p for s, p in enumerate(step.state.points, 1))
    return replace(step, state=replace(step.state, points=points))


def games(**more: Any) -> Mapping[str, AnyGame]:
    """The toy as a game, with other values in some fields."""
    known = {one.name: getattr(TOY, one.name) for one in fields(Game) if hasattr(TOY, one.name)}
    toy: AnyGame = Game(**known | more)
    return {"toy": toy}


FIRST = games()
SECOND = games(
    rules_version=2, start=start_doubled, play=play_doubled, older_starts=MappingProxyType({1: TOY.start})
)
ALONE = games(rules_version=2, start=start_doubled, play=play_doubled)
"""The second version without the first."""


def points(stage: Simulation, table: str) -> Any:
    playthrough = stage.lobby.table(table).state.playthrough
    assert playthrough is not None
    return playthrough.state.points


async def test_a_running_game_goes_on_by_the_rules_it_began_with() -> None:
    """A new one is dealt by the newer rules, at the same host."""
    stage = Simulation(games=FIRST)
    ada, bert = stage.port(ADA), stage.port(BERT)
    old = await started(stage, ada, bert)
    await play(stage, old, ada, bert)
    before = points(stage, old)
    stage = await stage.restarted(games=SECOND)
    ada, bert, seen = stage.port(ADA), stage.port(BERT), ReceivedSnapshots()
    await stage.lobby.table(old).reading.begin()
    assert points(stage, old) == before
    ada.follow_table(old, seen.see)
    await play(stage, old, ada, bert)
    assert sum(points(stage, old)) - sum(before) == seen.last.events[-1].face

    new = await started(stage, ada, bert)
    assert (await stage.journal.find(new)).rules_version == 2
    ada.follow_table(new, seen.see)
    await play(stage, new, ada, bert)
    assert sum(points(stage, new)) == 2 * seen.last.events[-1].face


async def test_a_record_is_replayed_by_its_own_rules() -> None:
    """With the same dice the two versions come to other results, each to its own."""
    stage = Simulation(games=FIRST)
    table = await finished(stage, stage.port(ADA), stage.port(BERT))
    written = await stage.port(ADA).record(table)
    stage = await stage.restarted(games=SECOND)
    assert await stage.port(ADA).record(table) == written
    *_, first = replay(written, FIRST)
    *_, again = replay(written, SECOND)
    assert again.applied.playthrough.standings() == first.applied.playthrough.standings()
    with pytest.raises(NotARecord) as none:
        list(replay(written, ALONE))
    assert none.value.refused == Refused("rules-not-here", {"rules": 1, "present": 2})


async def test_a_record_without_a_version_follows_the_newest_that_it_can() -> None:
    """By the second version the game would have been over earlier. What no version allows is reported by the
    present one.
    """
    stage = Simulation(games=FIRST)
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert, goal=12)
    while (await stage.journal.read(table))[-1].kind != "end":
        await play(stage, table, ada, bert)
    written = await ada.record(table)
    unversioned = re.sub("(?m)^(rules|seed|commitment) .*\n", "", written)
    *_, first = replay(written, FIRST)
    *_, again = replay(unversioned, SECOND)
    assert again.applied.playthrough.standings() == first.applied.playthrough.standings()
    with pytest.raises(BrokenRecord) as alone:
        list(replay(unversioned, ALONE))
    with pytest.raises(BrokenRecord) as none:
        list(replay(unversioned.replace("\nresult ", "\nresult 3 "), SECOND))
    assert (none.value.step, none.value.refused) == (alone.value.step, alone.value.refused)


async def test_a_table_whose_rules_are_gone_is_ended_by_its_owner() -> None:
    """Nobody else may, it counts against nobody, and it is listed as a game without a result."""
    stage = Simulation(games=FIRST)
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert)
    await play(stage, table, ada, bert)
    stage = await stage.restarted(games=ALONE)
    ada, bert = stage.port(ADA), stage.port(BERT)
    for _ in range(stage.host.dependencies.limits.now.own_tables):
        await ada.open_table("toy", 2, {})
    assert (await refusal(bert.abandon(table))).code == "table-frozen"
    assert (await refusal(stage.port(CY).abandon(table))).code == "table-frozen"
    await ada.abandon(table)
    (game,) = await stage.lobby.load_finished("bert")
    assert (game.id, game.ending, game.places) == (table, "abandoned", ())


async def test_a_table_that_never_began_leaves_nothing_behind() -> None:
    stage = Simulation(games=FIRST)
    table = await stage.port(ADA).open_table("toy", 2, {})
    stage = await stage.restarted(games=ALONE)
    assert stage.lobby.table(table).state.stage == "frozen"
    await stage.port(ADA).abandon(table)
    assert await stage.lobby.load_finished("ada") == ()
    assert [entry.kind for entry in await stage.journal.read(table)] == ["sit", "end"]


async def test_a_table_whose_rules_are_gone_ends_with_time() -> None:
    """A week after its last move, and not before the host was up for a day."""
    stage = Simulation(games=FIRST)
    table = await started(stage, stage.port(ADA), stage.port(BERT))
    keep = stage.host.dependencies.timeouts.game
    stage = await stage.restarted(after=10 * keep, games=ALONE)
    stage.enter(ADA)  # that somebody is here keeps other tables
    await stage.time.pass_by(3600)
    assert table in {one.opening.id for one in stage.lobby.tables}
    await stage.time.pass_by(keep)
    assert table not in {one.opening.id for one in stage.lobby.tables}
    assert (await stage.journal.read(table))[-1].kind == "end"


@pytest.mark.parametrize("key", REAL_GAMES)
def test_every_version_that_a_game_names_can_be_dealt(key: str) -> None:
    """Older ones have lower numbers."""
    game = REAL_GAMES[key]
    for version in (*game.older_starts, game.rules_version):
        found = with_rules(game, version)
        assert found is not None
        assert found.rules_version == version <= game.rules_version
    assert with_rules(game, game.rules_version + 1) is None
