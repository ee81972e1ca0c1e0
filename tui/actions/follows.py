"""All that one program follows: tables that it asked about, so that it has their newest snapshots, of which
watched ones send news; the analyses, the lobby and its seats that it asked for.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from engine.game import Refused
from tui.actions import answers
from tui.actions.answers import Json
from tui.actions.followed_table import FollowedTable
from tui.host.game_analysis import AnalysisNews
from tui.host.pictures import ChatLine, LobbySnapshot, TableInfo, TableSnapshot
from tui.host.port import Port, Release
from tui.host.refusals import refused
from tui.host.table_search import TableSearch, is_called
from tui.language.texts import Texts, texts_in
from tui.presenters.chat_tracker import new_lines, taken_lines

LONGEST_ECHO = 40
"""Characters of an unknown table's name that a refusal repeats."""
SEAT_NEWS_KEPT = 100
"""The most news of seats that a program has not been sent yet: of more, the first are dropped."""
EVENTS_KEPT = 500
"""The most events that a program has not been sent yet, likewise: as many as a table remembers."""
OWN_AROUND = 20
"""Tables around a page whose changes are noticed: the player's own ones may move it so far."""


class Feed:
    """What a program is sent news of, until `release` is called."""

    release: Release

    def take_news(self) -> Sequence[Json]:
        """Return the lines that the program has not been sent yet, oldest first."""
        raise NotImplementedError


class TableFeed(FollowedTable, Feed):
    """A table that a program follows, or watches for news, with as many earlier events as are `recent`."""

    def __init__(
        self, port: Port, table: str, on_news: Callable[[], None], texts: Texts, recent: int = 0
    ) -> None:
        self.watched = False
        self._recent: deque[Any] = deque(maxlen=recent)
        self._texts = texts
        self._on_news = on_news
        self._changed = False
        self._untold: tuple[Any, ...] = ()
        """The events of the newest snapshot, and of those before it that nobody was sent."""
        self._last_chat: Sequence[ChatLine] = ()
        super().__init__(port, table, kept=1)

    def see(self, snapshot: TableSnapshot) -> None:
        if self._recent.maxlen:
            self._recent.extend((*snapshot.past, *snapshot.events))
        untold = self._untold if self.watched and self._changed else ()
        self._untold = (*untold, *snapshot.events)[-EVENTS_KEPT:]
        self._changed = True
        super().see(snapshot)
        self._on_news()

    def watch(self) -> None:
        """Send news from now on, beginning with everything that is known."""
        self.watched, self._changed, self._last_chat = True, True, ()

    def take_news(self) -> Sequence[Json]:
        if not (self.snapshots and self.watched and self._changed):
            return ()
        self._changed, news = False, self.snapshots[-1]
        told = answers.news(replace(news, events=self._untold), self._texts)
        if self._recent.maxlen:
            told = {**told, "recent": tuple(self._recent)}
        talk = talk_news(self._texts, self._last_chat, news.chat)
        self._last_chat = news.chat
        return [{"table": news.info.id, **one} for one in ({"news": told}, *talk)]


def talk_news(texts: Texts, before: Sequence[ChatLine], after: Sequence[ChatLine]) -> Iterator[Json]:
    """Yield what a program is told of a chat that has changed: what was taken away, and what is new."""
    if taken := taken_lines(before, after):
        yield {"taken": answers.chat(texts, taken)}
    if new := new_lines(before, after):
        yield {"chat": answers.chat(texts, new)}


@dataclass(eq=False)
class LobbyFeed(Feed):
    """The lobby, limited to the tables of a `search`; `shown` is what was told of it."""

    port: Port
    search: TableSearch
    shown: Json
    on_news: Callable[[], None]
    texts: Texts
    _lobby: LobbySnapshot | None = None
    _last_chat: Sequence[ChatLine] = ()

    def __post_init__(self) -> None:
        before = max(0, self.search.skip - OWN_AROUND)
        count = self.search.skip - before + self.search.count + OWN_AROUND
        self.release = self.port.follow_lobby(self._update, replace(self.search, skip=before, count=count))

    def _update(self, lobby: LobbySnapshot) -> None:
        self._lobby = lobby
        self.on_news()

    def take_news(self) -> Sequence[Json]:
        lobby, self._lobby = self._lobby, None
        if lobby is None:
            return ()
        before, self.shown = self.shown, answers.listed(self.port, self.search, lobby)
        talk = talk_news(self.texts, self._last_chat, lobby.chat)
        self._last_chat = lobby.chat
        return [{"lobby": new} for new in (*([self.shown] if self.shown != before else ()), *talk)]


class SeatFeed(Feed):
    """What happens at the tables where the player has a seat, and what is for the player alone."""

    def __init__(self, port: Port, on_news: Callable[[], None]) -> None:
        self._port, self._on_news = port, on_news
        self._news: deque[Json] = deque(maxlen=SEAT_NEWS_KEPT)
        self._has_letter = False
        releases = ExitStack()
        releases.callback(port.follow_seats(lambda news: self._tell(**answers.said_of(news))))
        releases.callback(port.follow_waiting(self._look_for_letters))
        self.release = releases.close
        self._look_for_letters()

    def _look_for_letters(self) -> None:
        """Tell of a letter that was not read, once until it is."""
        had, self._has_letter = self._has_letter, self._port.waiting().letter
        if self._has_letter and not had:
            self._tell(kind="letter")

    def _tell(self, **news: object) -> None:
        self._news.append({"seats": news})
        self._on_news()

    def take_news(self) -> Sequence[Json]:
        news = list(self._news)
        self._news.clear()
        return news


@dataclass(eq=False)
class AnalysisFeed(Feed):
    """One analysis: the newest of what is known. `changed`: the program has not been sent it."""

    table: str
    on_news: Callable[[], None]
    _news: AnalysisNews = field(default_factory=AnalysisNews)
    _changed: bool = False
    _told: Sequence[int] = ()
    """The seats that the program knows everything of."""

    def hear(self, news: AnalysisNews) -> None:
        self._news, self._changed = news, True
        self.on_news()

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes that the program has not been sent."""
        return not self._changed and (self._news.failed or self._is_complete)

    @property
    def _is_complete(self) -> bool:
        return self._news.analysis is not None and self._news.analysis.complete

    def take_news(self) -> Sequence[Json]:
        return [{"analysis": self.take()}] if self._changed else ()

    def take(self) -> Json:
        """Return how far the analysis is, and what was found whenever a seat is done, and at the end."""
        news, self._changed = self._news, False
        done = news.analysis.done if news.analysis else ()
        tells, self._told = self._is_complete or done != self._told, done
        told = {"waiting": news.waiting, "done": news.done, "failed": news.failed}
        return {"table": self.table, **told, "analysis": news.analysis if tells else None}


@dataclass(eq=False)
class Feeds:
    """All that a program follows: `most()` tables at most; `on_news` is called when there may be news."""

    port: Port
    most: Callable[[], int]
    on_news: Callable[[], None]
    texts: Texts = field(default_factory=texts_in)
    recent: int = 0
    _tables: dict[str, TableFeed] = field(default_factory=dict)
    """By id; the table that was asked about last is the last one."""
    _others: dict[str, Feed] = field(default_factory=dict)
    """The lobby, the seats, and each analysis."""

    async def _at(self, table: str) -> TableFeed:
        """Return the feed of the table with that id, name or code; follows it if needed. Raises Refused."""
        followed = self._found(table) or await self._follow(table)
        number = (await followed.newest()).info.id
        self._tables.pop(number, None)
        self._tables[number] = followed
        return followed

    async def newest(self, table: str) -> TableSnapshot:
        """Return the newest snapshot of a table, which is followed from then on. Raises Refused."""
        return (await self._at(table)).snapshots[-1]

    async def watch(self, table: str) -> None:
        """Start sending the news of a table, also by its code. Raises Refused ("too-many-watched")."""
        (await self._at(await self.port.watch(table))).watch()

    def unwatch(self, table: str) -> None:
        """Stop following a table. Raises Refused ("no-table") if it was not followed."""
        followed = self._found(table)
        if followed is None:
            raise refused("no-table", table=table[:LONGEST_ECHO])
        del self._tables[followed.snapshots[-1].info.id]
        followed.release()

    def follow_lobby(self, search: TableSearch, shown: Json, *, on: bool) -> None:
        """Send the tables of a search whenever they differ from what was `shown`; or no longer."""
        self._keep("lobby", LobbyFeed(self.port, search, shown, self.on_news, self.texts) if on else None)

    def follow_seats(self, *, on: bool) -> None:
        """Send what happens at the player's seats from now on, or no longer."""
        if not (on and "seats" in self._others):
            self._keep("seats", SeatFeed(self.port, self.on_news) if on else None)

    async def analyse(self, table: str) -> Json:
        """Have a game analysed and return how far that is; news follow. Raises Refused."""
        feed = AnalysisFeed(table, self.on_news)
        feed.release = await self.port.analyse(table, feed.hear)
        told = feed.take()
        self._keep(f"analysis of {table}", feed)
        self._drop_what_is_over()
        return told

    @property
    def await_analyses(self) -> bool:
        """Whether the program has not been told the end of one."""
        return any(isinstance(one, AnalysisFeed) for one in self._others.values())

    def _keep(self, what: str, feed: Feed | None) -> None:
        """Follow something instead of what was followed by that name; None: nothing."""
        if before := self._others.pop(what, None):
            before.release()
        if feed:
            self._others[what] = feed

    def _drop_what_is_over(self) -> None:
        for what, one in [*self._others.items()]:
            if isinstance(one, AnalysisFeed) and one.is_over:
                self._keep(what, None)

    def known(self, table: str) -> TableInfo | None:
        """Return what is known of a followed table, by id, name or code; None if it is not followed."""
        followed = self._found(table)
        return followed.snapshots[-1].info if followed else None

    def take_news(self) -> Iterator[Sequence[Json]]:
        """Yield what the program has not been sent; feeds that are not reached keep their news."""
        for feed in (*self._others.values(), *self._tables.values()):
            yield feed.take_news()
        self._drop_what_is_over()

    def close(self) -> None:
        for feed in (*self._others.values(), *self._tables.values()):
            feed.release()
        self._others.clear()
        self._tables.clear()

    def _found(self, table: str) -> TableFeed | None:
        for number, followed in self._tables.items():
            if table == number or is_called(table, followed.snapshots[-1].info):
                return followed
        return None

    async def _follow(self, table: str) -> TableFeed:
        self._make_room()
        followed = TableFeed(self.port, table, self.on_news, self.texts, self.recent)
        try:
            await followed.newest()
        except Refused:
            followed.release()
            raise
        return followed

    def _make_room(self) -> None:
        """Stop following the table of which was not asked for longest. Raises Refused if all are watched."""
        if len(self._tables) >= self.most():
            idle = next((table for table, f in self._tables.items() if not f.watched), None)
            if idle is None:
                raise refused("too-many-watched", most=self.most())
            self._tables.pop(idle).release()
