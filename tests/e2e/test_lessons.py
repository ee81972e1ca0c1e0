"""Lessons through the stock client: on the screen, over a killed host, and in plain mode."""

from __future__ import annotations

import re

import pytest

from engine.court.lesson import LESSON
from tests.e2e.host import LiveHost
from tests.terminal import PtyTerminal, PtyTerminals
from tests.tui.lessons.keys_of_lessons import KEYS
from tests.tui.plain.typist import on_paper

pytestmark = pytest.mark.e2e


def press(terminals: PtyTerminals, terminal: PtyTerminal, keys: str) -> None:
    """One key after the other, each once the screen has taken the one before."""
    for key in keys.split():
        before = terminal.text
        terminal.press(key.capitalize() if len(key) > 1 else key)
        terminals.wait(lambda before=before: terminal.text != before, f"something for {key}")  # type: ignore[misc]


def test_a_lesson_is_left_and_found_again_over_a_killed_host(host: LiveHost, terminals: PtyTerminals) -> None:
    """Every key as the lesson names it; at the end a real game is one key away."""
    steps = [item for item in LESSON.items if item.is_asked]
    ada = host.connect("ada", "learn", "court")
    for number, item in enumerate(steps, start=1):
        terminals.see(ada, f"Lesson {number}/{len(steps)}")
        if number == 10:
            host.kill()
            host.start()
            ada = host.connect("ada", "learn", "court")
            terminals.see(ada, f"Lesson {number}/{len(steps)}")
        press(terminals, ada, "enter" if item.is_read else KEYS["court"][item.code])
    terminals.see(ada, "The lesson is over.")
    ada.press("Enter")
    terminals.see(ada, "round 1")
    assert "Lesson" not in ada.text


def test_a_lesson_in_plain_mode_says_what_to_type(host: LiveHost, terminals: PtyTerminals) -> None:
    """In Dutch, on a dumb terminal: whatever it says is typed, until it is over."""
    ada = host.connect("ada", "learn", "laurin", term="dumb", lang="nl_NL.UTF-8")

    def said() -> str:
        return " ".join(" ".join(on_paper(ada.received.decode())).split())

    for number in range(1, 20):
        terminals.wait(lambda number=number: f"Les {number}/19:" in said(), f"step {number}")  # type: ignore[misc]
        step = said().rpartition(f"Les {number}/19:")[2]
        typed = re.search(r"Typ: (.*?)(?= [A-Z>]|$)", step)
        ada.press(typed[1].strip() if typed else "", "Enter")
    terminals.wait(lambda: "De les is afgelopen." in said(), "the end")
