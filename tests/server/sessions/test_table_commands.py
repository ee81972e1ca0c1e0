"""Tables before their game, messages and keys in commands that answer at once and end."""

from __future__ import annotations

import json
import re

import pytest

from engine.game import Refused
from engine.registry import GAMES
from server.bots.worker_main import run_task
from server.bots.workers import Workers
from server.host.port import HostPort
from server.sessions import commands
from server.sessions.single_commands import DONE, FAILED, SOME, Answer, answer
from tests.server.simulation import AtOnce, Simulation, settled
from tui.actions.follows import Feeds
from tui.host.history import HistoryFilter
from tui.language.texts import texts_in

CODE = re.compile(r"[0-9A-Z]{4}(-[0-9A-Z]{4})+")


class PeopleAtShells:
    """People who only ever run `ssh HOST COMMAND`."""

    def __init__(self) -> None:
        self.stage = Simulation(games=GAMES, workers=Workers(AtOnce, run_task))
        self.web = ""

    async def port(self, key: str, name: str) -> HostPort:
        player = await self.stage.host.admit(f"SHA256:{key}", name)
        port = self.stage.host.port(player, "play.example.org")
        port.web = self.web
        return port

    async def run(self, name: str, text: str, key: str = "") -> Answer:
        port = await self.port(key or name, name)
        try:
            return await answer(port, texts_in(), commands.parse(text, GAMES))
        finally:
            port.close()

    async def code(self, name: str, text: str, key: str = "") -> str:
        """The code in an answer."""
        found = CODE.search((await self.run(name, text, key)).text)
        assert found
        return found[0]


async def test_a_game_is_opened_joined_and_started() -> None:
    """Private, with somebody and a bot; every command says how the table stands, also as JSON."""
    people = PeopleAtShells()
    opened = json.loads((await people.run("Anna", "open court 3 1d private --json")).text)
    assert (opened["stage"], opened["seat"]) == ("open", 1)
    with pytest.raises(Refused, match="no-table"):
        await people.run("Bert", f"sit {opened['name']}")
    sat = await people.run("Bert", f"sit {opened['code'].lower()}")
    assert sat.status == DONE
    assert sat.text.startswith(f"{opened['name']}, To Court the King, ")
    assert "Bert" in sat.text
    assert next_of(sat) == ["invite", "bot", "leave"]
    assert "Seat 3: Flint (bot" in (await people.run("Anna", f"bot {opened['name']} steward")).text
    with pytest.raises(Refused, match="table-full"):
        await people.run("Cleo", f"sit {opened['code']}")
    started = json.loads((await people.run("Anna", f"start {opened['name']} --json")).text)
    assert (started["table"], started["stage"]) == (opened["table"], "running")
    with pytest.raises(Refused, match="table-running"):
        await people.run("Cleo", f"sit {opened['code']}")
    table = people.stage.lobby.table(opened["name"])
    assert table.opening.clock == "24h"
    assert not any(one.program for one in table.state.holders[:2])
    await people.stage.host.close()


async def test_a_code_stands_for_the_name_of_its_table() -> None:
    """Among the player's tables, in a program that stops watching, and once the game is over and the table
    closed; not for somebody who had no seat.
    """
    people = PeopleAtShells()
    opened = json.loads((await people.run("Anna", "open court 2 1d private --json")).text)
    name, code = opened["name"], opened["code"].lower().replace("-", "")
    await people.run("Bert", f"sit {code}")
    assert name in (await people.run("Anna", f"tables {code}")).text
    port = await people.port("Anna", "Anna")
    feeds = Feeds(port, lambda: 1, lambda: None)
    await feeds.watch(code)
    feeds.unwatch(code)
    assert feeds.known(name) is None
    port.close()
    assert (await people.run("Bert", f"leave {code}")).text == f"Your seat at {name} is free again."
    await people.run("Bert", f"sit {code}")
    await people.run("Anna", f"start {code}")
    await people.run("Bert", f"concede {code} --yes")
    await settled()
    for text in ("look {}", "record {}", "share {}", "report Bert --table {} why", "rematch {}"):
        was, again = [await people.run("Anna", text.format(called)) for called in (name, code)]
        assert was.text == again.text, text
        assert was.status == DONE
    with pytest.raises(Refused, match="no-table"):
        await people.run("Cleo", f"look {code}")
    other = json.loads((await people.run("Anna", "open court 2 private --json")).text)
    assert (await people.run("Anna", f"end {other['code']} --yes")).text == f"{other['name']} has ended."
    await people.stage.host.close()


async def test_a_program_answers_what_waits_line_by_line() -> None:
    """A refused line changes nothing, and after it the same position waits; then what waits next is told."""
    people = PeopleAtShells()
    for _ in range(2):
        await people.run("Anna", "practice court 2 flint")
    port = await people.port("Anna", "Anna")
    said = iter(["fly", "roll", "undo", "roll"])

    async def line() -> str | None:
        return next(said, None)

    found = await answer(port, texts_in(), commands.parse("next --json", GAMES), line=line)
    assert found.more
    told = [(json.loads(text), waits) async for text, waits in found.more]
    port.close()
    at = [(one["name"], one["seq"]) if "name" in one else one.get("seq", "refused") for one, _ in told]
    first = at[0]
    assert at == [first, "refused", 1, (first[0], 1), "refused", "refused"]
    assert all(waits for _, waits in told)
    await people.stage.host.close()


async def test_what_is_not_clear_opens_nothing_and_who_leaves_is_told() -> None:
    people = PeopleAtShells()
    unclear = await people.run("Anna", "open court blue")
    assert (unclear.status, unclear.text.startswith("blue")) == (FAILED, True)
    assert not people.stage.lobby.tables
    table = json.loads((await people.run("Anna", "open laurin --json")).text)["name"]
    with pytest.raises(Refused, match="seats-empty"):
        await people.run("Anna", f"start {table}")
    assert (await people.run("Anna", f"leave {table}")).text == f"Your seat at {table} is free again."
    assert not people.stage.lobby.tables


async def test_messages_and_invitations_are_read_in_a_command() -> None:
    """With the command that comes to the table; the status says whether there are any."""
    people = PeopleAtShells()
    await people.port("Anna", "Anna")
    assert await people.run("Bert", "messages") == Answer("", DONE)
    assert (await people.run("Bert", "messages --json")).text == '{"messages":[]}'
    await people.run("Bert", "follow Anna")
    await people.run("Anna", "tell Bert See you at eight")
    table = json.loads((await people.run("Anna", "open court 2 private --json")).text)["name"]
    await people.run("Anna", f"invite {table} Bert")
    read = await people.run("Bert", "messages")
    assert read.status == SOME
    assert "Anna to you: See you at eight" in read.text
    assert f"ssh play.example.org sit {table}" in read.text
    (told, invited) = json.loads((await people.run("Bert", "messages --json")).text)["messages"]
    assert (told["kind"], told["who"], invited["name"]) == ("told", "Anna", table)
    assert f"{table}, " in (await people.run("Bert", f"sit {table}")).text
    await people.stage.time.pass_by(61.0)
    assert await people.run("Bert", "messages") == Answer("", DONE)


async def test_an_invitation_says_where_the_web_shows_the_table() -> None:
    """A private one is shown nowhere."""
    people = PeopleAtShells()
    people.web = "https://play.example.org"
    await people.port("Anna", "Anna")
    await people.run("Bert", "follow Anna")
    public, private = [
        json.loads((await people.run("Anna", f"open court 2 {how} --json")).text)["name"]
        for how in ("5m", "private")
    ]
    for table in (public, private):
        await people.run("Anna", f"invite {table} Bert")
    read = (await people.run("Bert", "messages")).text.splitlines()
    assert [line.partition(" sit ")[2] for line in read] == [
        f"{public}  https://play.example.org/t/{public}",
        private,
    ]


async def test_keys_are_added_recovered_and_dropped_in_commands() -> None:
    """A second key by the code that it was given, a third one by the recovery code."""
    people = PeopleAtShells()
    await people.port("old", "Anna")
    offered = await people.code("Anne", "key", key="second")
    assert (await people.run("Anna", f"key add {offered}", key="old")).status == DONE
    lost = await people.code("Anna", "recovery", key="old")
    assert (await people.run("Anno", f"recover anna {lost}", key="third")).text.startswith(
        "This key opens Anna"
    )
    found = json.loads((await people.run("Anna", "keys --json", key="third")).text)["keys"]
    assert [(one["fingerprint"], one["this"]) for one in found] == [
        ("SHA256:old", False), ("SHA256:second", False), ("SHA256:third", True),
    ]  # fmt: skip
    assert (await people.run("Anna", "keys drop old", key="third")).text == "That key is dropped."
    lines = (await people.run("Anna", "keys", key="third")).text.splitlines()
    assert [line.split()[0] for line in lines] == ["second", "third"]
    with pytest.raises(Refused, match="recovery-wrong"):
        await people.run("Anne", f"recover Anna {lost}", key="fourth")


async def test_a_history_goes_on_page_by_page() -> None:
    """With the command that the page before has told."""
    people = PeopleAtShells()
    anna, bert = await people.port("Anna", "Anna"), await people.port("Bert", "Bert")
    for _ in range(3):
        table = await anna.open_table("court", 2, {})
        await bert.join(table)
        await anna.start(table)
        await bert.concede(table)
        await people.stage.time.pass_by(1.0)
    whole = [game.id for game in (await anna.history(HistoryFilter())).games]
    first = await anna.history(HistoryFilter(count=2))
    rest = await answer(anna, texts_in(), commands.parse(f"history court --before {first.more}", GAMES))
    assert [line.split()[0] for line in rest.text.splitlines()] == whole[2:]


async def test_what_keys_do_at_a_table_is_done_in_commands() -> None:
    """A seat is freed by its number, a bot sent away, a game against bots begun and another like it; the own
    tables are listed alone.
    """
    people = PeopleAtShells()
    table = json.loads((await people.run("Anna", "open court 3 --json")).text)["name"]
    await people.run("Bert", f"sit {table}")
    await people.run("Anna", f"bot {table}")
    assert "Seat 3: free" in (await people.run("Anna", f"nobot {table}")).text
    assert "Nobody called Cleo" in (await people.run("Anna", f"kick {table} Cleo")).text
    assert "Seat 2: free" in (await people.run("Anna", f"kick {table} bert")).text
    with pytest.raises(Refused, match="not-owner"):
        await people.run("Bert", f"kick {table} 1")
    begun = json.loads((await people.run("Bert", "practice court 2 elm --json")).text)
    assert (begun["stage"], begun["seat"]) == ("running", 1)
    again = json.loads((await people.run("Bert", f"next {begun['name']} --json")).text)
    assert again["table"] != begun["table"]
    assert "no game called chess" in (await people.run("Bert", "practice chess")).text
    own = json.loads((await people.run("Bert", "tables mine --json")).text)
    assert {one["id"] for one in own["tables"]} == {begun["table"], again["table"]}
    asked = await people.run("Bert", f"end {again['name']}")
    assert (asked.status, asked.text) == (
        FAILED, f"End {again['name']}, without a result? If so, add --yes."
    )  # fmt: skip
    assert (await people.run("Bert", f"end {again['name']} --yes")).text == f"{again['name']} has ended."
    assert (await people.run("Anna", "tables court open")).text.startswith(f"{table}  ")
    assert (await people.run("Anna", "tables laurin")).text == "No table fits that."
    await people.stage.host.close()


async def test_the_dice_are_told_and_added_to_in_commands() -> None:
    """A guest, too, is told how many deals the host kept its word on."""
    people = PeopleAtShells()
    table = json.loads((await people.run("Anna", "open court 2 --json")).text)["name"]
    assert "games dealt" in (await people.run("Anna", "dice")).text
    assert (await people.run("Anna", f"dice {table} seven of nine")).text == "Your text is added to the dice."
    assert f" dice {table} TEXT " in (await people.run("Anna", f"dice {table}")).text
    with pytest.raises(Refused, match="not-seated"):
        await people.run("Bert", f"dice {table} mine")


async def test_whose_seat_is_lent_is_told_by_what_came_of_it() -> None:
    """Where no clock runs they are called first; then a bot plays, which is said, and to them how they
    take the seat back.
    """
    people = PeopleAtShells()
    await people.stage.host.open()
    opened = await people.run("Anna", "open court 2 none")
    name = opened.text.partition(",")[0]
    assert "start" not in next_of(await people.run("Bert", f"sit {name}"))
    assert next_of(await people.run("Anna", f"start {name}")) == []
    await people.stage.time.pass_by(400)
    waits = re.search(r"Waiting for (\w+)", (await people.run("Anna", f"look {name}")).text)
    other, late = ("Anna", "Bert") if waits else ("Bert", "Anna")
    called = f"{other} calls {late}: in 5 min a bot may play until they are back."
    assert (await people.run(other, f"lend {name} {late}")).text == called
    await people.stage.time.pass_by(400)
    assert (await people.run(other, f"lend {name} {late}")).text == f"A bot plays for {late}."
    told = json.loads((await people.run(other, f"tables {name} --json")).text)
    assert [one["lent"] for one in told["tables"][0]["seats"]].count(True) == 1
    back = f"A bot plays for you: ssh play.example.org sit {name} takes your seat back."
    assert [back in (await people.run(one, f"look {name}")).text for one in (other, late)] == [False, True]
    assert back not in (await people.run(late, f"sit {name}")).text


async def test_who_waits_for_somebody_who_is_out_of_time_is_told_the_way_on() -> None:
    """By whatever lists their tables, and how one of them stands."""
    people = PeopleAtShells()
    await people.stage.host.open()
    opened = await people.run("Anna", "open court 2 1h late=nothing")
    name = opened.text.partition(",")[0]
    await people.run("Bert", f"sit {name}")
    await people.run("Anna", f"start {name}")
    waits = re.search(r"Waiting for (\w+)", (await people.run("Anna", f"look {name}")).text)
    other, late = ("Anna", "Bert") if waits else ("Bert", "Anna")
    way = f"Nobody has to wait for {late}: ssh play.example.org lend {name} {late} lets a bot play"
    asked = ("turns", "tables", f"look {name}")
    assert not any([way in (await people.run(other, one)).text for one in asked])
    await people.stage.time.pass_by(3700)
    told = [await people.run(other, one) for one in asked]
    assert all(way in one.text for one in told)
    assert [one.status for one in told] == [DONE] * 3
    assert not any(["has to wait" in (await people.run(late, one)).text for one in asked])
    assert (await people.run(other, f"lend {name} {late}")).text == f"A bot plays for {late}."
    assert not any([way in (await people.run(other, one)).text for one in asked])


def next_of(answered: Answer) -> list[str]:
    """The commands that an answer names as the next ones, each by its first word."""
    return re.findall(r"ssh play.example.org (\w+)", answered.text.partition("Next: ")[2].partition("\n")[0])


async def test_what_comes_next_at_a_table_is_what_can_be_done() -> None:
    """Nobody is invited to a full table or starts one with a free seat, and its owner alone starts it."""
    people = PeopleAtShells()
    opened = await people.run("Anna", "open court 2")
    name = opened.text.partition(",")[0]
    assert next_of(opened) == ["invite", "bot", "leave"]
    assert next_of(await people.run("Bert", f"sit {name}")) == ["leave"]
    assert next_of(await people.run("Anna", f"look {name}")) == ["start", "leave"]
