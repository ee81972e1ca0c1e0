"""Duplicate matches: several tables with one seed, closed to each other, compared seat by seat."""

import pytest

from engine.chance import commitment
from engine.records.reading import read
from engine.records.replay import replay
from server.settings.limits import Limits
from tests.server.simulation import ADA, BERT, CY, Simulation, refusal, settled
from tests.server.toy import GAMES


async def test_its_tables_have_one_seed_and_the_same_luck():
    stage = Simulation()
    ada, bert = (stage.enter(player)[0] for player in (ADA, BERT))
    match = await ada.open_duplicate("toy", 2, 2, {"goal": "30"})
    assert len({stage.lobby.table(table).opening.seed for table in match.tables}) == 1
    first, second = match.tables
    name = stage.lobby.table(first).opening.name
    for port, table in ((ada, first), (bert, second)):
        await port.join(table)
        await port.add_bot(table, "first")
        await port.start(table)
    assert (await ada.duplicate_results(first)).rows == ()
    for port, table in ((ada, first), (bert, second)):
        release = port.follow_table(table, lambda _: None)
        while (at := stage.lobby.table(table).state).stage == "running":
            if at.asks[0].seat == 1:
                move = next(GAMES["toy"].legal(at.playthrough.view(1)))
                await port.submit(table, at.asks[0].id, move)
            await settled()
        release()
    results = await ada.duplicate_results(first)
    assert await ada.duplicate_results(name.lower()) == results
    texts = [await port.record(table) for port, table in ((ada, first), (bert, second))]
    assert commitment(bytes.fromhex(results.seed), results.deal) == match.commitment
    assert [(row.seat, row.rank, row.better_points) for row in results.rows] == [
        (1, 1, 0.0), (1, 1, 0.0), (2, 1, 0.0), (2, 1, 0.0),
    ]  # fmt: skip
    assert read(texts[0]).steps == read(texts[1]).steps
    assert all(len(list(replay(text, GAMES))) > 3 for text in texts)


async def test_who_sits_at_one_table_neither_sits_at_another_nor_sees_it():
    stage = Simulation()
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    first, second = (await cy.open_duplicate("toy", 2, 2, {})).tables
    await ada.join(first)
    for wish in (ada.join(second), ada.sit(second)):
        why = await refusal(wish)
        assert (why.code, why.params) == ("deal-seated", {"table": stage.lobby.table(first).opening.name})
    await bert.join(second)
    await bert.add_bot(second, "first")
    await bert.start(second)
    for port in (ada, cy):
        for wish in (port.watch(second), port.record(second), port.past(second, 1)):
            assert (await refusal(wish)).code == "no-table"


async def test_who_looked_at_it_before_its_start_sees_no_more():
    """Not even who opened it."""
    stage = Simulation()
    ada, bert = (stage.enter(player)[0] for player in (ADA, BERT))
    table = (await ada.open_duplicate("toy", 2, 2, {})).tables[0]
    seen = []
    ada.follow_table(table, seen.append)
    await bert.join(table)
    await bert.add_bot(table, "first")
    await bert.start(table)
    assert seen[-1].view is None
    assert not any(one.view or one.events for one in seen)


@pytest.mark.parametrize(
    ("seats", "tables", "options", "code"),
    [
        (2, 1, {}, "match-tables"),
        (2, 9, {}, "match-tables"),
        (9, 2, {}, "seats-not-possible"),
        (2, 2, {"colour": "red"}, "option-unknown"),
    ],
)
async def test_what_is_not_possible_opens_nothing(seats, tables, options, code):
    stage = Simulation()
    ada, _ = stage.enter(ADA)
    assert (await refusal(ada.open_duplicate("toy", seats, tables, options))).code == code
    assert not stage.lobby.tables


async def test_a_match_that_is_too_large_opens_nothing():
    """Neither do the tables stay that were opened before the limit."""
    stage = Simulation(limits=Limits(own_tables=3))
    ada, _ = stage.enter(ADA)
    assert (await refusal(ada.open_duplicate("toy", 2, 4, {}))).code == "too-many-tables"
    assert not [table for table in stage.lobby.tables if table.state.stage != "over"]
    assert len((await ada.open_duplicate("toy", 2, 3, {})).tables) == 3


async def test_a_table_of_no_match_has_no_such_results():
    stage = Simulation()
    ada, _ = stage.enter(ADA)
    table = await ada.open_table("toy", 2, {})
    assert (await refusal(ada.duplicate_results(table))).code == "no-match"
    assert (await refusal(ada.duplicate_results("KIWI-99"))).code == "no-table"
