"""The deal of the day and a duplicate match through the stock client: the same luck, and a kill between."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.records.reading import read
from server.proofs import verify
from tests.e2e.host import SCRIPT, LiveHost
from tests.e2e.test_fair_dice import run, told
from tests.kept.program import Program, play
from tests.terminal import PtyTerminals

pytestmark = pytest.mark.e2e
SETTINGS = {"CROWNHOUSE_BOTS_PACE": "0", "CROWNHOUSE_LIMITS_API_BURST": "10000"}


@pytest.fixture
def host(tmp_path: Path, terminals: PtyTerminals) -> Iterator[LiveHost]:
    host = LiveHost(tmp_path, terminals, SETTINGS)
    host.start()
    yield host
    host.close()


def program_of(host: LiveHost, name: str) -> Program:
    return Program(host.pipe(name, "api"))


def with_account(host: LiveHost, name: str) -> Program:
    """A program whose player has played a game against bots to its end."""
    program = program_of(host, name)
    table = program.ask("open", game="intrigue", seats=3, options={}, private=True)["table"]
    for _ in range(2):
        program.ask("bot", table=table, bot="page")
    for do in ("watch", "start"):
        program.ask(do, table=table)
    play(table, {1: program})
    return program


def results(host: LiveHost, name: str, *words: str) -> Any:
    status, said = told(host, name, *words, "--json")
    assert status == 0, said
    return json.loads(said)["results"]


def test_two_people_play_the_deal_of_the_day(host: LiveHost, terminals: PtyTerminals) -> None:
    """On the screen, by a program, after a kill -9; who makes the same moves has the same game."""
    assert "Nobody has played it." in told(host, "eve", "daily", "results", "court")[1]
    ada, bert = with_account(host, "ada"), with_account(host, "bert")
    shown = {deal["game"]: deal for deal in ada.ask("daily")["deals"]}["intrigue"]
    assert (shown["state"], shown["players"], list(map(bool, shown["bots"]))) == ("", 0, [False, True, True])

    screen = host.connect("ada", "daily", "intrigue")
    terminals.see(screen, "Plot for the Crown")
    terminals.see(screen, "ada")
    table = ada.ask("play_daily", game="intrigue")["table"]
    ada.ask("watch", table=table)
    play(table, {1: ada}, 5)
    host.kill()
    host.start()

    ada, bert = program_of(host, "ada"), program_of(host, "bert")
    again = {deal["game"]: deal for deal in ada.ask("daily")["deals"]}["intrigue"]
    assert (again["state"], again["table"]) == ("running", table)
    assert (again["commitment"], again["next_commitment"]) == (shown["commitment"], shown["next_commitment"])
    assert ada.ask("play_daily", game="intrigue")["table"] == table
    other = bert.ask("play_daily", game="intrigue")["table"]
    ends = []
    for program, at in ((ada, table), (bert, other)):
        program.ask("watch", table=at)
        ends.append(play(at, {1: program}))
    assert ends[0]["standings"] == ends[1]["standings"]
    assert ends[0]["moments"] == ends[1]["moments"]

    assert ada.request("play_daily", game="intrigue")["refused"]["code"] == "daily-played"
    assert ada.request("record", table=table)["refused"]["code"] == "deal-open"
    assert bert.request("view", table=table)["refused"]["code"] == "no-table"
    board = results(host, "ada", "daily", "results", "intrigue")
    assert [(row["name"], row["rank"]) for row in board["rows"]] == [
        ("ada", 1),
        ("bert", 0),
    ]  # of a network, one
    assert results(host, "cleo", "daily", "results", "intrigue")["rows"] == []
    status, said = told(host, "ada", "daily", "results", "intrigue")
    assert status == 0
    assert "ada (you)" in said
    assert "Traceback" not in host.log


def test_a_list_of_the_deals_on_the_screen(host: LiveHost, terminals: PtyTerminals) -> None:
    screen = host.connect("ada", "daily")
    terminals.see(screen, "Deal of the day")
    terminals.see(screen, "not played yet")
    screen.press("r")
    terminals.see(screen, "Nobody has played it.")
    screen.press("q")
    screen.press("Enter")
    terminals.see(screen, "an account with a finished game")


def test_a_match_at_two_tables_is_compared_seat_by_seat(host: LiveHost) -> None:
    """Neither table may be watched; afterwards both records have one seed."""
    names = ("ada", "bert", "cleo", "dan")
    people = [program_of(host, name) for name in names]
    status, said = told(host, "ada", "duplicate", "court", "2", "2", "rounds=2", "--json")
    assert status == 0, said
    match = json.loads(said)["match"]
    for number, program in enumerate(people):
        program.ask("join", table=match["tables"][number // 2])
    first, second = match["tables"]
    assert people[0].request("join", table=second)["refused"]["code"] == "deal-seated"
    for table, (one, other) in zip(match["tables"], (people[:2], people[2:]), strict=True):
        one.ask("watch", table=table)
        other.ask("watch", table=table)
        one.ask("start", table=table)
    assert people[0].request("watch", table=second)["refused"]["code"] == "no-table"
    play(first, {1: people[0], 2: people[1]})
    assert people[0].request("record", table=first)["refused"]["code"] == "deal-open"
    assert results(host, "ada", "duplicate", "results", first)["rows"] == []
    play(second, {1: people[2], 2: people[3]})
    board = results(host, "ada", "duplicate", "results", first)
    assert sorted(row["seat"] for row in board["rows"]) == [1, 1, 2, 2]
    assert all(row["better_points"] == 0 for row in board["rows"])
    texts = [people[at].ask("record", table=table)["record"] for at, table in ((0, first), (2, second))]
    records = [read(text) for text in texts]
    assert {record.header.seed for record in records} == {board["seed"]}
    assert records[0].steps == records[1].steps
    for number, text in enumerate(texts):
        path = host.folder / f"{number}.record"
        path.write_text(text, encoding="utf-8")
        assert run(sys.executable, verify.__file__, path)[0] == run(SCRIPT, "verify", path)[0] == 0
