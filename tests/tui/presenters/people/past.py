"""Ended games and a profile, for tests."""

from __future__ import annotations

from msgspec.structs import replace

from tui.host.history import GameTally, HistoryGame, HistorySeat, OpponentRecord, PlayerProfile
from tui.host.ratings import ShownRating

NOW = 1_795_262_400.0
"""2026-11-21 12:00 in UTC."""
DAY = 86_400.0
WON = HistoryGame(
    id="8c1f0a52d9e4b637",
    name="KIWI-7",
    game="court",
    options={"edition": "de", "rounds": 100},
    kind="match",
    private=False,
    started=NOW - 2 * DAY - 2400,
    ended=NOW - 2 * DAY,
    ending="played",
    seats=(
        HistorySeat("Wren", "account", 1, 7),
        HistorySeat("Birch", "account", 2, 6),
        HistorySeat("Elm", "bot", 3, 4),
    ),
    seat=1,
)
CONCEDED = replace(
    WON,
    id="41d07be6a85c92f3",
    name="PEAR-2",
    game="laurin",
    options={},
    ended=NOW - 400 * DAY,
    started=0.0,
    private=True,
    ending="conceded",
    seats=(HistorySeat("Wren", "account", 2, 3, "conceded"), HistorySeat("", "gone", 1, 9)),
)
PRACTICE = replace(
    WON,
    id="c95a3e1d70f8b264",
    name="FIG-9",
    kind="practice",
    ended=NOW - 3600,
    started=NOW - 4000,
    ending="abandoned",
    seats=(HistorySeat("Wren", "account", 0, None, "replaced"), HistorySeat("Elm", "bot")),
)
GAMES = (PRACTICE, WON, CONCEDED)
COURT = GameTally(
    "court", 8, {1: 5, 2: 2, 3: 1}, unfinished=1, practice=12, streak=2, best_streak=3,
    rating=ShownRating(1612, 80, 8),
)  # fmt: skip
LAURIN = GameTally("laurin", 2, {2: 1, 3: 1}, practice=1)
TOTAL = GameTally("", 10, {1: 5, 2: 3, 3: 2}, unfinished=1, practice=13, streak=1, best_streak=3)
PROFILE = PlayerProfile(
    name="Wren",
    you=True,
    here=True,
    since=NOW - 300 * DAY,
    total=TOTAL,
    games=(COURT, LAURIN),
    opponents=(OpponentRecord("Birch", 7, 4, 2, NOW - DAY), OpponentRecord("Cedar", 1, 0, 1, NOW - 90 * DAY)),
    recent=GAMES,
)
