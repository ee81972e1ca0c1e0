"""An action that is limited is refused in the end, by the code that it is declared with."""

from __future__ import annotations

import pytest
from msgspec import Struct
from msgspec.structs import asdict, replace

from engine.game import Refused
from engine.registry import GAMES
from tests.server.simulation import Simulation
from tui.actions.account import NoticesWish
from tui.actions.action import Nothing, Place
from tui.actions.registry import ACTIONS
from tui.host import refusals
from tui.language.texts import Texts

MOST = 200
"""More than any limit allows."""
ENDED = "analyse"
"""It takes many ended games: `tests.server.host.test_analyses` does it."""
OFTEN: dict[str, Struct] = {
    "say": ACTIONS["say"].args(text="hello"),
    "name": ACTIONS["name"].args(name="Ada-{number}"),
    "follow": ACTIONS["follow"].args(name="Bert"),
    "tell": ACTIONS["tell"].args(name="Bert", text="hello"),
    "invite": ACTIONS["invite"].args(table="{table}", name="Bert"),
    "report": ACTIONS["report"].args(name="Bert", why="insults"),
    "answer": ACTIONS["answer"].args(text="I was quoting"),
    "recovery": Nothing(),
    "export": Nothing(),
    "recover": ACTIONS["recover"].args(name="Bert", code="7K3M-2QXP"),
    "add_key": ACTIONS["add_key"].args(code="7K3M-2QXP"),
    "join": ACTIONS["join"].args(table="7K3M-2QXP"),
    "watch": ACTIONS["watch"].args(table="7K3M-2QXP"),
    "resume": ACTIONS["resume"].args(code="7K3M-2QXP"),
    "notify": NoticesWish(code="7Q3F-09XK"),
}


def numbered(args: Struct, number: int, table: str) -> Struct:
    """Other fields each time."""
    filled = {
        name: value.format(number=number, table=table)
        for name, value in asdict(args).items()
        if isinstance(value, str)
    }
    return replace(args, **filled)


def test_everything_that_is_counted_is_an_action() -> None:
    counted = {one for one in vars(refusals).values() if isinstance(one, refusals.Limit)}
    assert {one.limit for one in ACTIONS.values() if one.limit} == counted


@pytest.mark.parametrize("name", sorted(name for name, one in ACTIONS.items() if one.limit and name != ENDED))
async def test_what_is_done_too_often_is_refused(name: str) -> None:
    stage, action = Simulation(games=GAMES), ACTIONS[name]
    ada, bert = [stage.host.port(await stage.host.admit(f"SHA256:{one}", one)) for one in ("Ada", "Bert")]
    await bert.follow("Ada", True)
    table = await ada.open_table("court", 2, {})
    assert action.limit
    refusals = set[str]()
    for number in range(MOST):
        try:
            await action.asked(Place(ada, Texts()), numbered(OFTEN[name], number, table))
        except Refused as why:
            refusals.add(why.code)
        if action.limit.code in refusals:
            return
        if name == "follow":
            await ada.follow("Bert", False)
    raise AssertionError(refusals)
