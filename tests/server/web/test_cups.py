"""Cups and clubs in a window: what everybody may see of them, and nothing of a club's before it is over."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from engine.registry import GAMES
from server.host.port import HostPort
from server.host.requests import cup_requests
from server.web import questions
from tests.engine.seeded_chance import luck
from tests.server.simulation import Simulation, settled
from tests.server.web.stage import Window, window_at
from tests.three_games import THREE
from tui.host.cups import CupWish
from tui.host.history import HIDDEN, PROFILE_SETTING
from tui.language.texts import LANGUAGES

WISH = CupWish(game="laurin", starts="+1h", rounds=1)


@pytest.fixture(autouse=True)
def for_anybody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cup_requests, "COUNTED_GAMES", 0)
    monkeypatch.setattr(cup_requests, "OLD_DAYS", 0)
    monkeypatch.setattr(questions, "A_SECOND", 1000.0)


async def people(window: Window, *names: str) -> list[HostPort]:
    found = [(await window.stage.come(f"SHA256:{name}", name))[0] for name in names]
    await found[-1].set(PROFILE_SETTING, HIDDEN)
    return found


async def begun(ports: Sequence[HostPort], wish: CupWish) -> str:
    cup = (await ports[0].open_cup(wish)).cup.id
    for port in ports:
        await port.change_cup(cup, "enter")
    await ports[0].change_cup(cup, "start")
    await settled()
    return cup


async def play(window: Window, ports: Sequence[HostPort]) -> None:
    """All tables to their ends, each move as a bot would make it."""
    by_id, thoughts = {port._id: port for port in ports}, luck("cups")
    for table in list(window.stage.lobby.tables):
        game = GAMES[table.opening.game]
        while table.state.stage == "running" and table.state.playthrough:
            ask = table.state.asks[0]
            move = game.bots["page"].choose(game, table.state.playthrough.view(ask.seat), ask, thoughts)
            await by_id[table.state.holders[ask.seat - 1].who].submit(table.opening.id, ask.id, move)
            await settled()
    await settled()


async def anew(window: Window) -> None:
    """Forgets what is kept."""
    await window.stage.time.pass_by(2)  # a window may ask 50 questions a second
    window.routes = Window(window.stage, window.feed).routes


async def test_a_public_cup_from_its_opening_to_its_standing() -> None:
    async with window_at(Simulation(games=THREE)) as window:
        assert "There is no cup" in await window.text("/cups")
        ports = await people(window, "Ada", "Bert", "Canary")
        cup = await begun(ports, WISH)
        await anew(window)
        for path in ("/", "/cups"):
            assert f'href="/cup/{cup}"' in await window.text(path)
        running = {language: await window.text(f"/cup/{cup}", language) for language in LANGUAGES}
        name = window.stage.lobby.tables[0].opening.name
        ticks = window.routes.ticks(f"/live/cup/{cup}")
        assert ticks
        assert f'data-version="{await anext(ticks)}"' in running["en"]
        await ticks.aclose()
        assert window.routes.ticks("/live/cup/nobodys-1") is None
        if window.routes._pictures:
            assert (await window.page(f"/og/cup/{cup}.png")).plain[:4] == b"\x89PNG"
        for language, page in running.items():
            assert f'<html lang="{language}">' in page
            assert f'<a href="/t/{name}">' in page
            assert 'href="/p/Bert"><bdi>Bert' in page
            assert "Canary" not in page
            assert f"cup enter {cup}" not in page
        assert '<th scope="col">score</th>' in running["en"]
        assert len(set(running.values())) == len(LANGUAGES)
        table = window.stage.lobby.tables[0].opening.id
        await play(window, ports)
        await anew(window)
        page = await window.text(f"/cup/{cup}")
        assert f'<a href="/r/{table}">' in page
        assert "Seed: " in page
        assert "Canary" not in page


async def test_of_a_club_its_cups_are_seen_once_they_are_over_and_who_is_in_it_is_not() -> None:
    async with window_at(Simulation(games=THREE)) as window:
        ports = await people(window, "Ada", "Bert", "Cleo", "Canary")
        await ports[0].found_club("Kronberg")
        for port in ports[1:3]:
            await port.join_club(await ports[0].invite_to_club())
        cup = await begun(ports[:3], replace(WISH, club="Kronberg", equal=True))
        await anew(window)
        for path in ("/", "/cups"):
            assert cup not in await window.text(path), path
        assert f'href="/cup/{cup}"' in await window.text("/club/Kronberg")
        for language, page in {one: await window.text(f"/cup/{cup}", one) for one in LANGUAGES}.items():
            assert f'<html lang="{language}">' in page
            assert f"cup {cup}" in page
            names = ("Ada", "Bert", "Cleo", window.stage.lobby.tables[0].opening.name)
            assert not any(name in page for name in names)
        assert (await window.page("/club/nobody")).status == 404
        club = await window.text("/club/Kronberg")
        assert "3 members" in club
        assert "Kronberg" in club
        assert not any(name in club for name in ("Ada", "Bert", "Cleo"))
        await play(window, ports)
        await anew(window)
        for path in ("/cups", "/club/kronberg"):
            assert f'href="/cup/{cup}"' in await window.text(path), path
        page = await window.text(f"/cup/{cup}")
        assert "equal luck" in page
        assert 'href="/club/Kronberg"' in page
