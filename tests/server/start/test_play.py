"""`crownhouse play` is the same app on this terminal, which it gives back as it was."""

from __future__ import annotations

import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.forked import Forked, run
from tests.terminal import PtyTerminals

PLAY = (sys.executable, "-c", "import sys; from server.start.main import main; sys.exit(main())", "play")
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "en_GB.UTF-8", "USER": "Ada"}


def test_a_game_against_bots_and_a_terminal_given_back() -> None:
    """The player sits at a running table with bots; leaving restores the terminal."""
    terminals = PtyTerminals()
    # A shell between keeps the terminal open, so that its modes can be looked at afterwards.
    script = '"$@"; echo "left with $?"; cat'
    terminal = terminals.open(["sh", "-c", script, "sh", *PLAY, "court", "--seats", "2"], ENVIRONMENT)
    before = termios.tcgetattr(terminal.lead)
    try:
        terminals.look(terminal, "(bot)")
        assert b"Ada" not in terminal.received, "the login name is nobody's business in a picture"
        assert b"/seat" not in terminal.received
        terminal.press("\x03", "\x03")
        terminals.wait(lambda: b"left with 0" in terminal.received, "the end")
        assert termios.tcgetattr(terminal.lead) == before
        assert b"\x1b[?1049l" in terminal.received
    finally:
        terminals.close()


@pytest.mark.parametrize("seats", ["9", "0", "-1"])
def test_wishes_that_cannot_be(seats: str) -> None:
    """So many seats are refused in one sentence."""
    played = run(["crownhouse", "play", "court", "--seats", seats], env=ENVIRONMENT)
    assert (played.returncode, played.stdout) == (2, "")
    assert played.stderr.startswith("crownhouse play: This game is for 2-5 players")


@pytest.mark.parametrize("kind", ["pipe", "file"])
def test_without_a_terminal_it_is_played_in_lines(kind: str, tmp_path: Path) -> None:
    """Every line is obeyed; the end of the input ends the game, and nobody is told of a seat that is kept."""
    file = tmp_path / "lines"
    file.write_text("look\nwho\n")
    given: dict[str, Any] = {"said": file.read_text()} if kind == "pipe" else {"stdin": file.open()}
    played = run(["crownhouse", "play", "court", "--seats", "2"], env=ENVIRONMENT, **given)
    assert (played.returncode, played.stderr) == (0, "")
    lines = played.stdout.splitlines()
    assert "\x1b" not in played.stdout
    assert lines[0].startswith("Round 1: ")
    assert sum("To Court the King, round 1." in line for line in lines) == 2
    assert any(line.endswith(" (you): 3 dice. No cards yet.") for line in lines)
    assert any(line.startswith("Amber") for line in lines), "a first game is against the gentlest bot"
    assert "Ada" not in played.stdout
    assert lines[-1] == "Goodbye."


def test_when_nobody_reads_any_more_it_ends() -> None:
    """However much input there is still to come."""
    ways = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    with Forked(["crownhouse", "play", "court"], env=ENVIRONMENT, bufsize=0, **ways) as playing:
        assert playing.stdout.readline().startswith(b"Round 1: ")
        playing.stdout.close()
        with suppress(BrokenPipeError):
            while True:
                playing.stdin.write(b"look\n" * 1000)
        assert b"Traceback" not in playing.stderr.read()


@pytest.mark.parametrize("arguments", [["chess"], ["court", "--seats", "many"]])
def test_wrong_arguments(arguments: list[str]) -> None:
    """They end with status 2 and say so."""
    ended = run(["crownhouse", "play", *arguments], env=ENVIRONMENT)
    assert ended.returncode == 2
    assert "crownhouse play: " in ended.stderr
