"""What the pages of the window say and lead to, tag by tag, made of the values that tests of screens have."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from msgspec.structs import replace

from engine.analysis.rounds import Curve
from tests.three_games import THREE
from tests.tui import snapshots
from tests.tui.boards.court.court_stage import CourtStage
from tests.tui.presenters.people.past import GAMES, NOW, PROFILE
from tests.tui.replay.replayed import replayed
from tests.tui.screens.evening import deal, evening_host
from tests.tui.screens.test_club_screen import PAGE as CLUB
from tests.tui.screens.test_cup_screen import CUP
from tests.tui.screens.test_cup_screen import PAGE as CUP_PAGE
from tests.tui.visitor import BOARD
from tui.boards import BOARDS
from tui.host.cups import CupMark
from tui.host.ratings import Ladder, LadderRow, ShownRating
from tui.language.texts import Texts
from tui.web import cups, feeds, front, page, people, replay, table
from tui.web.page import Asked, Site

FULL = Asked(
    Texts(), Site("host", "https://host", ("ssh-ed25519 AAAA",), "SHA256:abc", pictures=True), "/x", NOW
)
BARE = Asked(Texts("de"), Site("host"), "/x", NOW, chosen=True)
TABLES = tuple(
    replace(one, since=NOW - 90, starts=one.starts and NOW + one.starts)
    for one in evening_host().tables.values()
)
FULL_TABLE = replace(TABLES[0], id="t9", name="SLOE-9", stage="open")
OPEN = replace(CUP, state="open", round=0, starts=NOW + 3600, club="", takes=True)
OVER = replace(
    CUP_PAGE,
    cup=replace(CUP, state="over", club="", table=""),
    rows=(
        replace(CUP_PAGE.rows[0], marks=(CupMark(1, 1, 1.0), CupMark(2, 2, 0.5, struck=True))),
        replace(CUP_PAGE.rows[1], marks=(CupMark(1, 1, 0.0),), left=True),
    ),
    tables=(
        replace(CUP_PAGE.tables[0], round=1, state="over", seats=("anna", ""), scores=(1.0, 0.0)),
        replace(CUP_PAGE.tables[1], round=2, state="struck", seats=("anna", "bert")),
    ),
    seed="5eed",
)
ROWS = (
    LadderRow(1, "Wren", "", ShownRating(1612, 80, 30, 9, 572), NOW),
    LadderRow(2, "", "", ShownRating(1400, 90, 3, 2, 330), NOW, hidden=True),
)
GAME, SECRETS = replayed("court"), replayed("intrigue")
CURVE = Curve(((0.5, 0.5), (0.7, 0.3), (1.0, 0.0)))


def dealt() -> CourtStage:
    stage = CourtStage(dice="6 4 4")
    stage.begin()
    stage.read(1, "roll")
    return stage


PAGES: dict[str, Callable[[Asked], str]] = {
    "front": lambda asked: front.front(asked, (*TABLES, FULL_TABLE), GAMES, (deal("court", 3),), (CUP, OPEN)),
    "front-of-nothing": lambda asked: front.front(
        replace(asked, site=Site("host", "https://host")), (), (), (), ()
    ),
    "cups": lambda asked: cups.cups(asked, (CUP, OPEN)),
    "cup-running": lambda asked: cups.cup(
        asked, replace(CUP_PAGE, rows=CUP_PAGE.rows[2:4], tables=CUP_PAGE.tables[:1]), 7
    ),
    "cup-open": lambda asked: cups.cup(asked, replace(CUP_PAGE, cup=OPEN, rows=(), tables=())),
    "cup-over": lambda asked: cups.cup(asked, OVER),
    "club": lambda asked: cups.club(asked, CLUB, ()),
    "ladder": lambda asked: people.ladder(asked, Ladder("court", "people", ROWS, 4)),
    "profile": lambda asked: people.profile(asked, PROFILE),
    "day": lambda asked: people.day(asked, BOARD),
    "day-open": lambda asked: people.day(
        asked, replace(BOARD, open=True, closes=NOW + 7200, seed="", rows=())
    ),
    "rules": lambda asked: people.rules(asked, "court"),
    "running": lambda asked: table.running(asked, dealt().news("Elm"), dealt().past),
    "waiting": lambda asked: table.waiting(asked, TABLES[4]),
    "waiting-open": lambda asked: table.waiting(asked, TABLES[3]),
    "closed": lambda asked: table.closed(asked, TABLES[0]),
    "replay": lambda asked: replay.replay(asked, GAME, CURVE, 40, is_open=False),
    "replay-open": lambda asked: replay.replay(asked, GAME, None, 0, is_open=True),
    "replay-over": lambda asked: replay.replay(asked, GAME, CURVE, GAME.course.last, is_open=False),
    "secrets": lambda asked: replay.replay(asked, SECRETS, None, 3, is_open=False),
    "secrets-open": lambda asked: replay.replay(asked, SECRETS, None, 3, is_open=True),
    "atom": lambda asked: feeds.atom(asked, GAMES),
    "calendar": lambda asked: feeds.calendar(asked, TABLES),
    "nothing": page.not_here,
    "away": page.not_reached,
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_and_leads_to_this(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All of the first page, of the others what differs from page to page; boards have tests of their own."""
    for module in (front, page, people):
        monkeypatch.setattr(module, "BOARDS", {key: BOARDS[key] for key in THREE})
    made = PAGES[name](BARE if "open" in name else FULL).replace("\r\n", "\n")
    shown = (
        made
        if name in {"front", "nothing", "front-of-nothing"}
        else made.partition("</header>")[2].partition("<footer>")[0] or made
    )
    shown = re.sub(r'<section[^>]*data-part="(?:court|dice)">.*?</section>', "", shown)
    snapshots.check(f"web-{name}", re.sub(r"(?=<(?:section|tr|li|div|p|meta|entry)\b)", "\n", shown).strip())
