"""`ssh -t host court`, `join CODE`, `record ID`: straight there, with the stock OpenSSH client."""

from __future__ import annotations

import asyncio
import contextlib
import re
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import AsyncIterator
from pathlib import Path

import pyte
import pytest

from engine.records.reading import read
from tests.server.api_client import api_client
from tests.server.running_host import RunningHost, court_host
from tests.server.sessions.api.test_api import QUICK, open_court, play
from tests.server.sessions.test_listener import keygen
from tests.server.start.commands import crownhouse
from tests.terminal import NOT_FOR_PYTE
from tests.tui.emulator import LenientScreen
from tui.app.mode_switch import make_screen


class TerminalUser:
    """Somebody at a terminal of 80x24."""

    def __init__(self, process: Process) -> None:
        self.process = process
        self.screen = LenientScreen(80, 24)
        self._stream = pyte.ByteStream(self.screen)

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def see(self, *texts: str) -> None:
        """Waits until all of it is on the screen."""
        while not all(text in self.text for text in texts):
            assert self.process.stdout is not None
            data = await asyncio.wait_for(self.process.stdout.read(65536), 20)
            assert data, f"never saw {texts}:\n{self.text}"
            self._stream.feed(NOT_FOR_PYTE.sub(b"", data))

    def press(self, keys: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(keys.encode())


@contextlib.asynccontextmanager
async def person(
    at: RunningHost, folder: Path, *command: str, key: str = "", name: str = "Wren"
) -> AsyncIterator[TerminalUser]:
    keys = (key,) if key else ()
    process = await asyncio.create_subprocess_exec(
        *at.ssh_command(folder, "-tt", "-l", name, "127.0.0.1", *command, keys=keys),
        stdin=PIPE, stdout=PIPE, stderr=PIPE,
        env={"PATH": "/usr/bin:/bin", "TERM": "xterm-256color", "LANG": "en_GB.UTF-8"},
    )  # fmt: skip
    try:
        yield TerminalUser(process)
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


async def test_a_search_for_an_unknown_game_names_it(tmp_path: Path) -> None:
    """Not as if there were no such command."""
    async with screens() as at, person(at, tmp_path, "match", "chess") as wren:
        await wren.see("chess")
        assert "no such command" not in wren.text.lower()


def screens() -> contextlib.AbstractAsyncContextManager[RunningHost]:
    """A host of court with real screens."""
    return court_host(QUICK, make_screen=make_screen)


async def test_a_game_without_tables_is_a_table_of_ones_own(tmp_path: Path) -> None:
    """A new table waits in front of the player; with bots it is played at once."""
    async with screens() as at:
        async with person(at, tmp_path, "court") as wren:
            await wren.see("Wren", "(you)", "2 seats are still free.")
            wren.press("bb")
            await wren.see("All seats are taken: you can start.")
            wren.press("s")
            await wren.see("King", "Queen")
        assert len(at.host.lobby.tables) == 1


async def test_a_game_with_an_open_table_is_a_seat_there(tmp_path: Path) -> None:
    """The newest public table with room: neither the private nor the full one."""
    async with screens() as at, api_client(at) as ada, api_client(at, "Bert") as bert:
        old, new = await open_court(ada, 3), await open_court(bert, 3)
        await open_court(ada, 2, bots=1)
        await bert.ask("open", game="court", seats=3, private=True)
        async with person(at, tmp_path, "court") as wren:
            await wren.see("Bert", "Wren", "(you)", "1 seat is still free.")
        assert at.host.lobby.table(new).state.holders[1].name == "Wren"
        assert len(at.host.lobby.table(old).state.players) == 1
        assert len(at.host.lobby.tables) == 4


async def test_a_game_with_an_own_seat_is_that_seat(tmp_path: Path) -> None:
    """The own running table comes before an own open one, and that before everybody else's."""
    key = await keygen(tmp_path, "wren")
    async with screens() as at, api_client(at) as ada:
        async with person(at, tmp_path, "court", key=key) as wren:
            await wren.see("(you)", "2 seats are still free.")
        await open_court(ada, 3)
        async with person(at, tmp_path, "court", key=key) as wren:
            await wren.see("(you)", "2 seats are still free.")
            wren.press("bb")
            await wren.see("All seats are taken: you can start.")
            wren.press("s")
            await wren.see("King", "Queen")
        async with person(at, tmp_path, "court", key=key) as wren:
            await wren.see("King", "Queen", "Wren")
        assert len(at.host.lobby.tables) == 2


async def test_a_code_leads_to_a_private_table(tmp_path: Path) -> None:
    """In any case of letters, with a seat; a wrong one is told in the lobby."""
    async with screens() as at, api_client(at) as ada:
        opened = await ada.ask("open", game="court", seats=3, private=True)
        assert opened["code"]
        async with person(at, tmp_path, "join", opened["code"].lower()) as wren:
            await wren.see("Ada", "Wren", "(you)", "1 seat is still free.")
        async with person(at, tmp_path, "join", "NOPE-9", name="Xaver") as xaver:
            await xaver.see("There is no table NOPE-9.", "Xaver")


async def test_a_name_leads_to_a_running_table_to_watch(tmp_path: Path) -> None:
    """Where no seat is left one looks on."""
    async with screens() as at, api_client(at) as ada:
        table = await open_court(ada, 2, bots=1)
        await ada.ask("start", table=table)
        name = (await ada.ask("view", table=table))["info"]["name"]
        async with person(at, tmp_path, "join", name.lower()) as wren:
            await wren.see("King", "Queen", "Ada")
            await ada.ask("watch", table=table)
            told = await ada.until(lambda told: "news" in told and told["news"]["info"]["watching"] == 1)
            assert told["news"]["info"]["seats"][0]["name"] == "Ada"


async def run(at: RunningHost, folder: Path, *arguments: str) -> tuple[int | None, str, str]:
    """The stock client without a terminal: its status, and what it printed."""
    process = await asyncio.create_subprocess_exec(
        *at.ssh_command(folder, "-l", "Wren", *arguments), stdin=PIPE, stdout=PIPE, stderr=PIPE
    )
    out, err = await asyncio.wait_for(process.communicate(), 30)
    return process.returncode, out.decode(), err.decode()


async def test_a_record_is_printed(tmp_path: Path) -> None:
    """Of a running game without the seed, of a finished one whole: a replay accepts both."""
    async with court_host(QUICK) as at, api_client(at) as ada:
        table = await open_court(ada, 2, bots=1, rounds=2)
        await ada.ask("watch", table=table)
        await ada.ask("start", table=table)
        await ada.until(lambda told: "news" in told and told["news"]["ask"])
        status, running, err = await run(at, tmp_path, "127.0.0.1", "record", table)
        assert (status, err) == (0, "")
        await ada.ask("move", table=table, move="roll")
        last = await play(ada, table)
        status, whole, err = await run(at, tmp_path, "127.0.0.1", "record", table)
        assert (status, err) == (0, "")
    assert read(running).header.seed is None
    assert read(running).result is None
    places = {standing["seat"]: standing["place"] for standing in last["standings"]}
    assert read(whole).result == (places[1], places[2])
    assert read(whole).header.seed
    for text, said in ((running, "To move"), (whole, "Standings")):
        file = tmp_path / "record"
        file.write_text(text)
        replayed = crownhouse("replay", file, LANG="en_GB.UTF-8", LC_ALL="en_GB.UTF-8")
        assert (replayed.status, replayed.err) == (0, [])
        assert any(line.startswith(said) for line in replayed.out)


MISTAKES = {
    "no such game": ("127.0.0.1", "record", "ffffffffffffffff"),
    "a record without an id": ("127.0.0.1", "record"),
    "no id": ("127.0.0.1", "record", "../../etc/passwd"),
    "the API with more words": ("127.0.0.1", "api", "now"),
    "plain text": ("127.0.0.1", "plane"),
}


@pytest.mark.parametrize("arguments", MISTAKES.values(), ids=MISTAKES.keys())
async def test_a_mistake_is_one_sentence(arguments: tuple[str, ...], tmp_path: Path) -> None:
    """On stderr, where no program reads it for an answer, with status 1."""
    async with court_host() as at:
        status, out, err = await run(at, tmp_path, *arguments)
    assert (status, out) == (1, "")
    assert err.endswith((".\n", "?\n")) or err.startswith("Write it like this: ssh ") or "isn't clear" in err
    assert err.count("\n") == 1


async def test_help_names_every_way_in(tmp_path: Path) -> None:
    """On stdout, with status 0; a game's word beside its title; a topic by its name."""
    async with court_host() as at:
        status, out, err = await run(at, tmp_path, "127.0.0.1", "help")
        part = await run(at, tmp_path, "127.0.0.1", "help people")
        none = await run(at, tmp_path, "127.0.0.1", "help nonsense")
    host = f"-p {at.port} localhost"
    assert part[0] == 0
    assert f"ssh {host} tell NAME TEXT" in part[1]
    assert "record ID" not in part[1]
    assert (none[0], none[1]) == (1, "")
    assert re.search(rf"ssh -t {host} court +straight to a table of To Court the King\n", out)
    assert (status, err) == (0, "")
    for way in (f"ssh {host}", "join CODE", "plain", "record ID", "api", "help"):
        assert way in out


async def test_a_game_for_which_nobody_can_answer_is_not_opened(tmp_path: Path) -> None:
    """`ssh HOST laurin </dev/null` opens no table and says why; with input it does open one."""
    async with court_host(make_screen=make_screen) as at:
        command = at.ssh_command(tmp_path, "-T", "-l", "Wren", "127.0.0.1", "court")
        asked = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
        out, err = await asyncio.wait_for(asked.communicate(), 20)
        assert (out, asked.returncode) == (b"", 1)
        assert err.decode().strip() == ("This needs your answers, but no input came: nothing was opened.")
        assert not at.host.lobby.tables


async def test_a_command_in_a_wrong_form_is_told_how_it_is_written(tmp_path: Path) -> None:
    """Also one that has no row of its own in the help."""
    async with court_host() as at:
        for typed, wrong, form in (
            ("follow Bert Cleo", "Cleo isn't clear here. ", "follow NAME"),
            ("play KIWI-7 roll --at soon", "--at soon isn't clear here. ", "play TABLE MOVE"),
            ("start", "", "start TABLE"),
        ):
            _, _, err = await run(at, tmp_path, "127.0.0.1", typed)
            assert re.fullmatch(rf"{wrong}Write it like this: ssh .* {re.escape(form)}\n", err)
