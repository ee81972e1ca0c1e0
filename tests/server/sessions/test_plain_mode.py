"""Whoever has no terminal, a dumb one, or asks for it gets plain mode, through the stock client."""

from __future__ import annotations

import asyncio
from asyncio.subprocess import PIPE
from pathlib import Path

import asyncssh
import pytest
from msgspec.structs import replace

from tests.server.api_client import api_client
from tests.server.running_host import LIMITS, RunningHost, court_host
from tests.server.sessions.api.test_api import QUICK, open_court
from tests.waiting import WITHIN
from tui.app.mode_switch import make_screen


async def talk(
    at: RunningHost, folder: Path, *words: str, lines: str = "", lang: str = "en_GB.UTF-8"
) -> tuple[int, str, str]:
    """The stock client without a terminal, with all its input at once: status, output, errors."""
    command = at.ssh_command(folder, "-T", "-l", "Wren", "-oSendEnv=LANG", "127.0.0.1", *words)
    process = await asyncio.create_subprocess_exec(
        *command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env={"PATH": "/usr/bin:/bin", "LANG": lang}
    )
    out, err = await asyncio.wait_for(process.communicate(lines.encode()), WITHIN)
    return process.returncode or 0, out.decode(), err.decode()


@pytest.mark.parametrize(
    ("words", "lang", "said"),
    [
        (("plain",), "en_GB.UTF-8", "Lobby. 1 person here: Wren."),
        ((), "de_DE.UTF-8", "Lobby. 1 Person hier: Wren."),
        (("join", "NOPE-7"), "en_GB.UTF-8", "There is no table NOPE-7."),
    ],
)
async def test_without_a_terminal(words: tuple[str, ...], lang: str, said: str, tmp_path: Path) -> None:
    """The same ways in; the end of the input is goodbye, with status 0 and nothing on stderr."""
    async with court_host(QUICK, make_screen=make_screen) as at:
        status, out, err = await talk(at, tmp_path, *words, lang=lang)
    assert (status, err) == (0, "")
    assert said in out.split("\n")
    assert "\r" not in out
    assert "\x1b" not in out


async def test_a_game_is_opened_for_whoever_answers(tmp_path: Path) -> None:
    """Lines that come by a pipe are answers."""
    async with court_host(QUICK, make_screen=make_screen) as at:
        status, out, err = await talk(at, tmp_path, "court", lines="look\n")
    assert (status, err) == (0, "")
    assert "Seat 1: Wren (you)." in out.split("\n")


async def test_a_code_leads_to_its_table(tmp_path: Path) -> None:
    """With a seat there, and talk that arrives."""
    async with court_host(QUICK, make_screen=make_screen) as at, api_client(at) as ada:
        opened = await ada.ask("open", game="court", seats=3, private=True)
        _, out, _ = await talk(at, tmp_path, "join", opened["code"], lines="say hello\n")
        assert "Seat 2: Wren (you)." in out.split("\n")
        assert "Wren says: hello" in out.split("\n")


async def test_a_script_is_read_line_by_line(tmp_path: Path) -> None:
    """Each line finds what the one before did."""
    script = "open court 2\nbot page\nstart\nlook\nlobby\nquit\nnever read\n"
    async with court_host(QUICK, make_screen=make_screen) as at, api_client(at) as ada:
        await open_court(ada, 2)
        status, out, _ = await talk(at, tmp_path, "plain", lines=script)
    assert status == 0
    lines = out.split("\n")
    assert lines.index("The game begins.") < lines.index("Goodbye. Your seat is kept.")
    assert lines[-2] == "Goodbye. Your seat is kept."


async def test_lines_that_come_packet_by_packet_before_there_is_a_screen_are_read() -> None:
    """As a terminal sends them whose lines are typed ahead: what was held back is read once the first was."""
    async with court_host(QUICK, make_screen=make_screen) as at, at.connect() as connection:
        process = await connection.create_process("plain", stderr=asyncssh.STDOUT)
        for line in ("open court 2", "bot page", "start", "lobby", "quit"):
            process.stdin.write(f"{line}\n")
        said = (await asyncio.wait_for(process.wait(), WITHIN)).stdout
    assert "The game begins." in said
    assert said.endswith("Goodbye. Your seat is kept.\n")


async def test_a_long_script_is_not_cut_short(tmp_path: Path) -> None:
    """More than may come at once arrives more slowly, and the end of the input behind it."""
    limits = replace(LIMITS, input_per_second=20_000, input_burst=1000)
    script = "".join(f"say {number}{'x' * 90}\n" for number in range(60)) + "name Zaunkoenig\n"
    async with court_host(limits, make_screen=make_screen) as at:
        status, out, _ = await talk(at, tmp_path, "plain", lines=script)
    assert status == 0
    assert "You are now called Zaunkoenig." in out
