"""Who has a seat hears of it wherever they are: who comes, who talks, when it begins, whose turn it is."""

from __future__ import annotations

from msgspec.structs import replace

from tests.server.simulation import ADA, BERT, CY, ReceivedSnapshots, Simulation, play, settled, started, turn
from tui.host.pictures import SeatNews


def told(news: ReceivedSnapshots) -> list[tuple[str, ...]]:
    """What somebody was told since this was asked last, without the table."""
    found = [tuple(filter(None, (one.kind, one.who, one.text, one.watching and "watching"))) for one in news]
    news.clear()
    return found


async def test_who_comes_and_goes_is_told_to_those_who_sit_there() -> None:
    """Not to whoever comes, nor to others; not after the release."""
    stage = Simulation()
    (ada, _), (bert, _), (cy, _) = stage.enter(ADA), stage.enter(BERT), stage.enter(CY)
    to_ada, to_bert, to_cy = ReceivedSnapshots(), ReceivedSnapshots(), ReceivedSnapshots()
    release = ada.follow_seats(to_ada.see)
    bert.follow_seats(to_bert.see)
    cy.follow_seats(to_cy.see)
    table = await ada.open_table("toy", 3, {})
    await bert.join(table)
    name = stage.lobby.table(table).opening.name
    assert list(to_ada) == [SeatNews("sat", table, name, "Bert")]
    to_ada.clear()
    await bert.leave(table)
    assert told(to_ada) == [("stood", "Bert")]
    await bert.join(table)
    await ada.kick(table, 2)
    assert told(to_bert) == told(to_cy) == []
    release()
    release()
    to_ada.clear()
    await cy.join(table)
    assert told(to_ada) == []
    assert ADA.id not in stage.lobby.seat_news._followers


async def test_a_game_that_begins_and_every_turn_are_told() -> None:
    """The turn to whose it is."""
    stage = Simulation()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    to_ada, to_bert = ReceivedSnapshots(), ReceivedSnapshots()
    ada.follow_seats(to_ada.see)
    bert.follow_seats(to_bert.see)
    table = await started(stage, ada, bert)
    assert told(to_ada) == [("sat", "Bert"), ("began",)]
    assert told(to_bert) == [("began",)]
    first = turn(stage, table)
    await play(stage, table, ada, bert)
    assert told(to_bert if first == 1 else to_ada) == [("turn",)]
    assert told(to_ada if first == 1 else to_bert) == []


async def test_what_is_said_is_told_to_the_seats_that_may_read_it() -> None:
    """From among the spectators as well; not to whoever says it, nor to whoever ignores them."""
    stage = Simulation()
    (ada, _), (bert, _), (cy, _) = stage.enter(ADA), stage.enter(BERT), stage.enter(CY)
    to_ada, to_bert, to_cy = ReceivedSnapshots(), ReceivedSnapshots(), ReceivedSnapshots()
    for port, news in ((ada, to_ada), (bert, to_bert), (cy, to_cy)):
        port.follow_seats(news.see)
    table = await started(stage, ada, bert)
    for news in (to_ada, to_bert):
        news.clear()
    await ada.say(table, "hello")
    await cy.say(table, "nice")
    assert told(to_ada) == [("said", "Cyril", "nice", "watching")]
    assert told(to_bert) == [("said", "Ada", "hello"), ("said", "Cyril", "nice", "watching")]
    await bert.ignore("Cyril", True)
    await cy.say(table, "again")
    assert told(to_bert) == []
    assert told(to_cy) == []


async def test_seats_of_a_game_with_secrets_hear_nothing_of_its_spectators() -> None:
    """As in their chat."""
    stage = Simulation()
    (ada, _), (bert, _), (cy, _) = stage.enter(ADA), stage.enter(BERT), stage.enter(CY)
    table = await started(stage, ada, bert)
    to_ada = ReceivedSnapshots()
    ada.follow_seats(to_ada.see)
    at = stage.lobby.table(table)
    assert at.state.playthrough is not None
    game = at.state.playthrough.game

    class GameWithSecrets:
        secrets = True

        def __getattr__(self, name: str) -> object:
            return getattr(game, name)

    at._log.state = replace(at.state, playthrough=replace(at.state.playthrough, game=GameWithSecrets()))
    await cy.say(table, "she has the King")
    await bert.say(table, "well")
    assert told(to_ada) == [("said", "Bert", "well")]


async def test_after_a_restart_nothing_old_is_told() -> None:
    """Who sat there before has not just come."""
    stage = Simulation()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    table = await ada.open_table("toy", 3, {})
    await bert.join(table)
    again = await stage.restarted()
    (ada, _), (cy, _) = again.enter(ADA), again.enter(CY)
    news = ReceivedSnapshots()
    ada.follow_seats(news.see)
    await cy.join(table)
    assert told(news) == [("sat", "Cyril")]


async def test_after_a_restart_a_turn_that_was_is_no_news() -> None:
    """Not when the table's log is read because somebody looks at it; the next turn is."""
    stage = Simulation()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    table = await started(stage, ada, bert)
    again = await stage.restarted()
    (ada, _), (bert, _) = again.enter(ADA), again.enter(BERT)
    news = {1: ReceivedSnapshots(), 2: ReceivedSnapshots()}
    for port, heard in zip((ada, bert), news.values(), strict=True):
        port.follow_seats(heard.see)
    ada.follow_table(table, lambda _: None)
    await settled()
    assert [told(heard) for heard in news.values()] == [[], []]
    await play(again, table, ada, bert)
    asked = turn(again, table)
    assert told(news[asked]) == [("turn",)]
