"""What has ended on one node is in histories, profiles, ladders and replays on the others."""

from __future__ import annotations

from server.identity.accounts import Player
from server.results.queries import HistoryQuery
from server.store.journal.journal import Journal
from tests.server.cluster.hosts import two_nodes
from tests.server.cluster.stages import NodeStage
from tests.server.simulation import play, started
from tests.server.store.journal.test_ratings import games, write
from tests.server.toy import Roll
from tui.host.history import HistoryFilter

ADA, BERT = Player("ada", "Ada"), Player("bert", "Bert")


async def test_a_game_that_ended_on_another_node_is_in_everything_that_tells_of_the_past() -> None:
    """Also when that node is gone; its players may have been on different nodes."""
    nodes = await two_nodes()
    for player in (ADA, BERT):
        await nodes.accounts.add(player, f"SHA256:{player.id}", 0.0)
    ada, bert = nodes.enter("one", ADA), nodes.enter("one", BERT)
    there = nodes.enter("two", BERT)
    table = await started(nodes.at["one"], ada, bert, goal=1)
    await play(nodes.at["one"], table, ada, bert)
    rated = await ada.open_table("toy", 2, {"rated": "on", "goal": "60"}, clock="60m")
    await nodes.told()
    await there.join(rated)
    await nodes.told()
    await ada.start(rated)
    await nodes.told()
    running = nodes.at["one"].lobby.table(rated)
    while running.state.asks:
        (ask,) = running.state.asks
        await (ada, bert)[ask.seat - 1].submit(rated, ask.id, Roll())
        await nodes.told()
    await nodes.kill("one")

    page = await there.history(HistoryFilter())
    assert {game.id for game in page.games} == {table, rated}
    assert [game.id for game in (await there.history(HistoryFilter(opponent="Ada"))).games] == [
        game.id for game in page.games
    ]
    profile = await there.profile("Ada")
    assert (profile.total.played, [one.name for one in profile.opponents]) == (2, ["Bert"])
    ladder = await there.ladder("toy")
    assert (ladder.players, ladder.yours and ladder.yours.name) == (2, "Bert")
    replayed = await there.replay(table)
    assert replayed.id == table
    assert replayed.course.last == 1


async def told(journal: Journal) -> list[object]:
    """All that a node tells of the past."""
    history, ratings = journal.history, journal.ratings
    ladder = await ratings.ladder("toy", "people", 9, "ada", 0.0)
    return [
        await history.page(HistoryQuery(most=99)),
        await history.played("ada", private=True),
        await history.against("ada", 9, private=True),
        sorted(map(str, ladder.entries)),
        ladder.own,
        [await ratings.changes(table) for table in await history.ended("", 99)],
    ]


async def test_stores_tell_the_same_on_every_node(stage: NodeStage) -> None:
    """Whichever node a game ended on: the ratings are those of all games in their order."""
    one, two = await stage.start("one"), await stage.start("two")
    ends = games(3, 8)
    for number, end in enumerate(ends):
        await write((one, two)[number % 2].journal, [end])
    assert await told(one.journal) == await told(two.journal)
    assert len(await two.journal.history.page(HistoryQuery(most=99))) == len(ends)
