"""What one program follows: the newest snapshot of each table, the analyses that it asked for, and the lobby
and what happens at its seats if it asked for that.

A table that a program asked about is followed from then on, so that its snapshot is always the newest; only
watched tables send news. A program that reads slowly gets only the newest snapshot.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from engine.game import Refused
from server.sessions.api import messages
from server.sessions.api.messages import Json
from tui.actions import answers
from tui.actions.follows import Follows
from tui.actions.tables import ListedTables, listed, search_of
from tui.host.analyses import AnalysisNews
from tui.host.pictures import ChatLine, LobbySnapshot, SeatNews, TableInfo, TableSnapshot
from tui.host.port import Port, Release
from tui.host.refusals import refused
from tui.language.texts import Texts, texts_in


class AnalysisFeed:
    """One analysis: the newest of what is known."""

    def __init__(self, table: str, on_news: Callable[[], None]) -> None:
        self.release: Release = lambda: None
        self._table = table
        self._on_news = on_news
        self._news = AnalysisNews()
        self._changed = False
        self._told: Sequence[int] = ()
        """The seats that the program knows everything of."""

    def hear(self, news: AnalysisNews) -> None:
        """Take news of the host."""
        self._news, self._changed = news, True
        self._on_news()

    @property
    def is_over(self) -> bool:
        """Whether nothing more comes that the program has not been sent."""
        return not self._changed and (self._news.failed or _is_complete(self._news))

    @property
    def has_news(self) -> bool:
        """Whether there is something that the program has not been sent."""
        return self._changed

    def take(self) -> Json:
        """Return how far the analysis is. What was found is in it whenever there is a seat more of which
        nothing else comes, and at the end.
        """
        news, self._changed = self._news, False
        done = news.analysis.done if news.analysis else ()
        found = news.analysis if _is_complete(news) or done != self._told else None
        self._told = done
        return messages.analysis(self._table, news, found)


class AnalysisFeeds:
    """All analyses of one program; `on_news` is called when there may be something to send."""

    def __init__(self, port: Port, on_news: Callable[[], None]) -> None:
        self._port = port
        self._on_news = on_news
        self._feeds: dict[str, AnalysisFeed] = {}

    @property
    def are_under_way(self) -> bool:
        """Whether the program has not been told the end of one."""
        return bool(self._feeds)

    async def begin(self, table: str) -> Json:
        """Have a game analysed and return how far that is; news follow. Raises Refused."""
        feed = AnalysisFeed(table, self._on_news)
        feed.release = await self._port.analyse(table, feed.hear)
        if before := self._feeds.pop(table, None):
            before.release()
        self._feeds[table] = feed
        answer = feed.take()
        self._drop_ended()
        return answer

    def take_news(self) -> Iterator[Sequence[Json]]:
        """Yield what the program has not been sent yet, one analysis after the other."""
        for feed in tuple(self._feeds.values()):
            if feed.has_news:
                yield [{"analysis": feed.take()}]
        self._drop_ended()

    def close(self) -> None:
        """Stop following everything."""
        for feed in self._feeds.values():
            feed.release()
        self._feeds.clear()

    def _drop_ended(self) -> None:
        for table, feed in tuple(self._feeds.items()):
            if feed.is_over:
                self._feeds.pop(table).release()


def _is_complete(news: AnalysisNews) -> bool:
    return news.analysis is not None and news.analysis.complete


FIRST_SNAPSHOT_TIMEOUT = 10.0
"""Seconds to wait for the first snapshot of a table."""
LONGEST_ECHO = 40
"""Characters of an unknown table's name that a refusal repeats."""
SEAT_NEWS_KEPT = 100
"""The most news of seats that a program has not been sent yet: of more, the first are dropped."""
EVENTS_KEPT = 500
"""The most events that a program has not been sent yet, likewise: as many as a table remembers."""
OWN_AROUND = 20
"""Tables before and after a page whose changes are noticed as well: the player's own ones, which stand among
the others, may move the page so far.
"""


class TableFeed:
    """One table. `watched`: the program gets its news, with as many events of earlier steps as are `recent`.
    `on_news` is called with every snapshot.
    """

    def __init__(self, on_news: Callable[[], None], texts: Texts, recent: int = 0) -> None:
        self.watched = False
        self._recent: deque[Any] = deque(maxlen=recent)
        self._texts = texts
        self.release: Release = lambda: None
        self._on_news = on_news
        self._changed = False
        self._first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._news: TableSnapshot | None = None
        self._untold: tuple[Any, ...] = ()
        """The events of the newest snapshot, and of those before it that nobody was sent."""
        self._last_chat: Sequence[ChatLine] = ()

    def update(self, news: TableSnapshot) -> None:
        """Take a snapshot from the host."""
        if self._recent.maxlen:
            self._recent.extend((*news.past, *news.events))
        untold = self._untold if self.watched and self._changed else ()
        self._untold = (*untold, *news.events)[-EVENTS_KEPT:]
        self._news, self._changed = news, True
        if not self._first.done():
            self._first.set_result(None)
        self._on_news()

    async def snapshot(self) -> TableSnapshot:
        """Return the newest snapshot; waits for the first one. Raises Refused ("busy") if none comes within
        FIRST_SNAPSHOT_TIMEOUT.
        """
        if self._news is None:
            await asyncio.wait([self._first], timeout=FIRST_SNAPSHOT_TIMEOUT)
        if self._news is None:
            raise refused("busy")
        return self._news

    @property
    def info(self) -> TableInfo | None:
        """The table's name, game and stage; None before the first snapshot."""
        return self._news.info if self._news else None

    def watch(self) -> None:
        """Send news from now on, beginning with everything that is known."""
        self.watched, self._changed, self._last_chat = True, True, ()

    def take_news(self) -> Sequence[Json]:
        """Return the lines that the program has not been sent yet."""
        news = self._news
        if news is None or not (self.watched and self._changed):
            return ()
        self._changed = False
        told = answers.news(replace(news, events=self._untold), self._texts)
        if self._recent.maxlen:
            told = {**told, "recent": tuple(self._recent)}
        message: Json = {"table": news.info.id, "news": told}
        lines, self._last_chat = messages.new_lines(self._last_chat, news.chat), news.chat
        chat = answers.chat(self._texts, lines)
        return (message, {"table": news.info.id, "chat": chat}) if lines else (message,)


class LobbyFeed:
    """The lobby, limited to the tables that a `list` request asked for. `shown` is the answer to that
    request.
    """

    def __init__(self, port: Port, body: ListedTables, shown: Json, on_news: Callable[[], None]) -> None:
        self._port = port
        self._body = body
        self._on_news = on_news
        self._lobby: LobbySnapshot | None = None
        self._shown = shown
        self._last_chat: Sequence[ChatLine] = ()
        search = search_of(body)
        before = max(0, search.skip - OWN_AROUND)
        around = replace(search, skip=before, count=search.skip - before + search.count + OWN_AROUND)
        self._release = port.follow_lobby(self._update, around)

    def close(self) -> None:
        """Stop following the lobby."""
        self._release()

    def _update(self, lobby: LobbySnapshot) -> None:
        self._lobby = lobby
        self._on_news()

    def take_news(self) -> Sequence[Json]:
        """Return the lines that are new."""
        lobby = self._lobby
        if lobby is None:
            return ()
        self._lobby = None
        before, self._shown = self._shown, listed(self._port, lobby, self._body)
        lines, self._last_chat = messages.new_lines(self._last_chat, lobby.chat), lobby.chat
        changes = [self._shown] if self._shown != before else []
        return [{"lobby": new} for new in (*changes, *([{"chat": lines}] if lines else []))]


class SeatFeed:
    """What happens at the tables where the player has a seat, and what is for the player alone."""

    def __init__(self, port: Port, on_news: Callable[[], None]) -> None:
        self._port, self._on_news = port, on_news
        self._news: deque[Json] = deque(maxlen=SEAT_NEWS_KEPT)
        self._has_letter = False
        self._releases = port.follow_seats(self._hear), port.follow_waiting(self._look_for_letters)
        self._look_for_letters()

    def close(self) -> None:
        """Stop following."""
        for release in self._releases:
            release()

    def _hear(self, news: SeatNews) -> None:
        self._tell(messages.seat_news(news))

    def _look_for_letters(self) -> None:
        """Tell of a letter that was not read, once until it is."""
        had, self._has_letter = self._has_letter, self._port.waiting().letter
        if self._has_letter and not had:
            self._tell(messages.letter_waits())

    def _tell(self, news: Json) -> None:
        self._news.append(news)
        self._on_news()

    def take_news(self) -> Sequence[Json]:
        """Return what the program has not been sent yet, oldest first."""
        news = list(self._news)
        self._news.clear()
        return news


class Feeds(Follows):
    """Everything that one program follows. At most `most()` tables, with so many `recent`
    events each; `on_news` is called when there may be
    something to send. What lessons say is in the language of `texts`.
    """

    def __init__(
        self,
        port: Port,
        most: Callable[[], int],
        on_news: Callable[[], None],
        texts: Texts | None = None,
        recent: int = 0,
    ) -> None:
        self._recent = recent
        self.texts = texts or texts_in()
        self._port = port
        self._most = most
        self._on_news = on_news
        self._tables: dict[str, TableFeed] = {}
        """By id; the table that was asked about last is the last one."""
        self._lobby: LobbyFeed | None = None
        self._seats: SeatFeed | None = None
        self.analyses = AnalysisFeeds(port, on_news)

    async def at(self, table: str) -> TableFeed:
        """Return the feed of the table with that id or name; follows it if needed. Raises Refused."""
        followed = self._found(table) or await self._follow(table)
        number = (await followed.snapshot()).info.id
        self._tables.pop(number, None)
        self._tables[number] = followed
        return followed

    async def newest(self, table: str) -> TableSnapshot:
        return await (await self.at(table)).snapshot()

    async def watch(self, table: str) -> TableSnapshot:
        """Start sending a table's news and return its newest snapshot. `table` may also be a private table's
        code. Raises Refused, also with "too-many-watched" (with most).
        """
        followed = await self.at(await self._port.watch(table))
        followed.watch()
        return await followed.snapshot()

    def unwatch(self, table: str) -> None:
        followed = self._found(table)
        if followed is None or followed.info is None:
            raise refused("no-table", table=table[:LONGEST_ECHO])
        del self._tables[followed.info.id]
        followed.release()

    def forget(self, table: str) -> None:
        if self.known(table):
            self.unwatch(table)

    async def analyse(self, table: str) -> Json:
        return await self.analyses.begin(table)

    def follow_lobby(self, body: ListedTables, shown: Json) -> None:
        self.unfollow_lobby()
        self._lobby = LobbyFeed(self._port, body, shown, self._on_news)

    def unfollow_lobby(self) -> None:
        if self._lobby:
            self._lobby.close()
            self._lobby = None

    def follow_seats(self, *, on: bool) -> None:
        if self._seats and not on:
            self._seats.close()
            self._seats = None
        elif on and not self._seats:
            self._seats = SeatFeed(self._port, self._on_news)

    def known(self, table: str) -> TableInfo | None:
        """Return what is known of a followed table, by id or name; None if it is not followed."""
        followed = self._found(table)
        return followed.info if followed else None

    def take_news(self) -> Iterator[Sequence[Json]]:
        """Yield what the program has not been sent yet, one feed after the other. Feeds that the caller does
        not reach keep their news until the next call.
        """
        if self._lobby:
            yield self._lobby.take_news()
        if self._seats:
            yield self._seats.take_news()
        for followed in tuple(self._tables.values()):
            yield followed.take_news()
        yield from self.analyses.take_news()

    def close(self) -> None:
        """Stop following everything."""
        self.unfollow_lobby()
        self.follow_seats(on=False)
        self.analyses.close()
        for followed in self._tables.values():
            followed.release()
        self._tables.clear()

    def _found(self, table: str) -> TableFeed | None:
        for number, followed in self._tables.items():
            info = followed.info
            if table == number or (info and table.upper() == info.name):
                return followed
        return None

    async def _follow(self, table: str) -> TableFeed:
        self._make_room()
        followed = TableFeed(self._on_news, self.texts, self._recent)
        followed.release = self._port.follow_table(table, followed.update)
        try:
            await followed.snapshot()
        except Refused:
            followed.release()
            raise
        return followed

    def _make_room(self) -> None:
        """Stop following the table that was not asked about for longest. Raises Refused if all are
        watched.
        """
        if len(self._tables) >= self._most():
            idle = next((table for table, f in self._tables.items() if not f.watched), None)
            if idle is None:
                raise refused("too-many-watched", most=self._most())
            self._tables.pop(idle).release()
