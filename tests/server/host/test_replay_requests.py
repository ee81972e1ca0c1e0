"""Ended games are looked at again, and go on from any of their positions, at a table of one's own."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from engine import codec
from engine.game import Refused
from engine.records.course import read_course
from engine.records.replay import replay
from engine.registry import GAMES
from server.bots.worker_main import run_task
from server.bots.workers import Workers
from server.budget.slices import AT_ONCE
from server.host.port import HostPort
from server.log.table_options import is_continued
from tests.server.simulation import ADA, BERT, CY, AtOnce, Simulation, finished, refusal, settled
from tui.host.pictures import ReplayedGame

RECORDS = Path(__file__).parents[2] / "records"
GOLDEN = [RECORDS / f"{name}.record" for name in ("two-pages", "intrigue-five", "laurin-magic")]


async def player(name: str) -> tuple[Simulation, HostPort]:
    stage = Simulation(games=GAMES, workers=Workers(AtOnce, run_task))
    await stage.host.open()
    return stage, stage.enter(await stage.host.admit(f"SHA256:{name}", name))[0]


def recorded(path: Path) -> ReplayedGame:
    return ReplayedGame("", read_course(path.read_text("utf-8"), GAMES))


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
async def test_a_game_goes_on_from_each_of_its_positions(path: Path) -> None:
    """The new table shows the player's seat what that seat saw there; its log is read back like any other."""
    game = recorded(path)
    for position in (0, game.course.last // 3, game.course.last - 2):
        stage, port = await player("Anna")
        stage.pace.clear()
        seat = game.course.at(position).asks[0].seat
        table = await port.continue_game(game, position, seat)
        at = game.course.at(position)
        state = stage.lobby.table(table).state
        assert state.playthrough is not None
        assert state.seat_of(state.owner) == seat
        assert codec.encode(state.playthrough.view(seat)) == codec.encode(at.view(seat))
        assert [ask.id for ask in state.asks] == [ask.id for ask in at.asks]
        again = await stage.restarted(games=GAMES)
        await again.lobby.table(table).reading.begin()
        read = again.lobby.table(table).state.playthrough
        assert read is not None
        assert codec.encode(read.view(seat)) == codec.encode(at.view(seat))


async def test_such_a_game_is_played_to_its_end_and_says_where_it_comes_from() -> None:
    """Its record follows the rules, names game and position, and claims no seed."""
    stage, port = await player("Anna")
    game = recorded(GOLDEN[0])
    position = game.course.last - 1
    table = await port.continue_game(game, position, game.course.at(position).asks[0].seat)
    at = stage.lobby.table(table)
    assert at.opening.private
    assert is_continued(at.opening.options)
    state = at.state
    while state.stage == "running":
        for ask in state.asks:
            rules = state.playthrough
            assert rules is not None
            await port.submit(table, ask.id, next(iter(rules.game.legal(rules.view(ask.seat)))))
            await settled()
        state = at.state
    record = await port.record(table)
    assert f"goes on from position {position} of a record" in record
    assert "from here on it was played at this table" in record
    assert "seed" not in record.split("\n0 deal")[0]
    steps = list(replay(record, GAMES))
    assert len(steps) > position


async def test_the_course_of_an_ended_game_knows_ones_seat() -> None:
    """Somebody who was not there sees it, too, without a seat."""
    stage = Simulation()
    await stage.host.open()
    ada, bert, cy = stage.port(ADA), stage.port(BERT), stage.port(CY)
    table = await finished(stage, ada, bert)
    game = await bert.replay(table)
    assert (game.id, game.your_seat, game.course.end.over) == (table, 2, True)
    assert (await cy.replay(table)).your_seat is None


async def test_the_odds_are_those_that_could_have_been_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """In a game with odds."""
    _, port = await player("Anna")
    game = recorded(GOLDEN[0])
    port.take_up(ReplayedGame("record", game.course))
    at = game.course.at(1)
    calculator = at.game.odds_calculator
    assert calculator is not None
    assert await port.odds_then("record", 1, at.asks[0].seat) == calculator.odds(at.view(at.asks[0].seat))
    without = recorded(GOLDEN[0]).course
    monkeypatch.setattr(type(without), "game", property(lambda _: replace(at.game, odds_calculator=None)))
    port.take_up(ReplayedGame("record", without))
    assert (await refusal(port.odds_then("record", 1, 1))).code == "no-odds"


@pytest.mark.parametrize(
    ("position", "seat", "code"), [(0, 9, "no-such-seat"), (10**6, 1, "game-over"), (1, 1, "game-over")]
)
async def test_a_game_does_not_go_on_where_nobody_is_to_move(position: int, seat: int, code: str) -> None:
    """At a seat that there is not, past the end, or at the end."""
    stage = Simulation()
    await stage.host.open()
    ada = stage.port(ADA)
    table = await finished(stage, ada, stage.port(BERT))
    assert (await refusal(ada.play_on(table, position, seat))).code == code
    assert (await refusal(ada.check_play_on(table, position, seat))).code == code
    with pytest.raises(Refused):
        await ada.replay("nowhere")


async def test_whether_a_game_may_go_on_is_said_beforehand() -> None:
    """As it is refused then; what may be, opens no table yet."""
    stage = Simulation()
    await stage.host.open()
    ada = stage.port(ADA)
    table = await finished(stage, ada, stage.port(BERT))
    before = stage.lobby.tables
    await ada.check_play_on(table, 0, 1)
    assert stage.lobby.tables == before
    stage.lobby.broadcaster.draining = True
    for asked in (ada.check_play_on(table, 0, 1), ada.play_on(table, 0, 1)):
        assert (await refusal(asked)).code == "draining"


async def test_a_long_game_goes_on_while_others_have_their_turn() -> None:
    """Its steps are repeated, and its table is read, some at a time."""
    game = recorded(RECORDS / "laurin-five-stewards.record")
    stage, port = await player("Anna")
    stage.pace.clear()
    position = game.course.last - 3
    turns, over = 0, False

    async def others() -> None:
        nonlocal turns
        while not over:
            turns += 1
            await asyncio.sleep(0)

    watching = asyncio.create_task(others())
    table = await port.continue_game(game, position, game.course.at(position).asks[0].seat)
    over = True
    await watching
    assert turns >= 2 * (position // AT_ONCE)
    found = stage.lobby.table(table).state.playthrough
    assert found
    assert (found.state, found.asks) == (game.course.at(position).state, game.course.at(position).asks)
