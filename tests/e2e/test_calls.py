"""Players are called wherever they are, by what their terminal knows, and it shows no garbage for it."""

from __future__ import annotations

import re

import pytest

from tests.e2e.host import LiveHost
from tests.terminal import TITLE, PtyTerminal, PtyTerminals

pytestmark = pytest.mark.e2e

OTHER_OSC = re.compile(rb"\x1b\](?!2;)([^\x07]*)\x07")
TERMS = ("xterm-256color", "xterm-kitty", "linux", "vt100")
ESCAPE = b"\x1b"


def typed(terminal: PtyTerminal, line: str) -> None:
    terminal.press(line, "Enter")


def at_an_own_table(terminals: PtyTerminals, host: LiveHost, term: str) -> tuple[PtyTerminal, str]:
    """Somebody who has opened a table, and its name."""
    terminal = host.connect(term.replace("-", ""), term=term)
    terminals.see(terminal, "here")
    typed(terminal, "/open court 3")
    terminals.see(terminal, "seats are still free")
    found = re.search(r"\b[A-Z]+-\d+\b", terminal.text)
    assert found
    return terminal, found[0]


def test_who_sits_down_is_noticed_on_a_help_page_by_bell_or_notification(
    terminals: PtyTerminals, host: LiveHost
) -> None:
    """After ten seconds without a key; terminals without a title or a notification get neither."""
    people = {term: at_an_own_table(terminals, host, term) for term in TERMS}
    for terminal, _ in people.values():
        typed(terminal, "/lobby")
        terminals.see(terminal, "Lobby")
        typed(terminal, "/help")
        terminals.see(terminal, "Space for more")
    bert = host.connect("bert")
    terminals.see(bert, "here")
    for terminal, table in people.values():
        typed(bert, f"/join {table}")
        terminals.see(bert, f"{table}")
        terminals.see(terminal, f"bert sits down at {table}.")
        typed(bert, '"hello there')
        terminals.see(terminal, f"bert at {table}: hello there")
    for term, (terminal, table) in people.items():
        terminals.rung(terminal)
        words = f"bert sits down at {table}.".encode()
        assert OTHER_OSC.findall(terminal.received) == (
            [b"9;crownhouse: " + words] if term == "xterm-kitty" else []
        )
        assert terminal.bells == 1
        assert bool(TITLE.findall(terminal.received)) == term.startswith("xterm")


def test_nothing_is_drawn_before_plain_mode(terminals: PtyTerminals, host: LiveHost) -> None:
    """Neither with `ssh HOST plain` nor, for a key that has chosen it, with `ssh HOST` alone."""
    anna = host.connect("anna", "plain")
    terminals.see(anna, "Welcome to crownhouse")
    typed(anna, "quit")
    terminals.see(anna, "Goodbye.")
    assert ESCAPE not in anna.received
    bert = host.connect("bert")
    terminals.see(bert, "here")
    typed(bert, "/plain")
    terminals.see(bert, "Lobby. ")
    typed(bert, "prompts off")
    terminals.see(bert, "is quiet")
    typed(bert, "quit")
    terminals.see(bert, "Goodbye.")
    again = host.connect("bert")
    terminals.see(again, "Welcome to crownhouse")
    typed(again, "quit")
    terminals.see(again, "Goodbye.")
    assert ESCAPE not in again.received
    assert "> " not in again.text
