"""Every screen, and what can be under way on one: how somebody comes there, on a terminal of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from engine.chance import FairChance
from engine.registry import GAMES as RULES
from tests.tui.lines import client
from tests.tui.presenters.people.cases import CASE
from tests.tui.presenters.people.past import GAMES, NOW, PROFILE
from tests.tui.replay.replayed import ReplayPort, replayed
from tests.tui.screens.test_analysis import port_of
from tests.tui.screens.test_club_screen import PAGE as CLUB_PAGE
from tests.tui.screens.test_cup_screen import PAGE
from tests.tui.screens.test_daily import DEALS
from tests.tui.scripted_port import Hosted, Seat, bot, player, table
from tests.tui.stage import NO_HINTS, StagePort, TableStage
from tests.tui.visitor import Visitor
from tests.tui.watch import Watching
from tui.host.pictures import LessonStep, TableSnapshot
from tui.screens.analysis.analysis_screen import AnalysisScreen
from tui.screens.base.card_screen import CardScreen
from tui.screens.base.help_screen import HelpScreen
from tui.screens.base.log_screen import LogScreen
from tui.screens.lobby.aim_screen import AimScreen
from tui.screens.lobby.lobby_screen import LobbyScreen
from tui.screens.people.club_screen import ClubScreen
from tui.screens.people.cup_screen import CupScreen
from tui.screens.people.daily_screen import DailyScreen
from tui.screens.people.history_screen import HistoryScreen
from tui.screens.people.opponents_screen import OpponentsScreen
from tui.screens.people.profile_screen import ProfileScreen
from tui.screens.people.queue_screen import QueueScreen
from tui.screens.replay.replay_screen import ReplayScreen
from tui.screens.table.plan_screen import PlanScreen
from tui.screens.table.table_screen import TableScreen

ENDED = MappingProxyType({"laurin": "laurin-five-stewards"})
"""The record of a game that was played to its end, where the usual one was not."""
TYPED, ASKED = "/rhubarb \N{LATIN SMALL LETTER E WITH ACUTE}", "/quit\r"


class LessonPort(StagePort):
    """The port of somebody whose table is a lesson."""

    def follow_table(self, table: str, listener: Callable[[TableSnapshot], None]) -> Any:
        step = LessonStep("", 1, 9)
        return super().follow_table(table, lambda heard: listener(replace(heard, lesson=step)))


class Place:
    """A place: who comes, with which command and keys, and the screen that is shown then; None: none yet."""

    def __init__(
        self, port: Callable[[], Visitor], screen: type | None, *keys: str, goto: str = "join KIWI-7"
    ) -> None:
        self.port, self.screen, self.keys, self.goto = port, screen, keys, goto


def hosted() -> Hosted:
    found = Hosted(
        table(2, "PLUM-2", player("Cedar"), player("Dorn"), stage="running", rounds=9, watching=2),
        table(3, "KIWI-7", player("Amber"), bot("Elm"), Seat()),
    )
    found.time = NOW
    return found


def in_lobby(name: str = "Wren") -> Visitor:
    port = hosted().port(name)
    port.games, port.deals, port.cases = GAMES, DEALS, (CASE,)
    port.profiles = {"Wren": PROFILE}
    port.cup_shown = PAGE
    port.club_shown = CLUB_PAGE
    return port


def newcomer() -> Visitor:
    """Somebody who has finished no game."""
    port = in_lobby()
    port.me = replace(port.me, played=frozenset())
    return port


def at_table(
    game: str, *, begun: bool = True, kind: type[StagePort] = StagePort, over: bool = False
) -> Visitor:
    stage = TableStage(RULES[game], 3)
    if begun:
        stage.deal(FairChance(b"every screen".ljust(32)))
    if over:
        stage.ended = "conceded"
    port = kind(stage, "Amber")
    port.me = replace(port.me, settings=dict(NO_HINTS))
    return port


def _tables() -> dict[str, Place]:
    places: dict[str, Place] = {}
    for game in RULES:

        def port(game: str = game) -> Visitor:
            return at_table(game)

        def lesson(game: str = game) -> Visitor:
            return at_table(game, kind=LessonPort)

        def over(game: str = game) -> Visitor:
            return at_table(game, over=True)

        def past(game: str = game) -> Visitor:
            return ReplayPort(replayed(game), Hosted(), "Amber")

        def analysis(game: str = game) -> Visitor:
            return port_of(ENDED.get(game, game))

        places |= {
            f"{game}": Place(port, TableScreen),
            f"{game}, odds": Place(port, TableScreen, "o"),
            f"{game}, a line": Place(port, TableScreen, TYPED),
            f"{game}, a question": Place(port, TableScreen, ASKED),
            f"{game}, a lesson": Place(lesson, TableScreen),
            f"{game}, a plan": Place(port, PlanScreen, "I"),
            f"{game}, over": Place(over, TableScreen),
            f"{game}, help": Place(port, HelpScreen, "/help\r"),
            f"{game}, replay": Place(past, ReplayScreen, goto="replay 5f0c2a9e"),
            f"{game}, replay, a line": Place(past, ReplayScreen, TYPED, goto="replay 5f0c2a9e"),
        }
        if RULES[game].value:
            places[f"{game}, analysis"] = Place(analysis, AnalysisScreen, "a", goto="replay 5f0c2a9e")
    return places


PLACES = MappingProxyType(
    {
        "lobby": Place(in_lobby, LobbyScreen, goto=""),
        "lobby, the form": Place(in_lobby, LobbyScreen, "n", goto=""),
        "lobby, a line": Place(in_lobby, LobbyScreen, TYPED, goto=""),
        "lobby, a question": Place(in_lobby, LobbyScreen, ASKED, goto=""),
        "the question to go back": Place(lambda: in_lobby("Dorn"), None, goto=""),
        "help": Place(in_lobby, HelpScreen, "?", goto=""),
        "log": Place(in_lobby, LogScreen, "/log\r", goto=""),
        "profile": Place(in_lobby, ProfileScreen, "/profile\r", goto=""),
        "history": Place(in_lobby, HistoryScreen, "H", goto=""),
        "deals": Place(in_lobby, DailyScreen, "d", goto=""),
        "opponents": Place(in_lobby, OpponentsScreen, "o", goto=""),
        "a club": Place(in_lobby, ClubScreen, "/club kronberg\r", goto=""),
        "a cup": Place(in_lobby, CupScreen, "/cup court-1\r", goto=""),
        "queue": Place(in_lobby, QueueScreen, "/queue\r", goto=""),
        "card": Place(
            lambda: ReplayPort(replace(replayed("court"), your_seat=1), Hosted(), "Amber"),
            CardScreen,
            "/share\r",
            goto="replay 5f0c2a9e",
        ),
        "the card of a game": Place(newcomer, AimScreen, "/practice court\r", goto=""),
        "waiting room": Place(lambda: at_table("court", begun=False), TableScreen),
        **_tables(),
    }
)


@asynccontextmanager
async def standing_at(name: str, **environment: str) -> AsyncIterator[tuple[Watching, Visitor]]:
    """Somebody who is there; all that was sent on the way is read."""
    place = PLACES[name]
    port = place.port()
    terminal = Watching(port, replace(client(**environment), goto=place.goto))
    await terminal.sent()
    for keys in place.keys:
        for key in keys:
            terminal.session.feed(key.encode())
            await terminal.sent()
    app: Any = terminal.session._app
    if place.screen is None:
        assert not app.is_running
    else:
        assert type(app.screen) is place.screen, (name, app.screen, terminal.text)
    yield terminal, port
    await terminal.leave()
