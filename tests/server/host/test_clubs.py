"""Clubs as their members see them: who may do what, and that officers cannot vanish."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from server.host.port import HostPort
from server.host.requests.cup_requests import OWN_CUPS
from server.identity.accounts import AccountFacts, Player
from server.results.cups.log import Entrant
from server.results.cups.standing import WHOLE, CupRow, season_rows
from server.results.trophies import IN_TIME, TrophyRow
from server.settings.limits import Limits
from tests.server.simulation import (
    ADA,
    BERT,
    CY,
    FOR_WEEKS,
    GUEST,
    ReceivedSnapshots,
    Simulation,
    killed,
    refusal,
    settled,
)
from tui.host.clubs import (
    INVITED_DAYS,
    MOST_CLUBS,
    MOST_EVENTS,
    MOST_MEMBERS,
    MOST_NOTES,
    OFFICERLESS_DAYS,
    ClubPage,
    ClubRepeats,
)
from tui.host.cups import CupWish
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.pictures import SeatNews

DAY = 86_400.0


class People:
    """A host with three accounts that are here, and Ada's club."""

    def __init__(self) -> None:
        self.stage = Simulation(
            limits=Limits(invitations=999, invitations_per_address=999), timeouts=FOR_WEEKS
        )

    async def come(self) -> People:
        await self.stage.host.open()
        for player in (ADA, BERT, CY):
            await self.stage.accounts.add(Player(player.id, player.name), f"SHA256:{player.id}", 1.0)
        self.ada, self.bert, self.cy = (self.stage.port(player) for player in (ADA, BERT, CY))
        _, self.leave_bert, _ = (self.stage.host.enter(player) for player in (ADA, BERT, CY))
        assert await self.ada.found_club("Kronberg") == "Kronberg"
        return self

    async def with_bert(self) -> People:
        await self.ada.invite_to_club("Bert")
        await self.bert.join_club("kronberg")
        return self

    @property
    def heard(self) -> ReceivedSnapshots:
        """What Bert hears from now on."""
        seen = ReceivedSnapshots()
        self.bert.follow_seats(seen.see)
        return seen


async def roles(port: HostPort) -> dict[str, str]:
    return {one.name: one.role for one in (await port.club("Kronberg")).people}


async def test_a_club_is_joined_by_an_invitation_or_by_a_code_for_one_person() -> None:
    people = await People().come()
    heard = people.heard
    assert (await refusal(people.bert.join_club("Kronberg"))).code == "not-invited"
    await people.ada.invite_to_club("Bert")
    await settled()
    assert heard[-1] == SeatNews("club-invited", "", "Kronberg", "Ada")
    (invitation,) = (await people.bert.clubs()).invitations
    assert (invitation.club, invitation.until) == ("Kronberg", people.stage.time.now + INVITED_DAYS * DAY)
    assert await people.bert.join_club("kronberg") == "Kronberg"
    assert (await people.bert.clubs()).invitations == ()
    assert (await refusal(people.ada.invite_to_club("Bert"))).code == "member-already"
    code = await people.ada.invite_to_club()
    assert await people.cy.join_club(code.lower()) == "Kronberg"
    await people.cy.leave_club()
    assert (await refusal(people.cy.join_club(code))).code == "no-club"
    assert await roles(people.ada) == {"Ada": "founder", "Bert": "member"}


async def test_invitations_lapse() -> None:
    people = await People().come()
    await people.ada.invite_to_club("Bert")
    code = await people.ada.invite_to_club()
    await people.stage.time.pass_by(INVITED_DAYS * DAY)
    assert (await refusal(people.bert.join_club("Kronberg"))).code == "not-invited"
    assert (await refusal(people.cy.join_club(code))).code == "no-club"
    assert (await people.bert.clubs()).invitations == ()


async def test_members_see_the_club_and_others_its_name() -> None:
    people = await (await People().come()).with_bert()
    await people.ada.note_in_club("new players come on the 10th")
    page = await people.bert.club()
    assert (page.name, page.members, page.role, page.season) == ("Kronberg", 2, "member", "1970-Q1")
    assert [(one.name, one.here, one.you) for one in page.people] == [
        ("Ada", True, False),
        ("Bert", True, True),
    ]
    assert [(note.author, note.text) for note in page.notes] == [("Ada", "new players come on the 10th")]
    assert await people.cy.club("KRONBERG") == ClubPage("Kronberg", page.founded, 2)
    guest = people.stage.enter(GUEST)[0]
    assert (await refusal(guest.club("Kronberg"))).code == "no-account"


async def test_officers_alone_invite_remove_and_write() -> None:
    people = await (await People().come()).with_bert()
    for wish in (
        people.bert.invite_to_club("Cyril"),
        people.bert.invite_to_club(),
        people.bert.make_officer("Bert", True),
        people.bert.remove_from_club("Ada"),
        people.bert.note_in_club("hello"),
    ):
        assert (await refusal(wish)).code == "officers-only"
    await people.ada.make_officer("Bert", True)
    await people.bert.note_in_club("hello")
    assert (await refusal(people.bert.remove_from_club("Ada"))).code == "founder-stays"
    assert (await refusal(people.bert.make_officer("Ada", False))).code == "founder-stays"
    assert (await refusal(people.bert.remove_from_club("Cyril"))).code == "no-member"
    await people.ada.remove_from_club("Bert")
    assert await roles(people.ada) == {"Ada": "founder"}
    assert (await people.ada.club()).notes[0].author == ""


async def test_the_last_officer_names_another_one_and_the_last_member_ends_the_club() -> None:
    people = await (await People().come()).with_bert()
    assert (await refusal(people.ada.leave_club())).code == "last-officer"
    await people.ada.make_officer("Bert", True)
    assert await people.ada.leave_club() == "Kronberg"
    assert (await refusal(people.bert.make_officer("Bert", False))).code == "last-officer"
    await people.bert.leave_club()
    assert (await refusal(people.bert.club("Kronberg"))).code == "no-club"
    await people.cy.found_club("Kronberg")


async def test_after_ninety_days_without_an_officer_the_oldest_member_is_one() -> None:
    people = await (await People().come()).with_bert()
    code = await people.ada.invite_to_club()
    await people.stage.time.pass_by(1)
    await people.cy.join_club(code)
    await people.stage.stores.trophies.write("t1", [TrophyRow("ada", "trap", "t1", 1, 1.0)])
    await people.ada.forget_me()
    assert not await people.stage.stores.trophies.every()
    assert await roles(people.cy) == {"Bert": "member", "Cyril": "member"}
    await people.stage.time.pass_by(OFFICERLESS_DAYS * DAY - 1)
    assert await roles(people.cy) == {"Bert": "member", "Cyril": "member"}
    await people.stage.time.pass_by(1)
    assert await roles(people.cy) == {"Bert": "officer", "Cyril": "member"}


async def test_the_first_note_of_a_day_is_told_to_all_members() -> None:
    people = await (await People().come()).with_bert()
    heard = people.heard
    for text in ("one", "two"):
        await people.ada.note_in_club(text)
        await settled()
    await people.stage.time.pass_by(DAY)
    await people.ada.note_in_club("three")
    await settled()
    assert [one.text for one in heard if one.kind == "club-note"] == ["one", "three"]
    for number in range(MOST_NOTES):
        await people.stage.time.pass_by(11)
        await people.ada.note_in_club(f"note {number}")
    assert len((await people.ada.club()).notes) == MOST_NOTES


async def test_clubs_and_members_are_limited() -> None:
    people = await People().come()
    for number in range(1, MOST_CLUBS):
        await people.ada.found_club(f"Club-{'abc'[number]}")
    assert (await refusal(people.ada.found_club("Club-x"))).code == "too-many-clubs"
    assert (await refusal(people.bert.found_club("kr0nberg"))).code == "club-name-taken"
    assert (await refusal(people.ada.club())).params == {"clubs": "Kronberg, Club-b, Club-c"}
    clubs = people.stage.stores.clubs
    ((club, _), *_) = await clubs.of("ada")
    for number in range(1, MOST_MEMBERS):
        await clubs.invite(club.id, f"a{number}", f"code {number}", 0.0)
        assert await clubs.join(club.id, f"a{number}", "", 0.0) == "joined"
    await people.ada.invite_to_club("Bert", "Kronberg")
    assert (await refusal(people.bert.join_club("Kronberg"))).code == "club-full"


async def test_a_club_has_what_members_got_while_they_were_members() -> None:
    people = await (await People().come()).with_bert()
    now, trophies = people.stage.time.now, people.stage.stores.trophies

    async def give(account: str, table: str, ended: float) -> None:
        row = TrophyRow(account, "trap", table, 1, ended)
        await trophies.write(table, [row, row._replace(trophy=IN_TIME)])

    await give("bert", "before", now - 1)
    await give("bert", "t1", now + 1)
    for table in ("t2", "t3"):
        await give("ada", table, now + 2)
    await give("cy", "t4", now + 2)
    await people.stage.time.pass_by(5)
    (honour,) = (await people.ada.club()).honours
    assert (honour.first, honour.first_at, honour.most, honour.times) == ("Bert", now + 1, "Ada", 2)
    await people.bert.leave_club()
    (honour,) = (await people.ada.club()).honours
    assert (honour.first, honour.most) == ("", "Ada")
    await people.ada.invite_to_club("Bert")
    await people.bert.join_club("Kronberg")
    await people.ada.set(PROFILE_SETTING, HIDDEN)
    (honour,) = (await people.bert.club()).honours
    assert (honour.first, honour.most, honour.times) == ("Bert", "Bert", 1)
    assert replace(honour, most="Ada", times=2) == (await people.ada.club()).honours[0]


EVENING = CupWish(game="toy", starts="", rounds=2)


async def with_a_calendar(every: ClubRepeats = "week", text: str = "Thursday") -> People:
    """An evening in seven days less two hours, for which a cup is opened."""
    people = await (await People().come()).with_bert()
    page = await people.ada.plan_in_club(f"+{7 * 24 - 2}h", text, every, EVENING)
    assert [(one.number, one.text, one.game, one.cup) for one in page.calendar] == [(1, text, "toy", "")]
    return people


@pytest.mark.parametrize(
    ("zone", "told"),
    [("", "22:01 (UTC)"), ("Asia/Kolkata", "03:31 (Asia/Kolkata)"), ("Mars/Base", "22:01 (UTC)")],
)
async def test_of_an_evening_without_a_text_its_time_is_told(zone: str, told: str) -> None:
    """In the zone of whoever reads it, or of whoever planned it."""
    people = await with_a_calendar(text="")
    heard = people.heard
    await people.stage.stores.accounts.set("bert", "zone", zone)
    await people.stage.time.pass_by(6 * DAY)
    assert [one.text.partition(" ")[2] for one in heard if one.kind == "club-event"] == [told]


async def test_whoever_planned_evenings_opens_as_many_cups_as_others() -> None:
    people = await with_a_calendar()
    await people.stage.time.pass_by(DAY)
    for number in range(OWN_CUPS):
        assert len(await people.ada.cups()) == 1 + number
        await people.ada.open_cup(replace(EVENING, starts="+20d"))


async def test_an_evening_that_repeats_opens_its_cups_and_reminds_once() -> None:
    people = await with_a_calendar()
    heard = people.heard
    await people.stage.time.pass_by(DAY)
    (cup,) = await people.bert.cups()
    assert (cup.id, cup.club, cup.owner, cup.rounds) == ("toy-1", "Kronberg", "Ada", 2)
    await people.bert.change_cup(cup.id, "enter")
    (one,) = (await people.bert.club()).calendar
    assert (one.cup, one.entrants, one.entered) == ("toy-1", 1, True)
    await people.stage.time.pass_by(5 * DAY)
    (told,) = (one for one in heard if one.kind == "club-event")
    assert (told.name, told.who) == ("Kronberg", "toy-1")
    assert told.text.endswith("(UTC), Thursday")
    first = one.starts
    await people.stage.time.pass_by(DAY + 2 * 3600.0)
    (one,) = (await people.bert.club()).calendar
    assert one.starts == first + 7 * DAY
    await people.stage.time.pass_by(7 * DAY)
    assert {one.id for one in await people.bert.cups()} == {"toy-1", "toy-2"}
    assert [one.who for one in heard if one.kind == "club-event"] == ["toy-1", "toy-2"]


async def test_a_host_that_is_killed_at_any_write_opens_one_cup_and_tells_each_member_once() -> None:
    for killed_after in range(6):
        people = await with_a_calendar("")
        stores = people.stage.stores
        end = people.stage.time.now + 6 * DAY - 2 * 3600.0  # then all are told
        parts = ((stores.cups, "open"), (stores.clubs, "note_told"), (stores.people, "put"))
        with killed(killed_after, *parts) as has_failed:
            while not has_failed() and people.stage.time.now < end:
                await people.stage.time.pass_by(3600.0)
        again = await people.stage.restarted(1.0, timeouts=FOR_WEEKS)
        for player in (ADA, BERT):
            again.enter(player)
        await again.time.pass_by(end + 120.0 - again.time.now)
        assert await stores.cups.ids() == ("toy-1",)
        for account in ("ada", "bert"):
            told = [one.kind for one in await stores.people.waiting(account)]
            assert told.count("club-event") == 1
        await again.host.close()


async def test_a_host_that_was_away_opens_no_cup_of_the_past() -> None:
    people = await with_a_calendar()
    again = await people.stage.restarted(20 * DAY)
    await settled()
    (one,) = await people.stage.stores.clubs.calendar((await people.stage.stores.clubs.of("ada"))[0][0].id)
    assert again.time.now < one.starts < again.time.now + 7 * DAY
    assert one.cup == "toy-1"
    assert await people.stage.stores.cups.ids() == ("toy-1",)
    await again.host.close()


async def test_members_who_have_not_played_yet_are_told_of_an_evening_after_a_restart() -> None:
    people = await with_a_calendar()
    again = await people.stage.restarted(5 * DAY, timeouts=FOR_WEEKS)
    await again.time.pass_by(DAY)
    for account in ("ada", "bert"):
        told = [one.name for one in await people.stage.stores.people.waiting(account)]
        assert "toy-1" in told
    await again.host.close()


async def test_members_are_not_called_to_a_cup_that_was_called_off() -> None:
    people = await with_a_calendar()
    heard = people.heard
    await people.stage.time.pass_by(DAY)
    await people.ada.change_cup("toy-1", "end")
    assert [one.cup for one in (await people.bert.club()).calendar] == [""]
    await people.stage.time.pass_by(5 * DAY)
    assert [one.who for one in heard if one.kind == "club-event"] == [""]


async def test_a_club_goes_with_its_last_member_and_its_calendar_with_it() -> None:
    people = await with_a_calendar()
    stores = people.stage.stores
    ((club, _),) = await stores.clubs.of("ada")
    await people.bert.forget_me()
    assert await stores.clubs.named(club.id)
    await people.ada.forget_me()
    assert await stores.clubs.named(club.id) is None
    await people.stage.time.pass_by(DAY)
    assert await stores.cups.ids() == ()


async def test_what_waits_of_one_club_stays_when_another_one_calls() -> None:
    people = await People().come()
    await people.ada.found_club("Falkenstein")
    people.leave_bert()
    for club in ("Kronberg", "Falkenstein", "Kronberg"):
        await people.ada.invite_to_club("Bert", club)
    waiting = await people.stage.stores.people.waiting("bert")
    assert sorted(one.table for one in waiting) == ["Falkenstein", "Kronberg"]


async def test_officers_take_an_evening_out_or_only_its_next_time() -> None:
    people = await with_a_calendar()
    assert (await refusal(people.bert.unplan_in_club(1))).code == "officers-only"
    assert (await refusal(people.bert.plan_in_club("+1d", "x"))).code == "officers-only"
    assert (await refusal(people.ada.unplan_in_club(2))).code == "no-calendar-entry"
    assert (await refusal(people.ada.plan_in_club("+1d", " "))).code == "line-empty"
    assert (await refusal(people.ada.plan_in_club("+1d", "x" * 61))).params == {"most": 60}
    wish = CupWish(game="chess", starts="")
    assert (await refusal(people.ada.plan_in_club("+1d", "x", "", wish))).code == "unknown-game"
    await people.stage.time.pass_by(DAY)
    (before,) = (await people.ada.club()).calendar
    (after,) = (await people.ada.unplan_in_club(1, once=True)).calendar
    assert (after.starts, after.cup) == (before.starts + 7 * DAY, "")
    assert [one.state for one in await people.ada.cups()] == ["cancelled"]
    assert (await people.ada.unplan_in_club(1)).calendar == ()
    for number in range(MOST_EVENTS):
        await people.ada.plan_in_club("+9d", f"evening {number}")
    assert (await refusal(people.ada.plan_in_club("+9d", "one more"))).code == "calendar-full"


async def test_the_evenings_of_who_has_left_go_on_under_an_officer() -> None:
    people = await with_a_calendar()
    await people.ada.make_officer("Bert", True)
    await people.ada.leave_club()
    await people.stage.time.pass_by(DAY)
    assert [one.owner for one in await people.bert.cups()] == ["Bert"]


def test_the_eight_best_evenings_of_a_season_count() -> None:
    """Nine of Ada's, of which the last was worth least; Bert has one."""
    ada, bert = Entrant(1, "ada", "Ada", 0), Entrant(2, "bert", "Bert", 0)
    evenings = [[CupRow(ada, 1, score * WHOLE, 0, 0)] for score in range(9, 0, -1)]
    evenings[0].append(CupRow(bert, 2, 44 * WHOLE, 0, 0))
    rows = list(season_rows(evenings, {"bert": AccountFacts("Bert", 0.0)}, "ada"))
    assert [(row.place, row.name, row.score, row.evenings, row.you) for row in rows] == [
        (1, "", 44, 9, True), (1, "Bert", 44, 1, False)
    ]  # fmt: skip
