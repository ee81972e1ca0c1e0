"""A lobby in the evening: tables that wait, games that run, deals, opponents, results and talk."""

from __future__ import annotations

from msgspec.structs import replace

from engine.bot_ratings import MEASURED
from engine.registry import GAMES
from server.results.solo import rungs
from tests.tui.scripted_port import Hosted, ScriptedPort, Seat, bot, player, table
from tui.host.deals import DailyDeal, DealResults, DealRow, DealState
from tui.host.history import HistoryGame, HistorySeat, SoloLadder
from tui.host.port import ChatLine
from tui.host.today import Today, TodaysDeal, Week, WeekOfGame

HOUR = 3600.0
TALK = (
    ("Mia", "anyone for Laurin at eight?"),
    ("Bert", "in, if it is the long one"),
    ("Cedar", "Plot needs two: KIWI-7"),
)
RANKED = (("Mia", 94), ("Elm", 86), ("Wren", 86), ("Oak", 85), ("Jo", 76), *[("Ash", 65)] * 16)
WON = {"court": (1, 1), "intrigue": (1, 0), "laurin": (0, 0)}
"""Of each game, how many opponents are beaten, and the wins against the next one."""


def deal(game: str, players: int, state: DealState = "") -> DailyDeal:
    return DailyDeal(game, "2026-11-24", 3, 1, ("", "", ""), 5 * HOUR, "", "", players, state)


def ladder(game: str) -> SoloLadder:
    """A ladder with as many wins as `WON` says."""
    beaten, won = WON.get(game, (0, 0))
    found = rungs((), GAMES[game].opponents, MEASURED.get(game, {}))
    return SoloLadder(
        game,
        tuple(
            replace(
                one,
                won=2 if number < beaten else won if number == beaten else 0,
                games=3 if number < beaten else won,
                open=number <= beaten,
            )
            for number, one in enumerate(found)
        ),
    )


def ended(number: int, game: str, *seats: tuple[str, int]) -> HistoryGame:
    """A game that somebody has won, by names and points."""
    return HistoryGame(
        f"e{number}", f"FIG-{number}", game, {}, "match", False, 0.0, -600.0 * number, "",
        tuple(HistorySeat(name, "account", place, points) for place, (name, points) in enumerate(seats, 1)),
    )  # fmt: skip


def evening_host() -> Hosted:
    host = Hosted(
        table(
            1,
            "PLUM-9",
            player("Jo"),
            player("Tom"),
            player("Fern"),
            stage="running",
            rounds=3,
            game="intrigue",
        ),
        table(2, "FIG-2", player("Elm"), player("Ash"), bot("Dorn"), stage="running", rounds=9),
        table(3, "KIWI-7", player("Mia"), Seat(), Seat(), game="laurin", clock="1d"),
        table(4, "OAK-4", player("Cedar"), player("Ivy"), Seat(), Seat(), game="intrigue", clock="5m"),
        replace(table(7, "LIME-2", player("Oak"), Seat(), Seat(), game="laurin"), starts=2 * HOUR),
        table(5, "PEAR-1", player("Wren"), player("Bert"), stage="running", rounds=2),
        table(6, "ASH-3", player("Wren"), player("Oak"), Seat(), game="laurin"),
    )
    host.chat = tuple(ChatLine(name, text, 0.0, "lobby") for name, text in TALK)
    for name in ("Mia", "Bert", "Cedar", "Elm", "Oak", "Ivy", "Jo", "Tom", "Fern", "Ash"):
        host.port(name)
    return host


def evening_of(port: ScriptedPort) -> None:
    """Let a player who has played before be told of the day."""
    port.me = replace(port.me, settings={**port.me.settings, "finished-court": "1"})
    port.now_shown = Today(
        (
            TodaysDeal(deal("court", 21, "over"), 3, 21, 86),
            TodaysDeal(deal("intrigue", 19)),
            TodaysDeal(deal("laurin", 1, "running")),
        ),
        tuple(map(ladder, ("court", "intrigue", "laurin"))),
        (
            ended(1, "laurin", ("Oak", 34), ("Ivy", 31)),
            ended(2, "court", ("Elm", 86), ("Fern", 75)),
            ended(3, "intrigue", ("Bert", 14), ("Jo", 11)),
        ),
    )
    port.week_shown = Week(
        (WeekOfGame("court", 5, 3, 94), WeekOfGame("intrigue", 2, 0, 14), WeekOfGame("laurin", 1, 1, 31)),
        2, 4,
        (3, 0, 6, 9, 4, 1, 7, 11, 5, 2, 8, 10, 6, 1, 9, 14, 8, 3, 12, 19, 9, 4, 18, 27, 13, 6, 22, 31),
    )  # fmt: skip
    port.board = DealResults(
        "court", "2026-11-24", True, 5 * HOUR, "court 2026-11-24", "", "", 21, 0,
        tuple(
            DealRow(name, "finished", place, 1, 1, points, table=f"d{place}", you=name == "Wren")
            for place, (name, points) in enumerate(RANKED, 1)
        ),
        1.7, 80.0, 6,
    )  # fmt: skip
