"""The part of a scripted port that is about the player alone: account, keys, settings, whom one reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from engine.bot_ratings import MEASURED
from engine.game import Refused
from engine.options import NOTHING, Asked
from engine.registry import GAMES
from server.results.solo import rungs
from tui.host.clubs import ClubPage
from tui.host.cups import CupPage
from tui.host.deals import DailyDeal, DealResults, DealRow, DuplicateMatch
from tui.host.game_analysis import AnalysisNews
from tui.host.history import HistoryFilter, HistoryGame, HistoryPage, PlayerProfile, SoloLadder
from tui.host.moderation import (
    AccountKey,
    Conduct,
    Judgement,
    Letter,
    ReportedCase,
    ReportKind,
    Verdict,
    Waiting,
)
from tui.host.pictures import FollowedPlayer
from tui.host.port import Account, Release, SeatNews
from tui.host.refusals import wrong_stage
from tui.host.today import Today, Week

BOARD = DealResults(
    game="court", date="2026-11-24", open=False, closes=86_400.0, deal="daily-court-2026-11-24",
    commitment="c0" * 32, seed="5e" * 32, tables=3, running=0, steward_place=1.67, steward_points=41.0,
    steward_games=20, steward_place_error=0.12, steward_points_error=1.5,
    rows=(
        DealRow("Wren", "finished", 1, place=1, points=53, better_places=0.67, better_points=12.0, you=True),
        DealRow("Sixteen-Letters!", "finished", 2, 1, 2, 36, -0.33, -5.0),
        DealRow("Dorn", "left"),
    ),
)  # fmt: skip


class Visitor:
    """What one player asks about themselves; everything asked is told to `check`."""

    def __init__(self, name: str, *, guest: bool = False) -> None:
        self.ssh_host = "play.example.org"
        self.web = ""
        self.zone = "UTC"
        self.me = Account(name, guest, keys=0 if guest else 1, played=frozenset(GAMES))
        self.seat_listeners: list[Callable[[SeatNews], None]] = []
        self.games: tuple[HistoryGame, ...] = ()
        self.profiles: dict[str, PlayerProfile] = {}
        self.waits = Waiting()
        self.written: tuple[Letter, ...] = ()
        self.cases: tuple[ReportedCase, ...] = ()
        self.rules = Conduct((), "")
        self.deals: tuple[DailyDeal, ...] = ()
        self.now_shown = Today()
        self.week_shown = Week()
        self.club_shown: ClubPage | None = None
        self.cup_shown: CupPage | None = None
        self.solo_ladders: dict[str, SoloLadder] = {}
        self.board = BOARD
        self.waiting_listeners: list[Callable[[], None]] = []
        self.analysis = AnalysisNews()
        """What is told of every analysis."""
        self.analysis_listeners: list[Callable[[AnalysisNews], None]] = []

    @property
    def name(self) -> str:
        return self.me.name

    def check(self, *asked: Any) -> None:
        """Remembers what was asked; raises what is to be refused."""
        raise NotImplementedError

    def account(self) -> Account:
        return self.me

    def follow_seats(self, listener: Callable[[SeatNews], None]) -> Release:
        self.seat_listeners.append(listener)
        return lambda: self.seat_listeners.remove(listener) if listener in self.seat_listeners else None

    def hear(self, news: SeatNews) -> None:
        """Tells everybody who follows the seats of this player."""
        for listener in tuple(self.seat_listeners):
            listener(news)

    async def catch_up(self, table: str = "") -> None:
        """There are no other nodes."""

    async def rename(self, name: str) -> None:
        self.check("rename", name)
        self.me = replace(self.me, name=name)

    async def set(self, setting: str, value: str) -> None:
        self.check("set", setting, value)
        self.me = replace(self.me, settings={**self.me.settings, setting: value})

    async def new_key_code(self) -> str:
        self.check("new_key_code")
        return "AAAA-BBBB"

    async def add_key(self, code: str) -> None:
        self.check("add_key", code)
        self.me = replace(self.me, keys=self.me.keys + 1)

    async def forget_me(self) -> None:
        self.check("forget_me")

    async def curve(self, table: str) -> None:
        self.check("curve", table)

    async def history(self, wanted: HistoryFilter) -> HistoryPage:
        self.check("history", wanted)
        games = [one for one in self.games if wanted.game in {"", one.game}]
        at = int(wanted.before or 0)
        more = str(at + wanted.count) if len(games) > at + wanted.count else ""
        player = "" if wanted.everybody else wanted.player or self.name
        return HistoryPage(tuple(games[at : at + wanted.count]), player, more)

    async def profile(self, name: str = "") -> PlayerProfile:
        self.check("profile", name)
        if (name or self.name) not in self.profiles:
            raise Refused("no-account-called", {"name": name})
        return self.profiles[name or self.name]

    async def analyse(self, table: str, listener: Callable[[AnalysisNews], None]) -> Release:
        self.check("analyse", table)
        self.analysis_listeners.append(listener)
        listener(self.analysis)
        return lambda: (
            self.analysis_listeners.remove(listener) if listener in self.analysis_listeners else None
        )

    def analysed(self, news: AnalysisNews) -> None:
        """The analysis has grown."""
        self.analysis = news
        for listener in tuple(self.analysis_listeners):
            listener(news)

    async def club(self, club: str = "") -> ClubPage:
        self.check("club", club)
        if self.club_shown is None:
            raise Refused("no-club", {"club": club})
        return self.club_shown

    async def cup(self, cup: str = "") -> CupPage:
        self.check("cup", cup)
        if self.cup_shown is None:
            raise Refused("no-cup", {"cup": cup})
        return self.cup_shown

    async def daily(self) -> tuple[DailyDeal, ...]:
        self.check("daily")
        return self.deals

    async def today(self) -> Today:
        return self.now_shown

    async def week(self) -> Week:
        return self.week_shown

    async def opponents(self, game: str) -> SoloLadder:
        self.check("opponents", game)
        found = rungs((), GAMES[game].opponents, MEASURED.get(game, {}))
        return self.solo_ladders.get(game) or SoloLadder(game, found)

    async def play_daily(self, game: str) -> str:
        self.check("play_daily", game)
        raise Refused("daily-account", {"moves": 8})

    async def daily_results(self, game: str, date: str = "") -> DealResults:
        self.check("daily_results", game, date)
        return self.board

    async def open_duplicate(
        self, game: str, seats: int, tables: int, options: Asked = NOTHING, *, private: bool = False
    ) -> DuplicateMatch:
        self.check("open_duplicate", game, seats, tables, dict(options).get("rounds"), private)
        numbers = tuple(map(str, range(tables)))
        names = tuple(f"PLUM-{number}" for number in numbers)
        return DuplicateMatch(game, seats, numbers, names, "c0" * 32, ("",) * tables)

    async def duplicate_results(self, table: str) -> DealResults:
        self.check("duplicate_results", table)
        return self.board

    async def follow(self, name: str, on: bool) -> None:
        self.check("follow", name, on)

    async def following(self) -> tuple[FollowedPlayer, ...]:
        return ()

    async def ignore(self, name: str, on: bool = True) -> None:
        self.check("ignore", name, on)
        if name == self.me.name:
            raise Refused("nobody-called", {"name": name})
        others = tuple(other for other in self.me.ignored if other != name)
        self.me = replace(self.me, ignored=(*others, name) if on else others)

    async def report(self, name: str, kind: ReportKind, why: str, table: str | None = None) -> None:
        self.check("report", name, kind, why, table)

    def waiting(self) -> Waiting:
        return self.waits

    def follow_waiting(self, listener: Callable[[], None]) -> Release:
        self.waiting_listeners.append(listener)
        return lambda: self.waiting_listeners.remove(listener)

    def now_waits(self, waiting: Waiting) -> None:
        """Something waits for this player now."""
        self.waits = waiting
        for listener in tuple(self.waiting_listeners):
            listener()

    async def letters(self) -> tuple[Letter, ...]:
        self.check("letters")
        self.waits = replace(self.waits, letter=False)
        return self.written

    async def answer_letter(self, text: str) -> None:
        self.check("answer_letter", text)

    async def reports(self) -> tuple[ReportedCase, ...]:
        self.check("reports")
        return self.cases

    async def judge(
        self, report: str, verdict: Verdict, reason: str, minutes: int | None = None
    ) -> Judgement:
        self.check("judge", report, verdict, reason, minutes)
        return Judgement(next(one.about for one in self.cases if one.id.startswith(report)))

    async def void(self, table: str, reason: str, void: bool = True) -> str:
        self.check("void", table, reason, void)
        return table.upper()

    async def conduct(self, language: str) -> Conduct:
        self.check("conduct", language)
        return self.rules

    async def accept_conduct(self, version: str) -> None:
        self.check("accept_conduct", version)
        self.waits = replace(self.waits, conduct=False)

    async def new_recovery_code(self) -> str:
        self.check("new_recovery_code")
        return "AAAA-BBBB-CCCC-DDDD"

    async def recover(self, name: str, code: str) -> str:
        self.check("recover", name, code)
        return name

    async def keys(self) -> tuple[AccountKey, ...]:
        self.check("keys")
        return (AccountKey("AbCd1234", "SHA256:AbCd1234xyz", 0.0, this=True),)

    async def drop_key(self, key: str) -> None:
        self.check("drop_key", key)

    async def check_drop_key(self, key: str) -> AccountKey:
        return AccountKey(key, f"SHA256:{key}", 0.0)

    async def check_leave_club(self, club: str = "", *, unnamed: bool = False) -> str:  # noqa: ARG002
        return club or "Kronberg"

    async def check_remove_from_club(self, name: str, club: str = "") -> None:
        """Whoever is named can be removed."""

    async def check_new_recovery_code(self) -> None:
        """There can always be one."""

    async def check_forget_me(self) -> None:
        """The account can always be deleted."""

    async def check_leave(self, table: str) -> None:
        """Whoever sits before the game may leave."""

    async def check_concede(self, table: str) -> None:  # noqa: ARG002
        """Who only looks at what has ended plays no more."""
        raise wrong_stage("over")

    check_abandon = check_concede

    async def check_play_on(self, table: str, position: int, seat: int) -> None:
        """Every position can be played on."""

    async def check_end_table(self, table: str) -> None:
        """Every table can be ended."""

    async def export(self) -> Mapping[str, Any]:
        self.check("export")
        return {}
