"""The documented programs play real games, through the stock OpenSSH client."""

from __future__ import annotations

import asyncio
import os
import sys
from asyncio.subprocess import PIPE
from pathlib import Path

from msgspec.structs import replace

from engine.records.reading import read
from tests.server.api_client import api_client
from tests.server.running_host import LIMITS, court_host
from tests.waiting import WITHIN

DOCS = Path(__file__).parents[4] / "docs"
EXAMPLE = DOCS / "api_example.py"


async def test_the_example_plays_to_the_result(tmp_path: Path) -> None:
    """Exactly the file of the documentation: it prints the places that the game's record has."""
    async with court_host(replace(LIMITS, api_burst=10_000)) as at:
        _, *ssh = at.ssh_command(tmp_path, "-l", "Ada", "127.0.0.1")
        process = await asyncio.create_subprocess_exec(
            sys.executable, EXAMPLE, "--rounds", "3", *ssh, stdin=PIPE, stdout=PIPE, stderr=PIPE
        )
        out, err = await asyncio.wait_for(process.communicate(), WITHIN)
        assert (process.returncode, err) == (0, b"")
        async with api_client(at, "Bert") as bert:
            record = read((await bert.ask("record", table="id2"))["record"])
    printed = [line.split(maxsplit=1) for line in out.decode().splitlines()]
    assert record.header.seats[0] == "Ada"
    assert record.result is not None
    assert sorted(printed) == sorted(
        [str(place), name] for place, name in zip(record.result, record.header.seats, strict=True)
    )
    assert [place for place, _ in printed] == sorted(place for place, _ in printed)


async def test_the_shell_script_plays_to_the_result(tmp_path: Path) -> None:
    """Exactly the file of the documentation: every move that it prints is in the record, in its order."""
    async with court_host(replace(LIMITS, api_burst=10_000)) as at:
        _, *ssh = at.ssh_command(tmp_path, "-l", "Ada", "127.0.0.1")
        process = await asyncio.create_subprocess_exec(
            "bash", DOCS / "bot_example.sh", *ssh,
            stdin=PIPE, stdout=PIPE, stderr=PIPE, env={**os.environ, "ROUNDS": "1"},
        )  # fmt: skip
        out, err = await asyncio.wait_for(process.communicate(), WITHIN)
        assert (process.returncode, err) == (0, b"")
        async with api_client(at, "Bert") as bert:
            record = read((await bert.ask("record", table="id2"))["record"])
    *moves, result = out.decode().splitlines()
    assert moves == [step.notation for step in record.steps if step.seat == 1]
    assert result.count('"place"') == 2
