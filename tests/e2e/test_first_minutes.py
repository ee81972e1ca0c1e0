"""The first five minutes of somebody who has never been here, in each game, with the stock client.

They know nothing but what the screen says: the lobby names the games, a key that it names begins one, and the
last two rows say what to do and with which keys. Then they leave, come back, and go on where they were.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol

import pytest

from tests.e2e.court_player import CourtPlayer
from tests.e2e.host import LiveHost
from tests.e2e.laurin_player import LaurinPlayer
from tests.e2e.test_intrigue import AtScreen
from tests.terminal import PtyTerminal, PtyTerminals

pytestmark = pytest.mark.e2e

TITLES = ("To Court the King", "Plot for the Crown", "King Laurin")
MOST_ANSWERS = 60
"""Answers after which the first minutes are over, at the latest."""
TO_READ = 20
"""Seconds until a first sensible move, a second for a key and one for four words."""
TO_BEGIN = 2
"""Keys until a player's first own decision in a game that is marked."""
BUDGETS = {"lobby": 2200, "aim": 1500, "table": 2800, "result": 2400, "second table": 2800}
"""Bytes of a whole screen."""
SECTION = re.compile(r" {3}(The aim|Your turn|A round|To begin)   ")
MOST_KEYS = 12
"""Keys that it may take to find something."""
TIME = re.compile(r"\(?(?:just now|\d+ (?:s|min)(?: left)?)\)?")


class OneWhoAnswers(Protocol):
    """Somebody who answers what the screen asks for."""

    @property
    def asked(self) -> bool: ...

    def answer(self, terminals: PtyTerminals) -> None: ...


class Stranger:
    """Reads the last two rows, and presses only keys that they name."""

    def __init__(self, terminals: PtyTerminals, terminal: PtyTerminal) -> None:
        self._terminals, self.terminal = terminals, terminal
        self.keys = 0
        """How many were pressed to begin a game."""
        self.bytes: dict[str, int] = {}
        """What each screen took that was called by a name."""

    @property
    def header(self) -> str:
        return self.terminal.text.splitlines()[0]

    @property
    def prompt(self) -> str:
        return self.terminal.text.splitlines()[-2].strip()

    @property
    def offers(self) -> dict[str, str]:
        """What the last row says: keys, and what they do."""
        named = re.split(r" {2,}", self.terminal.text.splitlines()[-1].strip())
        return dict(part.partition(" ")[::2] for part in named if part)

    def sees(self, *texts: str) -> None:
        for text in texts:
            self._terminals.see(self.terminal, text)

    def has(self, screen: str) -> None:
        """Has the whole screen sent anew, and counts its bytes."""
        self._terminals.rest()
        before = len(self.terminal.received)
        self.terminal.press("\x0c")
        self._terminals.rest()
        self.bytes[screen] = len(self.terminal.received) - before

    def presses(self, key: str) -> None:
        """Presses a key that is offered, and waits for something to come of it."""
        assert key in self.offers, f"{key} is not offered:\n{self.terminal.text}"
        before = self.terminal.text
        self.keys += 1
        self.terminal.press(key)
        self._terminals.rest()
        self._terminals.check(self.terminal.text != before or self.terminal.closed, f"an answer to {key}")

    def looks_up(self, key: str) -> None:
        """Reads in the help what a key does that has no room in the last row."""
        helps = self.offers.get("?") == "help"
        self.presses("?" if helps else "/")
        if not helps:
            self.terminal.press("help", "Enter")
        self.sees("Space for more")
        named = re.compile(rf"^ +{key}  +\S", re.MULTILINE)
        for _ in range(MOST_KEYS):
            if named.search(self.terminal.text):
                break
            self.terminal.press("Space")
            self._terminals.rest()
        assert named.search(self.terminal.text), self.terminal.text
        self.terminal.press("x")
        self._terminals.rest()
        assert "?" in self.offers

    def goes(self, there: Callable[[], bool]) -> None:
        """Takes the way out that the last row or the help names, and says yes where that is asked."""
        if "q" not in self.offers:
            self.looks_up("q")
        self.terminal.press("q")
        self._terminals.rest()
        if not there():
            assert "any other key" in self.terminal.text
            self.presses("Enter")
        self._terminals.check(there(), "the way out")

    def points_at(self, title: str) -> None:
        """Goes to a game in the lobby's list with the arrow, until it is marked."""
        for _ in range(MOST_KEYS):
            if f"▌ {title}" in self.terminal.text:
                return
            self.terminal.press("Down")
            self._terminals.rest()
        raise AssertionError(self.terminal.text)

    def plays(self, player: OneWhoAnswers) -> int:
        """Answers what is asked until the second round, with a hint at every step."""
        for answers in range(MOST_ANSWERS):
            self._terminals.rest()
            self._terminals.check(player.asked, "a question")
            if "round 2" in self.header:
                return answers
            assert self.prompt.endswith((".", "?", ":")), self.prompt
            player.answer(self._terminals)
        return MOST_ANSWERS

    @property
    def must_read(self) -> int:
        """How many words of the card one has to read before one plays: its aim, its advice and the prompt."""
        parts = SECTION.split(self.terminal.text.replace("\n", " "))
        named = dict(zip(parts[1::2], parts[2::2], strict=True))
        advice = named["To begin"].partition(self.prompt)[0]
        return len(f"{named['The aim']} {advice} {self.first_sentence}".split())

    @property
    def first_sentence(self) -> str:
        """What the prompt says first: the rest tells of another way, to learn the game."""
        return self.prompt.partition(".")[0]

    @property
    def hinted(self) -> int:
        """How many words ask at the table, and say what one could do."""
        return len(" ".join(re.findall(r"Hint: .*", self.terminal.text)).split()) + len(self.prompt.split())

    @property
    def stands(self) -> tuple[str, ...]:
        """The table as it is, without the time that passes."""
        return tuple(" ".join(TIME.sub("", row).split()) for row in self.terminal.text.splitlines())


PLAYERS: dict[str, Callable[[PtyTerminal], OneWhoAnswers]] = {
    TITLES[0]: lambda terminal: CourtPlayer("wren", terminal),
    TITLES[1]: AtScreen,
    TITLES[2]: lambda terminal: LaurinPlayer("wren", terminal, 7),
}


@pytest.mark.parametrize("title", TITLES)
def test_a_stranger_finds_a_game_plays_leaves_and_comes_back(
    terminals: PtyTerminals, host: LiveHost, title: str
) -> None:
    """Within two rounds, by nothing but what the screen says."""
    wren = Stranger(terminals, host.connect("wren"))
    wren.sees("crownhouse", *TITLES)
    wren.has("lobby")
    wren.points_at(title)
    assert "play" in wren.offers["Enter"]
    read = len(wren.first_sentence.split())
    wren.presses("Enter")
    wren.sees(title, "your first table", "The aim")
    wren.has("aim")
    assert wren.offers["Enter"] == "play"
    read += wren.must_read
    wren.presses("Enter")
    wren.sees(title, "round 1", "Hint:")
    player = PLAYERS[title](wren.terminal)
    terminals.check(player.asked, "the first own decision")
    wren.has("table")
    assert wren.keys == TO_BEGIN
    read += wren.hinted
    assert read / 4 + 3 <= TO_READ, read
    assert wren.plays(player)
    table, prompt, stood = re.findall(r"\b[A-Z]+-\d+\b", wren.header)[0], wren.prompt, wren.stands[0]
    wren.goes(lambda: "Lobby" in wren.header)
    wren.sees(table, "your turn")
    wren.goes(lambda: wren.terminal.closed)
    again = Stranger(terminals, host.connect("wren"))
    again.sees(f"Your seat at {table} is waiting. Go there now?")
    again.presses("Enter")
    again.sees(title)
    assert (again.prompt, again.stands[0]) == (prompt, stood)
    again.terminal.press("/concede", "Enter")
    again.sees("any other key")
    again.presses("Enter")
    again.sees("What decided it")
    again.has("result")
    again.keys = 0
    again.presses("r")
    terminals.check(table not in again.header and "round 1" in again.header, "the second game")
    player = PLAYERS[title](again.terminal)
    terminals.check(player.asked, "the first decision of the second game")
    again.has("second table")
    assert again.keys == 1
    assert again.plays(player)
    found = {**wren.bytes, **again.bytes}
    assert found.keys() == BUDGETS.keys()
    assert all(found[screen] <= most for screen, most in BUDGETS.items()), found
