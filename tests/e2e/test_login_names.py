"""Whoever logs in by a name is told it alone: a host as it is set up by default, and stock clients."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.host import QUICK, LiveHost
from tests.terminal import PtyTerminal, PtyTerminals
from tests.waiting import WITHIN

pytestmark = pytest.mark.e2e

SETTINGS = {
    **QUICK, "CROWNHOUSE_NAMES": "generated", "CROWNHOUSE_LOG": "json", "CROWNHOUSE_METRICS": "127.0.0.1:0"
}  # fmt: skip
DRAWN = r"[A-Z][a-z]+-\d{4}"


@pytest.fixture
def host(tmp_path: Path, terminals: PtyTerminals) -> Iterator[LiveHost]:
    host = LiveHost(tmp_path, terminals, SETTINGS)
    host.start()
    yield host
    host.close()


def run(host: LiveHost, name: str, *words: str, guest: bool = False, typed: str = "") -> str:
    """What a command printed; it succeeded."""
    client = host.pipe(name, *words, guest=guest)
    out, err = client.communicate(typed.encode(), timeout=WITHIN)
    assert (client.returncode, err) == (0, b"")
    return out.decode()


def kept(host: LiveHost) -> dict[str, str]:
    """Everything that a host has written: its log, every file of its data, and its metrics."""
    port = re.search(r"metrics[^\n]*127\.0\.0\.1:(\d+)", host.log)
    assert port, host.log
    with urllib.request.urlopen(f"http://127.0.0.1:{port[1]}/metrics") as told:
        written = {"log": host.log, "metrics": told.read().decode()}
    for path in (host.folder / "data").rglob("*"):
        if path.is_file():
            written[path.name] = path.read_bytes().decode("latin-1")
    return written


def on_the_left(terminal: PtyTerminal) -> str:
    """The left column of a lobby."""
    return "\n".join(row.partition("│")[0] for row in terminal.text.splitlines())


def test_a_login_name_is_nobodys_business(host: LiveHost, terminals: PtyTerminals) -> None:
    """A player who plays, talks, and comes again by it is known by the name that the host has drawn; what the
    host writes has no trace of the other. One key takes it.
    """
    jane = host.connect("jane.q.public")
    said = rf"You are ({DRAWN})\.\s+N:\s+be\s+called\s+jane\.q\.public;"
    terminals.rest()
    found = re.search(said, on_the_left(jane))
    assert found
    bert = host.connect("bert-at-home", "plain")
    terminals.see(bert, "name: be called bert-at-home", found[1])
    jane.press('"', "good evening", "Enter")
    terminals.see(bert, f"{found[1]} says: good evening")
    table = run(host, "jane.q.public", "open", "court", "2", "rounds=1").split()
    table_name = next(word.strip(".,:") for word in table if re.match(r"[A-Z]+-\d+", word))
    run(host, "jane.q.public", "bot", table_name)
    run(host, "jane.q.public", "start", table_name)
    assert found[1] in run(host, "bert-at-home", "look", table_name, "--json")
    assert "jane" not in bert.text
    hello = json.loads(run(host, "carla-guest", "api", guest=True).splitlines()[0])["hello"]
    assert (hello["login_name"], bool(re.fullmatch(DRAWN, hello["name"]))) == ("carla-guest", True)
    written = kept(host)
    assert all(name in "".join(written.values()) for name in (found[1], "connection ended"))
    logins = ("jane.q.public", "bert-at-home", "carla-guest")
    assert [(place, name) for place, text in written.items() for name in logins if name in text] == []

    jane.press("N")
    terminals.rest()
    assert "jane.q.public" in run(host, "bert-at-home", "look", table_name, "--json")
    assert "jane.q.public" in "".join(kept(host).values())


@pytest.mark.parametrize("login", ["🎲", "J\u00fcrgen\u00a0X", "a\u0627b", "\u200b", "x" * 300])
def test_whoever_logs_in_by_a_strange_name_is_let_in(host: LiveHost, login: str) -> None:
    """With a key and without one: a name is handed out."""
    hello = json.loads(run(host, login, "api", guest=True).splitlines()[0])["hello"]
    assert (bool(re.fullmatch(DRAWN, hello["name"])), hello["guest"]) == (True, True)
    if len(login) < 100:  # the file of the key has the name, too
        assert re.match(f"You are {DRAWN}", run(host, login, "name"))
