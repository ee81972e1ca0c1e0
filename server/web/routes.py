"""What is at which address of a window, and how long its pages are kept. What they show is asked of
`server.web.facts`.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from importlib.resources import files
from time import time
from typing import TypeVar
from urllib.parse import unquote
from zlib import crc32

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.records.course import Course
from server.web.facts import Facts, NotHere
from server.web.feed import PING, Away, Declined, Feed, Ticks, WatchedTable
from server.web.kept import Body, Kept, body, redirect
from server.web.pictures import Pictures
from server.web.questions import Busy, Questions
from tui.boards import BOARDS, PLAYABLE
from tui.boards.kit.html import Html
from tui.host.pictures import SOMEBODY, ReplayedGame, TableInfo
from tui.language.texts import Texts, texts_in
from tui.replay.words import called
from tui.web import cups, feeds, front, page, people, pieces, replay, table
from tui.web.page import Asked

T = TypeVar("T")
HTML, TEXT, SVG = "text/html", "text/plain", "image/svg+xml"
ID = re.compile(r"[0-9a-z]{4,32}")
NAME = re.compile(r"[A-Za-z]{2,12}-[0-9]{1,5}")
CODE = re.compile(r"[0-9A-Z-]{4,40}")
CUP = re.compile(r"[a-z]{2,12}-[0-9]{1,6}")
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
LONGEST_NAME = 40
STALE = 60.0
"""Seconds for which the last bytes are shown while the host is not reached."""
LOOK = 5.0
"""Seconds between two looks at whether a page that is asked for again would be another one."""
DAY = 86_400


class Request(Struct, frozen=True):
    """What a browser asks for: the path without its query, a language ('en' if it names none that is known),
    whether it was `chosen` by the address, and whether all cards are to be open.
    """

    path: str
    language: str
    chosen: bool = False
    is_open: bool = False

    @property
    def key(self) -> tuple[str, str, bool, bool]:
        """What tells it apart from others."""
        return self.path, self.language, self.chosen, self.is_open


Make = Callable[[Asked], Awaitable[str]]


class Routes:
    """The addresses of a window that is fed by a host."""

    def __init__(self, feed: Feed, pictures: Pictures | None = None) -> None:
        loop = asyncio.get_running_loop()
        self._feed, self._pictures = feed, pictures
        self.kept = Kept(loop.time)
        self._questions = Questions(loop.time)
        self._facts = Facts(feed, self.kept, self._questions)
        self._clock = loop.time
        self._files = _files()
        self._refusals: dict[tuple[int, str, bool, page.Site], Body] = {}

    async def answer(self, request: Request) -> Body:
        """Return what is at an address. Raises Busy; whatever else goes wrong becomes a page."""
        if found := self._files.get(request.path):
            return found
        try:
            return await self._found(request)
        except (NotHere, Declined):
            return self._refusal(request, 404)
        except Away:
            return self._last(request)

    def ticks(self, path: str) -> Ticks | None:
        """Return the ticks of a page, which end with what it shows; None: nobody has looked at it."""
        match path.split("/")[2:]:
            case []:
                return self._polled(path, self._facts.lately)
            case ["t", name] if any(one.name == name for one in self.kept.last("tables") or ()):
                return self._polled(path, lambda: self._facts.listed_as(name))
            case ["cup", cup] if self.kept.last(("cup", cup)):
                return self._polled(path, lambda: self._facts.cup_page(cup))
            case [table] if table in self._feed.watched:
                return self._feed.ticks(table)
        return None

    async def _polled(self, path: str, ask: Callable[[], Awaitable[object]]) -> Ticks:
        async def version() -> int:
            return version_of(await ask())

        seen, told = None, self._clock()
        while True:
            try:
                now = await self.kept.get(("tick", path), LOOK, version)
            except (Away, Busy, Declined, NotHere):
                return
            if now != seen or self._clock() > told + PING:
                yield now if now != seen else None
                seen, told = now, self._clock()
            await asyncio.sleep(LOOK)

    async def stop_notices(self, code: str) -> int:
        """Have no more notices sent where the code of one went; return the status of the answer."""
        try:
            await self._questions.turn()
            await self._feed.ask(object, "notify", code=code, off=True)
        except (Away, Busy):
            return 503
        except Declined:
            return 404
        return 200

    def _asked(self, request: Request) -> Asked:
        if self._feed.site is None:
            raise Away
        return Asked(texts_in(request.language), self._site(), request.path, time(), request.chosen)

    def _site(self) -> page.Site:
        site = self._feed.site
        if site is None:
            raise Away
        return page.Site(site.ssh, site.web, site.keys, site.fingerprint, self._pictures is not None)

    def _last(self, request: Request) -> Body:
        """Return what was there last, with a line that the host is not reached; after a while, only that."""
        since, last = self._feed.away_since, self.kept.last(request.key)
        if since is None or last is None or self._clock() > since + STALE or not last.kind.startswith(HTML):
            return self._refusal(request, 503)
        shown = page.as_known_last(texts_in(request.language), last.plain.decode())
        return body(shown, HTML, 0)

    def _refusal(self, request: Request, status: int) -> Body:
        site = self._feed.site or page.Site("…")
        key = status, request.language, request.chosen, site
        if key not in self._refusals:
            asked = Asked(texts_in(request.language), site, "/", time(), request.chosen)
            html = page.not_here(asked) if status == 404 else page.not_reached(asked)
            self._refusals[key] = body(html, HTML, 0, status=status)
        return self._refusals[key]

    async def _found(self, request: Request) -> Body:
        match request.path.strip("/").split("/"):
            case [""]:
                return await self._page(request, 2, self._front)
            case ["t", name] if NAME.fullmatch(name):
                return (
                    await self._table(request, name.upper())
                    if name.isupper()
                    else _elsewhere(f"/t/{name.upper()}", request)
                )
            case ["r", one] if one.endswith(".txt") and ID.fullmatch(one[:-4]):
                return await self._record(one[:-4])
            case ["r", one] if ID.fullmatch(one):
                return await self._replay(request, one, None)
            case ["r", one, at] if ID.fullmatch(one) and at.isdecimal() and len(at) < 6:
                return await self._replay(request, one, int(at))
            case ["ladder", game] if game in BOARDS:
                return await self._page(request, 30, lambda asked: self._ladder(asked, game))
            case ["rules", game] if game in BOARDS:
                return await self._page(request, 30, lambda asked: _ready(people.rules(asked, game)))
            case ["p", name] if 0 < len(name) <= 3 * LONGEST_NAME:
                return await self._page(request, 30, lambda asked: self._profile(asked, unquote(name)))
            case ["day", game, date] if game in PLAYABLE and DATE.fullmatch(date):
                return await self._page(request, 30, lambda asked: self._day(asked, game, date))
            case ["cups"]:
                return await self._page(request, 10, self._all_cups)
            case ["cup", cup] if CUP.fullmatch(cup):
                return await self._page(request, 5, lambda asked: self._cup(asked, cup))
            case ["club", name] if 0 < len(name) <= 3 * LONGEST_NAME:
                return await self._page(request, 30, lambda asked: self._club(asked, unquote(name)))
            case ["known_hosts"]:
                return body(known_hosts(self._site()), TEXT, DAY, by_language=False)
            case ["atom.xml"]:
                return await self._file(request, "application/atom+xml", 60, self._atom)
            case ["tables.ics"]:
                return await self._file(request, "text/calendar", 60, self._calendar)
            case ["notices", code] if CODE.fullmatch(code):
                return await self._page(request, 0, lambda asked: _ready(page.stop_notices(asked, code)))
            case ["og", *where] if self._pictures and where[-1].endswith(".png"):
                return await self._picture(where)
        raise NotHere

    async def _page(self, request: Request, seconds: int, make: Make, version: object = None) -> Body:
        if self._feed.away_since is not None:
            raise Away
        return await self._file(request, HTML, seconds, make, str(version))

    async def _file(self, request: Request, kind: str, seconds: int, make: Make, version: str = "") -> Body:
        async def made() -> Body:
            return body(await make(self._asked(request)), kind, seconds)

        return await self.kept.get(request.key, seconds, made, version)

    # Tables

    async def _front(self, asked: Asked) -> Html:
        tables, games = await self._facts.lately()
        near = [one for one in await self._facts.cups() if one.state in {"open", "running"} and not one.club]
        return front.front(asked, tables, games, await self._facts.deals(), near, version_of((tables, games)))

    async def _table(self, request: Request, name: str) -> Body:
        followed = self._feed.named(name)  # whose news come by themselves: the host is asked nothing
        info = followed or next((one for one in await self._facts.tables() if one.name == name), None)
        if info is None or info.stage == "over":
            return self._ending(request, name, info)
        if info.stage == "open":
            return await self._page(
                request, 1, lambda asked: _ready(table.waiting(asked, info, version_of(info)))
            )
        watched = await self._feed.watch(info.id)
        if watched.info.stage == "over":
            return self._ending(request, name, watched.info)
        self._facts.remember(name, info.id)
        found = await self._page(
            request, 600, lambda asked: _ready(_running(asked, watched)), watched.version
        )
        return replace(found, age=1)

    def _ending(self, request: Request, name: str, info: TableInfo | None) -> Body:
        if info:
            self._facts.remember(name, info.id)
        return _elsewhere(f"/r/{self._facts.ending(name)}", request)

    # Ended games

    async def _record(self, table_id: str) -> Body:
        game = await self._facts.game(table_id)
        name = f"{table_id}.txt"
        return body(game.record, TEXT, DAY, attachment=name, by_language=False)

    async def _replay(self, request: Request, table_id: str, position: int | None) -> Body:
        game = await self._facts.game(table_id)
        last = game.course.last
        if position is not None and position > last:
            raise NotHere

        async def made() -> Body:
            asked = self._asked(request)
            shown = ReplayedGame(table_id, with_words(asked.texts, game.course))
            at = last if position is None else position
            html = replay.replay(asked, shown, game.curve, at, is_open=request.is_open)
            return body(html, HTML, DAY)

        return await self.kept.get(request.key, DAY, made)

    # People and days

    async def _ladder(self, asked: Asked, game: str) -> Html:
        return people.ladder(asked, await self._facts.ladder(game))

    async def _profile(self, asked: Asked, name: str) -> Html:
        return people.profile(asked, await self._facts.profile(name))

    async def _day(self, asked: Asked, game: str, date: str) -> Html:
        return people.day(asked, await self._facts.day(game, date))

    async def _all_cups(self, asked: Asked) -> Html:
        """Return the page of all cups, without those that are a matter of a club."""
        return cups.cups(
            asked, [one for one in await self._facts.cups() if not one.club or one.state == "over"]
        )

    async def _cup(self, asked: Asked, cup: str) -> Html:
        found = await self._facts.cup_page(cup)
        return cups.cup(asked, found, version_of(found))

    async def _club(self, asked: Asked, name: str) -> Html:
        club = await self._facts.club(name)
        given = [one for one in await self._facts.cups() if club.name in {one.club, one.against}]
        return cups.club(asked, club, given)

    # For other programs

    async def _atom(self, asked: Asked) -> str:
        return feeds.atom(asked, await self._facts.ended())

    async def _calendar(self, asked: Asked) -> str:
        return feeds.calendar(asked, await self._facts.tables())

    async def _picture(self, where: list[str]) -> Body:
        pictures, site = self._pictures, self._site()
        if pictures is None:
            raise NotHere
        match where:
            case ["front.png"]:
                return await self._drawn(("og",), 60, lambda: pictures.front(site))
            case ["t", name] if NAME.fullmatch(name[:-4]):
                info = next(
                    (one for one in await self._facts.tables() if one.name == name[:-4].upper()), None
                )
                if info is None or info.stage not in {"open", "running"}:
                    raise NotHere
                snapshot = (await self._feed.watch(info.id)).snapshot() if info.stage == "running" else None
                return await self._drawn(("og", info.id), 60, lambda: pictures.table(site, info, snapshot))
            case ["cup", name] if CUP.fullmatch(name[:-4]):
                cup = await self._facts.cup_page(name[:-4])
                return await self._drawn(("og", cup.cup.id), 60, lambda: pictures.cup(site, cup))
            case ["r", name] if ID.fullmatch(name[:-4]):
                game = await self._facts.game(name[:-4])
                course = with_words(texts_in(), game.course)
                return await self._drawn(("og", name), DAY, lambda: pictures.ended(site, course))
        raise NotHere

    async def _drawn(self, key: tuple[str, ...], seconds: int, draw: Callable[[], bytes]) -> Body:
        async def made() -> Body:
            return body(await asyncio.to_thread(draw), "image/png", seconds, by_language=False)

        return await self.kept.get(key, seconds, made)


def _running(asked: Asked, watched: WatchedTable) -> Html:
    snapshot = watched.snapshot()
    if snapshot is None:
        return table.closed(asked, watched.info)
    return table.running(asked, snapshot, watched.events(), watched.version)


def _elsewhere(path: str, request: Request) -> Body:
    return redirect(path + (f"?l={request.language}" if request.chosen else ""))


async def _ready(html: Html) -> Html:
    return html


def version_of(facts: object) -> int:
    """Return a number that is another one whenever the facts of a page are."""
    return crc32(msgspec.json.encode(facts))


def known_hosts(site: page.Site) -> str:
    """Return the host's keys as a file of known hosts has them."""
    words = site.ssh.split()
    host = words[-1] if "-p" not in words else f"[{words[-1]}]:{words[words.index('-p') + 1]}"
    return "".join(f"{host} {' '.join(key.split()[:2])}\n" for key in site.keys)


def with_words(texts: Texts, course: Course) -> Course:
    """Return a course with a word in the reader's language for those who have no name."""
    return course.named(called(texts, course)) if SOMEBODY in course.header.seats else course


def _files() -> dict[str, Body]:
    """Return the files that are the same for everybody."""
    here = files("tui.web") / "static"
    kinds = {"style.css": "text/css", "update.js": "text/javascript", "robots.txt": TEXT, "look.svg": SVG}
    found = {
        f"/{name}": body((here / name).read_bytes(), kind, DAY, by_language=False)
        for name, kind in kinds.items()
    }
    found["/pieces.svg"] = body(pieces.pieces(), SVG, DAY, by_language=False)
    found["/crown.svg"] = body(pieces.icon(), SVG, DAY, by_language=False)
    return found
