"""Nobody is asked to confirm what would be refused then: every action that asks is refused before it asks, as
it would be afterwards.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import pytest

from engine.game import Refused
from server.host.port import HostPort
from tests.server.simulation import Simulation, started
from tui.actions.action import Place
from tui.actions.registry import ACTIONS
from tui.language.texts import NO_TEXT, Texts

ASKING = {name for name, one in ACTIONS.items() if one.ask is not NO_TEXT}


class People:
    """Three accounts, of whom Ada has two keys and a club with Bert in it, and a guest. Ada and Bert play at
    a table; Ada has an open one.
    """

    def __init__(self) -> None:
        self.stage = Simulation()

    async def come(self) -> People:
        await self.stage.host.open()
        self.ada, _ = await self.stage.come("SHA256:ada", "Ada")
        self.bert, _ = await self.stage.come("SHA256:bert", "Bert")
        self.cy, _ = await self.stage.come("SHA256:cy", "Cy")
        self.guest, _ = await self.stage.come(None, "Gast")
        await self.stage.accounts.add_key("SHA256:second", self.ada._player.id, 1.0)
        self.running = await started(self.stage, self.ada, self.bert)
        self.open = await self.ada.open_table("toy", 2, {})
        await self.ada.found_club("Kronberg")
        await self.ada.invite_to_club("Bert")
        await self.bert.join_club("Kronberg")
        return self


Case = tuple[str, Callable[[People], HostPort], Mapping[str, object], str]
"""An action, who asks for it, its fields, and why it is refused."""
CASES: tuple[Case, ...] = (
    ("drop_key", lambda one: one.ada, {"key": "zqx"}, "no-such-key"),
    ("drop_key", lambda one: one.ada, {"key": ""}, "no-such-key"),
    ("drop_key", lambda one: one.bert, {"key": "bert"}, "last-key"),
    ("drop_key", lambda one: one.ada, {"key": "second"}, ""),
    ("recovery", lambda one: one.guest, {}, "no-account"),
    ("recovery", lambda one: one.bert, {}, ""),
    ("forget", lambda one: one.ada, {"who": "me"}, "still-playing"),
    ("forget", lambda one: one.cy, {"who": "me"}, ""),
    ("leave", lambda one: one.cy, {"table": "open"}, "not-seated"),
    ("leave", lambda one: one.ada, {"table": "running"}, "table-running"),
    ("leave", lambda one: one.ada, {"table": "open"}, ""),
    ("concede", lambda one: one.cy, {"table": "running"}, "not-seated"),
    ("concede", lambda one: one.ada, {"table": "open"}, "table-open"),
    ("concede", lambda one: one.ada, {"table": "running"}, ""),
    ("abandon", lambda one: one.cy, {"table": "running"}, "not-seated"),
    ("abandon", lambda one: one.ada, {"table": "open"}, "table-open"),
    ("abandon", lambda one: one.ada, {"table": "running"}, ""),
    ("end", lambda one: one.ada, {"table": "running"}, "others-play"),
    ("end", lambda one: one.cy, {"table": "open"}, "not-owner"),
    ("end", lambda one: one.ada, {"table": "open"}, ""),
    ("club_leave", lambda one: one.cy, {}, "no-club"),
    ("club_leave", lambda one: one.cy, {"club": "Kronberg"}, "no-member"),
    ("club_leave", lambda one: one.cy, {"club": "Kronberg", "unnamed": True}, "no-club"),
    ("club_leave", lambda one: one.ada, {}, "last-officer"),
    ("club_leave", lambda one: one.bert, {"unnamed": True}, ""),
    ("club_remove", lambda one: one.bert, {"name": "Ada"}, "officers-only"),
    ("club_remove", lambda one: one.ada, {"name": "Zoe"}, "no-member"),
    ("club_remove", lambda one: one.ada, {"name": "Ada"}, "founder-stays"),
    ("club_remove", lambda one: one.ada, {"name": "bert"}, ""),
)


def test_every_action_that_asks_is_tried() -> None:
    assert {name for name, *_ in CASES} == ASKING
    assert {name for name, *_, code in CASES if code} == ASKING
    assert {name for name in ASKING if ACTIONS[name].may is None} == set()


async def code_of(asked: Awaitable[object]) -> str:
    """Return why something is refused, '' if it is not."""
    try:
        await asked
    except Refused as why:
        return why.code
    return ""


@pytest.mark.parametrize(("name", "who", "fields", "code"), CASES)
async def test_the_question_is_refused_as_the_deed_is(
    name: str, who: Callable[[People], HostPort], fields: Mapping[str, object], code: str
) -> None:
    people = await People().come()
    tables = {"running": people.running, "open": people.open}
    given = {field: tables.get(str(value), value) for field, value in fields.items()}
    action, place = ACTIONS[name], Place(who(people), Texts())
    args = action.args(**given)
    asked = [await code_of(do(place, args)) for do in (action.question, action.question, action.asked)]
    assert asked == [code, code, code]
