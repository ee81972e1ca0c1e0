"""Every client is sent what its terminal knows, by what the client says and nothing else."""

from __future__ import annotations

import pytest

from tui.host.session import ClientInfo
from tui.wire.terminal.looks import ITALIC
from tui.wire.terminal.terminals import Depth, Terminal, escape_delay, terminal_of


def known(term: str, **environment: str) -> Terminal:
    return terminal_of(ClientInfo(term=term, environment=environment))


@pytest.mark.parametrize(
    ("term", "environment", "depth"),
    [
        ("xterm-256color", {}, Depth.CUBE),
        ("xterm-256color", {"COLORTERM": "truecolor"}, Depth.TRUE),
        ("xterm-256color", {"NO_COLOR": "1"}, Depth.NONE),
        ("xterm-256color", {"NO_COLOR": ""}, Depth.CUBE),
        ("xterm-direct", {}, Depth.TRUE),
        ("xterm-kitty", {}, Depth.TRUE),
        ("xterm", {}, Depth.SIXTEEN),
        ("xterm-mono", {}, Depth.NONE),
        ("putty-256color", {}, Depth.CUBE),
        ("tmux-256color", {"COLORTERM": "24bit"}, Depth.TRUE),
        ("screen-256color", {"COLORTERM": "truecolor"}, Depth.CUBE),
        ("screen", {}, Depth.EIGHT),
        ("linux", {"COLORTERM": "truecolor"}, Depth.EIGHT),
        ("vt100", {}, Depth.NONE),
        ("vt220", {"COLORTERM": "truecolor"}, Depth.NONE),
        ("dumb", {}, Depth.NONE),
        ("", {}, Depth.NONE),
        ("no-such-terminal", {}, Depth.NONE),
        ("vt220", {}, Depth.NONE),
        ("tmux", {}, Depth.EIGHT),
        ("vte-256color", {}, Depth.CUBE),
        ("tmux-256color", {}, Depth.CUBE),
        ("putty", {}, Depth.SIXTEEN),
        ("ms-terminal", {}, Depth.TRUE),
        ("no-such-terminal-256color", {}, Depth.CUBE),
        ("XTERM-256COLOR", {}, Depth.CUBE),
    ],
)  # fmt: skip
def test_as_many_colours_as_the_client_says(term: str, environment: dict[str, str], depth: Depth):
    """TERM, COLORTERM and NO_COLOR of the client decide."""
    assert known(term, **environment).depth == depth


@pytest.mark.parametrize(
    ("term", "environment", "utf8"),
    [
        ("vt100", {"LANG": "de_DE.UTF-8"}, True),
        ("xterm-256color", {"LANG": "de_DE.ISO-8859-1"}, False),
        ("xterm-256color", {"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, False),
        ("xterm-256color", {"LC_CTYPE": "en_US.utf8", "LANG": "C"}, True),
        ("xterm-256color", {"LANG": "", "LC_CTYPE": "C.UTF-8"}, True),
        ("xterm-256color", {}, False),
        ("xterm-kitty", {}, False),
        ("vt100", {}, False),
    ],
)
def test_utf8_by_the_clients_locale(term: str, environment: dict[str, str], utf8: bool):
    """Without a locale nothing is taken for granted: the terminal itself is asked."""
    assert known(term, **environment).utf8 is utf8


@pytest.mark.parametrize(
    ("locale", "encoding"),
    [
        ("de_DE.UTF-8", "utf-8"),
        ("de_DE.ISO-8859-1", "iso8859-1"),
        ("it_IT.ISO8859-15", "iso8859-15"),
        ("C", "utf-8"),
        ("", "utf-8"),
    ],
)
def test_what_is_typed_is_in_the_clients_encoding(locale: str, encoding: str):
    """An umlaut is an umlaut on terminals of before UTF-8, too."""
    assert known("xterm", LANG=locale).encoding == encoding


def test_the_environment_of_this_process_says_nothing(monkeypatch: pytest.MonkeyPatch):
    """What the server was started with is nobody's terminal."""
    for name, value in {"NO_COLOR": "1", "COLORTERM": "truecolor", "TERM": "dumb", "ESCDELAY": "900"}.items():
        monkeypatch.setenv(name, value)
    assert known("xterm-256color").depth == Depth.CUBE
    assert escape_delay(ClientInfo()) == 0.15


def test_old_terminals_are_sent_what_they_know():
    """No private modes, titles, erasures or attributes that a VT100 or the console would print or misread."""
    vt100 = known("vt100")
    assert (vt100.hides_cursor, vt100.ends_attributes, vt100.erases_cells) == (False, False, False)
    for term in ("vt100", "vt220", "linux", "", "no-such-terminal"):
        old = known(term)
        assert (old.titles, old.pastes, old.alternate_screen) == (False, False, False)
        assert (old.synchronised, old.repeats, old.attributes & ITALIC) == (False, False, 0)


@pytest.mark.parametrize(
    ("said", "seconds"),
    [("25", 0.025), ("", 0.15), ("0", 0.01), ("99999", 0.15), ("-5", 0.15), ("x", 0.15), ("2000", 1.0)],
)
def test_the_clients_escape_delay(said: str, seconds: float):
    """Milliseconds within reason, or the host's 150."""
    assert escape_delay(ClientInfo(environment={"ESCDELAY": said} if said else {})) == seconds


def test_the_hosts_escape_delay():
    """It counts for whoever does not say another."""
    assert escape_delay(ClientInfo(escape_delay=0.3)) == 0.3
    assert escape_delay(ClientInfo(escape_delay=0.3, environment={"ESCDELAY": "20"})) == 0.02
