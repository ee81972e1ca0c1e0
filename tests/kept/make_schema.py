"""Makes a database of the present schema: `python -m tests.kept.make_schema NAME`, before it is changed.

Two people, the kept `ada` and `bert`, finish games, begin some, concede one, open a table and leave one; who
plays what, and what chance gives, is the same each time. `NAME.json` beside it says which table is which.
"""

from __future__ import annotations

import asyncio
import itertools
import json
import random
import sys
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import asyncssh

from engine.bots import bot_named
from engine.chance import FairChance, table_key
from engine.registry import GAMES
from server.bots.workers import Workers
from server.host.dependencies import HostDependencies
from server.host.host import Host
from server.host.port import HostPort
from server.identity.bans import AccessBan
from server.settings.timeouts import BotTiming
from server.start.stores import start_thread
from server.store.moderation import BanStore
from server.store.outages import StoredOutages
from server.store.sqlite.database import Database, SqliteSql
from server.store.sqlite.journal import SqliteJournal
from server.store.stores import stores_on

FOLDER = Path(__file__).with_name("schemas")
KEYS = Path(__file__).with_name("0.1.0") / "keys"
BEGAN = 1795252800


async def pause(_: float) -> None:
    """Nobody waits here."""
    await asyncio.sleep(0)


def host_on(database: Database) -> Host:
    """A host on a database whose ids, seeds and times are the same each time."""
    draw, now = random.Random(7), itertools.count(BEGAN)
    return Host(
        HostDependencies(
            games=GAMES,
            journal=SqliteJournal(database),
            stores=stores_on(SqliteSql(database)),
            workers=Workers(lambda: ThreadPoolExecutor(1)),
            clock=lambda: float(next(now)),
            pause=pause,
            new_id=lambda: draw.randbytes(8).hex(),
            pick=draw.randrange,
            secret=draw.randbytes,
            bots=BotTiming(pace=0.0),
            login_names=True,
            outages=StoredOutages(SqliteSql(database)),
        )
    )


async def came(host: Host, name: str) -> HostPort:
    """A session of one of the kept people."""
    fingerprint = asyncssh.read_public_key(KEYS / f"{name}.pub").get_fingerprint()
    player = await host.admit(fingerprint, name)
    host.enter(player)
    return host.port(player)


async def play(host: Host, table: str, people: Mapping[str, HostPort], steps: int | None = None) -> Any:
    """What somebody is shown last of a game that its people play for so many steps, or to its end."""
    shown: dict[str, Any] = {}
    for name, port in people.items():
        port.follow_table(table, partial(shown.__setitem__, name))
    game = GAMES[host.lobby.table(table).opening.game]
    page, chance = bot_named(game, "page"), FairChance(table_key(b"x" * 32, "x", 1), 0)
    while steps is None or steps > 0:
        asked = [(name, seen) for name, seen in shown.items() if seen.ask and seen.ask.seat == seen.seat]
        if any(seen.info.stage == "over" for seen in shown.values()):
            break
        if not asked:
            await asyncio.sleep(0.001)  # a bot or the database is at work in its thread
            continue
        name, seen = asked[0]
        await people[name].submit(table, seen.ask.id, page.choose(game, seen.view, seen.ask, chance))
        steps = None if steps is None else steps - 1
    return next(iter(shown.values()))


async def make(path: Path) -> dict[str, Any]:
    """What there is in the database that this makes."""
    database = Database(path, start_thread)
    await BanStore(SqliteSql(database)).put(
        AccessBan("0123456789abcdef", "mallory", float(BEGAN), None, False)
    )
    host = host_on(database)
    await host.open()
    people = {name: await came(host, name) for name in ("ada", "bert")}

    async def begun(key: str, seats: int, **how: Any) -> str:
        table = await people["ada"].open_table(key, seats, {}, **how)
        await people["bert"].join(host.lobby.table(table).opening.code or table)
        for _ in range(seats - 2):
            await people["ada"].add_bot(table, "page")
        await people["ada"].start(table)
        return table

    made: dict[str, Any] = {"finished": await begun("court", 2)}
    over = await play(host, made["finished"], people)
    made["places"] = sorted([standing.seat, standing.place] for standing in over.standings)
    for key, seats in (("intrigue", 3), ("laurin", 3)):
        made[f"running-{key}"] = await begun(key, seats)
        await play(host, made[f"running-{key}"], people, 4)
    made["running"] = await begun("court", 3)
    await play(host, made["running"], people, 9)
    state = host.lobby.table(made["running"]).state
    assert state.playthrough is not None
    made["standings"] = [[one.seat, one.place, one.score] for one in state.playthrough.standings()]
    made["asked"] = [ask.seat for ask in state.asks]
    made["length"] = state.seq
    made["private"] = await begun("court", 2, private=True)
    await play(host, made["private"], people, 5)
    made["conceded"] = await begun("court", 2)
    await play(host, made["conceded"], people, 7)
    await people["bert"].concede(made["conceded"])
    made["open"] = await people["bert"].open_table("court", 2, {})
    made["left"] = await people["ada"].open_table("court", 2, {})
    await people["ada"].leave(made["left"])
    await people["ada"].set("lang", "de")
    for port in people.values():
        port.close()
    await host.close()
    return made


if __name__ == "__main__":
    target = FOLDER / f"{sys.argv[1]}.db"
    target.with_suffix(".json").write_text(f"{json.dumps(asyncio.run(make(target)), indent=1)}\n", "utf-8")
