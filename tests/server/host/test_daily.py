"""The deal of the day: everybody has the same luck against the same bots, once, and nobody sees it before."""

import asyncio
from typing import Any

import pytest

from engine.bots import bot_named, usual_bot
from engine.chance import FairChance, commitment
from engine.records.header import read_header
from engine.records.replay import replay
from engine.registry import GAMES
from server.bots import deal_games
from server.host import deal_desk
from server.host.port import HostPort
from server.host.requests import deal_requests
from server.results.deal import day_of
from server.store.deals import DealStore
from server.store.sqlite.memory import MemorySql
from tests.server.journals import add_ended_game
from tests.server.simulation import Simulation, refusal, settled
from tests.three_games import THREE
from tui.language.texts import Texts
from tui.presenters.share import card_lines, shared

DAY = 86_400.0
TODAY, TOMORROW = "1970-01-01", "1970-01-02"

pytestmark = pytest.mark.usefixtures("quick_stewards")


@pytest.fixture
async def stage() -> Simulation:
    return await host_with(DealStore(MemorySql()))


async def host_with(deals: DealStore, **more: Any) -> Simulation:
    stage = Simulation(games=THREE, deals=deals, **more)
    await stage.host.open()
    return stage


async def account(stage: Simulation, name: str, *, played: bool = True) -> HostPort:
    """Somebody with a key, who has played a game to its end if `played`."""
    port, _ = await stage.come(f"SHA256:{name}", name)
    if played and not await stage.journal.history.has_finished(port._id):
        await add_ended_game(stage.journal, port._id)
    return port


async def drive(stage: Simulation, port: HostPort, table: str, luck: int = 0, most: int = 5_000) -> list[str]:
    """Plays for the player by a page with a luck of its own; returns the views that the player had."""
    seen: list[Any] = []
    release = port.follow_table(table, seen.append)
    chance = FairChance(bytes([luck]) * 32)
    for _ in range(most):
        await settled()
        at = stage.lobby.find(table)
        if at is None or at.state.stage == "over":
            break
        ask = next((ask for ask in at.state.asks if ask.seat == 1), None)
        if ask is None:
            continue
        game = at.state.playthrough.game
        move = bot_named(game, "page").choose(game, at.state.playthrough.view(1), ask, chance)
        await port.submit(table, ask.id, move)
    release()
    return seen


async def test_it_is_committed_to_the_day_before(stage: Simulation) -> None:
    ada = await account(stage, "ada")
    (first, *_) = await ada.daily()
    assert (first.game, first.date, first.closes) == ("court", TODAY, DAY)
    assert (first.seats, first.seat, first.bots) == (3, 1, ("", *[usual_bot(GAMES["court"]).name] * 2))
    await stage.time.pass_by(DAY)
    (following, *_) = await ada.daily()
    assert (following.date, following.commitment) == (TOMORROW, first.next_commitment)


async def test_two_players_have_the_same_deal(stage: Simulation) -> None:
    """Who makes the same moves meets the same dice and the same answers of the bots."""
    ada, bert = await account(stage, "ada"), await account(stage, "bert")
    tables = [await port.play_daily("court") for port in (ada, bert)]
    for port, table in zip((ada, bert), tables, strict=True):
        await drive(stage, port, table, most=60)
    logs = [
        [
            (e.kind, e.seat, e.move, e.draws)
            for e in await stage.journal.read(table)
            if e.kind in ("start", "move")
        ]
        for table in tables
    ]
    shorter = min(map(len, logs))
    assert shorter > 20
    assert logs[0][:shorter] == logs[1][:shorter]


async def test_a_second_account_of_a_network_has_no_rank(stage: Simulation) -> None:
    """Whoever tries the deal out with another key first gains nothing; nothing of where they are stays."""
    ports = [await account(stage, name) for name in ("ada", "bert", "dora")]
    for port, address in zip(ports, ("192.0.2.1", "192.0.2.1", "192.0.2.9"), strict=True):
        stage.lobby.presence.enter(port._me.player, address)
        table = await port.play_daily("court")
        await drive(stage, port, table)
    rows = {row.name: row for row in (await ports[1].daily_results("court")).rows}
    assert [rows[name].second for name in ("ada", "bert", "dora")] == [False, True, False]
    assert [bool(rows[name].place) for name in ("ada", "bert", "dora")] == [True, True, True]
    assert rows["bert"].rank == 0
    assert {rows["ada"].rank, rows["dora"].rank} <= {1, 2}
    assert "192.0.2.1" not in str(
        await stage.host.deals.store._database.fetch("SELECT place FROM deal_tables")
    )
    await stage.time.pass_by(DAY + 1)
    assert not await stage.host.deals.store._database.fetch("SELECT 1 FROM deal_tables WHERE place <> ''")
    assert [row.second for row in (await ports[0].daily_results("court", TODAY)).rows].count(True) == 1


async def test_the_card_of_a_deal_is_had_while_others_play_it(stage: Simulation) -> None:
    """It tells nothing of the deal; what would is shown when it has closed."""
    ada = await account(stage, "ada")
    table = await ada.play_daily("court")
    await drive(stage, ada, table)
    assert (await refusal(ada.replay(table))).code == "deal-open"
    card = card_lines(Texts("en"), *await shared(ada, table), "play.example.org")
    assert card[0] == f"crownhouse  deal of the day {TODAY}  To Court the King"
    assert card[1].endswith(" at the table, 1st of 1 player")
    assert card[-2:] == ("everyone has the same luck and one try", "ssh -t play.example.org daily court")


async def test_it_is_played_once_and_an_attempt_is_resumed(stage: Simulation) -> None:
    ada = await account(stage, "ada")
    for _ in range(5):
        await ada.open_table("court", 2, {})
    assert (await refusal(ada.open_table("court", 2, {}))).code == "too-many-tables"
    table = await ada.play_daily("court")
    assert await ada.play_daily("court") == table
    assert (await ada.daily())[0].state == "running"
    await ada.end_table(table)
    assert (await refusal(ada.play_daily("court"))).code == "daily-played"
    assert (await ada.daily())[0].state == "over"
    (row,) = (await ada.daily_results("court")).rows
    assert (row.name, row.state, row.place) == ("ada", "left", 0)
    await stage.time.pass_by(DAY)
    assert await ada.play_daily("court") != table


@pytest.mark.parametrize("key", [None, "SHA256:new"])
async def test_guests_and_accounts_without_a_game_play_none(stage: Simulation, key: str | None) -> None:
    """A move is not enough, nor is a game that was given up."""
    port, _ = await stage.come(key, "eve")
    assert (await refusal(port.play_daily("court"))).code == "daily-account"
    assert len(await port.daily()) == 3
    if key:
        await stage.accounts.played(port._id)
        await add_ended_game(stage.journal, port._id, fate="conceded")
        assert (await refusal(port.play_daily("court"))).code == "daily-account"


async def test_what_is_told_as_closed_is_refused_so(stage: Simulation) -> None:
    """Of each deal it is told beforehand how it would be refused; the first day has none before it."""
    ada = await account(stage, "ada")
    new = await account(stage, "bert", played=False)
    guest, _ = await stage.come(None, "gus")
    ended, store = await ada.play_daily("court"), stage.host.deals.store
    await ada.end_table(ended)
    await ada.play_daily("intrigue")
    await store.close((await stage.host.deals.daily("laurin")).id)
    told = {port: await port.daily() for port in (ada, new, guest)}
    for port, deals in told.items():
        for one in deals:
            if one.closed:
                assert (await refusal(port.play_daily(one.game))).code == one.closed
            else:
                assert await port.play_daily(one.game)
    assert [one.closed for one in told[ada]] == ["daily-played", "", "daily-void"]
    assert [one.dealt_before for one in told[ada]] == [False] * 3
    await stage.time.pass_by(DAY)
    assert [(one.closed, one.dealt_before) for one in await ada.daily()] == [("", True)] * 3


async def test_all_are_ranked_and_the_first_are_shown(
    stage: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever came late is at the top all the same; the asker is shown wherever they stand."""
    monkeypatch.setattr(deal_requests, "MOST_ROWS", 2)
    monkeypatch.setattr(deal_requests, "AT_ONCE", 2)
    deal = await stage.host.deals.daily("court")
    places = {"ada": 3, "bert": 2, "cleo": 3, "dan": 1, "eve": 1}
    for name, place in places.items():
        port = await account(stage, name, played=False)
        table = await add_ended_game(stage.journal, port._id, place=place)
        await stage.host.dependencies.stores.deals.claim(deal.id, port._id, table)
    for name, shown in {"ada": ["dan", "eve", "ada"], "eve": ["dan", "eve"]}.items():
        results = await (await account(stage, name)).daily_results("court")
        assert [row.name for row in results.rows] == shown
        assert [row.rank for row in results.rows] == [1, 1, 4][: len(shown)]
        assert results.tables == len(places)


async def test_nobody_else_sees_it_before_it_closes(stage: Simulation) -> None:
    ada, bert = await account(stage, "ada"), await account(stage, "bert")
    table = await ada.play_daily("court")
    code = stage.lobby.table(table).opening.code
    for asked in (table, stage.lobby.table(table).opening.name, code):
        assert (await refusal(bert.watch(asked))).code == "no-table"
    assert (await refusal(bert.record(table))).code == "no-table"
    await ada.end_table(table)
    assert (await refusal(ada.record(table))).code == "deal-open"
    assert (await refusal(ada.replay(table))).code == "deal-open"
    assert (await refusal(ada.analyse(table, print))).code == "deal-open"
    assert (await bert.daily_results("court")).rows == ()
    assert (await ada.daily_results("court")).seed == ""


async def test_it_closes_at_midnight_and_shows_its_seed(stage: Simulation) -> None:
    """An attempt that is not over ends without a result; its record has every draw of the seed."""
    ada, bert = await account(stage, "ada"), await account(stage, "bert")
    table = await ada.play_daily("intrigue")
    await drive(stage, ada, table, most=5)
    before = (await ada.daily())[1]
    await stage.time.pass_by(DAY)
    await settled()
    results = await bert.daily_results("intrigue", TODAY)
    assert not results.open
    assert commitment(bytes.fromhex(results.seed), results.deal) == before.commitment
    assert [(row.name, row.state) for row in results.rows] == [("ada", "left")]
    text = await ada.record(table)
    header = read_header(text)
    assert (header.deal, header.seed) == (f"daily-intrigue-{TODAY}", results.seed)
    assert header.options["chance"] == "duplicate"
    assert len(list(replay(text, THREE))) > 3
    await ada.set("profile", "hidden")
    named = [(await port.daily_results("intrigue", TODAY)).rows[0] for port in (ada, bert)]
    assert [(row.name, row.hidden) for row in named] == [("ada", False), ("", True)]


async def test_results_are_compared_with_the_stewards(
    stage: Simulation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deal_games, "GAMES", 3)
    monkeypatch.setattr(deal_desk, "measure_steward", deal_games.measure_steward)
    players = [await account(stage, name) for name in ("ada", "bert", "cleo")]
    for number, port in enumerate(players):
        await drive(stage, port, await port.play_daily("intrigue"), luck=number)
    await stage.host.deals.measure_soon(await stage.host.deals.daily("intrigue"))
    results = await players[0].daily_results("intrigue")
    assert (results.tables, results.running, results.steward_games) == (3, 0, 3)
    assert results.steward_place_error is not None
    assert [row.rank for row in results.rows] == sorted(row.rank for row in results.rows)
    for row in results.rows:
        assert row.state == "finished"
        assert row.better_places == pytest.approx(results.steward_place - row.place, abs=0.01)
        assert row.better_points == pytest.approx(row.points - results.steward_points, abs=0.01)


async def test_two_sessions_at_once_open_one_table(stage: Simulation) -> None:
    ada = await account(stage, "ada")
    tables = await asyncio.gather(*(ada.play_daily("court") for _ in range(4)))
    assert len(set(tables)) == 1
    assert len(stage.lobby.tables) == 1


async def test_a_claim_whose_table_was_never_written_is_made_good(stage: Simulation) -> None:
    """As after a kill between the two."""
    ada = await account(stage, "ada")
    claimed = await stage.host.dependencies.stores.deals.claim(f"daily-court-{TODAY}", ada._id, "id-lost")
    assert (await ada.daily())[0].state == "running"
    assert await ada.play_daily("court") == claimed == "id-lost"
    assert stage.lobby.table(claimed).state.stage == "running"


async def test_another_host_on_the_same_store_goes_on_with_it() -> None:
    """After a kill: the same deals, and the attempt where it was."""
    deals = DealStore(MemorySql())
    stage = await host_with(deals)
    ada = await account(stage, "ada")
    table = await ada.play_daily("court")
    await drive(stage, ada, table, most=12)
    shown = await ada.daily()
    again = await stage.restarted(games=THREE, deals=deals)
    ada = await account(again, "ada")
    assert [one.commitment for one in await ada.daily()] == [one.commitment for one in shown]
    assert await ada.play_daily("court") == table


async def test_tomorrows_is_settled_without_anybody_asking(stage: Simulation) -> None:
    """A minute after the start, and each day."""
    for days, date in enumerate((TODAY, TOMORROW, "1970-01-03", "1970-01-04")):
        await stage.time.pass_by(DAY if days > 1 else 60.0)
        await settled()
        assert await stage.host.dependencies.stores.deals.find(f"daily-court-{date}")


@pytest.mark.parametrize("date", ["1969-12-31", TOMORROW, "soon", "1970-1-1"])
async def test_a_day_without_a_deal_has_no_results(stage: Simulation, date: str) -> None:
    ada = await account(stage, "ada")
    assert (await refusal(ada.daily_results("court", date))).code == "no-deal"
    assert (await refusal(ada.daily_results("chess"))).code == "unknown-game"


async def test_nothing_is_added_to_dice_that_others_have_too(stage: Simulation) -> None:
    ada = await account(stage, "ada")
    match = await ada.open_duplicate("court", 2, 2, {})
    await ada.join(match.tables[0])
    assert (await refusal(ada.add_to_dice(match.tables[0], "kiwi"))).code == "dice-shared"
    assert (await refusal(ada.commit_to_dice(match.tables[0], "ab" * 32))).code == "dice-shared"


def test_a_day_is_one_of_utc() -> None:
    assert (day_of(DAY - 1), day_of(DAY), day_of(0, 1)) == (TODAY, TOMORROW, TOMORROW)
