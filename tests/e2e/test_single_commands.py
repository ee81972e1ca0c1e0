"""Games by single commands through the stock client: no session stays open between two moves."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.e2e.host import LiveHost
from tests.terminal import PtyTerminals
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e
PEOPLE = ("anna", "bert", "cleo")
DONE, FAILED, SOME = 0, 1, 10
WORDS_OF_THE_PAST = ("profile", "history", "ladder court")
POSITION = re.compile(r"^This is position (\d+)\.", re.MULTILINE)
CHOICE = re.compile(r"^  (?!undo:|.*\.\.\.$)(.*?): ", re.MULTILINE)
EXAMPLES = re.compile(r"^You can type, for example: (.*)$", re.MULTILINE)


class Ran(NamedTuple):
    out: str
    error: str
    status: int


class Commands:
    """People who only ever run `ssh HOST COMMAND`."""

    def __init__(self, host: LiveHost) -> None:
        self.host = host

    def run(self, name: str, *words: str, text: str = "", guest: bool = False) -> Ran:
        process = self.host.pipe(name, *words, guest=guest)
        out, error = process.communicate(text.encode(), timeout=WITHIN)
        return Ran(out.decode(), error.decode(), process.returncode)

    def ask(self, name: str, *asked: dict[str, Any]) -> list[dict[str, Any]]:
        """What a program of theirs is answered."""
        ran = self.run(name, "api", text="".join(f"{json.dumps({'id': 1, **one})}\n" for one in asked))
        told = [json.loads(line) for line in ran.out.splitlines()]
        return [one["ok"] for one in told if "id" in one]

    def begin(self, game: str, people: tuple[str, ...], **options: object) -> str:
        """A game with a day for each move; its table's name."""
        first, *others = people
        typed = " ".join(f"{option}={value}" for option, value in options.items())
        opened = self.run(first, f"open {game} {len(people)} 1d {typed} --json")
        assert (opened.error, opened.status) == ("", DONE)
        table: str = json.loads(opened.out)["name"]
        for other in others:
            sat = self.run(other, f"sit {table}")
            assert (sat.error, sat.status) == ("", DONE)
            assert other in sat.out
        started = self.run(first, f"start {table}")
        assert (started.error, started.status) == ("", DONE)
        assert "This is position 0." in started.out
        return table

    def turn(self, people: tuple[str, ...], table: str) -> str | None:
        """Who is asked there."""
        for name in people:
            ran = self.run(name, "turns")
            assert ran.status == (SOME if ran.out else DONE)
            if table in ran.out:
                return name
        return None

    def play(self, name: str, table: str) -> tuple[Ran, str]:
        """Looks, and makes the last of the moves that are offered; what came of it, and the command."""
        said = self.run(name, "look", table).out
        found = POSITION.search(said)
        assert found, said
        moves = [m for line in EXAMPLES.findall(said) for m in line.split(", ")] + CHOICE.findall(said)
        command = f"play --at {found[1]} {table} {moves[-1]}"
        return self.run(name, command), command


@pytest.fixture
def commands(tmp_path: Path, terminals: PtyTerminals) -> Iterator[Commands]:
    host = LiveHost(tmp_path, terminals)
    host.start()
    yield Commands(host)
    host.close()


def assert_past_is_told(commands: Commands, people: tuple[str, ...], table: str) -> None:
    """The one game of two people in `profile`, `history` and `ladder`, in sentences and as JSON."""
    asked = (*WORDS_OF_THE_PAST, *(f"{word} --json" for word in WORDS_OF_THE_PAST))
    clients = [commands.host.pipe(people[0], command) for command in asked]
    told = [client.communicate(timeout=WITHIN) for client in clients]
    assert [(client.returncode, error) for client, (_, error) in zip(clients, told, strict=True)] == [
        (DONE, b"")
    ] * len(asked)
    profile, history, ladder, *values = (out.decode() for out, _ in told)
    assert "1 match" in profile
    assert f"{table}, To Court the King" in history
    assert "(program)" not in history  # as people do who sit at a screen
    assert all(name in said for name in people for said in (profile, history))
    assert people[0] in ladder
    as_json = [json.loads(value) for value in values]
    assert as_json[0]["profile"]["total"]["played"] == 1
    assert [game["name"] for game in as_json[1]["games"]] == [table]
    found = as_json[2]["ladder"]
    assert (found["rows"], found["players"], found["yours"]["name"]) == ([], 2, people[0])


def test_a_whole_game_of_court(commands: Commands) -> None:
    """The host is killed on the way; the command that was sent twice plays once; the end is told, and what
    it adds up to.
    """
    people = PEOPLE[:2]
    table = commands.begin("court", people, rounds=3, rated="on")
    ran, moves = Ran("", "", 0), 0
    while name := commands.turn(people, table):
        ran, command = commands.play(name, table)
        assert ran.status == DONE, ran
        moves += 1
        if moves == 3:
            again = commands.run(name, command)
            assert (again.status, again.out) == (FAILED, "")
            assert "at position" in again.error
            commands.host.kill()
            commands.host.start()
    assert moves > 6
    assert "Game record: ssh " in ran.out
    assert_past_is_told(commands, people, table)
    assert "Traceback" not in commands.host.log


@pytest.mark.parametrize("game", ["intrigue", "laurin"])
def test_several_moves_of_the_other_games(commands: Commands, game: str) -> None:
    """Each of them moves the position on."""
    table = commands.begin(game, PEOPLE)
    seen = set()
    for _ in range(5):
        name = commands.turn(PEOPLE, table)
        assert name
        ran, command = commands.play(name, table)
        assert ran.status == DONE, (command, ran)
        seen.add(command.split()[2])
    assert len(seen) == 5


def test_a_guest_needs_a_key(commands: Commands) -> None:
    """One sentence, and no status that a prompt would take for a turn."""
    ran = commands.run("nobody", "turns", guest=True)
    assert (ran.out, ran.status) == ("", FAILED)
    assert "SSH key" in ran.error


def test_turns_over_a_terminal_are_the_same(commands: Commands, terminals: PtyTerminals) -> None:
    """`ssh -t` gives the lines of a terminal."""
    table = commands.begin("court", PEOPLE[:2])
    name = commands.turn(PEOPLE[:2], table)
    assert name
    terminal = commands.host.connect(name, "turns")
    terminals.see(terminal, f"{table}, To Court the King, your turn")
