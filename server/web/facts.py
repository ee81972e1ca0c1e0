"""What a window asks its host, and for how long it keeps the answers.

A name becomes a question only where the lists that are asked for anyway do not have it, and waits in a queue
then (`server.web.questions`).
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from typing import TypeVar

from msgspec import MsgspecError, Struct, convert
from msgspec.structs import replace

from engine.analysis.rounds import Curve
from engine.game import Refused
from engine.playthrough import event_type
from engine.records.course import Course, read_course
from server.web.feed import Declined, Feed
from server.web.kept import Kept
from server.web.questions import Questions
from tui.boards import BOARDS, PLAYABLE
from tui.host.clubs import ClubPage
from tui.host.cups import CupInfo, CupPage
from tui.host.deals import DailyDeal, DealResults
from tui.host.history import HistoryGame, PlayerProfile
from tui.host.pictures import TableInfo
from tui.host.ratings import Ladder

T = TypeVar("T")
PAGE = 200
"""Tables of one answer."""
MOST_TABLES = 2000
ENDED = 20
MOST_GAMES = 100
"""Ended games that are kept to be looked at."""
MOST_ENDINGS = 1000
"""Names of tables that are remembered after their games ended."""


class _Tables(Struct):
    tables: tuple[TableInfo, ...]
    more: bool = False


class _Games(Struct):
    games: tuple[HistoryGame, ...]


class _Deals(Struct):
    deals: tuple[DailyDeal, ...]


class _Results(Struct):
    results: DealResults


class _Cups(Struct):
    cups: tuple[CupInfo, ...]


class _Cup(Struct):
    cup: CupPage


class _Club(Struct):
    club: ClubPage


class _Profile(Struct):
    profile: PlayerProfile


class _Ladder(Struct):
    ladder: Ladder


class _Record(Struct):
    record: str
    curve: Curve | None = None


class EndedGame(Struct, frozen=True):
    """An ended game: its record, its course and the chances over it."""

    record: str
    course: Course
    curve: Curve | None


class NotHere(Exception):  # noqa: N818
    """There is nothing at this address."""


class Facts:
    """All of it raises Away, Busy and, where there is nothing of that name, NotHere or Declined."""

    def __init__(self, feed: Feed, kept: Kept, questions: Questions) -> None:
        self._feed, self._kept, self._questions = feed, kept, questions
        self._games: OrderedDict[str, EndedGame] = OrderedDict()
        self._endings: OrderedDict[str, str] = OrderedDict()
        """The ids of tables whose games have ended, by their names."""

    async def tables(self) -> tuple[TableInfo, ...]:
        return await self._kept.get("tables", 2, self._listed)

    async def _listed(self) -> tuple[TableInfo, ...]:
        found: list[TableInfo] = []
        while len(found) < MOST_TABLES:
            answer = await self._feed.ask(_Tables, "list", count=PAGE, skip=len(found))
            found += answer.tables
            if not answer.more:
                break
        return tuple(one for one in found if not one.private and one.game in BOARDS)

    async def lately(self) -> tuple[Sequence[TableInfo], Sequence[HistoryGame]]:
        """Return what goes on: tables, and games that have ended."""
        return await self.tables(), await self.ended()

    async def ended(self) -> Sequence[HistoryGame]:
        """Return the games that have ended, newest first."""
        return (await self._kept.get("ended", 10, self._ended)).games

    async def listed_as(self, name: str) -> TableInfo:
        found = next((one for one in await self.tables() if one.name == name), None)
        if found is None:
            raise NotHere
        return found

    async def _ended(self) -> _Games:
        found = await self._feed.ask(_Games, "history", everybody=True, count=ENDED)
        return _Games(tuple(one for one in found.games if not one.private and one.game in BOARDS))

    async def deals(self) -> Sequence[DailyDeal]:
        found = await self._kept.get("deals", 30, lambda: self._feed.ask(_Deals, "daily"))
        return [one for one in found.deals if one.game in BOARDS]

    def remember(self, name: str, table_id: str) -> None:
        """Remember which table had a name, for those who come back once its game has ended."""
        self._endings[name] = table_id
        self._endings.move_to_end(name)
        if len(self._endings) > MOST_ENDINGS:
            self._endings.popitem(last=False)

    def ending(self, name: str) -> str:
        """Return the id of a table by its name if its game has ended. Raises NotHere."""
        if table_id := self._endings.get(name):
            return table_id
        raise NotHere

    async def game(self, table_id: str) -> EndedGame:
        """Return an ended game, which is asked for once. Raises NotHere, Busy, Away."""
        if known := self._games.get(table_id):
            self._games.move_to_end(table_id)
            return known
        if self._questions.is_no(table_id):
            raise NotHere
        found = await self._kept.get(("game", table_id), 0, lambda: self._ask_game(table_id))
        self._games[table_id] = found
        if len(self._games) > MOST_GAMES:
            self._games.popitem(last=False)
        return found

    async def _ask_game(self, table_id: str) -> EndedGame:
        if table_id not in self._endings.values():
            await self._questions.turn()
        try:
            said = await self._feed.ask(_Record, "record", table=table_id, curve=True)
            record = without_keys(said.record)
            course = await asyncio.to_thread(read_course, record, PLAYABLE)
        except (Declined, Refused, MsgspecError) as why:
            if getattr(why, "code", "") not in {"busy", "table-is"}:
                self._questions.note_no(table_id)
            raise NotHere from None
        return EndedGame(record, course, read_curve(said.curve, course) if said.curve else None)

    async def ladder(self, game: str) -> Ladder:
        asked = lambda: self._feed.ask(_Ladder, "ladder", game=game)  # noqa: E731
        return (await self._kept.get(("ladder", game), 30, asked)).ladder

    async def profile(self, name: str) -> PlayerProfile:
        found = await self._known(_Profile, ("profile", name.casefold()), "profile", name=name)
        if found.profile.hidden:
            raise NotHere
        return found.profile

    async def day(self, game: str, date: str) -> DealResults:
        key = ("day", game, date)
        return (await self._known(_Results, key, "daily_results", game=game, date=date)).results

    async def club(self, name: str) -> ClubPage:
        return (await self._known(_Club, ("club", name.casefold()), "club", club=name)).club

    async def _known(self, kind: type[T], key: tuple[str, ...], do: str, **fields: str) -> T:
        """Return an answer of the last half minute, or a new one."""
        return await self._kept.get(key, 30, lambda: self._ask(kind, key, do, **fields))

    async def cups(self) -> tuple[CupInfo, ...]:
        found = await self._kept.get("cups", 5, lambda: self._feed.ask(_Cups, "cup"))
        return tuple(one for one in found.cups if one.game in BOARDS)

    async def cup_page(self, cup: str) -> CupPage:
        key = ("cup", cup)
        found: _Cup
        if cup in {one.id for one in await self.cups()}:
            found = await self._kept.get(key, 5, lambda: self._feed.ask(_Cup, "cup", cup=cup))
        else:
            found = await self._kept.get(key, 30, lambda: self._ask(_Cup, key, "cup", cup=cup))
        if found.cup.cup.game not in BOARDS:
            raise NotHere
        return found.cup

    async def _ask(self, kind: type[T], key: tuple[str, ...], do: str, **fields: str) -> T:
        if self._questions.is_no(key):
            raise NotHere
        await self._questions.turn()
        try:
            return await self._feed.ask(kind, do, **fields)
        except Declined:
            self._questions.note_no(key)
            raise NotHere from None


def without_keys(record: str) -> str:
    """Return a record without the keys and signatures of its players: others could follow them by these."""
    lines = record.split("\n")
    return "\n".join(line for line in lines if not line.startswith(("key ", "signature ")))


def read_curve(curve: Curve, course: Course) -> Curve:
    """Return a curve with the events of its turnings read as those of its game."""
    kind = event_type(course.game)
    turnings = [
        replace(one, events=tuple(convert(event, kind) for event in one.events)) for one in curve.turnings
    ]
    return replace(curve, turnings=tuple(turnings))
