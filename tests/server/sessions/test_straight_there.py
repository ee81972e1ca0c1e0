"""`ssh host record ID`, `help` and mistakes, with the stock OpenSSH client and no terminal."""

from __future__ import annotations

import asyncio
import re
from asyncio.subprocess import DEVNULL, PIPE
from pathlib import Path

import asyncssh
import pytest

from engine.records.reading import read
from tests.server.api_client import api_client
from tests.server.running_host import RunningHost, court_host
from tests.server.sessions.api.test_api import QUICK, open_court, play
from tests.server.start.commands import crownhouse
from tests.waiting import WITHIN
from tui.app.mode_switch import make_screen


async def run(at: RunningHost, folder: Path, *arguments: str) -> tuple[int | None, str, str]:
    """The stock client without a terminal: its status, and what it printed."""
    process = await asyncio.create_subprocess_exec(
        *at.ssh_command(folder, "-l", "Wren", *arguments), stdin=PIPE, stdout=PIPE, stderr=PIPE
    )
    out, err = await asyncio.wait_for(process.communicate(), WITHIN)
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
        play = await run(at, tmp_path, "127.0.0.1", "help play")
        none = await run(at, tmp_path, "127.0.0.1", "help nonsense")
    host = f"-p {at.port} localhost"
    assert part[0] == 0
    assert f"  ssh {host}  " in part[1]
    assert re.search(r"^   tell NAME TEXT +write to one", part[1], re.MULTILINE)
    assert "record ID" not in part[1]
    assert (none[0], none[1]) == (1, "")
    assert re.search(r"^-t court +straight to a table of To Court the King$", play[1], re.MULTILINE)
    assert (status, err) == (0, "")
    assert {f"ssh {host}", f"ssh -t {host} play", f"ssh {host} help TOPIC"} <= {*out.splitlines()}
    assert {"join", "plain", "record", "api", "court"} <= {*re.findall(r"\w+", out)}


async def test_a_game_for_which_nobody_can_answer_is_not_opened(tmp_path: Path) -> None:
    """`ssh HOST laurin </dev/null` opens no table and says why; with input it does open one."""
    async with court_host(make_screen=make_screen) as at:
        command = at.ssh_command(tmp_path, "-T", "-l", "Wren", "127.0.0.1", "court")
        asked = await asyncio.create_subprocess_exec(*command, stdin=DEVNULL, stdout=PIPE, stderr=PIPE)
        out, err = await asyncio.wait_for(asked.communicate(), WITHIN)
        assert (out, asked.returncode) == (b"", 1)
        assert err.decode().strip() == ("This needs your answers, but no input came: nothing was opened.")
        assert not at.host.lobby.tables


async def test_who_gets_no_answer_is_told_why_in_the_language_of_the_account() -> None:
    """The client said no language."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with court_host(make_screen=make_screen) as at:
        async with api_client(at, client_keys=[key]) as ada:
            await ada.ask("set", setting="lang", value="nl")
        async with at.connect(client_keys=[key]) as client:
            opened = await client.run("court", stdin=asyncssh.DEVNULL)
            assert str(opened.stderr).startswith("Hiervoor zijn je antwoorden nodig")


async def test_a_command_in_a_wrong_form_is_told_how_it_is_written(tmp_path: Path) -> None:
    """Also one that has no row of its own in the help."""
    async with court_host() as at:
        for typed, wrong, form in (
            ("follow Bert Cleo", "Cleo isn't clear here. ", "follow NAME"),
            ("play KIWI-7 roll --at soon", "--at soon isn't clear here. ", "play TABLE MOVE --at N"),
            ("start", "", "start TABLE"),
            ("duplicate results", "", "duplicate results TABLE"),
        ):
            _, _, err = await run(at, tmp_path, "127.0.0.1", typed)
            assert re.fullmatch(rf"{wrong}Write it like this: ssh .* {re.escape(form)}\n", err)
        for typed in ("learn chess", "daily chess"):
            _, _, err = await run(at, tmp_path, "127.0.0.1", typed)
            assert err == f"There is no game called chess here: {', '.join(at.host.dependencies.games)}.\n"


async def test_a_wrong_option_is_told_in_the_language_that_the_player_has_chosen() -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    async with court_host() as at, at.connect(username="ada", client_keys=[key]) as connection:
        await connection.run("lang de")
        said = await connection.run("play KIWI-7 --at x")
        assert str(said.stderr).startswith("--at x ist hier unklar. Schreib es so: ")
