"""A crawler that follows every link, feed, record and stream of ticks of a window, while games run and after
they have ended, finds nothing of what a window may not tell: canaries are planted in all of that.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Mapping, Sequence

import pytest

from engine.registry import GAMES
from server.bots import deal_games
from server.host.port import HostPort
from server.web import questions
from server.web.listener import WebListener
from tests.engine.seeded_chance import luck
from tests.server.journals import add_ended_game
from tests.server.simulation import Simulation, settled
from tests.server.web.stage import Window, window_at
from tests.three_games import THREE
from tui.host.history import HIDDEN, PROFILE_SETTING

LINK = re.compile(rb'(?:href|src|content|data-live)="(?:https?://play\.example\.org)?(/[^"]*)"')
CANARY = re.compile(rb"canary|203\.0\.113\.", re.IGNORECASE)
LANGUAGE = "accept-language: de\r\n"


async def fetched(port: int, path: str, more: str = "") -> bytes:
    """Everything that comes for an address, its head too; of a stream what comes until it ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n{more}\r\n".encode())
    try:
        return await reader.read(-1)
    finally:
        writer.close()


class Crawler:
    """Goes wherever a page leads. `found`: what each address has said; `streams`: what is listened to."""

    def __init__(self, stage: Simulation, port: int) -> None:
        self.found: dict[str, bytes] = {}
        self.streams: dict[str, asyncio.Task[bytes]] = {}
        self._stage, self._port = stage, port

    async def crawl(self, *more: str) -> None:
        """From the front page on, and from addresses that somebody may guess; everything anew."""
        to_do, seen = deque(["/", "/tables.ics", "/known_hosts", "/robots.txt", *more]), set[str]()
        while to_do:
            path = to_do.popleft().replace("&amp;", "&").partition("#")[0]
            if path in seen:
                continue
            seen.add(path)
            if len(seen) % 20 == 0:
                await self._stage.time.pass_by(1)  # a window may ask 50 questions a second
            if path.startswith("/live"):
                if path not in self.streams:
                    self.streams[path] = asyncio.ensure_future(fetched(self._port, path))
                continue
            for language in ("", LANGUAGE)[: 1 + ("l=" not in path)]:
                said = await fetched(self._port, path, language)
                assert not said.startswith(b"HTTP/1.1 5"), (path, said[:99])
                self.found[path] = self.found.get(path, b"") + said
                to_do += [link.decode() for link in LINK.findall(said)]
            if re.fullmatch("/r/[0-9a-z]+", path):
                to_do.append(f"{path}.txt")


async def play(stage: Simulation, table: str, ports: Sequence[HostPort], moves: int) -> None:
    """So many moves of people, each as a bot would make it."""
    at, thoughts = stage.lobby.table(table), luck("canaries")
    for _ in range(moves):
        if at.state.playthrough is None or not at.state.asks:
            return
        ask, game = at.state.asks[0], GAMES[at.opening.game]
        holder = at.state.holders[ask.seat - 1].who
        (port,) = [one for one in ports if one._player.id == holder]
        move = game.bots["page"].choose(game, at.state.playthrough.view(ask.seat), ask, thoughts)
        await port.submit(table, ask.id, move)
        await settled()


NAMES = ("Ada", "Bert", "hides", "private", "forgotten", "deal", "learns", "looks", "waits")
"""Who is to be seen, and canaries by why they are not."""


async def planted(stage: Simulation, who: Mapping[str, HostPort]) -> dict[str, str]:
    """Plants canaries; returns the ids of tables that nobody may find, each with its name."""
    alone, gone, ada = who["private"], who["forgotten"], who["Ada"]
    private = await alone.open_table("court", 3, {}, private=True)
    for _ in range(2):
        await alone.add_bot(private, None)
    await alone.start(private)
    over = await gone.open_table("laurin", 3, {})
    await ada.join(over)
    await gone.add_bot(over, None)
    await gone.start(over)
    await gone.abandon(over)
    await ada.abandon(over)
    await settled()
    await gone.forget_me()
    await add_ended_game(stage.journal, who["deal"]._id)
    deal, lesson = await who["deal"].play_daily("laurin"), await who["learns"].learn("court")
    await ada.say(None, "The canary sings in the lobby")
    await who["Bert"].follow("Ada", True)
    await ada.tell("Bert", "The canary sings to Bert")
    return {one: stage.lobby.table(one).opening.name for one in (private, deal, lesson)}


async def test_a_crawler_finds_no_canary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_games, "GAMES", 2)
    monkeypatch.setattr(questions, "A_SECOND", 1000.0)
    stage, who = Simulation(games=THREE), dict[str, HostPort]()
    async with window_at(stage) as window:
        for number, name in enumerate(NAMES, 1):
            full = name if name in NAMES[:2] else f"Canary-{name}"
            who[name], _ = await stage.come(f"SHA256:canary-{name}", full, f"203.0.113.{number}")
        seated = [who["Ada"], who["Bert"], who["hides"]]
        await who["hides"].set(PROFILE_SETTING, HIDDEN)
        tables = [await begun(seated, game) for game in THREE]
        unseen = await planted(stage, who)
        who["looks"].follow_table(tables[0], lambda _: None)
        await who["Ada"].say(tables[0], "The canary sings at the table")
        server = WebListener(window.routes)
        crawler = Crawler(stage, await server.open("127.0.0.1", 0))
        guesses = [f"/t/{name}" for name in unseen.values()]
        guesses += [f"/p/{'' if name in NAMES[:2] else 'Canary-'}{name}" for name in NAMES]
        guesses += [f"/{kind}/{one}" for one in unseen for kind in ("r", "live", "og/r")]
        await crawler.crawl(*guesses)
        for table in tables:
            await play(stage, table, seated, 4)
        await crawler.crawl(*guesses)
        for table in tables:
            for port in seated:
                await port.abandon(table)
        await settled()
        server._routes = Window(stage, window.feed).routes  # nothing is kept
        await crawler.crawl(*guesses, *(f"/r/{table}" for table in tables))
        await window.feed.let_go()
        await asyncio.gather(*(crawler.streams[f"/live/{table}"] for table in tables))
        await server.close()
        streams = {path: await task for path, task in crawler.streams.items()}
    assert all(b"data: over" in streams[f"/live/{table}"] for table in tables)
    shown = crawler.found | streams
    assert all({f"/r/{table}.txt", f"/r/{table}/0"} <= shown.keys() for table in tables)
    assert b"Ada" in shown["/"]
    assert all(shown[f"/p/Canary-{name}"].startswith(b"HTTP/1.1 404") for name in ("hides", "forgotten"))
    for path, said in shown.items():
        own = path.removeprefix("/p/").partition("?")[0]  # anybody's profile that is not hidden has its name
        found = CANARY.search(said.replace(own.encode(), b""))
        assert not found, (path, said[max(0, found.start() - 200) :][:400])
        assert not any(name.encode() in said for name in unseen.values()), path


async def begun(seated: Sequence[HostPort], game: str) -> str:
    """A running game of three people in public."""
    table = await seated[0].open_table(game, len(seated), {})
    for port in seated[1:]:
        await port.join(table)
    await seated[0].start(table)
    return table
