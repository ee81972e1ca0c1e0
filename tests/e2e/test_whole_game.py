"""Two people and a bot play a whole game over ssh; lines break and the host dies on the way."""

from __future__ import annotations

import pytest

from tests.e2e.court_player import CourtPlayer, play_on
from tests.e2e.host import LiveHost
from tests.terminal import PtyTerminal, PtyTerminals

pytestmark = pytest.mark.e2e


def sit_down(
    terminals: PtyTerminals, first: PtyTerminal, second: PtyTerminal, rounds: int | None = None
) -> None:
    """The first opens a table for three and adds a bot, the second sits down, the first starts. Given
    `rounds`, the game is over after so many.
    """
    terminals.see(first, "No tables of others")
    if rounds:
        first.press("/", *f"open court 3 rounds={rounds}", "Enter")
    else:
        first.press("n")
        terminals.see(first, "A new table")
        first.press("Enter")
    terminals.see(first, "(you)")
    first.press("b")
    terminals.see(first, "(bot")
    terminals.see(second, "1/3", "2/3")
    second.press("Tab")
    terminals.see(second, "There is room at")
    second.press("Enter")
    terminals.see(first, "bert sits down.")
    first.press("s")
    for terminal in (first, second):
        terminals.see(terminal, "round 1")


def come_back(terminals: PtyTerminals, host: LiveHost, name: str) -> CourtPlayer:
    """A new line, and one key to the own seat."""
    terminal = host.connect(name)
    terminals.see(terminal, "is waiting. Go there now?")
    terminal.press("Enter")
    terminals.rest()
    terminals.check(terminal.text.startswith(" To Court the King"), "the table")
    return CourtPlayer(name, terminal)


def test_two_people_and_a_bot_play_to_the_result(terminals: PtyTerminals, host: LiveHost) -> None:
    anna, bert = CourtPlayer("anna", host.connect("anna")), CourtPlayer("bert", host.connect("bert"))
    sit_down(terminals, anna.terminal, bert.terminal, rounds=4)
    assert play_on(terminals, [anna, bert], 15) == 15

    anna.terminal.hang_up()
    terminals.see(bert.terminal, "away")
    anna = come_back(terminals, host, "anna")
    assert play_on(terminals, [anna, bert], 15) == 15

    host.kill()
    terminals.ended(anna.terminal, bert.terminal)
    host.start()
    anna, bert = come_back(terminals, host, "anna"), come_back(terminals, host, "bert")
    assert play_on(terminals, [anna, bert], 2000) < 2000

    for person in (anna, bert):
        terminals.check(person.over, f"the result before {person.name}")
        assert {"anna", "bert"} <= set(person.terminal.text.split())
    assert host.stop() == 0
    terminals.ended(anna.terminal, bert.terminal)
    assert all("The host is going down" in person.terminal.text for person in (anna, bert))
    assert "Traceback" not in host.log
