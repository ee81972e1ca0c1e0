"""Two people and a bot play a whole game over ssh; lines break and the host dies on the way."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.host import LiveHost
from tests.e2e.person import Person, play_on
from tests.terminal import Desk, Terminal

pytestmark = pytest.mark.e2e


@pytest.fixture
def desk() -> Iterator[Desk]:
    desk = Desk()
    yield desk
    desk.close()


@pytest.fixture
def host(tmp_path: Path, desk: Desk) -> Iterator[LiveHost]:
    host = LiveHost(tmp_path, desk)
    host.start()
    yield host
    host.close()


def sit_down(desk: Desk, first: Terminal, second: Terminal) -> None:
    """The first opens a table for three and adds a bot, the second sits down, the first starts."""
    desk.see(first, "There is no table yet")
    first.press("n")
    desk.see(first, "A new table")
    first.press("Enter")
    desk.see(first, "1 anna (you)")
    first.press("b")
    desk.see(first, "(bot)")
    desk.see(second, "There is room at")
    second.press("Enter")
    desk.see(first, "3 bert")
    first.press("s")
    for terminal in (first, second):
        desk.see(terminal, "round 1")


def come_back(desk: Desk, host: LiveHost, name: str) -> Person:
    """A new line, and one key to the own seat."""
    terminal = host.connect(name)
    desk.see(terminal, "is waiting. Go there now?")
    terminal.press("Enter")
    desk.see(terminal, "To Court the King ·")
    return Person(name, terminal)


def test_two_people_and_a_bot_play_to_the_result(desk: Desk, host: LiveHost) -> None:
    anna, bert = Person("anna", host.connect("anna")), Person("bert", host.connect("bert"))
    sit_down(desk, anna.terminal, bert.terminal)
    assert play_on(desk, [anna, bert], 25) == 25

    anna.terminal.hang_up()
    desk.see(bert.terminal, "away")
    anna = come_back(desk, host, "anna")
    assert play_on(desk, [anna, bert], 25) == 25

    host.kill()
    desk.wait(lambda: anna.terminal.closed and bert.terminal.closed, "the lines to break")
    host.start()
    anna, bert = come_back(desk, host, "anna"), come_back(desk, host, "bert")
    assert play_on(desk, [anna, bert], 2000) < 2000

    for person in (anna, bert):
        desk.wait(lambda person=person: person.over, f"the result before {person.name}")
        assert {"anna", "bert"} <= set(person.terminal.text.split())
    assert host.stop() == 0
    for person in (anna, bert):
        desk.see(person.terminal, "The host is going down")
        desk.wait(lambda person=person: person.terminal.closed, f"the line of {person.name} to end")
    assert "Traceback" not in host.log
