"""Whole games in plain mode through the stock client: in German on a dumb terminal, and in lines."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.e2e.host import LiveHost
from tests.terminal import PtyTerminal, PtyTerminals
from tests.tui.plain.typist import on_paper
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e

MOST_MOVES = 2000
LATELY = 3000
"""Characters in which the last question stands."""


class PlainPlayer:
    """Somebody who types on a dumb terminal, or a program that writes and reads lines."""

    def __init__(self, terminals: PtyTerminals, terminal: PtyTerminal) -> None:
        self._terminals, self.terminal = terminals, terminal

    @property
    def raw(self) -> str:
        return self.terminal.received.decode()

    def enter(self, line: str) -> None:
        """Types a line, once what it is an answer to is known to have come."""
        self._terminals.rest()
        self.terminal.press(line, "Enter")

    def heard(self, words: str) -> None:
        """Has been told that."""
        self.has(lambda: words in self.raw, words)

    def has(self, holds: Callable[[], bool], what: str) -> None:
        """That holds, once there is rest."""
        self._terminals.rest()
        self._terminals.check(holds(), what)

    def close(self) -> None:
        self.terminal.hang_up()


OVER = re.compile(r"(?:hat|haben) gewonnen\.|Du hast gewonnen!|(?:has|have) won\.|You have won!")


def is_over(person: PlainPlayer) -> bool:
    return bool(OVER.search(person.raw))


def asked(person: PlainPlayer) -> str:
    """The question that stands last, with its list; empty: none was asked since the last answer."""
    lines = [
        line for line in on_paper(person.raw[-LATELY:]) if line.strip(" >") and not line.startswith("  ")
    ]
    listed = []
    while lines and re.match(r"\d+: ", lines[-1]):
        listed.append(lines.pop())
    return "\n".join([lines[-1], *reversed(listed)]) if listed else ""


def german(question: str) -> list[str]:
    """What somebody types in German: words for dice, a number and a yes for cards."""
    active = re.search(r"Aktiv: ([1-6 ]+)\. Lege mindestens", question)
    if active:
        faces = active[1].split()
        face = max(faces, key=lambda face: (faces.count(face), face))
        return [" ".join(["behalte", *[face] * faces.count(face)])]
    if re.search(r"Würfel werfen", question):
        return ["wirf"]
    if "Nimm eine Karte" in question:
        return ["1", "ja"]
    return ["fertig"] if "deinen Zug beenden" in question else []


def english(question: str) -> list[str]:
    """The same by numbers alone."""
    options = {text: number for number, text in re.findall(r"^(\d+): (.*)$", question, re.MULTILINE)}
    ends = ("take the", "finish", "take nothing")
    for want in (r"roll \d", r"set aside \d", "set dice", "some of", *ends):
        number = next((options[text] for text in options if re.match(want, text)), "")
        if number:
            return [number, "yes"] if want in ends else [number]
    return []


def play(person: PlainPlayer, answers: Callable[[str], list[str]]) -> None:
    """Answers whatever is asked until the game is over."""
    lists = 0
    for _ in range(MOST_MOVES):
        person.has(lambda lists=lists: is_over(person) or _asks(person, answers, lists), "a question")  # type: ignore[misc]
        if is_over(person):
            return
        lists = _lists(person)
        first, *confirming = answers(asked(person))
        person.enter(first)
        for line in confirming:  # a question that it does not see yet is not answered at a terminal
            person.has(lambda: asks_to_confirm(person), "a question before it is done")
            person.enter(line)
    raise AssertionError("the game has no end")


def asks_to_confirm(person: PlainPlayer) -> bool:
    """Whether what was said last is a question, which wants a yes."""
    return person.raw.rstrip(" >\r\n").endswith("?")


def _asks(person: PlainPlayer, answers: Callable[[str], list[str]], lists: int) -> bool:
    return _lists(person) > lists and person.raw.endswith(("\n> ", "\n")) and bool(answers(asked(person)))


def _lists(person: PlainPlayer) -> int:
    """How many lists were shown."""
    return person.raw.count("\n1: ")


def test_a_whole_game_in_german_on_a_dumb_terminal(terminals: PtyTerminals, host: LiveHost) -> None:
    """Typed in German, told in German; no byte is an ESC; the result stands at the end."""
    anna = PlainPlayer(terminals, host.connect("anna", term="dumb", lang="de_DE.UTF-8"))
    anna.heard("Spiele und Tische:")
    anna.enter("neu court 2")
    anna.heard("1 Platz ist noch frei.")
    anna.enter("bot page")
    anna.heard("ein Bot, setzt sich.")
    anna.enter("start")
    play(anna, german)
    assert "\x1b" not in anna.raw
    assert re.search(r"^2\. \S+: ", anna.raw, re.MULTILINE)
    anna.enter("schluss")
    terminals.ended(anna.terminal)
    assert "Tschüss." in anna.raw
    assert "Traceback" not in host.log


def test_a_whole_game_in_a_program_s_lines(terminals: PtyTerminals, host: LiveHost) -> None:
    """By numbers alone, in ASCII, with the end of the input as goodbye."""
    berta = PlainPlayer(terminals, host.connect("berta", "plain", lang="C", in_lines=True))
    berta.enter("practice court 2")
    play(berta, english)
    assert berta.raw.isascii()
    assert "\x1b" not in berta.raw
    berta.terminal.end_input()
    terminals.ended(berta.terminal)
    assert berta.raw.endswith("Goodbye.\n")
    assert berta.terminal.process.wait(WITHIN) == 0
    assert "Traceback" not in host.log


def test_an_evening_in_plain_mode(terminals: PtyTerminals, host: LiveHost) -> None:
    """Two people meet: one on a dumb terminal, one straight to the table in lines; they talk,
    play, one goes and finds the seat again.
    """
    anna = PlainPlayer(terminals, host.connect("anna", "plain"))
    anna.enter("open court 2 private")
    anna.heard("Others join with: join ")
    code = re.findall("Others join with: join (\\S+)", anna.raw)[-1]
    bert = PlainPlayer(terminals, host.connect("bert", "join", code, in_lines=True))
    anna.heard("bert sits down.")
    bert.enter("say good evening")
    anna.heard("bert says: good evening")
    anna.enter("start")
    bert.heard("The game begins.")
    bert.close()
    anna.heard("bert is away.")
    bert = PlainPlayer(terminals, host.connect("bert", in_lines=True))
    bert.heard("is waiting. Go there now? Yes or no?")
    bert.enter("yes")
    bert.heard("You have no cards yet.")
    anna.heard("bert is back.")
    bert.enter("concede")
    bert.enter("yes")
    anna.heard("You have won!")
    bert.close()
    anna.enter("/screen")
    anna.heard("\x1b[")
    anna.close()
    assert "Traceback" not in host.log
