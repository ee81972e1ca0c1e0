"""A window shows what spectators see, and tells nobody what is not to be told."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest

from engine.registry import GAMES
from server.host.port import HostPort
from server.identity.accounts import Player
from server.identity.codes import digest
from server.web import pictures
from server.web.feed import Declined
from tests.server.journals import add_ended_game
from tests.server.simulation import Simulation, settled
from tests.server.web.stage import Window, window_at
from tests.three_games import THREE
from tui.boards import BOARDS
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.host.pictures import Seat
from tui.web import boards

EVIL, ESCAPED = "<img src=x onerror=1>\"'&", b"&lt;img src=x onerror=1&gt;"
ARABIC = "علي"


@pytest.fixture
async def window() -> AsyncIterator[Window]:
    async with window_at(Simulation(games=THREE)) as found:
        yield found


async def come(window: Window, name: str) -> HostPort:
    port, _ = await window.stage.come(f"SHA256:{name}", name)
    return port


async def begun(window: Window, game: str, *ports: HostPort, private: bool = False) -> tuple[str, str]:
    """A running game of people and a bot; the id and the name of its table."""
    table = await ports[0].open_table(game, 3, {}, private=private)
    for port in ports[1:]:
        await port.join(table if not private else window.stage.lobby.table(table).opening.code)
    for _ in range(3 - len(ports)):
        await ports[0].add_bot(table, None)
    await ports[0].start(table)
    await settled()
    return table, window.stage.lobby.table(table).opening.name


@pytest.mark.parametrize("game", list(THREE))
async def test_a_running_game_is_shown_in_every_language(window: Window, game: str) -> None:
    ada, bert = await come(window, "Ada"), await come(window, "Bert")
    _, name = await begun(window, game, ada, bert)
    pages = [await window.text(f"/t/{name}", language) for language in ("en", "de", "it", "nl")]
    for language, page in zip(("en", "de", "it", "nl"), pages, strict=True):
        assert f'<html lang="{language}">' in page
        assert "Ada" in page, page
        assert f"ssh -t play.example.org watch {name}" in page
    assert len(set(pages)) == 4
    front = await window.text("/")
    assert f'href="/t/{name}"' in front
    assert (await window.page(f"/t/{name.lower()}")).location == f"/t/{name}"


async def test_a_private_table_is_like_one_that_there_is_not(window: Window) -> None:
    """Byte by byte, as are lessons, names of people who hide, and whatever is no address."""
    ada, bert = await come(window, "Ada"), await come(window, "Bert")
    table, name = await begun(window, "court", ada, bert, private=True)
    lesson = await ada.learn("court")
    await bert.set(PROFILE_SETTING, HIDDEN)
    nothing = (await window.page("/t/NOPE-1")).plain
    lesson_name = window.stage.lobby.table(lesson).opening.name
    paths = [f"/t/{name}", f"/t/{lesson_name}", f"/r/{table}", "/p/Bert", "/p/Nobody", "/x", "/r/../t"]
    for path in paths:
        found = await window.page(path)
        assert (found.status, found.plain) == (404, nothing), path
    front = await window.text("/")
    assert "Ada" not in front
    assert name not in front


async def test_who_hides_the_profile_is_a_player(window: Window) -> None:
    """At tables, while they are here and after they have gone; in results, records and replays."""
    ada, _ = await window.stage.come("SHA256:ada", "Canary")
    bert = await come(window, "Bert")
    table, name = await begun(window, "laurin", ada, bert)
    await ada.say(table, "Chirping")
    assert "Canary" in await window.text(f"/t/{name}")
    await ada.set(PROFILE_SETTING, HIDDEN)
    await window.stage.time.pass_by(5)
    again = Window(window.stage, window.feed)
    await window.feed.let_go()
    await ada.abandon(table)
    await bert.abandon(table)
    await settled()
    paths = [
        "/",
        f"/t/{name}",
        f"/r/{table}",
        f"/r/{table}/0",
        f"/r/{table}.txt",
        "/atom.xml",
        "/ladder/laurin",
    ]
    for path in paths:
        for shown in (await again.text(path), await again.text(path, "de")):
            assert "Canary" not in shown, path
            assert "Chirping" not in shown, path
    assert "Bert" in await again.text(f"/r/{table}")
    assert "a player" in await again.text(f"/r/{table}")


async def test_an_ended_game_is_asked_for_once_and_steps_through(window: Window) -> None:
    ada, bert = await come(window, "Ada"), await come(window, "Bert")
    table, name = await begun(window, "court", ada, bert)
    playing = await window.text(f"/t/{name}")
    (ask,) = window.stage.host.lobby.table(table).state.asks
    assert f"To move: {('Ada', 'Bert')[ask.seat - 1]}" in playing
    assert '<body class="court">' in playing
    await ada.abandon(table)
    await bert.abandon(table)
    while (followed := window.feed.watched[table]).info.stage != "over":
        await followed.changed.wait()
    window = Window(window.stage, window.feed)
    found = await window.page(f"/t/{name}")
    assert (found.status, found.location) == (303, f"/r/{table}")
    number = window.feed._number
    last = await window.text(f"/r/{table}")
    asked = window.feed._number - number
    first = await window.text(f"/r/{table}/0")
    assert asked == 1
    assert window.feed._number - number == 1
    assert 'rel="prev"' in last or "0 / 0" in last
    assert 'rel="first"' not in first
    record = await window.page(f"/r/{table}.txt")
    assert record.attachment
    assert not re.search(rb"^(key|signature) ", record.plain, re.MULTILINE)
    assert (await window.page(f"/r/{table}/9999")).status == 404


async def test_one_step_makes_a_page_once(window: Window) -> None:
    ada, bert = await come(window, "Ada"), await come(window, "Bert")
    _, name = await begun(window, "court", ada, bert)
    await window.page(f"/t/{name}")
    made = window.routes.kept.made
    pages = await asyncio.gather(*(window.page(f"/t/{name}") for _ in range(20)))
    assert len({page.etag for page in pages}) == 1
    assert window.routes.kept.made == made


async def test_a_page_that_is_viewed_costs_the_host_its_news_alone(window: Window) -> None:
    ada, bert = await come(window, "Ada"), await come(window, "Bert")
    table, name = await begun(window, "laurin", ada, bert)
    before = await window.page(f"/t/{name}")
    asked = window.feed._number
    for port in (ada, bert):
        await window.stage.time.pass_by(5)
        changed = window.feed.watched[table].changed
        await port.abandon(table)
        await changed.wait()
        await window.page(f"/t/{name}")
    assert window.feed._number == asked
    assert before.status == 200


async def test_a_window_counts_as_nobody(window: Window) -> None:
    ada, bert = await come(window, "Ada"), await come(window, "Bert")
    table, name = await begun(window, "court", ada, bert)
    await window.page(f"/t/{name}")
    assert table in window.feed.watched
    assert window.stage.lobby.table(table).info("").watching == 0
    assert set(ada.people()) == {"Ada", "Bert"}


@pytest.mark.parametrize("do", ["open", "chat", "who", "tell", "replay", "messages", "set"])
async def test_a_window_may_ask_for_nothing_else(window: Window, do: str) -> None:
    with pytest.raises(Declined) as why:
        await window.feed.ask(object, do)
    assert why.value.code in {"do-unknown", "field-missing"}


async def test_notices_are_stopped_by_one_click_alone(window: Window) -> None:
    """Whoever has the long code of a notice; looking at the address stops nothing, nor does a short code."""
    store, long, short = window.stage.stores.notices, "7Q3F-09XK-7Q3F-09XK", "7Q3F-09XK"
    for code in (long, short):
        await store.sent_code(digest(code), f"place of {code}", 1.0)
    assert f"notify off {long}" in await window.text(f"/notices/{long}")
    assert not await store.is_stopped(f"place of {long}")
    codes = (long, short, "0000-0000-0000-0000", "junk")
    assert [await window.routes.stop_notices(code) for code in codes] == [200, 404, 404, 404]
    assert await store.is_stopped(f"place of {long}")
    assert not await store.is_stopped(f"place of {short}")


async def test_other_pages_and_files(window: Window) -> None:
    await come(window, "Ada")
    for path in ("/ladder/court", "/rules/intrigue", "/day/laurin/1970-01-01", "/p/Ada", "/style.css"):
        assert (await window.page(path)).status == 200, path
    ET.fromstring(await window.text("/atom.xml"))  # noqa: S314  (our own text)
    for path in ("/pieces.svg", "/crown.svg", "/look.svg"):
        ET.fromstring(await window.text(path))  # noqa: S314
    assert (await window.text("/tables.ics")).startswith("BEGIN:VCALENDAR\r\n")
    assert await window.text("/robots.txt")


async def test_the_host_goes_and_the_last_pages_stay_for_a_while(window: Window) -> None:
    before = await window.page("/")
    window.feed.away_since = window.routes._clock()
    shown = await window.page("/")
    assert shown.status == 200
    begin = b'<main id="main">'
    above, _, below = shown.plain.partition(begin)
    said, _, rest = below.partition(b"</p>")
    assert b"not reached" in said
    assert above + begin + rest == before.plain
    window.feed.away_since -= 61
    assert (await window.page("/")).status == 503


async def test_pictures_for_previews(window: Window) -> None:
    if window.routes._pictures is None:
        pytest.skip("Pillow is not installed")
    ada, bert = await come(window, "Ada"), await come(window, "علي")
    for game in THREE:
        _, name = await begun(window, game, ada, bert)
        found = await Window(window.stage, window.feed).page(f"/og/t/{name}.png")
        assert found.plain[:4] == b"\x89PNG"
        assert (int.from_bytes(found.plain[16:20]), int.from_bytes(found.plain[20:24])) == (1200, 630)
        assert len(found.plain) < 40_000


def test_names_in_previews_are_written_in_letters_that_a_font_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the machine has no font for them, they are spelled in those of Pillow's own."""
    monkeypatch.setattr(pictures, "FONTS", ("no such font",))
    assert [pictures._typeface(name)[1](name) for name in ("Anna", "Guðrún")] == ["Anna", "Gudrun"]


async def test_names_are_escaped_on_every_way(window: Window) -> None:
    """Pages, the feed and the record; an Arabic one stands for itself. What is made for programs parses."""
    evil, _ = window.stage.enter(Player("evil", EVIL))
    ali, _ = window.stage.enter(Player("ali", ARABIC))
    table, name = await begun(window, "intrigue", evil, ali)
    shown = [await window.page(path) for path in ("/", f"/t/{name}", f"/t/{name}")]
    for port in (evil, ali):
        await port.abandon(table)
    await settled()
    again = Window(window.stage, window.feed)
    shown += [await again.page(path) for path in ("/", f"/r/{table}", f"/r/{table}/0", "/atom.xml")]
    assert [one.status for one in shown] == [200] * 7
    for one in shown:
        assert EVIL.encode() not in one.plain
        assert b"<img src=x" not in one.plain
    assert all(ESCAPED in one.plain and ARABIC.encode() in one.plain for one in (shown[1], shown[4]))
    ET.fromstring(shown[-1].plain)  # noqa: S314  (our own text)


@pytest.mark.parametrize("game", GAMES)
async def test_a_game_without_a_page_is_told_by_its_speech(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(boards, "BOARDS", {game: replace(BOARDS[game], page=None)})
    async with window_at(Simulation(games=GAMES)) as window:
        ada, bert = await come(window, "Ada"), await come(window, "Bert")
        _, name = await begun(window, game, ada, bert)
        found = await window.text(f"/t/{name}")
    assert 'class="spoken"' in found
    assert "Ada" in found


async def test_a_window_is_not_told_who_is_here(window: Window) -> None:
    """Nor what is rated, kept or typed: seats are told by what is on the page alone."""
    (ada, leave), bert = await window.stage.come("SHA256:ada", "Ada"), await come(window, "Bert")
    table, name = await begun(window, "court", ada, bert)
    leave()
    await window.page(f"/t/{name}")
    info = window.feed.watched[table].info
    assert [seat.name for seat in info.seats][:2] == ["Ada", "Bert"]
    for seat in info.seats:
        assert seat == Seat(seat.name, seat.held_by, seat.bot)
    assert (info.watching, info.proposals, info.lendable, info.code) == (0, (), (), "")


@pytest.mark.usefixtures("quick_stewards")
async def test_a_deal_of_the_day_is_told_once_it_has_closed(window: Window) -> None:
    """Until then neither who plays it, nor their tables, nor how those have ended."""
    ada = await come(window, "Canary")
    await add_ended_game(window.stage.journal, ada._id)
    table = await ada.play_daily("laurin")
    name = window.stage.lobby.table(table).opening.name
    await ada.concede(table)
    await settled()
    for path in (f"/t/{name}", f"/r/{table}", f"/r/{table}.txt"):
        assert (await window.page(path)).status == 404, path
    for path in ("/", "/day/laurin/1970-01-01", "/atom.xml"):
        assert "Canary" not in await window.text(path), path
    await window.stage.time.pass_by(86_400)
    await settled()
    later = Window(window.stage, window.feed)
    assert "Canary" in await later.text("/day/laurin/1970-01-01")
    assert (await later.page(f"/r/{table}")).status == 200
