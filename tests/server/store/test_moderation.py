"""What is stored of moderation, the same on every store."""

from __future__ import annotations

import asyncio

import pytest
from msgspec.structs import replace

from server.identity.accounts import Player
from server.identity.bans import AccessBan
from server.people.audit import FORGOTTEN, AuditEntry
from server.people.cases import case
from server.people.letters import StoredLetter, read
from server.people.reports import (
    Decision,
    ReportedLine,
    ReportedTable,
    StoredComplaint,
    StoredReport,
    without,
)
from server.store.moderation import Expiry, ModerationStore, Verdicts
from tests.server.stores import Stores
from tui.host.pictures import ChatLine, HostLine
from tui.language.moderation_words import case_lines, summary
from tui.language.moderation_words import letter as said
from tui.language.texts import Texts

ADA, BERT, CY = Player("ada", "Ada"), Player("bert", "Bert"), Player("cy", "Cyril")


@pytest.fixture
def store(stores: Stores) -> ModerationStore:
    return stores.moderation


SENT_AWAY = HostLine("kicked", {"player": "Ada"})


def report(number: int = 1, who: Player = ADA, time: float = 10.0, table: str = "") -> StoredReport:
    """A report of Bert."""
    return StoredReport(
        id=f"R{number}", about=BERT.id, name=BERT.name, kind="conduct",
        complaints=(StoredComplaint(who.id, who.name, f"rude {number}", time),),
        talk=(ReportedLine(BERT.id, ChatLine("Bert", f"you {number}", time, host=SENT_AWAY)),),
        table=ReportedTable(table, "KIWI-7", "court") if table else None,
    )  # fmt: skip


def letter(number: int = 1, **fields: object) -> StoredLetter:
    """A mute of Bert."""
    return replace(
        StoredLetter(id=f"L{number}", player=BERT.id, name="Bert", kind="mute", time=20.0, until=80.0),
        **fields,
    )


def decided(one: StoredReport, by: Player = CY) -> Verdicts:
    decision = Decision("mute", by.id, by.name, "insults", 20.0, 80.0)
    entry = AuditEntry(
        id=f"A{one.id}", time=20.0, by=by.name, what="mute", about="Bert", players=(by.id, BERT.id)
    )
    return Verdicts(report=replace(one, decision=decision), letters=(letter(),), audit=entry)


async def test_a_letter_of_a_newer_version_is_read_in_plain_words_and_left_as_it_is(
    store: ModerationStore,
) -> None:
    """It is there beside the others, its player reads what it says, and it is stored again as it was."""
    knighted = letter(2, kind="knighted", time=21.0, until=None, reason="Bert is a knight now")
    await store.put_letters([letter(), knighted])
    both = await store.letters(BERT.id)
    assert both == [letter(), knighted]
    assert (
        said(Texts(), both[1].shown()) == "A letter from a newer version of this host: Bert is a knight now"
    )
    await store.put_letters([read(one) for one in both])
    assert [one.kind for one in await store.letters(BERT.id)] == ["mute", "knighted"]


async def test_a_report_of_a_newer_version_is_listed_in_its_own_words_and_left_as_it_is(
    store: ModerationStore,
) -> None:
    """As is what was decided of its player before; it is stored again as it was."""
    judged = decided(report(1))
    assert judged.report.decision
    knighted = replace(judged.report, decision=replace(judged.report.decision, verdict="knight"))
    await store.report(report(1))
    await store.decide(replace(judged, report=knighted))
    await store.report(replace(report(2), kind="gambling"))
    before, waits = sorted(await store.reports(), key=lambda one: one.is_open)
    shown = case(waits, [before, waits], [], [])
    assert "Bert: gambling, lobby" in summary(Texts(), shown)
    assert any("knight" in text for _, text in case_lines(Texts(), shown))
    assert (waits.kind, before.decision) == ("gambling", knighted.decision)


async def test_reports_of_one_thing_are_joined(store: ModerationStore) -> None:
    """Also when they come at once; who complains twice is heard once; another place is another thing."""
    await asyncio.gather(store.report(report(1)), store.report(report(2, CY, 11.0)))
    await store.report(report(3, CY, 12.0))
    await store.report(report(4, CY, 13.0, table="t1"))
    joined, other = sorted(await store.reports(), key=lambda one: one.table is not None)
    assert {one.text for one in joined.complaints} == {"rude 1", "rude 3"}
    assert [said.line.text for said in joined.talk] == ["you 1", "you 2", "you 3"]
    assert other.table == ReportedTable("t1", "KIWI-7", "court")


async def test_a_crowd_pushes_nobody_out_of_a_report(store: ModerationStore) -> None:
    """The first complaints and lines are kept, and the last ones."""
    for number in range(150):
        await store.report(report(number, Player(f"p{number}", f"P{number}"), float(number)))
    (one,) = await store.reports()
    assert [said.text for said in one.complaints] == [f"rude {n}" for n in (*range(10), *range(140, 150))]
    assert [said.line.text for said in one.talk] == [f"you {n}" for n in (*range(50), *range(100, 150))]


async def test_a_report_is_decided_once(store: ModerationStore, stores: Stores) -> None:
    """With its letter, its ban and its entry in the audit log; a second decision changes nothing."""
    await store.report(report())
    ban = AccessBan(BERT.id, "Bert", 20.0, 80.0, reason="insults")
    assert await store.decide(replace(decided(report()), ban=ban))
    second = replace(decided(report(), ADA), letters=(letter(2),))
    assert not await store.decide(second)
    assert not await store.decide(decided(report(9)))
    assert [one.id for one in await store.letters(BERT.id)] == ["L1"]
    assert await stores.bans.all() == (ban,)
    assert [one.by for one in await store.audit(10)] == ["Cyril"]
    standing = await store.standing(30.0)
    assert ([one.id for one in standing.mutes], standing.unread, standing.reported) == (["L1"], {"bert"}, ())
    assert (await store.standing(90.0)).mutes == ()


async def test_a_decided_report_is_joined_by_nothing(store: ModerationStore) -> None:
    await store.report(report())
    await store.decide(decided(report()))
    await store.report(report(2))
    assert [one.is_open for one in await store.reports()] == [False, True]


async def test_moderators_go_with_their_accounts(store: ModerationStore, stores: Stores) -> None:
    await stores.accounts.add(CY, "SHA256:cy", 1.0)
    await store.set_moderator(CY, 5.0)
    assert (await store.standing(9.0)).moderators == {"cy": "Cyril"}
    await store.set_moderator(CY, None)
    assert (await store.standing(9.0)).moderators == {}
    await store.set_moderator(CY, 5.0)
    await store.forget(CY.id)
    assert (await store.standing(9.0)).moderators == {}


async def test_who_is_forgotten_leaves_no_name(store: ModerationStore) -> None:
    """A complaint goes with its author, a report with whom it is about; the audit log keeps what was done."""
    await store.report(report(1))
    await store.report(report(2, CY, 11.0))
    await store.decide(decided(await store.report(report(3, CY, 12.0))))
    await store.forget(ADA.id)
    (left,) = await store.reports()
    assert [one.who for one in left.complaints] == ["cy"]
    await store.forget(CY.id)
    assert not await store.reports()
    await store.forget(BERT.id)
    assert not await store.letters(BERT.id)
    (entry,) = await store.audit(10)
    assert (entry.by, entry.about, entry.what) == (FORGOTTEN, FORGOTTEN, "mute")


async def test_what_is_old_is_deleted(store: ModerationStore) -> None:
    """Reports, letters that were read, addresses of guests, audit entries; never a mute that holds."""
    await store.report(replace(report(1, time=10.0), address="192.0.2.1"))
    await store.report(replace(report(2, time=50.0, table="t1"), address="192.0.2.1"))
    await store.put_letters(
        (letter(1, unread=False, until=30.0), letter(2, unread=False, until=900.0), letter(3, until=30.0))
    )
    await store.note(AuditEntry(id="1", time=10.0, by="operator", what="kick"))
    await store.note(AuditEntry(id="2", time=50.0, by="operator", what="ban"))
    await store.expire(Expiry(reports=40.0, addresses=60.0, audit=40.0))
    (left,) = await store.reports()
    assert (left.id, left.address) == ("R2", "")
    assert [one.id for one in await store.letters(BERT.id)] == ["L2", "L3"]
    assert [one.what for one in await store.audit(9)] == ["ban"]


async def test_what_others_decided_or_nobody_yet_keeps_its_author(store: ModerationStore) -> None:
    """Who is forgotten takes only their own words and their own name along."""
    await store.report(report(1))
    await store.report(report(2, CY, 11.0))
    undecided, *_ = await store.reports()
    left = without(undecided, ADA.id)
    assert left is not None
    assert (left.decision, [one.who for one in left.complaints]) == (None, [CY.id])
    by_dora = replace(undecided, decision=Decision("mute", "dora", "Dora", "insults", 20.0, 80.0))
    left = without(by_dora, ADA.id)
    assert left is not None
    assert left.decision == by_dora.decision
    left = without(by_dora, "dora")
    assert left is not None
    assert left.decision == replace(by_dora.decision, by="", name="")
