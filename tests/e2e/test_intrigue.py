"""Three people at screens, one in plain mode and a bot play a whole game of intrigue over ssh."""

from __future__ import annotations

import re

import pytest

from tests.e2e.host import LiveHost
from tests.terminal import PtyTerminal, PtyTerminals
from tests.tui.plain.typist import on_paper

pytestmark = pytest.mark.e2e

MOST_KEYS = 2000
OVER = re.compile(r"has won\.|have won\.|You have won!")


class AtScreen:
    """Somebody who presses what the last two lines offer; the queue is pointed at with the arrows."""

    def __init__(self, terminal: PtyTerminal) -> None:
        self.terminal = terminal
        self._answers = 0

    @property
    def over(self) -> bool:
        return bool(OVER.search("\n".join(self._last)))

    @property
    def asked(self) -> bool:
        return bool(self._keys())

    def answer(self, terminals: PtyTerminals) -> None:
        """Presses what is asked for, and looks until it has taken effect."""
        before, keys = self._last, self._keys()
        self._answers += 1
        self.terminal.press(*keys)
        terminals.rest()
        terminals.check(self._last != before, f"an answer to {keys}")

    @property
    def _last(self) -> tuple[str, ...]:
        return tuple(self.terminal.text.splitlines()[-2:])

    def _keys(self) -> tuple[str, ...]:
        question, offered = self._last
        if offered.startswith(" r reveal"):
            return ("r",) if self._answers % 3 else ("f",)
        if question.startswith(" Play a card"):
            return ("Right", "Enter")
        return ("Enter",) if offered.startswith(" Enter") else ()


class InPlainMode:
    """Somebody who types the number of the first choice, and yes."""

    def __init__(self, terminal: PtyTerminal) -> None:
        self.terminal = terminal
        self._done = 0

    @property
    def _lines(self) -> list[str]:
        return on_paper(self.terminal.received.decode())

    @property
    def over(self) -> bool:
        return any(OVER.search(line) for line in self._lines)

    @property
    def asked(self) -> bool:
        return self._asked_times > self._done and self.terminal.received.endswith(b"> ")

    @property
    def _asked_times(self) -> int:
        return sum(line.startswith("1: ") or line.endswith("Yes or no?") for line in self._lines)

    def answer(self, terminals: PtyTerminals) -> None:
        """What was asked last is a list, or wants a yes; then it is shown what came of it."""
        *_, last = (line for line in self._lines if line.strip(" >"))
        self._done = self._asked_times
        before = len(self.terminal.received)
        self.terminal.press("yes" if last.endswith("Yes or no?") else "1", "Enter")
        terminals.rest()
        terminals.check(len(self.terminal.received) > before + 4, "an answer")


def test_three_at_screens_one_in_plain_mode_and_a_bot(terminals: PtyTerminals, host: LiveHost) -> None:
    """Straight to the table by the game's name; six rounds; everybody is told the same result."""
    dora = host.connect("dora", "plain", term="dumb", columns=300)
    terminals.see(dora, "Plain mode")
    dora.press("open intrigue 5", "Enter")
    terminals.see(dora, "still free")
    anna = host.connect("anna", "intrigue")
    terminals.see(anna, "Plot for the Crown")
    bert = host.connect("bert", "intrigue", term="vt100")
    carl = host.connect("carl", "intrigue", columns=120, rows=40)
    terminals.rest()
    assert all(name in dora.received for name in (b"anna", b"bert", b"carl"))
    dora.press("bot page", "Enter")
    terminals.see(dora, "a bot, sits down")
    dora.press("start", "Enter")
    for terminal in (anna, bert, carl):
        terminals.see(terminal, "round 1 of 6")
    people = [*map(AtScreen, (anna, bert, carl)), InPlainMode(dora)]
    for _ in range(MOST_KEYS):
        terminals.rest()
        terminals.check(any(person.asked or person.over for person in people), "somebody's turn")
        person = next((person for person in people if person.asked and not person.over), None)
        if person is None:
            break
        person.answer(terminals)
    assert all(person.over for person in people)
    assert all("6 rounds" in terminal.text for terminal in (anna, bert, carl))
    assert "Traceback" not in host.log
