"""A screen is laid out and composed once for whatever changed, at once, and by no task of its own."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.tui.lines import RecordedSession, client
from tests.tui.presenters.people.past import PROFILE
from tests.tui.scripted_port import Hosted, bot, player, table
from tui.app.app import MOST_PAGES


def host() -> Hosted:
    return Hosted(table(1, "KIWI-7", player("Amber"), bot("Elm")))


async def turns(count: int = 60) -> None:
    """So many passes of the loop, in which no time passes that anybody waits for."""
    for _ in range(count):
        await asyncio.sleep(0)


class Counted:
    """How often Textual laid out and composed."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from textual._compositor import Compositor

        self.reflows = self.renders = 0
        reflow, render = Compositor.reflow, Compositor.render_update

        def counted_reflow(compositor: Any, *given: Any) -> Any:
            self.reflows += 1
            return reflow(compositor, *given)

        def counted_render(compositor: Any, **given: Any) -> Any:
            self.renders += 1
            return render(compositor, **given)

        monkeypatch.setattr(Compositor, "reflow", counted_reflow)
        monkeypatch.setattr(Compositor, "render_update", counted_render)


async def test_a_session_begins_with_one_composition(monkeypatch: pytest.MonkeyPatch):
    """However many messages its start takes: two layouts at most, one composition, one write after
    the one that asks the terminal for its colours.
    """
    counted = Counted(monkeypatch)
    visit = RecordedSession(host(), client())
    await visit.sees("KIWI-7")
    await turns()
    assert counted.reflows <= 2
    assert counted.renders == 1
    assert len(visit.line.sent) == 2
    await visit.leave()


async def test_a_key_is_answered_at_once_and_by_no_task():
    """Without the clock, in one write, with no task or thread for it."""
    visit = RecordedSession(host(), client())
    await visit.sees("KIWI-7")
    await turns()
    before, sent = asyncio.all_tasks(), len(visit.line.sent)
    begun: list[Any] = []
    loop = asyncio.get_running_loop()
    loop.set_task_factory(
        lambda loop, coro, **more: begun.append(coro) or asyncio.Task(coro, loop=loop, **more)
    )
    visit.session.feed(b"/")
    await turns()
    loop.set_task_factory(None)
    assert len(visit.line.sent) == sent + 1
    assert begun == []
    assert asyncio.all_tasks() == before
    await visit.leave()


async def test_pages_that_open_each_other_at_once_come_to_rest():
    """A page that is covered before it was painted waits no longer for that."""
    visit = RecordedSession(host(), client(), PROFILE.name)
    await visit.sees("KIWI-7")
    app: Any = visit.session._app
    app.port.profiles = {PROFILE.name: PROFILE, "Birch": PROFILE}  # each leads to the next by 1
    visit.session.feed(b"/profile\r")
    await visit.sees("Cedar")
    visit.session.feed(b"1" * 2 * MOST_PAGES)
    await turns(600)
    assert len(app.screen_stack) == MOST_PAGES
    assert not [page for page in app.screen_stack if page._painting and page._painting.is_armed]
    await visit.leave()
