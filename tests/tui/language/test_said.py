"""What is said in every case, as long lists of sentences, one file for each kind of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from msgspec.structs import replace

from engine.game import Standing
from tests.tui import snapshots
from tests.tui.boards.court.court_stage import CourtStage
from tests.tui.presenters.people.cases import CASE, LETTER
from tests.tui.presenters.people.past import NOW
from tests.tui.replay.made_up_analysis import analysed
from tests.tui.replay.replayed import replayed
from tests.tui.screens.test_club_screen import PAGE as CLUB
from tests.tui.screens.test_cup_screen import CUP
from tests.tui.screens.test_cup_screen import PAGE as CUP_PAGE
from tests.tui.scripted_port import Seat, bot, player, table
from tui.analysis import figures
from tui.boards.kit.board import names_of
from tui.host.clubs import ClubEvening, ClubInvitation, Clubs, ClubSeason, ClubSeasonRow, OwnClub
from tui.host.cups import CupMark, CupSeat, CupSide, CupTrophy
from tui.host.game_analysis import AnalysisNews
from tui.host.moderation import EarlierDecision
from tui.host.pictures import Account, FinishedGame, Proposal
from tui.language import away_notices, moderation_words, notices, record_words
from tui.language.texts import Texts
from tui.presenters import outcome
from tui.presenters.listing import Item
from tui.presenters.people import club_words, cup_words
from tui.presenters.table_details import details
from tui.replay.analysis_report import report
from tui.replay.analysis_report import state as analysis_state
from tui.wire.terminal import palette

EN = Texts()


def _moderation() -> Iterator[object]:
    words = moderation_words
    for verdict in words.VERDICTS:
        yield words.decided(EN, "Ben", verdict)
    yield words.decided(EN, "Ben", "ban", stands=False)
    yield [words.span(EN, minutes) for minutes in (119, 120, 2879, 2880)]
    yield [words.waits(EN, number) for number in (1, 2)]
    yield words.kind(EN, "cheating"), words.kind(EN, "of-tomorrow")
    yield words.letter(EN, replace(LETTER, until=None, lifted=True))
    for changed in (replace(LETTER, answer="Sorry."), LETTER, replace(LETTER, can_answer=False)):
        yield from words.letter_lines(EN, changed)
    yield words.summary(EN, replace(CASE, table_name="", complaints=()))
    before = EarlierDecision("mute", "insults", LETTER.time, LETTER.time + 7200)
    yield from words.case_lines(
        EN, replace(CASE, guest=True, proposed=before, proposed_by="Cy", letter=LETTER, earlier=(before,))
    )
    for minutes in (0, 60):
        params = {"minutes": minutes, "wait": minutes + 1, "host": "host", "reason": "spitting"}
        yield [
            EN.fill(words.SENTENCES[code], params)
            for code in ("banned-why", "banned-until", "muted", "too-many-reports")
        ]


def _cups() -> Iterator[object]:
    words, rows = cup_words, CUP_PAGE.rows
    match = replace(CUP, against="Rheinfels", state="open", starts=NOW + 3600, kind="league")
    for cup in (CUP, match, replace(CUP, state="cancelled", club="", equal=False, entered=False, entrants=1)):
        yield words.heading(EN, cup), words.heading(EN, cup, 40), words.listed(EN, cup, NOW, "UTC")
        gone = replace(rows[0], name="", former=True, side="Kronberg")
        yield [words.line(EN, cup, row) for row in (rows[2], rows[15], replace(rows[0], name=""), gone)]
    yield words.line(EN, replace(CUP, round=0), rows[2])
    yield [words.mark(EN, one) for one in (*rows[2].marks, CupMark(3, 0, 1.0), CupMark(3, 0, 0.0))]
    running = CUP_PAGE.tables[0]
    struck = replace(running, state="struck", why="no show", seats=("anna", ""))
    over = replace(running, state="over", seats=("anna", ""), scores=(1.0, 0.0))
    tables = (running, struck, over, replace(running, game_round=0), replace(running, name="", game_round=0))
    yield [words.table(EN, one) for one in tables]
    page = replace(
        CUP_PAGE, cup=replace(match, round=3), rows=rows[:1], tables=(replace(over, round=2), *tables),
        sides=(CupSide("Kronberg", 2.5), CupSide("Rheinfels", 1.0)), same_address=(("anna", "bert"),),
        trophies=(CupTrophy(1, 2, "anna", "trap"), CupTrophy(1, 1, "", "trap")),
    )  # fmt: skip
    yield from words.rows(EN, page, NOW, "UTC")
    yield from words.rows(EN, replace(page, cup=replace(CUP, round=0), same_address=()), NOW, "UTC")
    yield from words.rounds(EN, page)
    yield (
        *(words.in_short(EN, page, room) for room in (40, *range(20, 30))),
        words.in_short(EN, replace(page, cup=replace(match, round=0), sides=()), 40),
    )
    yield words.compared(EN, [(1, (CupSeat(1, "anna", 1.0), CupSeat(2, "", 0.5)))])


def _clubs() -> Iterator[object]:
    words = club_words
    both = Clubs((OwnClub("Kronberg", "founder", 1),), (ClubInvitation("Rheinfels", NOW),))
    yield from words.own(EN, both)
    yield words.heading(EN, CLUB), words.heading(EN, replace(CLUB, role="", members=1))
    planned = replace(CLUB.calendar[1], game="court", every="month", text="")
    fuller = replace(
        CLUB, calendar=(CLUB.calendar[0], planned),
        notes=(replace(CLUB.notes[0], author=""),),
        deals=(*CLUB.deals, replace(CLUB.deals[0], played=0, rows=())),
        people=(replace(CLUB.people[0], here=True), CLUB.people[1]),
        ratings=tuple([replace(CLUB.ratings[0], name=name) for name in "abcdef"]),
    )  # fmt: skip
    for club in (CLUB, fuller, replace(CLUB, role="")):
        yield from words.rows(EN, club, NOW, "UTC")
    yield from words.ladder(EN, fuller)
    season = ClubSeason(
        "Kronberg", "2026-Q4",
        (ClubSeasonRow(1, "anna", 2.5, 2, you=True), ClubSeasonRow(2, "", 1.0, 1)),
        (ClubEvening("court-1", "court", NOW, 8, ("anna", "")),), CLUB.honours,
    )  # fmt: skip
    yield from words.season(EN, season)
    yield from words.season(EN, replace(season, rows=(), evenings=(), honours=()))


def _records() -> Iterator[object]:
    words = record_words
    yield words.place(EN, 1, "Ada", 7), words.to_move(EN, ("Ada", "Ben")), words.added(EN, 1, "Ada", "x")
    yield words.restored(EN, 7, "today"), words.no_seed(EN)
    yield [words.voided(EN, number) for number in (1, 2)], [words.fair(EN, number) for number in (1, 2)]
    yield words.keys_named(EN)
    yield words.signed_by(EN, 1, "Ada", "SHA256:a"), words.signed_for(EN, 1, "Ada", "SHA256:a")
    yield [words.wrongly_signed(EN, flaw, 2) for flaw in words._WRONG]
    params = {
        "asked": (1, 2), "seat": 3, "expected": ("1", "2"), "token": "7", "found": (2, 1),
    }  # fmt: skip
    for code in ("wrong-seat", "draw-missing", "draw-impossible", "result-wrong"):
        yield EN.fill(words.SENTENCES[code], params)


def _notices() -> Iterator[object]:
    words = notices
    yield words.restored(EN, NOW), words.table_restored(EN, NOW), words.input_dropped(EN)
    yield [words.saving(EN, disk) for disk in ("", "saving", "unreached", "not-saved")]
    yield words.unknown_command(EN, "host", "tables"), words.unknown_command(EN, "host", "")
    for reason in ("moved", "kicked", "banned", "slow", "crowded", "shutdown"):
        yield [words.goodbye(EN, reason, "host", code) for code in (None, "", "AB-CD")]
    for account in (
        *(Account("Ada", guest=False, name_refused=why) for why in ("", "name-taken", "name-of-guest", "x")),
        Account("Ada", guest=False, login_name="ben"), Account("Ada", guest=True, refused=True),
    ):  # fmt: skip
        yield words.name_note(EN, account, "/name", "t"), words.needs_account(EN, account)
    yield [
        away_notices.cup(EN, news, "court-1", table, "host").lines
        for news, table in (
            ("cup-soon", ""), ("cup-table", "KIWI-7"), ("cup-room", ""), ("cup-over", "2/16"),
            ("cup-over", ""), ("cup-over", away_notices.CALLED_OFF),
        )
    ]  # fmt: skip
    yield [away_notices.club_event(EN, "Kronberg", "party", cup, "host").lines for cup in ("", "court-1")]


def _analyses() -> Iterator[object]:
    game = replayed("court")
    whole = analysed(game)
    yield from report(EN, replace(whole, curve=whole.curve[::8]), game.course.header.seats)
    yield from report(
        EN, replace(whole, findings=(), accounts=(), curve=(), complete=False), ("Ada", "Ben"), (2,)
    )
    yield [
        f"{figures.at(whole.curve, 1, at):.3f}"
        for at in (-1, whole.curve[2].position, 3.5, game.course.last + 9)
    ]
    yield [analysis_state(EN, news) for news in (AnalysisNews(failed=True), AnalysisNews(2), AnalysisNews())]


def _tables() -> Iterator[object]:
    def lines(item: Item) -> object:
        return [
            [(text, style == palette.MINE) for text, style in line] for line in details(EN, item, NOW, "host")
        ]

    waiting = replace(table(3, "KIWI-7", player("Amber"), bot("Elm"), Seat()), your_seat=1, code="ABCD")
    over = FinishedGame("9f2", "FIG-1", "court", ("Amber", "", "Elm"), (2, 1, 3), 3, NOW)
    for one in (waiting, replace(waiting, stage="running"), over, replace(over, places=())):
        yield lines(one)


def _endings() -> Iterator[object]:
    stage = CourtStage(seats=3, bots=(2, 3))
    at = stage.news("Amber")
    names = names_of(EN, at.info.seats)
    for ending, options in (
        ("lesson", {}), ("played", {"lesson": "court"}), ("expired", {}), ("closed", {"cup": "court-1"}),
        ("closed", {}), ("abandoned", {}),
    ):  # fmt: skip
        ended = replace(at, info=replace(at.info, ending=ending, options=options))
        yield [outcome.how_it_ended(EN, one, names) for one in (ended, replace(ended, seat=None))]
    for places in ((1, 2, 3), (2, 1, 3), (1, 1, 3), (3, 1, 1)):
        over = replace(at, standings=tuple(Standing(seat, place, 7) for seat, place in enumerate(places, 1)))
        yield outcome.how_it_ended(EN, over, names), outcome.your_place(EN, over)
        again = replace(over.info, proposals=(Proposal("rematch", (2, 3)),))
        yield (
            outcome.after_the_end(EN, over, names),
            outcome.after_the_end(EN, replace(over, info=again), names),
        )
        yield outcome.after_the_end(EN, over, lambda seat: "x" * 40 + str(seat))
    free = replace(at.info, seats=(*at.info.seats[:2], Seat()))
    for info in (at.info, replace(at.info, startable=True), free, replace(free, starts=NOW)):
        yield outcome.what_is_missing(EN, info, NOW - 60)
    for stage_name in ("frozen", "damaged", "over"):
        for yours in (True, False):
            yield outcome.what_is_missing(EN, replace(free, stage=stage_name, yours=yours), NOW)


SAID: dict[str, Callable[[], Iterator[object]]] = {
    "moderation": _moderation,
    "analyses": _analyses,
    "tables": _tables,
    "endings": _endings,
    "cups": _cups,
    "clubs": _clubs,
    "records": _records,
    "notices": _notices,
}


@pytest.mark.parametrize("kind", SAID)
def test_it_is_said_like_this(kind: str) -> None:
    snapshots.check(f"said-{kind}", "\n".join(map(str, SAID[kind]())))
