"""An evening at a host: strangers meet in the lobby and play, lines and host break, friends play
behind a code while somebody watches, and whatever is typed wrong gets a sentence.
"""

from __future__ import annotations

import re

import pytest

from tests.e2e.court_player import CourtPlayer, dice_of, play_on
from tests.e2e.host import LiveHost
from tests.terminal import PtyTerminal, PtyTerminals

pytestmark = pytest.mark.e2e


def type_line(terminal: PtyTerminal, line: str) -> None:
    """A line behind the slash, or said."""
    terminal.press('"' if not line.startswith("/") else "", line, "Enter")


def table_of(terminal: PtyTerminal) -> str:
    """The name of the table in that screen's header."""
    found = re.search(r"\b[A-Z]+-\d+\b", terminal.text)
    assert found
    return found[0]


def code_of(terminal: PtyTerminal, command: str) -> str:
    """What that screen says to type behind a command."""
    found = re.search(rf"{command} ([A-Z0-9-]+)", terminal.text)
    assert found
    return found[1]


def position(terminal: PtyTerminal) -> tuple[list[str], tuple[list[str], list[str]]]:
    """What is on the board: cards and players without focus and who is away, and the dice."""
    cards_and_seats = terminal.text.split("─" * 80)[0].splitlines()[1:]
    lines = [re.sub(r"\(away.*?\)|[►»▌•✓◦]", " ", line).rstrip() for line in cards_and_seats]
    return lines, dice_of(terminal.text)


def test_strangers_meet_play_and_lose_everything_but_their_seats(
    terminals: PtyTerminals, host: LiveHost
) -> None:
    """Two people with keys and a guest; all lines are lost, the host is killed: the same move goes on."""
    anna, bert = host.connect("anna"), host.connect("bert")
    gus = host.connect("gus", guest=True)
    terminals.see(anna, "3 here")
    terminals.see(gus, "gus (guest)")

    type_line(anna, "who would play?")
    terminals.see(gus, "anna: who would play?")
    type_line(gus, "I would")
    terminals.see(anna, "gus: I would")

    type_line(anna, "/open court 3 5m")
    terminals.see(anna, "2 seats are still free.")
    terminals.see(bert, "1/3")
    bert.press("Tab")
    terminals.see(bert, "There is room at")
    bert.press("Enter")
    terminals.see(anna, "bert sits down.")
    type_line(gus, f"/join {table_of(anna).lower()}")
    terminals.see(anna, "All seats are taken: you can start.")
    type_line(anna, "/start")
    people = [
        CourtPlayer(name, terminal) for name, terminal in (("anna", anna), ("bert", bert), ("gus", gus))
    ]
    for person in people:
        terminals.see(person.terminal, "round 1")
    type_line(gus, "/seat")
    terminals.see(gus, "Your seat code")
    code = code_of(gus, "/resume")
    gus.press("Enter")
    terminals.rest()
    assert "Your seat code" not in gus.text
    assert play_on(terminals, people, 12) == 12
    before = [position(person.terminal) for person in people]
    asked = [person.name for person in people if person.asked]
    assert len(asked) == 1

    for person in people:
        person.terminal.hang_up()
    host.kill()
    host.start()
    for person in people:
        person.terminal = host.connect(person.name, guest=person.name == "gus")
    for person in people[:2]:
        terminals.see(person.terminal, "is waiting. Go there now?")
        person.terminal.press("Enter")
    terminals.see(people[2].terminal, " here, ")
    type_line(people[2].terminal, f"/resume {code}")
    for person in people:
        terminals.see(person.terminal, "5 min left", "4 min left")
        assert "away" not in person.terminal.text
    for person, board in zip(people, before, strict=True):
        assert position(person.terminal) == board
    assert [person.name for person in people if person.asked] == asked
    assert play_on(terminals, people, 6) == 6
    assert "Traceback" not in host.log


WRONG = {
    "/jion": "Did you mean /join?",
    "/dance": "There is no command /dance. /help lists them",
    "/join": "Which table? Choose or open one in the lobby.",
    "/join NOPE-1": "There is no table NOPE-1.",
    "/kick": "Write it like this: /kick SEAT|NAME",
    "/open chess": "There is no game called chess here: court, intrigue, laurin.",
    "/open court 9": "This game is for 2-5 players, not for 9.",
    "/open court 15d": "15d is no clock: none, live, evening, correspondence, 15s to 14d, 1h+30s.",
    "/resume abc": "That code is wrong, used up, or expired.",
    "/bell loud": "Write it like this: /bell [on|turn|off]",
    "/undo": "You can only do that at the table: go there first.",
}
"""What can be typed in the lobby, and what it is answered with."""


def agree(terminals: PtyTerminals, player: PtyTerminal, *keys: str) -> None:
    """Wants the game to end without a result, and confirms it once that is asked."""
    player.press(*keys)
    terminals.see(player, "without a result? The others must agree.")
    player.press("Enter")


def test_friends_play_behind_a_code_and_somebody_watches(terminals: PtyTerminals, host: LiveHost) -> None:
    """Only the code leads there; the game ends by agreement and begins anew; what is wrong is said."""
    anna, bert, cleo = host.connect("anna"), host.connect("bert"), host.connect("cleo")
    terminals.see(cleo, "No tables of others")
    for line, answer in WRONG.items():
        type_line(cleo, line)
        terminals.see(cleo, answer)
    type_line(anna, "/open court 2 private edition=en")
    terminals.see(anna, "others join with")
    name, code = table_of(anna), code_of(anna, "/join")
    type_line(cleo, f"/watch {name}")
    terminals.see(cleo, f"There is no table {name}.")
    type_line(bert, f"/join {code.lower()}")
    terminals.see(anna, "bert sits down.")
    type_line(cleo, f"/watch {code}")
    terminals.see(anna, "1 watching")
    anna.press("s")
    for terminal in (anna, bert, cleo):
        terminals.see(terminal, "round 1")
    terminals.see(cleo, "Watching: ")
    assert "English edition" not in cleo.text
    type_line(cleo, "have fun")
    terminals.see(anna, "cleo (watching): have fun")

    playing = [CourtPlayer("anna", anna), CourtPlayer("bert", bert)]
    assert play_on(terminals, playing, 5) == 5
    type_line(cleo, "/roll")
    terminals.see(cleo, "It's ")
    type_line(anna, "/keep 7")
    terminals.see(anna, "Write it like this: keep 3 3", "It's bert's turn.")
    agree(terminals, anna, "/abandon", "Enter")
    terminals.see(bert, "anna: end without a result? Press A to agree.")
    agree(terminals, bert, "A")
    for terminal in (anna, bert, cleo):
        terminals.see(terminal, "The game ended without a result: everyone agreed.")
        terminals.see(terminal, "localhost record ")

    type_line(cleo, "/rematch")
    terminals.see(cleo, "You have no seat at this table.")
    bert.press("r")
    terminals.see(anna, "bert wants to play again.")
    type_line(anna, "/rematch")
    terminals.see(bert, "All seats are taken: you can start.")
    bert.press("s")
    for terminal in (anna, bert):
        terminals.see(terminal, "round 1")
    record = host.connect("anna", "record", name)
    terminals.ended(record)
    assert b"options edition=en" in record.received
    wrong = host.connect("anna", "dance")
    terminals.ended(wrong)
    said = re.search(rb"There is no such command here. Try  ssh -p \d+ localhost help", wrong.received)
    assert said
    assert wrong.process.wait() == 1
    assert "Traceback" not in host.log
