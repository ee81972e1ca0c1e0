"""A game goes on without those who are away, and ends as its players or time want it to."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from msgspec import UNSET

from engine.game import Refused
from server.host.port import HostPort
from server.identity.accounts import Player
from server.log.seating import SeatHolder
from server.settings.timeouts import DAY
from server.table.table import Table
from tests.server.simulation import (
    ADA,
    BERT,
    CY,
    FOR_WEEKS,
    GUEST,
    ReceivedSnapshots,
    Simulation,
    finished,
    play,
    refusal,
    settled,
    started,
    turn,
)
from tests.server.toy import Roll, Think
from tui.host.pictures import Proposal, Seat


async def ban(stage: Simulation, player: Player) -> None:
    await stage.host.bans.add_player(player.id, player.name, 365)
    await stage.host.signals.read_bans_everywhere(player.id)


# Beginning


async def test_an_owner_who_never_starts_blocks_nobody() -> None:
    """Once every seat is taken they have five minutes, from the start time on if there is one."""
    stage, news = Simulation(), ReceivedSnapshots()
    (ada, _), (bert, _), (cy, _) = stage.enter(ADA), stage.enter(BERT), stage.enter(CY)
    table = await ada.open_table("toy", 3, {"goal": "99"})
    agreed = await ada.open_table("toy", 2, {"goal": "99"}, starts="+20m")
    for one in (table, agreed):
        await bert.sit(one)
    bert.follow_table(table, news.see)
    await stage.time.pass_by(300)
    assert (await refusal(bert.start(table))).code == "not-owner"
    await cy.sit(table)
    await stage.time.pass_by(299)
    assert not news.last.info.may_start
    assert (await refusal(bert.start(table))).code == "not-owner"
    await stage.time.pass_by(1)
    assert news.last.info.may_start
    assert (await refusal(stage.port(GUEST).start(table))).code == "not-owner"
    assert (await refusal(bert.end_table(table))).code == "not-owner"
    await bert.start(table)
    assert news.last.info.stage == "running"
    assert (await refusal(bert.start(agreed))).code == "not-owner"
    await stage.time.pass_by(900)
    await bert.start(agreed)


# Giving up


async def test_of_two_who_concedes_loses() -> None:
    """The game ends at once, whoever was asked; both find it among their finished games."""
    stage, news, lobby = Simulation(), ReceivedSnapshots(), ReceivedSnapshots()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert)
    ada.follow_table(table, news.see)
    assert news.last.info.lasted is UNSET
    await stage.time.pass_by(24 * 60)
    await ada.concede(table)
    last = news.last
    assert last.info.lasted == 24 * 60.0
    assert (last.info.stage, last.info.ending) == ("over", "conceded")
    assert (last.ask, last.waiting_for, last.can_undo, last.deadline) == (None, (), False, None)
    assert [(one.seat, one.place) for one in last.standings] == [(2, 1), (1, 2)]
    assert last.info.seats[0] == Seat("Ada", "bot", "first", conceded=True)
    assert [entry.kind for entry in (await stage.journal.read(table))[-2:]] == ["concede", "end"]
    bert.follow_lobby(lobby.see)
    (game,) = lobby.last.finished
    assert (game.id, game.places, game.your_seat, game.ending) == (table, (2, 1), 2, "conceded")
    assert game.names == ("Ada", "Bert")
    assert (await refusal(bert.concede(table))).code == "table-over"


async def test_of_more_a_bot_plays_on_and_who_conceded_is_last() -> None:
    """For good: the seat is not theirs any more, here and after a restart, but the game is listed."""
    stage, news = Simulation(), ReceivedSnapshots()
    ada, bert, cy = (stage.port(player) for player in (ADA, BERT, CY))
    table = await started(stage, ada, bert, cy, goal=25)
    ada.follow_table(table, news.see)
    await ada.concede(table)
    assert (news.last.seat, ada.home(), news.last.info.your_seat) == (None, None, None)
    stage = await stage.restarted()
    ada, bert, cy = (stage.port(player) for player in (ADA, BERT, CY))
    assert (ada.home(), bert.home()) == (None, table)
    bert.follow_table(table, news.see)
    await settled()
    while news.last.info.stage == "running":
        await play(stage, table, ada, bert, cy)
        await settled()
    assert {one.seat: one.place for one in news.last.standings}[1] == 3
    assert news.last.info.ending == "played"
    moves = [e for e in await stage.journal.read(table) if e.kind == "move" and e.seat == 1]
    assert {entry.by for entry in moves} == {"bot"}
    (game,) = await stage.lobby.load_finished("ada")
    assert (game.your_seat, game.places[0]) == (1, 3)


async def test_bots_finish_a_game_that_all_players_gave_up() -> None:
    """Whoever gave up is behind every bot; nobody has to be there."""
    stage = Simulation()
    ada = stage.port(ADA)
    table = await ada.open_table("toy", 3, {"goal": "9"})
    await ada.add_bot(table, "first")
    await ada.add_bot(table, "first")
    await ada.start(table)
    await ada.concede(table)
    stage = await stage.restarted()
    await stage.time.pass_by(10)
    (game,) = await stage.lobby.load_finished("ada")
    assert (game.ending, game.places[0]) == ("played", 3)


@pytest.mark.parametrize(("player", "code"), [(CY, "not-seated"), (BERT, None)])
async def test_who_can_concede(player: object, code: str | None) -> None:
    """Those with a seat at a running game, also when it is not their turn."""
    stage = Simulation()
    ada, bert, other = stage.port(ADA), stage.port(BERT), stage.port(player)  # type: ignore[arg-type]
    waiting = await ada.open_table("toy", 2, {})
    assert (await refusal(ada.concede(waiting))).code == "table-open"
    table = await started(stage, ada, bert)
    if code:
        assert (await refusal(other.concede(table))).code == code
    else:
        await other.concede(table)


# Ending by agreement


async def test_a_game_ends_without_result_when_all_players_agree() -> None:
    """Agreement is seen, survives a restart, and needs no bot; the game has no places."""
    stage, news = Simulation(), ReceivedSnapshots()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await ada.open_table("toy", 3, {"goal": "99"})
    await bert.sit(table)
    await ada.add_bot(table, "first")
    stage.pace.clear()
    await ada.start(table)
    await ada.abandon(table)
    await ada.abandon(table)
    stage = await stage.restarted()
    ada, _ = stage.enter(ADA)
    bert, _ = stage.enter(BERT)
    bert.follow_table(table, news.see)
    await settled()
    assert news.last.info.proposals == (Proposal("abandon", (1,)),)
    await bert.abandon(table)
    assert (news.last.info.stage, news.last.info.ending, news.last.standings) == ("over", "abandoned", ())
    assert news.last.info.proposals == ()
    (game,) = await stage.lobby.load_finished("ada")
    assert (game.ending, game.places) == ("abandoned", ())


async def test_a_players_move_takes_agreement_back() -> None:
    """A bot's does not."""
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert)
    state = stage.lobby.table(table)
    await (ada, bert)[turn(stage, table) - 1].abandon(table)
    assert state.info("").proposals
    await play(stage, table, ada, bert)
    assert state.info("").proposals == ()


async def test_a_clock_of_days_waits_for_everybody_with_an_account() -> None:
    """Nobody has to be here: no bot plays for those who are not, and no game ends behind their backs."""
    stage = Simulation()
    (ada, _), (bert, leave) = stage.enter(ADA), stage.enter(BERT)
    table = await ada.open_table("toy", 2, {"goal": "99"}, clock="1d")
    await bert.sit(table)
    await ada.start(table)
    leave()
    await stage.time.pass_by(3600)
    assert lendable(ada, table) == ()
    assert (await refusal(ada.lend(table, 2))).code == "seat-not-away"
    await ada.abandon(table)
    assert stage.lobby.table(table).state.stage == "running"


@pytest.mark.parametrize("late", ["move", "bot", "lost", "nothing"])
async def test_who_is_banned_in_a_game_leaves_a_way_out_when_their_time_is_up(late: str) -> None:
    """Whatever the table chose, and though they went on a vacation, nobody has to type anything: the seat is
    lost where it chose that, else a bot plays on.
    """
    stage = Simulation()
    (ada, _), (bert, leave) = stage.enter(ADA), stage.enter(BERT)
    stage.host.signals.follow("bans", lambda _: leave())
    table = await ada.open_table("toy", 2, {"goal": "99", "late": late}, clock="12h")
    await bert.sit(table)
    await ada.start(table)
    if turn(stage, table) == 1:
        await play(stage, table, ada)
    await bert.be_away(30)
    await ban(stage, BERT)
    ada.follow_table(table, ReceivedSnapshots().see)
    await stage.time.pass_by(12 * 3600 - 10)
    assert lendable(ada, table) == ()
    await stage.time.pass_by(20)
    state = stage.lobby.table(table).state
    if late == "lost":
        assert (state.stage, state.ending) == ("over", "conceded")
        assert [holder.timed_out for holder in state.holders] == [False, True]
        return
    assert state.holders[1].lent
    assert lendable(ada, table) == ()


async def test_who_is_banned_once_their_time_was_up_leaves_a_way_out_at_once() -> None:
    """Also where nothing is done then. Their time is told to be up once."""
    stage, _, _, table = await out_of_time("nothing")
    await stage.time.pass_by(DAY)
    await ban(stage, BERT)
    await stage.time.pass_by(0)
    assert table.state.holders[1].lent
    kinds = [one.kind for one in await stage.journal.read(table.opening.id) if one.by == "timeout"]
    assert kinds == ["late", "lend"]


async def test_without_a_clock_nobody_is_called_who_is_banned() -> None:
    """They could not come: a bot plays if somebody wants it, and nobody waits for their agreement."""
    stage = Simulation()
    (ada, _), (bert, leave) = stage.enter(ADA), stage.enter(BERT)
    table = await started(stage, ada, bert)
    await ban(stage, BERT)
    leave()
    await stage.time.pass_by(120)
    assert lendable(ada, table) == (2,)
    await ada.lend(table, 2)
    assert stage.lobby.table(table).state.holders[1].lent
    await ada.abandon(table)
    assert ada.home() is None


@pytest.mark.parametrize("restarts", [False, True])
async def test_no_game_is_dealt_to_who_is_banned(restarts: bool) -> None:
    """Their seats are free, also those that are kept for them, and whoever opened the table."""
    stage = Simulation(timeouts=FOR_WEEKS)
    ada, bert = stage.port(ADA), stage.port(BERT)
    before = await finished(stage, ada, bert)
    sat = await ada.open_table("toy", 2, {"goal": "99"}, clock="3d")
    await bert.sit(sat)
    his = await bert.open_table("toy", 2, {"goal": "99"}, clock="3d")
    await ada.sit(his)
    kept = await ada.rematch(before)
    alone = await bert.open_table("toy", 2, {"goal": "99"}, clock="3d")
    await ban(stage, BERT)
    if restarts:
        stage = await stage.restarted(timeouts=FOR_WEEKS)
        ada = stage.port(ADA)
        await stage.time.pass_by(60)
    for table in (sat, kept):
        why = await refusal(ada.start(table))
        assert (why.code, why.params) == ("seats-empty", {"empty": 1})
    await stage.time.pass_by(0)
    for table in (sat, his, kept):
        assert stage.lobby.table(table).people == {ADA.id}
        await ada.add_bot(table, "first")
        await ada.start(table)
    assert stage.lobby.find(alone) is None or stage.lobby.table(alone).state.stage == "over"
    again = await ada.rematch(await finished(stage, ada, stage.port(CY)))
    assert stage.lobby.table(again).people == {ADA.id, CY.id}


async def test_a_rematch_keeps_no_seat_for_who_is_banned() -> None:
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    before = await finished(stage, ada, bert)
    await ban(stage, BERT)
    table = await ada.rematch(before)
    assert stage.lobby.table(table).people == {ADA.id}


async def test_nobody_waits_for_the_agreement_of_those_who_are_gone() -> None:
    """But a line that is lost for a moment is no agreement."""
    stage = Simulation()
    (ada, _), (bert, leave) = stage.enter(ADA), stage.enter(BERT)
    table = await started(stage, ada, bert)
    leave()
    await ada.abandon(table)
    await stage.time.pass_by(119)
    await ada.abandon(table)
    assert ada.home() == table
    await stage.time.pass_by(1)
    await ada.lend(table, 2)
    await stage.time.pass_by(300)
    await ada.abandon(table)
    assert ada.home() is None


# Those who are away


def lendable(port: HostPort, table: str) -> tuple[int, ...]:
    """The seats that are for lending, as who looks at the table sees them."""
    news = ReceivedSnapshots()
    port.follow_table(table, news.see)()
    return news.last.info.lendable


async def call(stage: Simulation, port: HostPort, table: str) -> None:
    """Tell the second player, who is away, that others wait, and give them time to come back."""
    await stage.time.pass_by(120)
    await port.lend(table, 2)
    await stage.time.pass_by(300)


async def asked_and_lent(
    stage: Simulation, ada: HostPort, bert: HostPort, leave: Callable[[], object]
) -> str:
    """Return a table where Bert is asked, went away and was called; his seat is lent, and the bot thinks."""
    table = await started(stage, ada, bert)
    if turn(stage, table) == 1:
        await play(stage, table, ada)
    leave()
    await call(stage, ada, table)
    stage.pace.clear()
    await ada.lend(table, 2)
    return table


async def test_a_seat_can_be_lent_after_a_while() -> None:
    """They are called before. Everybody sees when; a bot plays; the owner finds the seat as it is then."""
    stage, news = Simulation(), ReceivedSnapshots()
    (ada, _), (bert, leave) = stage.enter(ADA), stage.enter(BERT)
    table = await started(stage, ada, bert)
    ada.follow_table(table, news.see)
    leave()
    assert (await refusal(ada.lend(table, 2))).code == "seat-not-away"
    await stage.time.pass_by(119)
    assert (news.last.info.lendable, news.last.info.seats[1].away_since) == ((), 100)
    await stage.time.pass_by(1)
    assert news.last.info.lendable == (2,)
    await ada.lend(table, 2)
    assert (news.last.info.lendable, news.last.info.seats[1].lent) == ((), False), "Bert is called"
    assert (await refusal(ada.lend(table, 2))).code == "seat-not-away"
    await stage.time.pass_by(299)
    assert news.last.info.lendable == ()
    await stage.time.pass_by(1)
    assert news.last.info.lendable == (2,)
    await ada.lend(table, 2)
    await ada.lend(table, 2)
    assert (news.last.info.lendable, news.last.info.seats[1].lent) == ((), True)
    for _ in range(3):
        if turn(stage, table) == 1:
            await play(stage, table, ada)
        await settled()
    assert turn(stage, table) == 1, "the bot answered"
    stage.enter(BERT)
    await settled()
    assert not news.last.info.seats[1].lent
    await play(stage, table, ada)
    assert turn(stage, table) == 2
    assert bert.home() == table


async def test_when_the_owner_is_back_a_bots_thought_is_dropped() -> None:
    """What it was about to play is not played, and the same question waits for the owner."""
    stage, news = Simulation(), ReceivedSnapshots()
    (ada, _), (bert, leave) = stage.enter(ADA), stage.enter(BERT)
    table = await asked_and_lent(stage, ada, bert, leave)
    await settled()
    (ask,) = stage.lobby.table(table).state.asks
    stage.enter(BERT)
    bert.follow_table(table, news.see)
    stage.pace.set()
    await settled()
    assert news.last.ask == ask
    await bert.submit(table, ask.id, Think())
    assert [e.by for e in await stage.journal.read(table) if e.kind == "move" and e.seat == 2] == ["player"]


async def test_a_lent_seat_is_lent_after_a_restart_until_its_owner_comes() -> None:
    """Bots go on although nobody is there; the owner gets the seat by coming, or by moving."""
    stage, news = Simulation(), ReceivedSnapshots()
    (ada, _), (bert, leave) = stage.enter(ADA), stage.enter(BERT)
    table = await asked_and_lent(stage, ada, bert, leave)
    stage = await stage.restarted()
    await stage.time.pass_by(1)
    assert turn(stage, table) == 1, "the bot answered"
    stage.enter(BERT)[0].follow_table(table, news.see)
    await settled()
    assert not news.last.info.seats[1].lent


async def test_the_owners_own_move_takes_a_lent_seat_back() -> None:
    """However the seat came to be lent while somebody is there."""
    stage = Simulation()
    ada, (bert, leave) = stage.port(ADA), stage.enter(BERT)
    table = await asked_and_lent(stage, ada, bert, leave)
    (ask,) = stage.lobby.table(table).state.asks
    await bert.submit(table, ask.id, Roll())
    assert not stage.lobby.table(table).state.holders[1].lent


@pytest.mark.parametrize(("seat", "code"), [(1, "seat-not-away"), (0, "no-such-seat"), (4, "no-such-seat"),
                                            (3, "seat-not-away")])  # fmt: skip
async def test_whose_seat_cannot_be_lent(seat: int, code: str) -> None:
    """Nobody's who is there, no bot's, none that there is not; and not by strangers."""
    stage = Simulation()
    (ada, _), (bert, leave) = stage.enter(ADA), stage.enter(BERT)
    table = await ada.open_table("toy", 3, {"goal": "99"})
    await bert.sit(table)
    await ada.add_bot(table, "first")
    await ada.start(table)
    leave()
    await stage.time.pass_by(120)
    assert (await refusal(ada.lend(table, seat))).code == code
    assert (await refusal(stage.port(CY).lend(table, 2))).code == "not-seated"


async def test_a_guests_seat_is_lent_and_regained_by_its_code() -> None:
    """The bot lets go as soon as the guest is back."""
    stage = Simulation()
    (ada, _), (guest, leave) = stage.enter(ADA), stage.enter(GUEST)
    table = await started(stage, ada, guest)
    code = await guest.seat_code(table)
    leave()
    await stage.time.pass_by(120)
    await ada.lend(table, 2)
    back, _ = await stage.come(None, "Heron-7")
    await back.resume(code)
    assert not stage.lobby.table(table).state.holders[1].lent


async def test_who_is_away_is_told_before_a_bot_plays() -> None:
    """At the table, and where they come next."""
    stage = Simulation()
    (ada, _), (bert, leave) = stage.enter(ADA), stage.enter(BERT)
    table = await started(stage, ada, bert)
    leave()
    await call(stage, ada, table)
    (note,) = await stage.enter(BERT)[0].messages()
    assert (note.news.kind, note.news.who, note.news.name) == (
        "called",
        "Ada",
        stage.lobby.table(table).opening.name,
    )


async def test_who_comes_back_is_not_replaced() -> None:
    """Not before they keep the others waiting again, and not while they are there and not asked."""
    stage = Simulation()
    (ada, _), (bert, leave) = stage.enter(ADA), stage.enter(BERT)
    table = await started(stage, ada, bert)
    if turn(stage, table) == 2:
        await play(stage, table, ada, bert)
    leave()
    await call(stage, ada, table)
    stage.enter(BERT)
    assert (await refusal(ada.lend(table, 2))).code == "seat-not-away"
    await play(stage, table, ada)
    assert (await refusal(ada.lend(table, 2))).code == "seat-not-away"
    await play(stage, table, ada, bert)
    assert stage.lobby.table(table).state.called == {}


async def test_who_is_there_and_does_not_answer_blocks_nobody() -> None:
    """Without a clock they can be called after a while; from a bot they take the seat back."""
    stage = Simulation()
    (ada, _), (bert, _) = stage.enter(ADA), stage.enter(BERT)
    table = await started(stage, ada, bert)
    if turn(stage, table) == 1:
        await play(stage, table, ada)
    await stage.time.pass_by(299)
    assert (await refusal(ada.lend(table, 2))).code == "seat-not-away"
    await stage.time.pass_by(1)
    stage.pace.clear()
    for _ in range(2):
        await ada.lend(table, 2)
        await stage.time.pass_by(300)
    assert stage.lobby.table(table).state.holders[1].lent
    await bert.join(table)
    assert not stage.lobby.table(table).state.holders[1].lent


async def test_with_a_clock_nobody_is_gone_before_it_runs_out() -> None:
    """However long they are away; and whoever is banned is away."""
    stage = Simulation()
    (ada, _), (bert, leave) = stage.enter(ADA), stage.enter(BERT)
    table = await ada.open_table("toy", 2, {"goal": "99"}, clock="12h")
    await bert.sit(table)
    await ada.start(table)
    if turn(stage, table) == 1:
        await play(stage, table, ada)
    leave()
    await stage.time.pass_by(12 * 3600 - 1)
    assert (await refusal(ada.lend(table, 2))).code == "seat-not-away"
    await stage.time.pass_by(1)
    assert lendable(ada, table) == (2,)
    await ada.abandon(table)
    assert ada.home() is None


async def out_of_time(late: str) -> tuple[Simulation, HostPort, HostPort, Table]:
    """A game whose second player has let a clock of three days run out, with what is done then."""
    stage = Simulation(timeouts=FOR_WEEKS)
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await ada.open_table("toy", 3, {"goal": "99", "late": late}, clock="3d+12h")
    await bert.sit(table)
    await ada.add_bot(table, "first")
    await ada.start(table)
    while turn(stage, table) != 2:
        await play(stage, table, ada)
        await settled()
    stage.pace.clear()
    await stage.time.pass_by(3 * DAY - 1)
    assert stage.lobby.table(table).state.holders[1] == SeatHolder("player", "bert", "Bert")
    await stage.time.pass_by(1)
    return stage, ada, bert, stage.lobby.table(table)


async def test_out_of_time_a_bot_takes_over_where_the_table_chose_that() -> None:
    """It has time of its own, and its player takes the seat back."""
    stage, _, bert, table = await out_of_time("bot")
    assert table.state.holders[1].lent
    assert stage.lobby.projection.after(table.state.clock_from[2], 0) == stage.time.now
    await bert.join(table.opening.id)
    assert not table.state.holders[1].lent


async def test_out_of_time_the_seat_is_lost_where_the_table_chose_that() -> None:
    """As if its player had conceded."""
    _, _, _, table = await out_of_time("lost")
    assert (table.state.holders[1].gave_up, table.state.holders[1].held_by) == ("bert", "bot")


async def test_out_of_time_the_others_decide_where_the_table_chose_that() -> None:
    """Nothing happens, also to a player who is there; the others may have a bot play."""
    stage, ada, _, table = await out_of_time("nothing")
    await stage.time.pass_by(DAY)
    assert turn(stage, table.opening.id) == 2
    assert [one.kind for one in await stage.journal.read(table.opening.id) if one.by == "timeout"] == ["late"]
    assert lendable(ada, table.opening.id) == (2,)
    await ada.lend(table.opening.id, 2)
    assert table.state.holders[1].lent
    assert stage.lobby.projection.after(table.state.clock_from[2], 0) == stage.time.now
    await settled()  # the bot has time of its own, so that no clock makes its moves
    assert [one.kind for one in await stage.journal.read(table.opening.id) if one.by == "timeout"] == ["late"]


async def test_a_bot_has_time_of_its_own_for_who_concedes_out_of_time() -> None:
    """Whoever lets it have the seat: no clock makes its moves."""
    stage, _, bert, table = await out_of_time("nothing")
    await stage.time.pass_by(DAY)
    await bert.concede(table.opening.id)
    assert stage.lobby.projection.after(table.state.clock_from[2], 0) == stage.time.now
    await settled()
    assert [one.kind for one in await stage.journal.read(table.opening.id) if one.by == "timeout"] == ["late"]


# Games that nobody comes to


async def test_a_game_is_kept_for_a_week_and_then_closed() -> None:
    """Counted from the last player's leaving; its players find it, without a result."""
    stage, lobby = Simulation(), ReceivedSnapshots()
    (ada, leave), (guest, leave_too) = stage.enter(ADA), stage.enter(GUEST)
    table = await started(stage, ada, guest)
    leave()
    await stage.time.pass_by(DAY)
    leave_too()
    await stage.time.pass_by(7 * DAY - 1)
    assert stage.lobby.registry.home("ada") == table
    await stage.time.pass_by(1)
    assert stage.lobby.registry.home("ada") is None
    ada.follow_lobby(lobby.see)
    (game,) = lobby.last.finished
    assert (game.id, game.ending, game.places) == (table, "expired", ())
    with pytest.raises(Refused, match="no-table"):
        stage.lobby.table(table)


async def test_a_player_who_comes_back_keeps_a_game() -> None:
    """The week begins anew."""
    stage = Simulation()
    ada, leave = stage.enter(ADA)
    table = await started(stage, ada, stage.port(BERT))
    leave()
    await stage.time.pass_by(6 * DAY)
    stage.enter(BERT)[1]()
    await stage.time.pass_by(6 * DAY)
    assert stage.lobby.registry.home("ada") == table


async def test_downtime_does_not_count_for_a_game_that_nobody_comes_to() -> None:
    """After a restart the week goes on from the last entry; players get a day at least."""
    stage = Simulation()
    await stage.host.open()
    table = await started(stage, stage.port(ADA), stage.port(BERT))
    await stage.time.pass_by(5 * DAY)
    stage = await stage.restarted(after=99 * DAY)
    await stage.time.pass_by(2 * DAY - 1)
    assert stage.lobby.registry.home("ada") == table
    stage = await stage.restarted(after=99 * DAY)
    await stage.time.pass_by(DAY - 1)
    assert stage.lobby.registry.home("ada") == table
    await stage.time.pass_by(1)
    assert stage.lobby.registry.home("ada") is None


async def test_a_finished_game_stays_for_those_who_look_at_it() -> None:
    """And is gone from the lobby with the last of them."""
    stage, news = Simulation(), ReceivedSnapshots()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert, goal=1)
    release = ada.follow_table(table, news.see)
    await play(stage, table, ada, bert)
    assert stage.lobby.table(table).state.stage == "over"
    release()
    with pytest.raises(Refused, match="no-table"):
        stage.lobby.table(table)
    await finished(stage, ada, bert)
