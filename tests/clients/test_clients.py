"""Every kind of SSH client gets in and plays, as a guest and with a key.

Each runs as it comes, on a pseudo-terminal, against the real host; what it asks, a person's answer is typed.
OpenSSH runs in the version that is installed. The lists of algorithms of 8, 9 and 10 are given to it by `-o`;
an OpenSSH that is older than 10 stands in for 10 that way, without the key exchange mlkem768x25519-sha256.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.clients.clients import CLIENTS, ClientProgram
from tests.e2e.host import LiveHost
from tests.terminal import PtyTerminal, PtyTerminals

ROOT = Path(__file__).parents[2]
QUESTIONS = {
    "(yes/no/[fingerprint])?": ("yes", "Enter"),
    "connecting? (y/n)": ("y", "Enter"),
    "Store key in cache? (y/n": ("y", "Enter"),
    "Press Return to begin session.": ("Enter",),
}
"""What a client asks before it connects, and what is typed."""
EARLY = "came before this question"
KINDS = ("ed25519", "ecdsa", "rsa")
PROGRAMS = [client for client in CLIENTS if not client.name.startswith("openssh-")]


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[LiveHost]:
    """One host for all of them."""
    terminals = PtyTerminals()
    live = LiveHost(tmp_path_factory.mktemp("host"), terminals)
    live.start()
    yield live
    live.close()
    terminals.close()


class Caller:
    """A person at a terminal whose home is empty, with one client."""

    def __init__(self, home: Path, live: LiveHost, client: ClientProgram, terminals: PtyTerminals) -> None:
        self._home, self._live, self._client, self.terminals = home, live, client, terminals
        self.name, self.resizes = client.name, client.resizes

    def key(self, kind: str = "ed25519") -> Path:
        """A new key of the client's own making."""
        path = self._home / f"{self.name}-{kind}"
        self._client.make_key(kind, path)
        return path

    @property
    def environment(self) -> dict[str, str]:
        """What the client is started with."""
        environment = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "LANG": "en_US.UTF-8"}
        return environment | {"HOME": str(self._home), "PYTHONPATH": str(ROOT)}

    def command(self, key: Path | None, *options: str) -> list[str]:
        """The client's command line, with options of its own before everything else."""
        program, *rest = self._client.command(self._live.port, self.name, key)
        return [program, *options, *rest]

    def call(
        self, key: Path | None, *words: str, options: tuple[str, ...] = (), **variables: str
    ) -> PtyTerminal:
        """A connection to the host. Answers questions until the host has shown something, or has ended."""
        command = [*self.command(key, *options), *words]
        terminal = self.terminals.open(command, self.environment | variables)
        questions = dict(QUESTIONS)
        while not _answered(terminal):
            self.terminals.wait(lambda: _answered(terminal) or _asked(terminal, questions), "an answer")
            for question in _asked(terminal, questions):
                terminal.press(*questions.pop(question))
        return terminal

    def act(self, terminal: PtyTerminal, *keys: str, then: str) -> None:
        """Types what acts, and sees what comes of it. What a client has shown, the host may not know yet: it
        says so, and by then it does.
        """
        terminal.press(*keys)
        self.terminals.look(terminal, then, EARLY)
        if then not in terminal.text:
            terminal.press(*keys)
            self.terminals.look(terminal, then)

    def leave(self, terminal: PtyTerminal) -> None:
        """Out of a game that is not over, by what is typed."""
        self.act(terminal, "/quit", "Enter", then="Leave crownhouse?")
        terminal.press("Enter")
        self.terminals.wait(lambda: terminal.closed or EARLY in terminal.text, "the end of the session")
        if not terminal.closed:
            terminal.press("Enter")
        self.terminals.wait(lambda: terminal.closed, "the end of the session")
        assert terminal.process.wait(20) == 0


def _asked(terminal: PtyTerminal, questions: Iterable[str]) -> list[str]:
    return [question for question in questions if question in terminal.text]


def _answered(terminal: PtyTerminal) -> bool:
    return terminal.closed or "crownhouse " in terminal.text


@pytest.fixture
def terminals() -> Iterator[PtyTerminals]:
    terminals = PtyTerminals()
    yield terminals
    terminals.close()


@pytest.fixture
def caller(
    request: pytest.FixtureRequest, tmp_path: Path, live: LiveHost, terminals: PtyTerminals
) -> Iterator[Caller]:
    """A person with the client that the test is for."""
    yield Caller(tmp_path, live, request.param, terminals)
    assert "Traceback" not in live.log


def every(clients: tuple[ClientProgram, ...] | list[ClientProgram]) -> pytest.MarkDecorator:
    """Runs a test with each of these."""
    return pytest.mark.parametrize("caller", clients, ids=lambda client: client.name, indirect=True)


@every(CLIENTS)
@pytest.mark.parametrize("with_key", [False, True], ids=["guest", "key"])
def test_it_plays(caller: Caller, with_key: bool) -> None:
    """The lobby, a game against bots, a move; the table fills the window's new size; goodbye."""
    terminal = caller.call(caller.key() if with_key else None)
    caller.terminals.look(terminal, "m match me")
    assert ("(guest)" in terminal.text.splitlines()[0]) is not with_key
    caller.act(terminal, "p", then="Play against bots")
    caller.act(terminal, "Enter", then="Enter plays.")
    caller.act(terminal, "Enter", then="Your turn: roll your 3 dice.")
    caller.act(terminal, "r", then="Set aside at least one die")
    if caller.resizes:
        terminal.resize(140, 45)
        caller.terminals.wait(lambda: fills(terminal, 140, 45), "a table as large as the window")
    caller.leave(terminal)


def fills(terminal: PtyTerminal, columns: int, rows: int) -> bool:
    """The keys stand in the last row, and some line comes near the right edge."""
    lines = terminal.text.split("\n")
    return "/ type" in lines[rows - 1] and max(len(line) for line in lines) > columns - 10


@every(CLIENTS)
def test_it_runs_help(caller: Caller) -> None:
    """What is run without a screen prints its text, and its exit status arrives."""
    terminal = caller.call(None, "help")
    caller.terminals.wait(lambda: terminal.closed, "the end of help")
    assert b"the lobby: who is here" in terminal.received
    assert terminal.process.wait(20) == 0


@pytest.mark.parametrize(
    ("caller", "kind"),
    [pytest.param(client, kind, id=f"{client.name}-{kind}") for client in PROGRAMS for kind in KINDS],
    indirect=["caller"],
)
def test_a_key_of_any_kind_is_an_account(caller: Caller, kind: str) -> None:
    """The player comes as an account, not as a guest, with each kind of key that the client can use."""
    terminal = caller.call(caller.key(kind))
    caller.terminals.look(terminal, "m match me")
    assert "(guest)" not in terminal.text
