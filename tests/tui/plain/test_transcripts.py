"""Whole sessions in plain mode, line by line: what is said to the lines that can be typed at a place."""

from __future__ import annotations

from typing import Any
from unittest.mock import AsyncMock

import pytest
from msgspec.structs import replace

from tests.tui import snapshots
from tests.tui.plain.typist import Typist
from tests.tui.presenters.people.past import NOW
from tests.tui.screens.every_screen import PLACES
from tests.tui.screens.test_club_screen import PAGE as CLUB
from tests.tui.screens.test_cup_screen import CUP
from tests.tui.screens.test_cup_screen import PAGE as CUP_PAGE
from tui.host.clubs import Clubs, ClubSeason, OwnClub
from tui.host.cups import CupSeat
from tui.host.pictures import NoticeChoice, ReceivedNote, SeatNews, TimeAway
from tui.host.ratings import Ladder, LadderRow, ShownRating
from tui.host.trophies import Honours, TrophyCase, WonTrophy

ROW = LadderRow(1, "Wren", "", ShownRating(1612, 80, 30, 9, 572), NOW)
SHORT = replace(CUP_PAGE, rows=CUP_PAGE.rows[2:4], tables=CUP_PAGE.tables[:1])
ANSWERS = {
    "cup": SHORT,
    "cups": (CUP,),
    "change_cup": SHORT,
    "strike_cup": SHORT,
    "cup_seats": ((1, (CupSeat(1, "anna", 1.0), CupSeat(2, "", 0.5))),),
    "clubs": Clubs((OwnClub("Kronberg", "founder", 1), OwnClub("Rheinfels", "member", 3))),
    "club_season": ClubSeason("Kronberg", "2026-Q4", (), (), CLUB.honours),
    "plan_in_club": CLUB,
    "unplan_in_club": CLUB,
    "invite_to_club": "ABCD-EFGH",
    "leave_club": "Kronberg",
    "ladder": Ladder("court", "people", (ROW,), 4),
    "stop_notices": None,
    "tell": None,
    "be_away": TimeAway(NOW + 86_400.0, 1),
    "messages": (ReceivedNote(SeatNews("told", "", "", "Birch", "see you"), NOW),),
    "trophies": TrophyCase("Wren", "", (WonTrophy("trap", 2, NOW, NOW, "t1"),)),
    "honours": Honours("2026-11", CLUB.honours),
    "notices": NoticeChoice({"mail": "mail"}, "mail", "anna@example.org", confirmed=True),
}
"""What the host answers to what ports of tests know nothing of."""
EVERYWHERE = """
/who|/say hello|/ignore Birch|/ignore|/follow Birch|/unfollow Birch|/following|/zone|/zone Europe/Berlin
/zone X|/bell|/bell turn|/bell loud|/alarm off|/motion off|/speed hand|/speed fast|/theme light|/hints off
/ratings off|/invitations friends|/prompts off|/prompts on|/brief|/verbose|/settings|/display
/display mono ascii|/display auto|/name|/name Ada|/key|/key add AAAA-BBBB|/key AAAA|/keys|/keys drop AbCd
no|/recovery|yes|/export|/forget me|no|/rules court|/rules chess|/log|/log 2|/log x|/help cup|/help rhubarb
/redraw|/rhubarb|/hint x
"""
LOBBY = """
/today|/week|/tables mine|/tables open|tables kiwi|/cup|/cup court-1|/cup seats court-1
/cup strike court-1 t1 why|/cup enter court-1|/cup start court-1|no|/cup open court|/club|/club Kronberg
/club season|/club event 20:00 x|/club cancel 1|/club invite|/club invite Ben|/club leave|yes
/club remove Ben|no|/ladder|/ladder court|/opponents x|/profile|/profile hide|/profile show
/profile Nobody|/history|/history court won|/history x|/letters|/conduct|/conduct accept|/queue
/void 9f2 lost|/report Birch insults|/report Birch|/answer sorry|/daily court|/daily x|/trophies
/trophies Wren 2026-11|/trophies everybody|/away|/away 7d|/away x|/messages|/notify|/notify off
/duplicate court 2 2|/tell Ben hi|/join NOPE-1|/lend 2|/seat|/kick 2|/start|/concede|/move x|/read
/share|/replay|/analyse|/record|/hint|/odds|/undo|/leave|/next|/plan|/end|go|play|practice x|0|99|?
"""
TABLE = """
look|who|list|back|log 1|/seat|/lend 2|/lend 9|/kick 2|/move rhubarb|/move 9|/undo|/hint
/odds|/standing|/standing x|/plan|/plan x|/end|/abandon|no|/concede|no|/odds|/next|/leave|yes|look
"""
REPLAY = """
|on 2|on turn|on x|back|back round|goto 40|goto x|moments|mistake|mistake x|who|eyes|eyes Birch
eyes Nobody|run||/odds|/undo|/hint|/move x|/analyse|/analyse Birch|/seat|goto 183|on|goto 0|back|play|no
/share|/read|/leave
"""
TYPED = {"lobby": LOBBY, "court": TABLE, "court, replay": REPLAY}


@pytest.mark.usefixtures("three_games")
@pytest.mark.parametrize("place", [*TYPED, "everywhere"])
async def test_it_says_this(place: str) -> None:
    where = PLACES.get(place, PLACES["lobby"])
    port: Any = where.port()
    for name, answer in ANSWERS.items():
        setattr(port, name, AsyncMock(return_value=answer))
    typist = Typist(port, goto=where.goto)
    await typist.settle()
    said = [" / ".join(typist.fresh())]
    for line in TYPED.get(place, EVERYWHERE).strip("\n").replace("\n", "|").split("|"):
        said.append(f"{line} > {' / '.join(await typist.enters(line))}")
        assert not typist.task.done(), line
    snapshots.check(f"typed-{place.replace(', ', '-')}", "\n".join(said))
