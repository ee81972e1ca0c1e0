"""Pages of a window in a real Chromium: what a visitor sees, and that nothing is asked of anybody else.
axe-core looks for what would keep somebody out.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace
from PIL import Image

from server.host.port import HostPort
from server.host.requests import cup_requests
from server.web import questions, routes
from server.web.listener import WebListener
from tests.clients.browser import Browser, chromium
from tests.server.simulation import Simulation
from tests.server.web.stage import Window, window_at
from tests.server.web.test_canaries import begun as begun_table
from tests.server.web.test_canaries import play as play_some
from tests.server.web.test_cups import WISH, begun, play
from tests.three_games import THREE

NAMES = ("Anna", "Bert", "Cleo", "Dora")
LOOKS = ((320, 640, True), *((*size, dark) for size in ((390, 844), (1280, 800)) for dark in (True, False)))


class Pages(NamedTuple):
    """A window where everything goes on, its pages by what they show, and a browser."""

    stage: Simulation
    ports: list[HostPort]
    at: str
    paths: Mapping[str, str]
    court: str
    browser: Browser

    async def open(self, page: str) -> None:
        await self.browser.open(self.at + self.paths[page])


@pytest.fixture
async def pages(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Pages]:
    monkeypatch.setattr(cup_requests, "COUNTED_GAMES", 0)
    monkeypatch.setattr(cup_requests, "OLD_DAYS", 0)
    monkeypatch.setattr(questions, "A_SECOND", 1000.0)
    monkeypatch.setattr(routes, "LOOK", 0.5)
    stage = Simulation(games=THREE)
    async with window_at(stage) as window:
        ports = [(await stage.come(f"SHA256:{name}", name))[0] for name in NAMES]
        over = await begun(ports, WISH)
        ended = stage.lobby.tables[0].opening.id
        await play(window, ports)
        cup = await begun(ports, replace(WISH, game="court", rounds=2))
        paths = {"front": "/", "cups": "/cups", "cup": f"/cup/{cup}", "cup over": f"/cup/{over}"}
        paths |= {"replay": f"/r/{ended}/20", "rules": "/rules/intrigue", "ladder": "/ladder/laurin"}
        await ports[0].found_club("Kronberg")
        for port in ports[1:]:
            await port.join_club(await ports[0].invite_to_club())
        own = await begun(ports, replace(WISH, club="Kronberg", equal=True))
        paths |= {
            "club": "/club/Kronberg",
            "club cup": f"/cup/{own}",
            "profile": "/p/Anna",
            "nothing": "/t/NOPE-1",
        }
        tables = {game: await begun_table(ports, game) for game in THREE}
        for game, table in tables.items():
            await play_some(stage, table, ports, 12)
            paths[game] = f"/t/{stage.lobby.table(table).opening.name}"
        waits = await ports[0].open_table("court", 3, {})
        paths["waiting"] = f"/t/{stage.lobby.table(waits).opening.name}"
        await stage.time.pass_by(2)
        server = WebListener(Window(stage, window.feed).routes)
        port = await server.open("127.0.0.1", 0)
        async with chromium() as browser:
            await browser.look(1280, 800)
            yield Pages(stage, ports, f"http://127.0.0.1:{port}", paths, tables["court"], browser)
        await server.close()


async def test_every_page_fits_loads_nothing_else_and_keeps_nobody_out(pages: Pages) -> None:
    """At three widths, dark and light; axe-core finds nothing, the console stays empty. With
    PAGES=folder what is seen is kept there.
    """
    axe = (files("axe_core_python") / "axe.min.js").read_text("utf-8")
    browser = pages.browser
    for width, height, dark in LOOKS:
        await browser.look(width, height, dark=dark)
        for page in pages.paths:
            browser.said.clear()
            await pages.open(page)
            wide = await browser.value("document.documentElement.scrollWidth")
            assert wide <= width, (page, wide)
            if folder := os.environ.get("PAGES"):
                picture = await asyncio.to_thread(Image.open, BytesIO(await browser.picture()))
                name = f"window-{page.replace(' ', '-')}-{width}x{height}-{'dark' if dark else 'light'}.png"
                picture.convert("RGB").quantize(256, kmeans=4).save(Path(folder) / name, optimize=True)
            if page != "nothing":
                assert browser.said == [], page
            await browser.value(axe)
            found = await browser.value(
                "axe.run().then(all => all.violations.map(one => one.id + one.nodes[0].html))"
            )
            assert found == [], (page, width, dark)
    assert {url for url in browser.asked if not url.startswith(pages.at)} == set()


async def test_moves_show_by_themselves_until_paused(pages: Pages) -> None:
    browser = pages.browser
    for page in ("court", "front", "cup"):  # an address that is asked for again has another number each time
        await pages.open(page)
        assert await browser.value("hold.innerText === 'Pause' && !document.getElementById('refresh')"), page
    await pages.open("court")
    log = "document.querySelector('[data-part=log]').innerText"
    before = await browser.value(log)
    await play_some(pages.stage, pages.court, pages.ports, 3)
    await browser.until(f"{log} !== {before!r}")
    await browser.value("hold.click()")
    asked = len(browser.asked)
    held = await browser.value(log)
    await play_some(pages.stage, pages.court, pages.ports, 3)
    assert await browser.value("hold.getAttribute('aria-pressed')") == "true"
    assert (await browser.value(log), len(browser.asked)) == (held, asked)
    await browser.value("hold.click()")
    await browser.until(f"{log} !== {held!r}")


async def test_a_table_that_waits_shows_its_game_once_that_begins(pages: Pages) -> None:
    browser = pages.browser
    await pages.open("waiting")
    name = pages.paths["waiting"].rpartition("/")[2]
    table = next(one for one in pages.stage.lobby.tables if one.opening.name == name)
    for port in pages.ports[1:3]:
        await port.join(table.opening.id)
    await pages.ports[0].start(table.opening.id)
    await browser.loaded()
    assert await browser.value("document.querySelector('[data-part=log]') !== null")


async def test_left_pages_keep_no_stream_so_that_a_visitor_can_go_on(pages: Pages) -> None:
    """A browser opens six connections to a host, and keeps pages for the way back."""
    for _ in range(4):
        for page in ("court", "intrigue", "laurin"):
            await pages.open(page)


async def test_arrows_step_through_a_replay_and_every_page_works_without_scripts(pages: Pages) -> None:
    browser = pages.browser
    await pages.open("replay")
    for key, path in (("ArrowRight", "/21"), ("ArrowLeft", "/20"), ("Home", "/0")):
        await browser.key(key)
        await browser.loaded()
        assert (await browser.value("location.pathname")).endswith(path)
    await browser.look(1280, 800, scripts=False)
    for page in pages.paths:
        await pages.open(page)
        root = (await browser.do("DOM.getDocument"))["root"]["nodeId"]
        html = (await browser.do("DOM.getOuterHTML", nodeId=root))["outerHTML"]
        assert html.count("<h1") == 1, page
        assert ('id="refresh"' in html) == ("data-live" in html), page
        assert "<button" not in html, page
