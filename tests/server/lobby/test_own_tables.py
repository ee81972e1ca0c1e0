"""A player whose own tables are as many as may be can end one of them."""

from __future__ import annotations

from tests.server.simulation import ADA, BERT, Simulation, refusal, started


async def test_whoever_has_all_their_tables_open_ends_one_and_opens_another() -> None:
    """Before its game, with somebody else at it, and a game against bots: all of them count no longer."""
    stage = Simulation()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    shared = await ada.open_table("toy", 3, {})
    await bert.join(shared)
    practice = await started(stage, ada)
    for _ in range(3):
        await ada.open_table("toy", 2, {})
    assert (await refusal(ada.open_table("toy", 2, {}))).code == "too-many-tables"
    assert (await refusal(bert.end_table(shared))).code == "not-owner"
    for table in (shared, practice):
        await ada.end_table(table)
        assert table not in {one.opening.id for one in stage.lobby.tables_of(ADA.id)}
        await ada.open_table("toy", 2, {})
    assert not stage.lobby.tables_of(BERT.id)


async def test_tables_that_others_have_left_to_somebody_count_against_nobody() -> None:
    """Or strangers could keep a player from opening any."""
    stage = Simulation()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    for _ in range(5):
        table = await bert.open_table("toy", 3, {})
        await ada.join(table)
        await bert.leave(table)
        assert stage.lobby.table(table).state.owner == ADA.id
    await ada.open_table("toy", 2, {})
    await bert.open_table("toy", 2, {})


async def test_a_game_with_other_players_is_not_ended_by_one_of_them() -> None:
    """Not even by whoever opened it: they have to agree."""
    stage = Simulation()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    table = await started(stage, ada, bert)
    for port in (ada, bert):
        assert (await refusal(port.end_table(table))).code == "others-play"
    assert stage.lobby.table(table).state.stage == "running"
