"""What real clients do besides typing: they are suspended, their terminals report, their bytes differ."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path

import pytest

from tests.clients.clients import CLIENTS
from tests.clients.test_clients import Caller, caller, every, live, terminals
from tests.terminal import PtyTerminal

__all__ = ["caller", "live", "terminals"]

OPENSSH = CLIENTS[0]
ONE_OF_EACH = [client for client in CLIENTS if client.name in {"openssh", "dbclient", "plink", "paramiko"}]
REPORTS = (
    b"\x1b]11;rgb:0000/0000/0000\x1b\\", b"\x1bP>|XTerm(370)\x1b\\", b"\x1b_Gi=31;OK\x1b\\", b"\x1b[M !!",
    b"\x1b[?64;1;2;6;9;15;16;17;18;21;22;28c",
)  # fmt: skip


def write(terminal: PtyTerminal, data: bytes) -> None:
    """As a terminal writes: what nobody has typed."""
    os.write(terminal.lead, data)


@every(ONE_OF_EACH)
def test_nothing_that_the_terminal_reports_acts(caller: Caller) -> None:
    """On one's own turn, where `r` rolls and `/` opens the line; `r` of the keyboard rolls then."""
    terminal = caller.call(None)
    caller.terminals.look(terminal, "m match me")
    caller.act(terminal, "/practice court 2", "Enter", then="Enter plays.")
    caller.act(terminal, "Enter", then="Your turn: roll your 3 dice.")
    for report in REPORTS:
        write(terminal, report)
    write(terminal, b"\x1b[63;2u")
    caller.terminals.look(terminal, "? close")
    assert "Set aside at least one die" not in terminal.text
    caller.act(terminal, "r", then="Set aside at least one die")
    caller.leave(terminal)


@every(ONE_OF_EACH)
def test_ctrl_l_draws_everything_anew(caller: Caller) -> None:
    """The screen is cleared and sent once more."""
    terminal = caller.call(None)
    caller.terminals.look(terminal, "m match me")
    cleared = terminal.received.count(b"\x1b[2J")
    write(terminal, b"\x0c")
    caller.terminals.wait(lambda: terminal.received.count(b"\x1b[2J") > cleared, "a new screen")
    caller.terminals.look(terminal, "m match me")
    caller.leave(terminal)


@every([OPENSSH])
def test_a_suspended_client_finds_its_screen_again(caller: Caller) -> None:
    """Enter ~ Ctrl+Z at a table, a command of the shell, `fg`: the whole table is there again."""
    command = shlex.join(caller.command(caller.key(), "-t", "-o", "StrictHostKeyChecking=no"))
    terminal = caller.terminals.open(["bash", "--norc", "--noprofile", "-i"], caller.environment)
    terminal.press("PS1=; clear", "Enter", f"{command} court", "Enter")
    caller.terminals.look(terminal, "b add a bot")
    table = terminal.text.splitlines()[:16]
    for keys in (b"\r", b"~", b"\x1a"):
        write(terminal, keys)
    caller.terminals.look(terminal, "Stopped")
    terminal.press("seq -f 'noise %.0f' 1 30", "Enter")
    caller.terminals.look(terminal, "noise 30")
    terminal.press("fg", "Enter")
    caller.terminals.wait(lambda: terminal.text.splitlines()[:16] == table, "the table as it was")
    terminal.hang_up()


@every([OPENSSH])
@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("de_DE.ISO-8859-1", b"K\xf6nig Laurin"),
        ("de_DE", b"Koenig Laurin"),
        ("de_DE.UTF-8", "König Laurin".encode()),
    ],
)
def test_each_terminal_gets_its_letters(caller: Caller, lang: str, said: bytes) -> None:
    """The lobby and a command, in the encoding that the locale names."""
    for words in ((), ("help play",)):
        terminal = caller.call(None, *words, options=("-t", "-o", "SendEnv=LANG"), LANG=lang)
        caller.terminals.wait(lambda: said in terminal.received, f"{said!r}")  # noqa: B023
        terminal.hang_up()


@pytest.mark.parametrize(
    "caller", [c for c in ONE_OF_EACH if c.name != "paramiko"], ids=lambda c: c.name, indirect=True
)
def test_a_command_in_latin_1_is_answered(caller: Caller) -> None:
    """Bytes that are no UTF-8 reach the host as they are."""
    terminal = caller.call(caller.key(), os.fsdecode(b"tell bert Gr\xfc\xdfe"))
    caller.terminals.look(terminal, "There is no player called bert")


@every([OPENSSH])
def test_forwarding_is_refused_by_name(caller: Caller) -> None:
    """`ssh -W` says that the host does not do it, not that nobody listens there."""
    command = caller.command(caller.key(), "-o", "StrictHostKeyChecking=no", "-W", "localhost:80")
    done = subprocess.run(command, env=caller.environment, capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "administratively prohibited" in done.stderr


@every([OPENSSH])
def test_one_connection_has_four_sessions(caller: Caller, tmp_path: Path) -> None:
    """As many as somebody needs who shares a connection: a game, a second one, a command or two."""
    shared = ["-o", "StrictHostKeyChecking=no", "-o", f"ControlPath={tmp_path / 'shared'}"]
    command = caller.command(caller.key(), *shared, "-o", "ControlMaster=auto", "-tt")
    terminals = []
    for _ in range(4):
        terminals.append(caller.terminals.open(command, caller.environment))
        caller.terminals.look(terminals[-1], "m match me")
    for terminal in reversed(terminals):
        caller.leave(terminal)
