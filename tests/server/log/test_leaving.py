"""Who leaves a game, by conceding, being away while a bot plays or letting the clock run out, is last."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from server.host.port import HostPort
from server.log.entries import Outcome, outcome_of
from server.log.results import counted_places
from server.results.from_log import whole_outcome
from tests.server.log.test_clocks import AskingAgainToy, TimedToy
from tests.server.simulation import ADA, BERT, CY, Simulation, play, started, turn
from tui.host.history import HistoryFilter, SeatFate
from tui.host.pictures import TableSnapshot


class TurnToy(TimedToy):
    """Each turn is a round, so that the clock counts each of them."""

    def round(self, state: TimedToy.State) -> int:
        return int(state.number) + 1


@pytest.mark.parametrize(
    ("places", "fates", "counted"),
    [
        ((2, 1, 3), ("", "", ""), (2, 1, 3)),
        ((1, 2, 3, 4), ("replaced", "", "", "replaced"), (4, 1, 2, 4)),
        ((1, 2, 2, 4), ("conceded", "", "", ""), (4, 1, 1, 3)),
        ((3, 2, 1), ("conceded", "replaced", ""), (3, 3, 1)),
        ((1, 2), ("replaced", "replaced"), (2, 2)),
        ((), ("", "conceded"), ()),
        ((2, 1), (), (2, 1)),
    ],
    ids=["nobody", "two", "one first", "either way", "all", "no result", "an old log"],
)
def test_all_who_left_share_the_last_place(
    places: tuple[int, ...], fates: tuple[SeatFate, ...], counted: tuple[int, ...]
) -> None:
    assert counted_places(Outcome("played", ("",) * len(places), places, fates=fates)) == counted


async def fates(stage: Simulation, table: str, *here: HostPort) -> list[tuple[str, int]]:
    """What became of the players once the game is over: who is here moves, for the others time runs out."""
    opening = stage.lobby.table(table).opening
    while stage.lobby.find(table):
        if turn(stage, table) > len(here):
            await stage.time.pass_by(60)
        else:
            await play(stage, table, *here)
    (game,) = (await stage.port(CY).history(HistoryFilter(everybody=True))).games
    log = await stage.journal.read(table)
    assert outcome_of(log[-1]) == whole_outcome(opening, log, TurnToy())
    before = replace(outcome_of(log[-1]), started=0.0)
    old = [*log[:-1], replace(log[-1], note=msgspec.json.encode(before).decode())]
    again = whole_outcome(opening, old, TurnToy())
    assert again
    assert again.fates == before.fates
    return [(seat.fate, seat.place) for seat in game.seats]


async def test_who_lets_two_turns_run_out_and_does_not_come_back_has_left() -> None:
    """Whatever the moves that the clock made have achieved."""
    stage = Simulation(games={"toy": TurnToy()})
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert, goal=12, clock="1m")
    assert await fates(stage, table, ada) == [("", 1), ("replaced", 2)]


async def test_who_has_left_is_last_on_the_page_of_the_result_too() -> None:
    """Though the moves that the clock made have won."""
    stage, heard = Simulation(games={"toy": TurnToy()}), list[TableSnapshot]()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert, goal=12, clock="1m")
    ada.follow_table(table, heard.append)
    while heard[-1].info.stage == "running":
        await (stage.time.pass_by(60) if turn(stage, table) == 2 else play(stage, table, ada))
    assert [(one.seat, one.place) for one in heard[-1].standings] == [(1, 1), (2, 2)]
    current = stage.lobby.table(table).state.playthrough
    assert current
    assert [(one.seat, one.place) for one in current.standings()] == [(2, 1), (1, 2)]


@pytest.mark.parametrize("missed", [1, 2])
async def test_who_is_late_once_or_comes_back_has_not_left(missed: int) -> None:
    stage = Simulation(games={"toy": TurnToy()})
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert, goal=25, clock="1m")
    late = 0
    while late < missed:
        if turn(stage, table) == 2:
            await stage.time.pass_by(60)
            late += 1
        else:
            await play(stage, table, ada)
    assert stage.lobby.table(table).state.has_left(2) is (missed == 2)
    found = await fates(stage, table, ada, bert)
    assert sorted(found) == [("", 1), ("", 2)]


async def test_further_questions_of_a_turn_that_ran_out_are_no_further_turns() -> None:
    stage = Simulation(games={"toy": AskingAgainToy()})
    table = await started(stage, stage.port(ADA), stage.port(BERT), clock="1m")
    first = turn(stage, table)
    await stage.time.pass_by(60)
    moves = [entry for entry in await stage.journal.read(table) if entry.by == "timeout"]
    assert len(moves) == 3
    assert [turns for turns, _ in stage.lobby.table(table).state.missed.values()] == [1]
    assert not stage.lobby.table(table).state.has_left(first)
