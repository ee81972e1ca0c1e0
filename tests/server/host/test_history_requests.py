"""Players look at ended games and at what they add up to; what is private or hidden stays so."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engine.records.header import read_header
from server.host.port import HostPort
from server.host.requests import history_requests
from tests.server.simulation import Simulation, finished, play_on, refusal, started
from tui.host.history import HIDDEN, PROFILE_SETTING, HistoryFilter

ADA, BERT, CY = "SHA256:ada", "SHA256:bert", "SHA256:cy"


class FourPlayers:
    """Three accounts and a guest, at one host."""

    def __init__(self, stage: Simulation, *ports: HostPort) -> None:
        self.stage = stage
        self.ada, self.bert, self.cy, self.guest = ports


@pytest.fixture
async def people() -> FourPlayers:
    stage = Simulation()
    ports = [(await stage.come(key, name))[0] for key, name in ((ADA, "Ada"), (BERT, "Bert"), (CY, "Cleo"))]
    guest, _ = await stage.come(None, "Gus")
    return FourPlayers(stage, *ports, guest)


async def listed(port: HostPort, **wanted: object) -> list[str]:
    return [game.id for game in (await port.history(HistoryFilter(**wanted))).games]  # type: ignore[arg-type]


async def test_a_finished_game_is_in_the_history_of_its_players_and_of_everybody(people: FourPlayers) -> None:
    table = await finished(people.stage, people.ada, people.bert)
    assert await listed(people.ada) == await listed(people.bert) == [table]
    assert await listed(people.cy) == []
    assert await listed(people.cy, everybody=True) == await listed(people.guest, everybody=True) == [table]
    assert await listed(people.cy, player="ada") == [table]
    page = await people.bert.history(HistoryFilter())
    (game,) = page.games
    assert (page.player, game.seat, game.kind) == ("Bert", 2, "match")
    assert [(seat.name, seat.holder) for seat in game.seats] == [("Ada", "account"), ("Bert", "account")]
    assert sorted(seat.place for seat in game.seats) == [1, 2]
    assert all(seat.points is not None for seat in game.seats)


async def test_a_game_at_a_private_table_is_shown_to_its_players_alone(people: FourPlayers) -> None:
    """Neither in lists, nor in what its players' profiles add up to for others."""
    table = await finished(people.stage, people.ada, people.bert, private=True)
    assert await listed(people.ada) == [table]
    assert await listed(people.bert, player="Ada") == [table]
    for wanted in ({"everybody": True}, {"player": "Ada"}, {"player": "Ada", "opponent": "Bert"}):
        assert await listed(people.cy, **wanted) == []
    assert await listed(people.ada, everybody=True) == []
    assert (await people.ada.profile()).total.played == 1
    shown = await people.cy.profile("Ada")
    assert (shown.total.played, shown.games, shown.opponents, shown.recent) == (0, (), (), ())


async def test_a_profile_adds_up_what_was_played(people: FourPlayers) -> None:
    await finished(people.stage, people.ada, people.bert)
    await people.stage.time.pass_by(9)
    await finished(people.stage, people.ada, people.cy)
    profile = await people.cy.profile("ADA")
    assert (profile.name, profile.you, profile.hidden, profile.here) == ("Ada", False, False, True)
    assert profile.since == 100
    assert profile.total.played == 2
    assert [one.game for one in profile.games] == ["toy"]
    assert [one.name for one in profile.opponents] == ["Cleo", "Bert"]
    assert len(profile.recent) == 2
    own = await people.cy.profile()
    assert (own.you, own.total.played) == (True, 1)
    mine, theirs = own.opponents[0], profile.opponents[0]
    assert (mine.better, mine.worse) == (theirs.worse, theirs.better)


async def test_a_profile_lists_the_opponents_played_most(
    people: FourPlayers, monkeypatch: pytest.MonkeyPatch
) -> None:
    await finished(people.stage, people.ada, people.bert)
    await finished(people.stage, people.ada, people.cy)
    await finished(people.stage, people.ada, people.cy)
    assert not (await people.ada.profile()).more_opponents
    monkeypatch.setattr(history_requests, "OPPONENTS", 1)
    profile = await people.ada.profile()
    assert ([one.name for one in profile.opponents], profile.more_opponents) == (["Cleo"], True)


async def test_a_profile_has_the_rating_at_each_game(people: FourPlayers) -> None:
    """Unless whoever looks wants to see no ratings."""
    table = await people.ada.open_table("toy", 2, {"rated": "on", "goal": "60"}, clock="60m")
    await people.bert.join(table)
    await people.ada.start(table)
    await play_on(people.stage, table, people.ada, people.bert)
    (game,) = (await people.cy.profile("Ada")).games
    assert game.rating
    assert game.rating.games == 1
    await people.cy.set("ratings", "off")
    (game,) = (await people.cy.profile("Ada")).games
    assert game.rating is None


async def test_names_are_those_that_accounts_have_now(people: FourPlayers) -> None:
    await finished(people.stage, people.ada, people.bert)
    await people.ada.rename("Adele")
    (game,) = (await people.cy.history(HistoryFilter(player="Adele"))).games
    assert [seat.name for seat in game.seats] == ["Adele", "Bert"]
    assert (await people.bert.profile()).opponents[0].name == "Adele"
    assert (await refusal(people.cy.profile("Ada"))).code == "no-account-called"


async def test_a_hidden_profile_says_only_that(people: FourPlayers) -> None:
    """Its player still sees all of it, and can show it again."""
    table = await finished(people.stage, people.ada, people.bert)
    await people.ada.set(PROFILE_SETTING, HIDDEN)
    shown = await people.bert.profile("Ada")
    assert (shown.name, shown.hidden) == ("Ada", True)
    assert (shown.since, shown.here, shown.total.played, shown.recent) == (0.0, False, 0, ())
    assert (await refusal(people.bert.history(HistoryFilter(player="Ada")))).code == "profile-hidden"
    own = await people.ada.profile()
    assert (own.hidden, own.total.played) == (True, 1)
    assert await listed(people.ada, player="Ada") == [table]
    await people.ada.set(PROFILE_SETTING, "")
    assert (await people.bert.profile("Ada")).total.played == 1


async def test_nobody_is_led_to_a_hidden_player_by_their_opponents(people: FourPlayers) -> None:
    """Their games stay in the histories of those who played with them, without the name to others."""
    table = await finished(people.stage, people.ada, people.bert)
    await people.ada.set(PROFILE_SETTING, HIDDEN)
    for whose in (HistoryFilter(everybody=True), HistoryFilter(player="Bert")):
        found = await refusal(people.cy.history(replace(whose, opponent="ada")))
        assert (found.code, found.params["name"]) == ("profile-hidden", "Ada")
        (game,) = (await people.cy.history(whose)).games
        assert [(seat.name, seat.hidden, seat.has_profile) for seat in game.seats] == [
            ("", True, False), ("Bert", False, True),
        ]  # fmt: skip
    bert = await people.cy.profile("Bert")
    assert bert.opponents == ()
    assert [seat.name for seat in bert.recent[0].seats] == ["", "Bert"]
    assert await listed(people.ada, player="Bert", opponent="Ada") == [table]
    assert (await people.ada.profile("Bert")).opponents[0].name == "Ada"


async def test_who_sat_at_the_table_still_reads_the_name_of_a_hidden_player(people: FourPlayers) -> None:
    table = await finished(people.stage, people.ada, people.bert)
    await people.ada.set(PROFILE_SETTING, HIDDEN)
    assert await listed(people.bert, opponent="Ada") == [table]
    for whose in (None, ""):
        (game,) = (await people.bert.history(HistoryFilter(player=whose))).games
        assert [(seat.name, seat.hidden) for seat in game.seats] == [("Ada", False), ("Bert", False)]
    assert [one.name for one in (await people.bert.profile()).opponents] == ["Ada"]


async def test_neither_record_nor_replay_names_a_hidden_player_to_others(people: FourPlayers) -> None:
    """Nor are there the keys of that seat; the rest is the same game, and who sat there reads it as it is."""
    table = await finished(people.stage, people.ada, people.bert)
    before, names = await people.guest.record(table), ("Ada", "Bert")
    assert (await people.guest.replay(table)).course.header.seats == names
    await people.ada.set(PROFILE_SETTING, HIDDEN)
    for port in (people.guest, people.cy):
        record = await port.record(table)
        header = read_header(record)
        assert header.seats == ("somebody", "Bert")
        assert set(header.keys) == {2}
        assert record.split("\n0 deal")[1] == before.split("\n0 deal")[1]
        game = await port.replay(table)
        assert game.course.header.seats == game.course.kept.header.seats == ("somebody", "Bert")
        assert game.course.end.over
    for port in (people.ada, people.bert):
        assert await port.record(table) == before
        assert (await port.replay(table)).course.header.seats == names
    await people.ada.set(PROFILE_SETTING, "")
    assert await people.guest.record(table) == before


async def test_guests_have_neither_profile_nor_history(people: FourPlayers) -> None:
    await finished(people.stage, people.ada, people.guest)
    assert (await refusal(people.guest.profile())).code == "guest-history"
    assert (await refusal(people.guest.history(HistoryFilter()))).code == "guest-history"
    assert (await refusal(people.ada.profile("Gus"))).code == "no-account-called"
    (game,) = (await people.ada.history(HistoryFilter())).games
    assert [(seat.name, seat.holder) for seat in game.seats] == [("Ada", "account"), ("Gus", "guest")]
    assert (await people.ada.profile()).opponents == ()


async def test_games_against_bots_are_practice_and_count_for_nothing(people: FourPlayers) -> None:
    port = people.ada
    table = await port.open_table("toy", 2, {"goal": "3"})
    await port.add_bot(table)
    await port.start(table)
    await port.concede(table)
    (game,) = (await port.history(HistoryFilter())).games
    assert game.kind == "practice"
    assert (game.seats[0].fate, game.seats[1].holder) == ("conceded", "bot")
    total = (await port.profile()).total
    assert (total.played, total.practice) == (0, 1)


async def test_who_concedes_is_said_to_have(people: FourPlayers) -> None:
    table = await started(people.stage, people.ada, people.bert)
    await people.bert.concede(table)
    (game,) = (await people.ada.history(HistoryFilter(result="won"))).games
    assert [seat.fate for seat in game.seats] == ["", "conceded"]
    assert await listed(people.bert, result="won") == []


async def test_a_history_comes_in_pages(people: FourPlayers) -> None:
    tables = [await finished(people.stage, people.ada, people.bert) for _ in range(3)]
    first = await people.ada.history(HistoryFilter(count=2))
    assert [game.id for game in first.games] == tables[:0:-1]
    rest = await people.ada.history(HistoryFilter(count=2, before=first.more))
    assert ([game.id for game in rest.games], rest.more) == ([tables[0]], "")
    assert (await refusal(people.ada.history(HistoryFilter(before="x")))).code == "no-page"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [({"game": "chess"}, "unknown-game"), ({"player": "Zoe"}, "no-account-called"),
     ({"opponent": "Zoe"}, "no-account-called")],
)  # fmt: skip
async def test_what_is_not_there_is_refused(people: FourPlayers, wanted: dict[str, str], code: str) -> None:
    assert (await refusal(people.ada.history(HistoryFilter(**wanted)))).code == code  # type: ignore[arg-type]


async def test_who_is_forgotten_stays_without_a_name(people: FourPlayers) -> None:
    table = await finished(people.stage, people.ada, people.bert)
    await people.ada.forget_me()
    assert await listed(people.bert) == [table]
    (game,) = (await people.bert.history(HistoryFilter())).games
    assert [(seat.name, seat.holder) for seat in game.seats] == [("", "gone"), ("Bert", "account")]
    profile = await people.bert.profile()
    assert (profile.total.played, profile.opponents) == (1, ())
    assert (await refusal(people.cy.profile("Ada"))).code == "no-account-called"
