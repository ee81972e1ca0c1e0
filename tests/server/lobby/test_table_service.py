"""Strangers find tables, friends find private ones, and a seat is regained by its code alone."""

from __future__ import annotations

import re

import pytest

from engine.game import Refused
from server.identity.names import clean_name
from server.log.entries import Entry
from server.settings.limits import Limits
from server.store.sqlite.memory import MemoryJournal
from tests.server.simulation import (
    ADA,
    BERT,
    CY,
    GUEST,
    ReceivedSnapshots,
    Simulation,
    finished,
    play,
    refusal,
    settled,
    started,
)
from tui.host.pictures import Proposal


async def test_a_private_table_is_seen_by_those_who_know_its_code() -> None:
    """Others neither find it in the lobby nor by name or id; its code is shown at its seats only."""
    stage, bert_sees, cy_sees = Simulation(), ReceivedSnapshots(), ReceivedSnapshots()
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    bert.follow_lobby(bert_sees.see)
    cy.follow_lobby(cy_sees.see)
    table = await ada.open_table("toy", 2, {}, private=True)
    info = stage.lobby.table(table).info("ada")
    assert (info.private, bool(re.fullmatch("[0-9A-Z]{4}-[0-9A-Z]{4}", info.code))) == (True, True)
    for wish in (bert.sit(table), bert.join(info.name), bert.join(table), bert.watch(info.name)):
        assert (await refusal(wish)).code == "no-table"
    with pytest.raises(Refused, match="no-table"):
        bert.follow_table(table, bert_sees.see)
    assert await bert.join(info.code.replace("-", "").lower()) == table
    assert await cy.watch(info.code) == table
    await stage.time.pass_by(1)
    (bert_info,), (cy_info,) = bert_sees.last.tables, cy_sees.last.tables
    assert (bert_info.your_seat, bert_info.code) == (2, info.code)
    assert (cy_info.your_seat, cy_info.code, cy_info.private) == (None, "", True)
    cy.follow_table(table, cy_sees.see)
    assert cy_sees.last.info.watching == 1


async def test_a_private_table_survives_with_its_code() -> None:
    """Who sits there still sees it after a restart, everybody else needs the code again."""
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await ada.open_table("toy", 2, {}, private=True)
    code = stage.lobby.table(table).opening.code
    await bert.watch(code)
    again = await stage.restarted()
    assert again.lobby.table(table).info("ada").code == code
    assert (await refusal(again.port(BERT).join(table))).code == "no-table"
    assert await again.port(BERT).join(code) == table


async def test_codes_of_tables_cannot_be_guessed_by_trying() -> None:
    """Ten wrong names or codes in ten minutes, then none is taken."""
    stage = Simulation()
    table = await stage.port(ADA).open_table("toy", 2, {}, private=True)
    bert = stage.port(BERT)
    for number in range(10):
        assert (await refusal(bert.join(f"0000-000{number}"))).code == "no-table"
    assert (await refusal(bert.join(stage.lobby.table(table).opening.code))).code == "too-many-tries"


async def test_joining_sits_down_where_that_is_possible() -> None:
    """By id or name in any case; where every seat is taken one may look on."""
    stage, eyes = Simulation(), ReceivedSnapshots()
    ada, bert, cy = (stage.port(player) for player in (ADA, BERT, CY))
    table = await ada.open_table("toy", 2, {})
    name = stage.lobby.table(table).opening.name
    assert await bert.join(name.lower()) == table
    assert await cy.join(table.upper()) == table
    assert stage.lobby.table(table).state.players == ("ada", "bert")
    assert await bert.join(name) == table, "nothing changes"
    cy.follow_table(table, eyes.see)
    assert (eyes.last.seat, eyes.last.info.watching) == (None, 1)
    assert (await refusal(cy.join("PLUM-999"))).code == "no-table"


async def test_the_owner_sends_others_away_before_the_start() -> None:
    """A player who was sent away cannot sit there again, also after a restart; bots can come back."""
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await ada.open_table("toy", 3, {})
    await bert.sit(table)
    await ada.add_bot(table, "first")
    assert (await refusal(bert.kick(table, 1))).code == "not-owner"
    await ada.kick(table, 2)
    await ada.kick(table, 3)
    assert stage.lobby.table(table).state.players == ("ada",)
    assert (await refusal(bert.sit(table))).code == "kicked"
    again = await stage.restarted()
    assert (await refusal(again.port(BERT).sit(table))).code == "kicked"
    await again.port(ADA).add_bot(table, "first")


@pytest.mark.parametrize(
    ("seat", "code"), [(0, "no-such-seat"), (3, "no-such-seat"), (1, "own-seat"), (2, "seat-empty")]
)
async def test_who_cannot_be_sent_away(seat: int, code: str) -> None:
    """Seats that are not there, the own one, and nobody."""
    stage = Simulation()
    ada = stage.port(ADA)
    table = await ada.open_table("toy", 2, {})
    assert (await refusal(ada.kick(table, seat))).code == code


async def test_nobody_is_sent_away_from_a_game() -> None:
    """Once it runs, seats belong to their players."""
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await started(stage, ada, bert)
    assert (await refusal(ada.kick(table, 2))).code == "table-running"


async def test_while_the_owner_is_gone_the_next_player_acts() -> None:
    """After some time away the rights are the next one's, and the owner's again once back."""
    stage, eyes = Simulation(), ReceivedSnapshots()
    ada, away = stage.enter(ADA)
    bert, _ = stage.enter(BERT)
    table = await ada.open_table("toy", 2, {})
    await bert.sit(table)
    bert.follow_table(table, eyes.see)
    away()
    await stage.time.pass_by(119)
    assert ((await refusal(bert.start(table))).code, eyes.last.info.yours) == ("not-owner", False)
    await stage.time.pass_by(1)
    assert eyes.last.info.yours
    stage.enter(ADA)
    assert not eyes.last.info.yours
    assert (await refusal(bert.start(table))).code == "not-owner"
    await ada.start(table)


async def test_a_table_nobody_comes_to_is_closed() -> None:
    """An hour after its last player left, also if the host was restarted meanwhile."""
    stage = Simulation()
    ada, away = stage.enter(ADA)
    table = await ada.open_table("toy", 2, {})
    away()
    await stage.time.pass_by(3599)
    assert stage.lobby.table(table)
    again = await stage.restarted(after=99_999)
    await again.time.pass_by(3599)
    assert again.lobby.table(table)
    await again.time.pass_by(1)
    with pytest.raises(Refused, match="no-table"):
        again.lobby.table(table)


async def test_a_draining_host_opens_nothing() -> None:
    """No tables, no starts, no rematches; what runs goes on; the lobby says so."""
    stage, eyes = Simulation(), ReceivedSnapshots()
    ada, bert = stage.port(ADA), stage.port(BERT)
    over = await finished(stage, ada, bert)
    running, waiting = await started(stage, ada, bert), await ada.open_table("toy", 2, {})
    await bert.sit(waiting)
    stage.lobby.broadcaster.drain(on=True)
    ada.follow_lobby(eyes.see)
    assert eyes.last.draining
    for wish in (ada.open_table("toy", 2, {}), ada.start(waiting), ada.rematch(over)):
        assert (await refusal(wish)).code == "draining"
    await play(stage, running, ada, bert)
    stage.lobby.broadcaster.drain(on=False)
    await ada.start(waiting)


async def test_everybody_reads_what_the_host_announces() -> None:
    """In the lobby and at tables, those who come later, too."""
    stage, lobby, news = Simulation(), ReceivedSnapshots(), ReceivedSnapshots()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await ada.open_table("toy", 2, {})
    ada.follow_table(table, news.see)
    bert.follow_lobby(lobby.see)
    stage.lobby.announce("We close at ten.")
    await stage.time.pass_by(1)
    assert (news.last.notice, lobby.last.notice) == ("We close at ten.",) * 2
    ada.follow_lobby(lobby.see)
    assert lobby.last.notice == "We close at ten."


# Playing again


async def test_a_rematch_has_the_same_seats() -> None:
    """Who asks first opens it; players find their seats kept, bots sit already."""
    stage, eyes, cy_sees = Simulation(), ReceivedSnapshots(), ReceivedSnapshots()
    ada, bert, cy = (stage.port(player) for player in (ADA, BERT, CY))
    table = await ada.open_table("toy", 4, {"goal": "1"}, clock="5m")
    await bert.sit(table)
    await ada.add_bot(table, "first")
    await ada.add_bot(table, "first")
    bots = stage.lobby.table(table).state.holders[2:]
    ada.follow_table(table, eyes.see)
    await ada.start(table)
    await ada.concede(table)
    await bert.concede(table)
    await settled()
    assert eyes.last.info.stage == "over"
    again = await bert.rematch(table)
    await stage.time.pass_by(1)
    assert eyes.last.info.proposals == (Proposal("rematch", (2,), again),)
    opened = stage.lobby.table(again)
    assert (opened.opening.options, opened.opening.clock) == ({"goal": 1}, "5m")
    assert opened.state.holders[2:] == bots
    assert opened.info("cy").seats[0].kept_for == "Ada"
    assert (await refusal(cy.sit(again))).code == "seats-kept"
    assert (await refusal(bert.start(again))).code == "seats-empty"
    assert await ada.rematch(table) == again
    assert opened.state.players == ("ada", "bert")
    assert eyes.last.info.proposals == (Proposal("rematch", (1, 2), again),)
    assert (await refusal(cy.rematch(table))).code == "not-seated"
    await bert.start(again)
    cy.follow_table(again, cy_sees.see)


async def test_a_rematch_against_bots_begins_at_once() -> None:
    """Nobody else is to come."""
    stage = Simulation()
    ada = stage.port(ADA)
    table = await ada.open_table("toy", 2, {"goal": "1"})
    await ada.add_bot(table, "first")
    await ada.start(table)
    await ada.concede(table)
    await settled()
    again = stage.lobby.table(await ada.rematch(table))
    assert again.state.stage != "open"


async def test_a_kept_seat_can_be_given_away() -> None:
    """The owner frees it; kept seats survive a restart."""
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    again = await ada.rematch(await finished(stage, ada, bert))
    stage = await stage.restarted()
    ada, cy = stage.port(ADA), stage.port(CY)
    assert (await refusal(cy.sit(again))).code == "seats-kept"
    await ada.kick(again, 2)
    assert await cy.sit(again) == 2
    await cy.leave(again)
    assert await stage.port(BERT).sit(again) == 2, "he was not sent away himself"


async def test_a_rematch_is_possible_long_after() -> None:
    """From the list of finished games, when the table is no longer there; a private one is private."""
    stage = Simulation()
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await finished(stage, ada, bert, private=True)
    with pytest.raises(Refused, match="no-table"):
        stage.lobby.table(table)
    again = await (await stage.restarted()).port(BERT).rematch(table)
    stage = await stage.restarted()
    opening = stage.lobby.table(again).opening
    assert (opening.private, opening.rematch_of) == (True, table)
    assert await stage.port(ADA).join(again) == again
    assert stage.lobby.table(again).state.players == ("ada", "bert")
    assert (await refusal(stage.port(ADA).rematch(again))).code == "table-open"
    assert (await refusal(stage.port(ADA).rematch("nowhere"))).code == "no-table"


async def test_a_rematch_needs_room_like_any_table() -> None:
    """Limits hold for those who play again, too."""
    stage = Simulation(limits=Limits(own_tables=1))
    ada, bert = stage.port(ADA), stage.port(BERT)
    table = await finished(stage, ada, bert)
    await ada.open_table("toy", 2, {})
    assert (await refusal(ada.rematch(table))).code == "too-many-tables"


# Seats of guests


async def test_a_guest_regains_the_seat_with_its_code() -> None:
    """From another session, after a kill -9 as well, and again and again; under the old name."""
    stage = Simulation()
    ada, guest = stage.port(ADA), stage.enter(GUEST)[0]
    table = await started(stage, ada, guest)
    code = await guest.seat_code(table)
    assert re.fullmatch("([0-9A-Z]{4}-){3}[0-9A-Z]{4}", code), "80 bits"
    assert await guest.seat_code(table) == code
    for _ in range(2):
        stage = await stage.restarted()
        back, _ = await stage.come(None, "Somebody-else")
        assert back.home() is None
        assert await back.resume(f" {code.lower()}") == table
        assert back.home() == table
        assert back.name == "Heron-7"
        assert stage.lobby.table(table).state.holders[1].name == "Heron-7"
    assert code not in str(await stage.journal.read(table)), "it is kept as a hash"


async def test_a_guest_may_come_back_as_an_account() -> None:
    """Then the seat is the account's, and the code is void."""
    stage = Simulation()
    ada, guest = stage.port(ADA), stage.port(GUEST)
    table = await started(stage, ada, guest)
    code = await guest.seat_code(table)
    bert = stage.port(BERT)
    assert await bert.resume(code) == table
    assert (bert.home(), guest.home(), bert.name) == (table, None, "Bert")
    assert (await refusal(guest.resume(code))).code == "code-unknown"


async def test_who_comes_back_while_the_other_session_lives_keeps_the_own_name() -> None:
    """Nobody has two names alike in the lobby; the old session looks on."""
    stage, eyes = Simulation(), ReceivedSnapshots()
    ada, (guest, _) = stage.port(ADA), stage.enter(GUEST)
    table = await started(stage, ada, guest)
    guest.follow_table(table, eyes.see)
    back, _ = await stage.come(None, "Wanderer")
    await back.resume(await guest.seat_code(table))
    assert back.name == "Wanderer"
    assert (eyes.last.seat, eyes.last.info.seats[1].name) == (None, "Wanderer")


async def test_nothing_but_the_code_regains_a_guests_seat() -> None:
    """Not the name, not a wrong code, and nobody may try for long; accounts need none."""
    stage = Simulation()
    ada, (guest, leave) = stage.port(ADA), stage.enter(GUEST)
    table = await started(stage, ada, guest)
    code = await guest.seat_code(table)
    assert (await refusal(ada.seat_code(table))).code == "account-seat"
    assert (await refusal(ada.resume(code))).code == "already-seated"
    leave()
    thief, _ = await stage.come(None, "Heron-7")
    assert (thief.name != "Heron-7", thief.home()) == (True, None)
    for _ in range(10):
        assert (await refusal(thief.resume("0000-0000-0000-0000"))).code == "code-unknown"
    assert (await refusal(thief.resume(code))).code == "too-many-tries"


async def test_names_of_the_house_are_names() -> None:
    """Whatever the host calls people can be said to it again."""
    stage = Simulation()
    for _ in range(30):
        guest, _ = await stage.come(None, "")
        assert clean_name(guest.name) == guest.name


class BrieflyUnreadableJournal(MemoryJournal):
    """A journal that cannot be read for a while."""

    broken = False
    failures = 0

    async def read(self, table: str, after: int = 0) -> tuple[Entry, ...]:
        if self.broken:
            self.failures += 1
            raise OSError("no such page")
        return await super().read(table, after)


async def test_a_record_that_cannot_be_read_is_refused_with_a_sentence() -> None:
    """Of a running game and of one that ended; a rematch as well."""
    journal = BrieflyUnreadableJournal()
    stage = Simulation(journal)
    ada, bert = (stage.enter(player)[0] for player in (ADA, BERT))
    running, over = await started(stage, ada, bert), await finished(stage, ada, bert)
    journal.broken = True
    for wish in (ada.record(running), ada.record(over), ada.rematch(over)):
        assert (await refusal(wish)).code == "busy"
    journal.broken = False
    assert (await ada.record(over)).startswith("crownhouse record 2")


async def test_a_table_that_could_not_be_read_is_read_again() -> None:
    """Whoever waits for it gets the picture once the disk can be read, without asking again."""
    journal = BrieflyUnreadableJournal()
    stage = Simulation(journal)
    ada, bert = (stage.enter(player)[0] for player in (ADA, BERT))
    table = await started(stage, ada, bert)
    stage = await stage.restarted()
    ada, sees = stage.enter(ADA)[0], ReceivedSnapshots()
    journal.broken = True
    ada.follow_table(table, sees.see)
    await stage.time.pass_by(60)
    assert 4 <= journal.failures <= 20, "again and again, at growing distances"
    assert not sees
    journal.broken = False
    await stage.time.pass_by(60)
    assert sees.last.info.stage == "running"
    before = journal.failures
    await stage.time.pass_by(600)
    assert journal.failures == before
