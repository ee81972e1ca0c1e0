"""Twin tables behind two windows: what differs in secrets alone is at no address, byte by byte."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from server.web import routes
from server.web.kept import Body
from tests.server.table import test_intrigue_secrets as intrigue
from tests.server.table import test_laurin_secrets as laurin
from tests.server.web.stage import Window, window_at
from tui.language.texts import LANGUAGES

TABLE = "id1x1"


@pytest.fixture(autouse=True)
def one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page tells when it was made."""
    monkeypatch.setattr(routes, "time", lambda: 100.0)


async def everything(window: Window) -> dict[tuple[str, str], Body]:
    """What is at each address that tells of the table, asked anew."""
    window = Window(window.stage, window.feed)
    name = window.stage.lobby.table(TABLE).opening.name
    paths = ["/", f"/t/{name}", f"/r/{TABLE}", f"/r/{TABLE}.txt", "/atom.xml", "/tables.ics", "/p/Ada"]
    found = {(path, language): await window.page(path, language) for path in paths for language in LANGUAGES}
    if window.routes._pictures:
        found["picture", ""] = await window.page(f"/og/t/{name}.png")
    assert found[f"/t/{name}", "en"].status == 200
    assert all(f'lang="{language}"' in found[f"/t/{name}", language].plain.decode() for language in LANGUAGES)
    return found


async def compare(windows: Sequence[Window]) -> dict[tuple[str, str], Body]:
    for window in windows:
        await window.stage.time.pass_by(2)  # or too much is asked for
    first, second = [await everything(window) for window in windows]
    assert [key for key, one in first.items() if one.plain != second[key].plain] == []
    return first


async def test_hidden_cards_of_intrigue_are_at_no_address() -> None:
    """In the first twelve moves, until the queue has many of them."""
    hosts = await intrigue.twins()
    async with window_at(hosts[0].stage) as one, window_at(hosts[1].stage) as other:
        before = await compare((one, other))
        for _ in range(3):
            for _ in range(4):
                for which, host in enumerate(hosts):
                    await host.play(-which)
            now = await compare((one, other))
            assert now != before
            before = now
        assert intrigue.differ(hosts)


async def test_treasure_of_laurin_is_at_no_address() -> None:
    """Until the bids are turned up. Court hides nothing from those who look on."""
    hosts, steps = await laurin.twins(), 0
    async with window_at(hosts[0].stage) as one, window_at(hosts[1].stage) as other:
        while not laurin.about_to_turn_up(hosts[0]):
            for host in hosts:
                await host.play()
            steps += 1
            if not steps % 4:
                await compare((one, other))
        await compare((one, other))
    assert steps > 8
    assert hosts[0].state.hands != hosts[1].state.hands
