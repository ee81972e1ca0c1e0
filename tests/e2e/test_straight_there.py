"""`ssh -t host court`, `join CODE`, `match GAME`, `plain`: straight there, at a terminal."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from tests.e2e.host import LiveHost
from tests.e2e.test_single_commands import Commands
from tests.terminal import PtyTerminals

pytestmark = pytest.mark.e2e

DRAWN, LEFT = b"\x1b[?1049h", b"\x1b[?1049l"
"""A screen beside the lines, and the way back."""


class Opened(NamedTuple):
    """A new table of court; the code of a private one."""

    table: str
    name: str
    code: str


def opened(host: LiveHost, name: str, seats: int, bots: int = 0, **more: object) -> Opened:
    ask = Commands(host).ask
    [answer] = ask(name, {"do": "open", "game": "court", "seats": seats, **more})
    table = answer["table"]
    *_, view = ask(name, *[{"do": "bot", "table": table}] * bots, {"do": "view", "table": table})
    return Opened(table, view["info"]["name"], answer.get("code", ""))


def told(terminals: PtyTerminals) -> dict[str, Any]:
    """All tables by name, once the screen is whole."""
    terminals.rest()
    return terminals.tables


def people(host: LiveHost, name: str, table: str) -> dict[str, Any]:
    """Who sits at a table, and how many watch it."""
    [view] = Commands(host).ask(name, {"do": "view", "table": table})
    return view["info"]


def test_a_game_is_the_own_seat_or_a_new_table(terminals: PtyTerminals, host: LiveHost) -> None:
    """The own running table comes before an own open one, and that before everybody else's."""
    wren = host.connect("wren", "court")
    [(own, position)] = told(terminals).items()
    assert position["stage"] == "open"
    assert own in wren.text
    wren.hang_up()
    opened(host, "ada", 3)
    wren = host.connect("wren", "court")
    for key in ("", "b", "b", "s"):
        wren.press(key)
        tables = told(terminals)
        assert own in wren.text
    assert tables[own]["stage"] == "running"
    wren.hang_up()
    wren = host.connect("wren", "court")
    assert len(told(terminals)) == 2
    assert own in wren.text


def test_a_game_with_an_open_table_is_a_seat_there(terminals: PtyTerminals, host: LiveHost) -> None:
    """The newest public table with room: neither the private nor the full one."""
    opened(host, "ada", 3)
    newest = opened(host, "bert", 3)
    opened(host, "ada", 2, bots=1)
    opened(host, "bert", 3, private=True)
    wren = host.connect("wren", "court")
    assert len(told(terminals)) == 4
    assert newest.name in wren.text
    assert [seat["name"] for seat in people(host, "bert", newest.table)["seats"][:2]] == ["bert", "wren"]


def test_a_code_or_a_name_leads_to_its_table(terminals: PtyTerminals, host: LiveHost) -> None:
    """In any case of letters: to a seat by the code of a private one, to watch where no seat is left. What
    there is not is named in the lobby.
    """
    private = opened(host, "ada", 3, private=True)
    wren = host.connect("wren", "join", private.code.lower())
    told(terminals)
    assert private.name in wren.text
    assert [seat["name"] for seat in people(host, "ada", private.table)["seats"][:2]] == ["ada", "wren"]
    full = opened(host, "ada", 2, bots=1)
    Commands(host).ask("ada", {"do": "start", "table": full.table})
    xaver = host.connect("xaver", "join", full.name.lower())
    told(terminals)
    assert full.name in xaver.text
    assert people(host, "ada", full.table)["watching"] == 1
    for words, named in ((("join", "NOPE-9"), "NOPE-9"), (("match", "chess"), "chess")):
        yara = host.connect("yara", *words)
        assert len(told(terminals)) == 2
        assert named in yara.text
        yara.hang_up()


def test_lines_on_a_terminal(terminals: PtyTerminals, host: LiveHost) -> None:
    """A dumb one echoes and edits, for ssh has put it into raw mode; one that shows screens has lines because
    they are asked for, until it is asked for a screen.
    """
    anna = host.connect("anna", term="dumb")
    told(terminals)
    anna.press("/na", "Backspace", "ame Anne", "Enter")
    told(terminals)
    assert "Anne" in Commands(host).run("bert", "who").out
    assert "> /name Anne" in anna.text
    assert DRAWN not in anna.received
    wren = host.connect("wren", "plain")
    for typed, is_drawn in (("", False), ("/screen\r", True), ("/plain\r", True)):
        wren.press(typed)
        told(terminals)
        assert (DRAWN in wren.received) == is_drawn
    assert wren.received.count(DRAWN) == wren.received.count(LEFT)
