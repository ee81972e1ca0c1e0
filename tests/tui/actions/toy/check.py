"""Where `/coin` is found, in a copy of the tree to which `coin.py` was added. Run by `test_toy.py`."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from pathlib import Path

from docs.site import generated
from engine.game import Refused
from engine.registry import GAMES
from server.host.port import HostPort
from server.sessions import commands
from server.sessions.api import session as program
from server.sessions.api.parsing import parse as parse_line
from server.sessions.single_commands import answer
from tests.server.simulation import Simulation, settled
from tests.tui.lines import RecordingLine, ended, rested
from tui.actions import catalogue
from tui.actions.action import Place
from tui.actions.follows import Feeds
from tui.actions.registry import ACTIONS, TOPICS
from tui.actions.terminal_help import rows_of
from tui.app.mode_switch import make_screen
from tui.boards import BOARDS
from tui.host.session import ClientInfo
from tui.language.texts import texts_in

SAID = "tosses a coin: heads"
EN = texts_in()


async def shows(port: HostPort, table: str, typed: bytes, *, plain: bool) -> None:
    """A session at a table says `SAID` where something is typed."""
    line = RecordingLine()
    client = ClientInfo("xterm-256color", 100, 30, {"LANG": "en.UTF-8"}, f"watch {table}", plain=plain)
    session = make_screen(port, client, line)
    task = asyncio.get_running_loop().create_task(session.run())
    name = port.look(table).tables[0].name
    await rested(lambda: name in line.text, lambda: line.text)
    session.feed(typed)
    await rested(lambda: SAID in line.text, lambda: line.text)
    session.hang_up()
    await ended(task)


async def typed_in_a_terminal(port: HostPort, text: str) -> str:
    return (await answer(port, EN, commands.parse(text, GAMES))).text


async def asked_by_a_program(port: HostPort, table: str) -> object:
    feeds = Feeds(port, lambda: 9, lambda: None)
    request = parse_line(json.dumps({"id": 1, "do": "coin", "table": table}).encode())
    return await program.answer(Place(port, feeds.texts, games=GAMES, follows=feeds), request)


async def refused(port: HostPort, text: str) -> str:
    try:
        await typed_in_a_terminal(port, text)
    except Refused as why:
        return why.code
    return ""


async def check() -> None:
    stage = Simulation(games=GAMES, pick=lambda _: 0)
    port, _ = await stage.come("key", "Ada")
    table = await port.open_table("court", 2, {})
    heard: list[str] = []
    port.follow_table(table, lambda news: heard.append(news.chat[-1].text if news.chat else ""))
    await shows(port, table, b"/coin\r", plain=True)
    await shows(port, table, b"/coin\r", plain=False)
    assert (await asked_by_a_program(port, table)) == {"side": "heads"}
    name = port.look(table).tables[0].name
    assert (await typed_in_a_terminal(port, f"coin {name}")).startswith(name)
    assert json.loads(await typed_in_a_terminal(port, f"coin {name} --json"))["name"] == name
    assert heard[-1] == SAID
    assert await refused(port, "coin PLUM-1") == "no-table"
    with suppress(Refused):
        for _ in range(20):
            await port.toss_coin(table)
    assert await refused(port, f"coin {name}") == ACTIONS["coin"].limit.code == "too-many-lines"
    await settled()
    await stage.host.close()


def told() -> None:
    """In the help and in the documents."""
    titles = {key: BOARDS[key].title for key in GAMES}
    assert any(usage == "/coin" for usage, _ in catalogue.help_lines(EN))
    assert "coin TABLE" in {row.words for topic in TOPICS for row in rows_of(EN, titles, "HOST", topic)}
    assert "`/coin`" in generated.slash_commands()
    assert "`ssh HOST coin TABLE`" in generated.ssh_commands()
    rows = Path("docs/api.md").read_text("utf-8").splitlines()
    assert [row for row in generated.request_rows() if row not in rows] == []


told()
asyncio.run(check())
