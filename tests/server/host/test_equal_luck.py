"""Of the luck of an open round no action tells who does not sit there: twins answer alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
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
from tests.server.web.stage import window_at
from tests.three_games import THREE
from tests.tui.lines import client
from tests.tui.watch import Watching
from tui.actions.action import Action, Place
from tui.actions.registry import ACTIONS
from tui.app.mode_switch import make_screen
from tui.language.texts import texts_in


class Begins(Wide):
    """Who has not rolled has drawn nothing."""

    def start(self, setup: Setup, chance: Chance) -> Step:  # noqa: ARG002
        return Step(State(1000, 0, 1, (0,) * setup.seats), (), False)


TOYS: Any = {"toy": Begins()}


def wishes(action: Action[Any, Any], known: Mapping[str, tuple[Any, ...]]) -> Iterator[Any]:
    """Its requests about what is known, by the names of their fields."""
    asked = action.written if action.later else action.args
    own = [one for one in fields(asked) if one.name in known or one.required]
    for number in range(max([len(known.get(one.name, ())) for one in own] or [1])):
        given = {}
        for one in own:
            values = known.get(one.name, (1, "x"))
            given[one.name] = values[number % len(values)]
        for some in (given, {name: "x" if value == 1 else value for name, value in given.items()}):
            try:
                yield convert(some, asked)
            except ValidationError:
                continue
            break


async def answered(action: Action[Any, Any], port: HostPort, args: Any, games: Any = TOYS) -> str:
    """What is told, as a program and as a player read it."""
    place = Place(port, texts_in("en"), games=games)
    try:
        if action.parts:
            return repr([part async for part in action.parts(place, args)])
        found = await action.awaited(place, args, lambda _: None)
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


SCREENS = {
    "cup": ("/cup {cup}\r", "t", "q", "r", "q", "s", "q", "h", "q", "u", "q"),
    "club": ("/club Kronberg\r", *"mlrdnhs", "q"),
    "lobby": ("/who\r", "q", "/today\r", "q", "H", "q", "/seat\r"),
    "table": ("/watch {table}\r", "q", "/replay {id}\r", "q", "/record {id}\r", "q", "/odds {id}\r", "q"),
    "player": ("/profile {name}\r", "q", "/history {name}\r", "q", "/trophies {name}\r", "q"),
}
"""What is typed, one after the other, on a screen and in plain mode."""
PAGES = (
    "/",
    "/cups",
    "/cup/{cup}",
    "/club/Kronberg",
    "/t/{table}",
    "/r/{id}",
    "/p/{name}",
    "/games",
    "/atom.xml",
)


async def looked_at(game: str, seed: bytes, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What who has no seat is shown while a round with equal luck goes on: on screens, in plain mode, by a
    window. A move is made at one of its tables.
    """
    monkeypatch.setattr(Cup, "deal_seed", lambda *_: seed)
    found: dict[str, str] = {}
    async with window_at(Simulation(games=THREE)) as window:
        stage = window.stage
        cup, ports = await a_cup(stage, 8, replace(WISH, game=game, options={}, equal=True))
        await stage.time.pass_by(3600.0)
        one, _ = tables(stage, cup)
        by_id, rules = {port._id: port for port in ports}, THREE[game]
        ask = one.state.asks[0]
        move = next(iter(rules.legal(one.state.playthrough.view(ask.seat))))
        await by_id[one.state.holders[ask.seat - 1].who].submit(one.opening.id, ask.id, move)
        await settled()
        seated = one.state.holders[0].name
        words = {"cup": cup, "table": one.opening.name, "id": one.opening.id, "name": seated}
        found["drawn"] = repr(one.state.playthrough.state)
        for who, screen in product(("member", "plain"), SCREENS):
            port, _ = await stage.come(f"SHA256:{who}-{screen}", f"{who}-{screen}")
            await port.join_club(await ports[0].invite_to_club())
            term = "dumb" if who == "plain" else "xterm-256color"
            terminal = Watching(port, client(term, rows=40, columns=120), make_screen)
            await terminal.sent()
            for number, typed in enumerate(SCREENS[screen]):
                terminal.session.feed(typed.format(**words).encode())
                await terminal.sent()
                found[f"{who}, {screen} {number}: {typed}"] = terminal.text
            await terminal.leave()
        for path in PAGES:
            page = await window.page(path.format(**words))
            found[f"web {path}"] = f"{page.status} {page.plain.decode()}"
    return found


@pytest.mark.parametrize("game", THREE)
async def test_no_screen_and_no_page_shows_the_luck_of_others(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = [await looked_at(game, seed, monkeypatch) for seed in (b"a" * 32, b"b" * 32)]
    assert first.pop("drawn") != second.pop("drawn")
    assert [key for key, shown in first.items() if shown != second[key]] == []
    assert "player1" in first["member, cup 1: t"]
    assert len({*first.values()}) > 40


async def test_no_action_tells_of_the_luck_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = [await everything(seed, monkeypatch) for seed in (b"a" * 32, b"b" * 32)]
    assert len(first) > 150
    assert [key for key, said in first.items() if said != second[key]] == []
