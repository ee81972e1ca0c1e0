"""What somebody was answered at one node holds at once for whoever asks another one, by a command or as a
program, although no bell has rung there yet.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from engine.registry import GAMES
from server.host.port import HostPort
from server.host.window import WindowPort
from server.sessions import commands
from server.sessions.api.messages import encode
from server.sessions.api.parsing import parse
from server.sessions.api.session import answer as answered_program
from server.sessions.single_commands import answer
from tests.server.cluster.hosts import two_nodes
from tests.server.simulation import ADA, BERT
from tui.actions.action import Place
from tui.actions.follows import Feeds
from tui.language.texts import texts_in


class Shell:
    """Asks in commands, each of which ends."""

    def __init__(self, port: HostPort) -> None:
        self.port = port

    async def ask(self, do: str, table: str = "", move: str = "", seq: int = 0) -> Any:
        words = {"view": "look", "list": "tables", "move": f"play --at {seq}", "open": "open court 2 1d"}
        typed = " ".join(filter(None, (words.get(do, do), "--json", table, move)))
        said = await answer(self.port, texts_in(), commands.parse(typed, GAMES))
        self.port.close()
        assert said.status != commands.FAILED, said.text
        return json.loads(said.text)


class Program:
    """Asks in one session, which follows the tables that it has asked about."""

    def __init__(self, port: HostPort) -> None:
        self.place = Place(port, texts_in(), games=GAMES, follows=Feeds(port, lambda: 9, lambda: None))

    async def ask(self, do: str, **fields: Any) -> Any:
        more = {"list": {"mine": True}, "open": {"game": "court", "seats": 2, "clock": "1d"}}.get(do, {})
        request = parse(json.dumps({"do": do, **more, **fields}).encode())
        return json.loads(encode(await answered_program(self.place, request)))


async def moves(port: HostPort, table: str) -> list[str]:
    """What is possible there for who is asked, as a node knows it."""
    found = await Program(port).ask("legal", table=table)
    return [one["notation"] for one in found["moves"]]


@pytest.mark.parametrize("kind", [Shell, Program])
async def test_what_was_answered_at_one_node_is_told_at_the_other(kind: type[Shell | Program]) -> None:
    """From the opening of a table on: no answer is older than what anybody was answered before."""
    nodes = await two_nodes(delay=lambda: None, games=GAMES)
    ports = nodes.enter("one", ADA), nodes.enter("two", BERT)
    ada, bert = people = [kind(port) for port in ports]
    table = (await ada.ask("open"))["table"]
    await bert.ask("sit", table=table)
    assert [seat["name"] for seat in (await ada.ask("list"))["tables"][0]["seats"]] == ["Ada", "Bert"]
    await ada.ask("start", table=table)
    assert (await bert.ask("list"))["tables"][0]["stage"] == "running"
    for _ in range(8):
        told = [await one.ask("view", table=table) for one in people]
        assert told[0]["seq"] == told[1]["seq"]
        (asked,) = [number for number, one in enumerate(told) if one["ask"]]
        assert [len((await one.ask("turns"))["turns"]) for one in people] == [1 - asked, asked]
        found = await people[asked].ask("next")
        assert (found["table"], found["seq"]) == (table, told[0]["seq"])
        move = (await moves(ports[asked], table))[-1]
        await people[asked].ask("move", table=table, move=move, seq=found["seq"])
    assert [(await one.ask("view", table=table))["seq"] for one in people] == [found["seq"] + 1] * 2


async def test_a_node_that_does_not_reach_the_store_answers_what_it_knows() -> None:
    nodes = await two_nodes(delay=lambda: None, games=GAMES)
    ada, bert = Shell(nodes.enter("one", ADA)), Shell(nodes.enter("two", BERT))
    table = (await ada.ask("open"))["table"]
    before = await bert.ask("view", table=table)
    nodes.joined.cut("two")
    await ada.ask("bot", table=table)
    assert await bert.ask("view", table=table) == {**before, "saving": "unreached"}
    assert before != await ada.ask("view", table=table)


async def test_strangers_who_look_through_a_window_ask_the_store_nothing() -> None:
    nodes = await two_nodes(delay=lambda: None, games=GAMES)
    await Shell(nodes.enter("one", ADA)).ask("open")
    host = nodes.at["two"].host
    window = WindowPort(host.port(BERT)._services, BERT, "")
    await window.catch_up()
    assert not nodes.at["two"].lobby.tables
