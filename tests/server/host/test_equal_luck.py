"""Of the luck of an open round no action tells who does not sit there: twins answer alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from msgspec import ValidationError, convert, json
from msgspec.structs import fields, replace

from engine.chance import Chance
from engine.game import Refused, Setup, Step
from server.host.port import HostPort
from server.results.cups.log import Cup
from tests.server.host.test_cups import WISH, Wide, a_cup, tables
from tests.server.simulation import Simulation, settled
from tests.server.toy import Roll, State
from tui.actions.action import Action, Place
from tui.actions.registry import ACTIONS
from tui.language.texts import texts_in


class Begins(Wide):
    """Who has not rolled has drawn nothing."""

    def start(self, setup: Setup, chance: Chance) -> Step:  # noqa: ARG002
        return Step(State(1000, 0, 1, (0,) * setup.seats), (), False)


TOYS: Any = {"toy": Begins()}


def wishes(action: Action[Any, Any], known: Mapping[str, tuple[Any, ...]]) -> Iterator[Any]:
    """Its requests about what is known, by the names of their fields."""
    own = [one for one in fields(action.args) if one.name in known or one.required]
    for number in range(max([len(known.get(one.name, ())) for one in own] or [1])):
        given = {}
        for one in own:
            values = known.get(one.name, (1, "x"))
            given[one.name] = values[number % len(values)]
        for some in (given, {name: "x" if value == 1 else value for name, value in given.items()}):
            try:
                yield convert(some, action.args)
            except ValidationError:
                continue
            break


async def answered(action: Action[Any, Any], port: HostPort, args: Any) -> str:
    """What is told, as a program and as a player read it."""
    place = Place(port, texts_in("en"), games=TOYS)
    try:
        if action.parts:
            return repr([part async for part in action.parts(place, args)])
        if action.later:
            found = await action.later(place, args, lambda _: None)
        elif action.at:
            found = await action.at(place, args)
        elif action.run:
            found = await action.run(port, args)
        else:
            return ""
    except Refused as why:
        return repr(why)
    said = action.said(place, args, found)
    return json.encode(action.told(place, args, found), enc_hook=repr).decode() + repr(said)


async def everything(seed: bytes, monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], str]:
    """All answers about a table of a round with equal luck that goes on, by who asks and what."""
    monkeypatch.setattr(Cup, "deal_seed", lambda *_: seed)
    stage = Simulation(games=TOYS)
    await stage.host.open()
    cup, ports = await a_cup(stage, 8, replace(WISH, options={"goal": "1000"}, equal=True))
    await stage.time.pass_by(3600.0)
    one, other = tables(stage, cup)
    by_id = {port._id: port for port in ports}
    for _ in range(5):
        ask = one.state.asks[0]
        await by_id[one.state.holders[ask.seat - 1].who].submit(one.opening.id, ask.id, Roll())
        await settled()
    seated = one.state.holders[0].name
    entrant = by_id[other.state.holders[3].who]
    known = {
        "table": (one.opening.id, one.opening.name),
        "cup": (cup,),
        "name": (seated,),
        "player": (seated,),
        "opponent": (seated,),
        "game": ("toy",),
        "everybody": (True,),
    }
    found: dict[tuple[str, str], str] = {}
    for name, action in ACTIONS.items():
        for args in wishes(action, known):
            stranger, _ = await stage.come(f"SHA256:{name}", f"stranger{len(found)}")
            found["stranger", f"{name} {args}"] = await answered(action, stranger, args)
            if action.only_shows or "table" in action.args.__struct_fields__:
                found["entrant", f"{name} {args}"] = await answered(action, entrant, args)
            await stage.time.pass_by(2.0)
    await stage.host.close()
    return found


async def test_no_action_tells_of_the_luck_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = [await everything(seed, monkeypatch) for seed in (b"a" * 32, b"b" * 32)]
    assert len(first) > 150
    assert [key for key, said in first.items() if said != second[key]] == []
