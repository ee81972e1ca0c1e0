"""Reports, decisions and lost keys on a whole host."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence

import pytest
from msgspec import to_builtins

from engine.game import Refused
from server.host.port import HostPort
from server.identity.accounts import Player
from server.identity.bans import DAY
from server.people.audit import AuditEntry
from server.settings.conduct import ConductTexts
from server.table.chat import EVERYTHING
from tests.server.simulation import (
    ADA,
    BERT,
    CY,
    GUEST,
    ReceivedSnapshots,
    Simulation,
    refusal,
    settled,
    started,
)
from tui.actions.action import Place
from tui.actions.moderation import ACTIONS
from tui.actions.typed_words import read
from tui.host.moderation import Verdict, Waiting
from tui.host.pictures import SeatNews
from tui.language.moderation_words import case_lines, summary
from tui.language.texts import texts_in
from tui.presenters.game_refusals import any_refusal_text

HERE = "192.0.2.7"
NOT_FOR_MODERATORS = {"conduct", "accept_conduct", "report", "letters", "answer"}


@pytest.fixture
async def stage() -> AsyncIterator[Simulation]:
    """Ada, Bert and Cyril have accounts; Cyril is a moderator."""
    stage = Simulation()
    await stage.host.open()
    for player in (ADA, BERT, CY):
        await stage.accounts.add(Player(player.id, player.name), f"SHA256:{player.id}", 1.0)
    await stage.host.moderation.set_moderator(CY, True)
    yield stage
    await stage.host.close()


async def in_queue(port: HostPort) -> str:
    """The id of the only open report."""
    (case,) = await port.reports()
    return case.id


async def test_a_report_takes_along_what_its_author_could_read(stage: Simulation) -> None:
    """Not what was said before they ignored somebody, nor where they are not."""
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    table = await started(stage, ada, bert)
    await bert.say(None, "in the lobby")
    await bert.say(table, "you cheat")
    await ada.say(table, "I do not")
    await cy.say(table, "what a game")
    await ada.ignore("Cyril", True)
    await ada.report("bert", "insults me", "conduct", table)
    (case,) = await cy.reports()
    assert (case.about, case.table, case.seats, case.guest) == ("Bert", table, ("Ada", "Bert"), False)
    assert case.position == 0  # as `look` counts: nothing was played yet
    assert [line.text for line in case.talk] == ["you cheat", "I do not"]
    assert [(one.name, one.text) for one in case.complaints] == [("Ada", "insults me")]
    assert (await refusal(ada.reports())).code == "not-moderator"


async def test_what_is_stored_of_reported_talk_has_no_address(stage: Simulation) -> None:
    """A report may be kept for longer than one: from the lobby, a table, or between the two."""
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    table = await started(stage, ada, bert)
    await bert.follow("Ada", True)
    await bert.say(None, "you are at 192.0.2.7:22")
    await ada.follow("Bert", True)
    await bert.tell("Ada", "[2001:db8::7] is you")
    await bert.say(table, "I know 192.0.2.7")
    await ada.report("Bert", "knows 192.0.2.7")
    await ada.report("Bert", "tells it", "conduct", table)
    told = {line.text for case in await cy.reports() for line in case.talk}
    assert told == {"you are at (address):22", "[(address)] is you", "I know (address)"}


async def test_who_can_be_reported(stage: Simulation) -> None:
    """Somebody else, also who has left; with words; a few times an hour."""
    ada, bert = stage.enter(ADA)[0], stage.enter(BERT)
    bert[1]()
    assert (await refusal(ada.report("Ada", "me"))).code == "report-self"
    assert (await refusal(ada.report("Nobody", "who"))).code == "nobody-called"
    for asked in (
        ada.report("amber 2", "cheats"),
        ada.tell("Amber", "hi"),
        ada.ignore("Amber", True),
    ):
        assert any_refusal_text(texts_in(), await refusal(asked)).endswith(" is a bot, and no player.")
    assert (await refusal(ada.report("Bert", " "))).code == "line-empty"
    assert (await refusal(ada.report("Bert", "x" * 401))).code == "line-long"
    for number in range(5):
        await ada.report("Bert", f"rude {number}")
    assert (await refusal(ada.report("Bert", "rude", "name"))).code == "too-many-reports"
    assert stage.host.moderation.standing.reported == (BERT.id,)


async def test_a_mute_is_told_holds_ends_and_is_answered(stage: Simulation) -> None:
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    heard: list[Waiting] = []
    bert.follow_waiting(lambda: heard.append(bert.waiting()))
    await ada.report("Bert", "insults")
    assert cy.waiting() == Waiting(reports=1)
    assert await cy.judge((await in_queue(cy))[:4].lower(), "mute", "insults", 60) == ("Bert", True)
    assert heard[-1] == Waiting(letter=True)
    said = await refusal(bert.say(None, "hello"))
    assert (said.code, said.params["minutes"]) == ("muted", 60)
    assert (await refusal(bert.tell("Ada", "hello"))).code == "muted"
    (letter,) = await bert.letters()
    assert (letter.kind, letter.reason, letter.can_answer) == ("mute", "insults", True)
    assert bert.waiting() == Waiting()
    await bert.answer_letter("I was quoting")
    assert (await refusal(bert.answer_letter("and more"))).code == "nothing-to-answer"
    (case,) = await cy.reports()
    assert (case.kind, case.about, case.letter and case.letter.answer) == ("answer", "Bert", "I was quoting")
    await stage.host.moderation.judge_for_operator(case.id, "lift", "fair enough", None)
    await bert.say(None, "thank you")
    assert [one.kind for one in await bert.letters()] == ["mute", "lifted"]


async def test_what_an_operator_takes_back_has_no_answer_left_to_decide(stage: Simulation) -> None:
    """Of the player whose mute it was; another one's stays."""
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    for name, port in (("Bert", ada), ("Ada", bert)):
        await port.report(name, "insults")
        await cy.judge(await in_queue(cy), "mute", "insults", 60)
    for port in (ada, bert):
        await port.letters()
        await port.answer_letter("I was quoting")
    assert await stage.host.moderation.unmute(BERT, "fair enough")
    (case,) = await cy.reports()
    assert (case.about, cy.waiting().reports) == ("Ada", 1)
    assert [one.kind for one in await bert.letters()] == ["mute", "lifted", "acted"]
    (taken_back,) = [one for one in await stage.host.moderation.store.audit(9) if one.what == "lift"]
    assert (taken_back.about, taken_back.text) == ("Bert", "fair enough")


async def test_a_mute_ends_by_itself_and_survives_a_restart(stage: Simulation) -> None:
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    await ada.report("Bert", "insults")
    await cy.judge(await in_queue(cy), "mute", "insults", 60)
    again = await stage.restarted(moderation=stage.host.moderation.store)
    bert = again.enter(BERT)[0]
    assert (await refusal(bert.say(None, "hello"))).code == "muted"
    again.time.now += 3700
    await bert.say(None, "hello")
    await again.host.close()


async def test_a_ban_ends_sessions_and_says_why(stage: Simulation) -> None:
    """And can be answered from outside; another moderator's second decision is refused."""
    ada, cy = stage.enter(ADA)[0], stage.enter(CY)[0]
    expelled: list[bool] = []
    stage.host.signals.follow("bans", lambda _: expelled.append(True))
    await ada.report("Bert", "a program", "cheating")
    report = await in_queue(cy)
    assert (await refusal(cy.judge(report, "ban", "cheats"))).code == "time-not-possible"
    await cy.judge(report, "ban", "cheats", 3 * 24 * 60)
    assert (await refusal(cy.judge(report, "warn", "again"))).code == "report-closed"
    assert expelled
    with pytest.raises(Exception, match="banned-why") as banned:
        await stage.host.begin(BERT, "", "-p 2222 play.example.org")
    told = any_refusal_text(texts_in("en"), banned.value)  # type: ignore[arg-type]
    assert told == 'Banned for 3 days: "cheats". To answer:  ssh -p 2222 play.example.org answer TEXT.'
    await stage.host.moderation.answer(BERT, "I am no program")
    await stage.host.moderation.judge_for_operator(await in_queue(cy), "lift", "sorry", None)
    stage.host.port(BERT)
    done = sorted((one.by, one.what, one.about, "not done" in one.text) for one in await audit(stage))
    assert done == [
        ("Cyril", "ban", "", True),
        ("Cyril", "ban", "Bert", False),
        ("Cyril", "warn", "", True),
        ("operator", "lift", "Bert", False),
    ]


async def audit(stage: Simulation) -> Sequence[AuditEntry]:
    return await stage.host.moderation.store.audit(9)


async def test_every_command_of_moderators_is_noted_also_if_it_is_refused(stage: Simulation) -> None:
    """As they are declared for all ways to the host; who is no moderator can note nothing."""
    ada, cy = stage.enter(ADA)[0], stage.enter(CY)[0]
    tried = {"queue": "7K3M warn insults", "judge": "7K3M warn insults", "void": "OAK-1 lost on purpose"}
    declared = [one for one in ACTIONS if one.name not in NOT_FOR_MODERATORS]
    assert {one.name for one in declared} == set(tried)
    for action in declared:
        done = action.several or action
        for place in (Place(ada, texts_in()), Place(cy, texts_in())):
            await refusal(done.asked(place, read(done, place, tried[action.name])))
    assert [(one.by, one.what, one.text.partition(" (")[0]) for one in await audit(stage)] == [
        ("Cyril", "warn", "7K3M: insults"),
        ("Cyril", "warn", "7K3M: insults"),
        ("Cyril", "void", "OAK-1: lost on purpose"),
    ]


async def test_a_report_about_a_moderator_is_not_theirs(stage: Simulation) -> None:
    """They are told of nothing, not even that it waits; the operator is, and that nobody else decides it."""
    ada, cy, desk = stage.enter(ADA)[0], stage.enter(CY)[0], stage.host.moderation
    await ada.report("Cyril", "power")
    assert (cy.waiting(), await cy.reports()) == (Waiting(), ())
    assert (await cy.export())["reports_about"] == []
    (case,) = await desk.all_reports()
    assert ([one.name for one in case.complaints], case.for_operator) == (["Ada"], True)
    assert (await refusal(cy.judge(case.id, "dismiss", "no"))).code == "no-report"
    assert (await refusal(ada.judge("ZZZZ", "dismiss", "no"))).code == "not-moderator"
    await desk.set_moderator(BERT, True)
    bert = stage.enter(BERT)[0]
    assert [one.for_operator for one in await bert.reports()] == [False]
    await bert.judge(case.id, "warn", "gently")
    assert [one.kind for one in await cy.letters()] == ["warn"]
    assert [one["verdict"] for one in (await cy.export())["reports_about"]] == ["warn"]
    await cy.answer_letter("no")
    assert await cy.reports() == ()
    assert (await refusal(bert.judge(await in_queue(bert), "dismiss", "yes"))).code == "own-report"


async def test_nobody_decides_their_own_complaint(stage: Simulation) -> None:
    """Nor one that somebody else began, nor what its player answers to the verdict of others."""
    ada, cy, desk = stage.enter(ADA)[0], stage.enter(CY)[0], stage.host.moderation
    for by in (ada, cy):
        await by.report("Bert", "insults")
    assert (await refusal(cy.judge(await in_queue(cy), "ban", "insults", 60))).code == "own-report"
    await desk.set_moderator(ADA, True)
    (case,) = await desk.all_reports()
    assert case.for_operator
    await desk.judge_for_operator(case.id, "mute", "insults", 60)
    await desk.answer(BERT, "they began")
    for by in (ada, cy):
        assert (await refusal(by.judge(await in_queue(by), "dismiss", "no"))).code == "own-report"
    (case,) = await desk.all_reports()
    assert case.for_operator


@pytest.mark.parametrize(("second", "stands"), [(8, True), (30, True), (31, False), (7, True)])
async def test_a_ban_above_seven_days_takes_two(stage: Simulation, second: int, stands: bool) -> None:
    """The second bans for no longer than the first would; neither decides the appeal."""
    day = 24 * 60
    ada, cy, desk = stage.enter(ADA)[0], stage.enter(CY)[0], stage.host.moderation
    dan = Player("dan", "Dan")
    await stage.accounts.add(dan, "SHA256:dan", 1.0)
    await desk.set_moderator(dan, True)
    other = stage.enter(dan)[0]
    await ada.report("Bert", "a program", "cheating")
    report = await in_queue(cy)
    for _ in range(2):  # alone, they propose it again
        assert await cy.judge(report, "ban", "cheats", 30 * day) == ("Bert", False)
    stage.host.port(BERT)
    (case,) = await other.reports()
    assert "ban (30 days): cheats" in str(list(case_lines(texts_in(), case)))
    assert (await other.judge(report, "ban", "cheats", second * day)).stands is stands
    assert bool(stage.host.bans.of_player(BERT.id)) is stands
    if stands:
        await desk.answer(BERT, "I am no program")
        for moderator in (cy, other):
            appeal = await in_queue(moderator)
            assert (await refusal(moderator.judge(appeal, "dismiss", "no"))).code == "own-report"


async def test_no_ban_cuts_another_one_short(stage: Simulation) -> None:
    """Neither another report's nor the operator's; what is taken back is the decision that was answered."""
    ada, cy, desk, bans = stage.enter(ADA)[0], stage.enter(CY)[0], stage.host.moderation, stage.host.bans
    await bans.add_player(BERT.id, "Bert", 30, "threats")
    await ada.report("Bert", "a program", "cheating")
    await cy.judge(await in_queue(cy), "ban", "cheats", 60)
    (stands,) = bans.all
    assert (stands.reason, stands.until) == ("threats", stands.since + 30 * DAY)
    await desk.answer(BERT, "I am no program")
    await desk.judge_for_operator(await in_queue(cy), "lift", "sorry", None)
    assert bans.all == (stands,)
    await ada.report("Bert", "rude", "name")
    await desk.judge_for_operator(await in_queue(cy), "ban", "rude", 60 * 24 * 60)
    assert [ban.reason for ban in bans.all] == ["rude"]
    await desk.answer(BERT, "it is mine")
    await desk.judge_for_operator(await in_queue(cy), "lift", "so be it", None)
    assert bans.all == ()


async def test_a_guest_is_told_how_long_a_ban_is_kept_and_that_it_is_taken_back(stage: Simulation) -> None:
    """At most for as long as addresses are stored."""
    ada, cy, desk = stage.enter(ADA)[0], stage.enter(CY)[0], stage.host.moderation
    stage.host.enter(GUEST, HERE)
    await ada.report("Heron-7", "spam")
    days = stage.host.bans.address_days
    await desk.judge_for_operator(await in_queue(cy), "ban", "spam", (days + 30) * 24 * 60)
    (letter,) = await desk.store.letters(GUEST.id)
    assert [ban.until for ban in stage.host.bans.all] == [letter.until] == [letter.time + days * DAY]
    assert [one.text for one in await audit(stage)] == [f"spam ({days} days)"]
    await desk.answer(GUEST, "it was my brother")
    await desk.judge_for_operator(await in_queue(cy), "lift", "well", None)
    assert stage.host.bans.all == ()


async def test_what_waits_for_a_second_moderator_is_said_in_the_list(stage: Simulation) -> None:
    """With the time, as in the audit log."""
    ada, cy = stage.enter(ADA)[0], stage.enter(CY)[0]
    await ada.report("Bert", "a program", "cheating")
    await cy.judge(await in_queue(cy), "ban", "cheats", 30 * 24 * 60)
    (case,) = await stage.host.moderation.all_reports()
    assert summary(texts_in(), case).endswith(": a program; Cyril proposes: ban (30 days)")
    assert [(one.what, one.text) for one in await audit(stage)] == [("ban proposed", "cheats (30 days)")]


@pytest.mark.parametrize(("verdict", "kind"), [("warn", "acted"), ("ban", "acted"), ("dismiss", "left")])
async def test_who_reported_hears_what_came_of_it(stage: Simulation, verdict: Verdict, kind: str) -> None:
    """Also a guest; not which moderator it was, nor what they wrote."""
    ada, cy, guest = stage.enter(ADA)[0], stage.enter(CY)[0], stage.enter(GUEST)[0]
    heard: list[Waiting] = []
    ada.follow_waiting(lambda: heard.append(ada.waiting()))
    for by in (ada, guest):
        await by.report("Bert", "insults")
    await cy.judge(await in_queue(cy), verdict, "so", 60)
    assert heard[-1].letter
    for by in (ada, guest):
        (letter,) = await by.letters()
        assert (letter.kind, letter.reason, letter.can_answer) == (kind, "1970-01-01 00:01 UTC", False)


async def test_what_a_banned_player_has_said_goes(stage: Simulation) -> None:
    """In the lobby and at tables; the report keeps it."""
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    table = await started(stage, ada, bert)
    for place in (None, table):
        await bert.say(place, "I will find you")
        await ada.say(place, "stop")
    await ada.report("Bert", "threats", "conduct", table)
    await cy.judge(await in_queue(cy), "ban", "threats", 60)
    lobby = stage.host.lobby
    for talk in (lobby.broadcaster.talk, lobby.table(table).audience.talk):
        assert [line.text for _, line in talk.heard(EVERYTHING)] == ["stop"]
    (stored,) = await stage.host.moderation.store.reports()
    assert [said.line.text for said in stored.talk] == ["I will find you", "stop"]


async def test_a_guest_who_has_left_is_banned_and_what_they_said_goes(stage: Simulation) -> None:
    """Their address is remembered while they may be reported; others from elsewhere keep their lines."""
    ada, cy = stage.enter(ADA)[0], stage.enter(CY)[0]
    other = Player("guest-2", "Heron-8")
    for guest, address in ((GUEST, HERE), (other, "198.51.100.9")):
        leave, port = stage.host.enter(guest, address), stage.host.port(guest)
        await port.say(None, f"I am {guest.name}")
        port.close()
        leave()
    assert stage.host.lobby.presence.guests_left("192.0.2.0/24") == [GUEST.id]
    await ada.report("Heron-7", "threats")
    await cy.judge(await in_queue(cy), "ban", "threats", 60)
    assert stage.host.bans.of_address(HERE)
    assert [line.name for _, line in stage.host.lobby.broadcaster.talk.heard(EVERYTHING)] == ["Heron-8"]


async def test_what_a_banned_player_has_told_others_goes(stage: Simulation) -> None:
    """From sessions that have had it, as talk at their tables does, but not of what they might not read; from
    what waits to be read; and from their club's page, while the ban holds. A report may still tell it.
    """
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    heard = list[SeatNews]()
    await ada.follow("Bert", True)
    await cy.follow("Bert", True)
    table = await started(stage, ada, bert)
    name = stage.host.lobby.table(table).opening.name
    await bert.found_club("Kronberg")
    await bert.invite_to_club("Ada")
    await ada.join_club("Kronberg")
    await bert.note_in_club("I know you all")
    ada.follow_seats(heard.append)
    await bert.tell("Ada", "I know you")
    await bert.say(table, "I will find you")
    await settled()
    await bert.tell("Cyril", "and you")
    heard.clear()
    await stage.host.bans.add_player(BERT.id, "Bert", 30, "threats")
    await stage.host.signals.read_bans_everywhere(BERT.id)
    await settled()
    assert heard == [
        SeatNews("taken", table, name, "Bert", "I will find you"),
        SeatNews("taken", "", "", "Bert", "I know you"),
        SeatNews("taken", "", "Kronberg", "Bert", "I know you all"),
    ]
    assert await cy.messages() == ()
    assert (await ada.club()).notes == ()
    await ada.report("Bert", "threatens me")
    assert [line.text for case in await cy.reports() for line in case.talk] == ["I know you"]
    await stage.host.bans.lift(stage.host.bans.all[0])
    assert [one.text for one in (await ada.club()).notes] == ["I know you all"]


async def test_what_a_banned_player_has_added_to_the_dice_is_read_no_more(stage: Simulation) -> None:
    """While the ban holds; its hash stays, and the record has it. A guest is banned by address."""
    ada, bert, guest = (stage.enter(player)[0] for player in (ADA, BERT, GUEST))
    table = await ada.open_table("toy", 3, {"goal": "1"})
    for port, text in ((ada, "plum"), (bert, "I will find you"), (guest, "you too")):
        await port.join(table)
        await port.add_to_dice(table, text)
    await ada.start(table)
    seen = ReceivedSnapshots()
    ada.follow_table(table, seen.see)

    def read() -> list[str]:
        return [one.text for one in seen.last.dice.added]

    assert read() == ["plum", "I will find you", "you too"]
    hashes = [one.hash for one in seen.last.dice.added]
    await stage.host.bans.add_player(BERT.id, "Bert", 30, "threats")
    await stage.host.bans.add_network("192.0.2.0/24", 30)
    for player in (BERT.id, GUEST.id):
        await stage.host.signals.read_bans_everywhere(player)
    await stage.time.pass_by(1)
    assert read() == ["plum", "", ""]
    assert [one.hash for one in seen.last.dice.added] == hashes
    await stage.host.bans.lift(stage.host.bans.of_player(BERT.id) or pytest.fail("no ban"))
    await stage.host.signals.read_bans_everywhere()
    await stage.time.pass_by(1)
    assert read() == ["plum", "I will find you", ""]


async def test_what_a_banned_officer_wrote_into_a_calendar_is_read_no_more(stage: Simulation) -> None:
    """The entry stays; members are told of it without its words, and a note that has them goes."""
    ada, bert = (stage.enter(player)[0] for player in (ADA, BERT))
    await bert.found_club("Kronberg")
    await bert.invite_to_club("Ada")
    await ada.join_club("Kronberg")
    await ada.messages()
    await bert.plan_in_club("+50h", "I know you all")
    await bert.plan_in_club("+20h", "so do I")
    await settled()
    waiting = await stage.host.stores.people.waiting(ADA.id)
    assert [one.text.partition(", ")[2] for one in waiting if one.kind == "club-event"] == ["so do I"]
    await stage.host.bans.add_player(BERT.id, "Bert", 30, "threats")
    await stage.host.signals.read_bans_everywhere(BERT.id)
    assert await stage.host.stores.people.waiting(ADA.id) == ()
    assert [(one.number, one.text) for one in (await ada.club()).calendar] == [(2, ""), (1, "")]
    await stage.time.pass_by(30 * 3600.0)
    (told,) = [one.news for one in await ada.messages() if one.news.kind == "club-event"]
    assert ", " not in told.text


@pytest.mark.parametrize(
    ("minutes", "told"), [(60, "60 min"), (24 * 60, "24 h"), (36 * 60, "36 h"), (7 * 24 * 60, "7 days")]
)
async def test_a_ban_is_told_as_long_as_it_is(stage: Simulation, minutes: int, told: str) -> None:
    ada, cy = stage.enter(ADA)[0], stage.enter(CY)[0]
    await ada.report("Bert", "insults")
    await cy.judge(await in_queue(cy), "ban", "insults", minutes)
    with pytest.raises(Refused) as banned:
        stage.host.port(BERT)
    assert any_refusal_text(texts_in(), banned.value).startswith(f'Banned for {told}: "insults".')


async def test_a_muted_guest_is_muted_by_address(stage: Simulation) -> None:
    """A new guest from there as well; somebody with an account is not."""
    ada, cy = stage.enter(ADA)[0], stage.enter(CY)[0]
    stage.host.enter(GUEST, HERE)
    await ada.report("Heron-7", "spam")
    await cy.judge(await in_queue(cy), "mute", "spam", 60)
    other = Player("guest-2", "Heron-8")
    stage.host.enter(other, HERE)
    stage.host.enter(BERT, HERE)
    assert (await refusal(stage.port(other).say(None, "hello"))).code == "muted"
    await stage.port(BERT).say(None, "hello")


async def test_newcomers_are_asked_about_the_operators_rules(stage: Simulation) -> None:
    """Until they accept the text as it is."""
    rules = ConductTexts({"": ("Be kind.",), "de": ("Sei nett.",)})
    again = await stage.restarted(conduct=rules)
    ada = again.enter(ADA)[0]
    assert ada.waiting().conduct
    shown = await ada.conduct("de")
    assert shown.lines == ("Sei nett.",)
    table = await ada.open_table("toy", 2, {})
    heron = again.enter(GUEST)[0]
    for talk in (
        ada.say(None, "hi"),
        ada.tell("Bert", "hi"),
        ada.add_to_dice(table, "hi"),
        heron.say(table, "hi"),
    ):
        assert (await refusal(talk)).code == "conduct-first"
    for port in (ada, heron):
        await port.accept_conduct(shown.version)
        await port.say(None, "hi")
    assert not ada.waiting().conduct
    await again.host.close()


async def test_a_recovery_code_opens_the_account_to_a_new_key_once(stage: Simulation) -> None:
    """The games come along, the old key is told, and can be dropped."""
    ada, _ = await stage.come("SHA256:ada", "Ada")
    first, code = await ada.new_recovery_code(), await ada.new_recovery_code()
    new, leave = await stage.come("SHA256:new", "Newt")
    assert (await refusal(new.recover("Ada", first))).code == "recovery-wrong"
    assert (await refusal(new.recover("Nobody", code))).code == "recovery-wrong"
    assert await new.recover("ada", code.lower().replace("-", " ")) == "Ada"
    assert (await refusal(new.say(None, "hello"))).code == "account-moved"
    leave()
    assert [one.kind for one in await ada.letters()] == ["recovered"]
    back, _ = await stage.come("SHA256:new", "Newt")
    assert back.name == "Ada"
    keys = {key.fingerprint: key.this for key in await back.keys()}
    assert keys == {"SHA256:ada": False, "SHA256:new": True}
    kicked: list[str] = []
    stage.host.signals.follow("kick", lambda signal: kicked.append(signal.about))
    await back.drop_key("ada")
    assert kicked == ["SHA256:ada"]
    assert (await refusal(back.drop_key("new"))).code == "last-key"
    assert (await refusal(back.drop_key("x"))).code == "no-such-key"
    late, _ = await stage.come("SHA256:late", "Late")
    assert (await refusal(late.recover("Ada", code))).code == "recovery-wrong"


async def test_codes_are_not_guessed(stage: Simulation) -> None:
    """A player tries a few times, and so does an address with fresh keys; guests have no key to add."""
    for number in range(4):
        port, _ = await stage.come(f"SHA256:k{number}", f"Otter-{number}", HERE)
        for _ in range(10):
            assert (await refusal(port.recover("Ada", "AAAA"))).code == "recovery-wrong"
        assert (await refusal(port.recover("Ada", "AAAA"))).code == "too-many-tries"
    port, _ = await stage.come("SHA256:k", "Otter", HERE)
    assert (await refusal(port.recover("Ada", "AAAA"))).code == "too-many-tries"
    guest, _ = await stage.come(None, "Guest")
    assert (await refusal(guest.recover("Ada", "AAAA"))).code == "no-key"
    assert (await refusal(guest.new_recovery_code())).code == "no-account"


async def test_wrong_codes_count_against_who_types_them(stage: Simulation) -> None:
    """Whatever strangers try, with many keys and from many addresses, the owner comes in."""
    code = await stage.enter(ADA)[0].new_recovery_code()
    for number in range(60):
        stranger, _ = await stage.come(f"SHA256:k{number}", f"Otter-{number}", f"192.0.2.{number % 20}")
        assert (await refusal(stranger.recover("Ada", "AAAA"))).code == "recovery-wrong"
    owner, _ = await stage.come("SHA256:new", "Newt", "198.51.100.1")
    assert await owner.recover("Ada", code) == "Ada"


async def test_the_export_has_what_is_known_and_not_who_complained(stage: Simulation) -> None:
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    await bert.follow("Cyril", True)
    await bert.say(None, "you cheat")
    await ada.report("Bert", "insults me")
    await cy.judge(await in_queue(cy), "warn", "be kind")
    found = await bert.export()
    text = json.dumps(to_builtins(found))
    assert found["account"]["name"] == "Bert"
    assert [key["fingerprint"] for key in found["keys"]] == ["SHA256:bert"]
    assert [one["reason"] for one in found["letters"]] == ["be kind"]
    assert found["reports_about"][0]["talk"] == ["you cheat"]
    assert "Ada" not in text
    assert found["follows"] == ["Cyril"]
    assert [one["text"] for one in (await ada.export())["reports_made"]] == ["insults me"]


async def test_who_is_forgotten_leaves_nothing(stage: Simulation) -> None:
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    await bert.new_recovery_code()
    await ada.report("Bert", "insults me")
    await cy.judge(await in_queue(cy), "warn", "be kind")
    await bert.forget_me()
    assert await stage.accounts.recovery(BERT.id) is None
    assert not await stage.host.moderation.store.letters(BERT.id)
    assert not await stage.host.moderation.store.reports()


async def test_a_report_takes_the_messages_between_the_two_along(stage: Simulation) -> None:
    """From memory, also those that were read long ago; nobody else's, and none are stored but these."""
    ada, bert, cy = (stage.enter(player)[0] for player in (ADA, BERT, CY))
    for one, other in ((ada, "Bert"), (bert, "Ada"), (ada, "Cyril"), (cy, "Ada")):
        await one.follow(other, True)
    await bert.tell("Ada", "I know where you live")
    await ada.tell("Bert", "leave me alone")
    await cy.tell("Ada", "not about him")
    assert [one.news.text for one in await ada.messages() if one.news.kind == "told"] == [
        "I know where you live", "not about him",
    ]  # fmt: skip
    await stage.time.pass_by(61.0)
    assert await ada.messages() == ()
    await ada.ignore("Bert", True)
    await ada.report("Bert", "threatens me")
    (case,) = await cy.reports()
    assert [(one.name, one.text, one.place) for one in case.talk] == [
        ("Bert", "I know where you live", "message"), ("Ada", "leave me alone", "message"),
    ]  # fmt: skip
    assert [text for _, text in case_lines(texts_in(), case)][2:] == [one.text for one in case.talk]
    await bert.forget_me()
    assert not stage.lobby.messages.between(ADA.id, BERT.id)


async def test_a_report_names_a_table_that_has_ended(stage: Simulation) -> None:
    """Also a guest who sat there and has gone."""
    ada, cy = stage.enter(ADA)[0], stage.enter(CY)[0]
    guest, leave = stage.enter(GUEST)
    table = await started(stage, ada, guest)
    await ada.concede(table)
    leave()
    await ada.report(GUEST.name, "knew my cards", "cheating", table)
    (case,) = await cy.reports()
    assert (case.table, case.seats, case.guest, case.talk) == (table, ("Ada", GUEST.name), True, ())
