"""docs/api.md is true: its conversation is held with a real host, its program plays a real game."""

from __future__ import annotations

import contextlib
import itertools
import json
import re
from pathlib import Path

from msgspec.structs import replace

from docs.site import generated
from server.identity.names import TABLES
from tests.server.api_client import ApiClient, api_client
from tests.server.running_host import LIMITS, RunningHost, court_host
from tui.actions.registry import REQUESTS

DOCS = Path(__file__).parents[4] / "docs"
TEXT = (DOCS / "api.md").read_text("utf-8")
IDS = ("guest-1", "guest-2", "8c1f0a52d9e4b637", "41d07be6a85c92f3", "c95a3e1d70f8b264")
NOON = 1795262400.0
SEED = 5


def documented_host() -> contextlib.AbstractAsyncContextManager[RunningHost]:
    """A host on which everything happens as the document says."""
    ids = itertools.chain(IDS, map(str, itertools.count(1)))
    words = itertools.chain((0, 0, 0), itertools.count(1))
    return court_host(
        replace(LIMITS, api_burst=10_000),
        clock=lambda: NOON,
        new_id=lambda: next(ids),
        pick=lambda n: next(words) if n == len(TABLES) else 6 if n == 9 else 0,
        secret=lambda n: bytes([SEED]) * n,
    )


def spoken() -> list[str]:
    """What is said in the document, line by line: `> ` the program, `< ` the host."""
    blocks = re.findall(r"^```text\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
    lines = "".join(blocks).replace("\n  ", " ").splitlines()
    assert all(line[:2] in {"> ", "< "} for line in lines)
    return lines


def pattern(said: str) -> re.Pattern[str]:
    """What a line of the document allows: `…` is anything."""
    return re.compile(".*".join(map(re.escape, tight(said).split("…"))) + "$")


def tight(said: str) -> str:
    """JSON without the blanks that only make it readable."""
    return re.sub(r"([{\[,:]) +", r"\1", said)


async def hear(ada: ApiClient, said: str) -> None:
    """The host says this next: an answer at once, news as soon as they come."""
    expected = pattern(said)
    while True:
        told = await ada.read()
        heard = tight(json.dumps(told, ensure_ascii=False, separators=(",", ":")))
        if expected.match(heard):
            return
        assert "id" not in told, f"{heard}\nis not\n{said}"


async def test_the_conversation_is_a_real_one() -> None:
    """Held with a host from top to bottom, every line of the document comes true."""
    greeting, *lines = spoken()
    async with documented_host() as at, api_client(at) as ada, api_client(at, "Bert"):
        assert pattern(greeting[2:]).match(tight(json.dumps({"hello": ada.hello}, separators=(",", ":"))))
        for said in lines:
            if said.startswith("> "):
                ada.write(said[2:].encode() + b"\n")
            else:
                await hear(ada, said[2:])


def test_every_request_is_documented() -> None:
    """In a table with all its fields, and in the conversation by one of its names; and no other."""
    asked = {json.loads(line[2:])["do"] for line in spoken() if line.startswith("> {")}
    assert {one.name for one in REQUESTS.values()} <= {REQUESTS[do].name for do in asked if do in REQUESTS}
    tables = "".join(re.findall(r"^\| request \|.*?\n\n", TEXT, re.MULTILINE | re.DOTALL))
    told = {name for row in tables.split("\n| ") for name in re.findall(r"`(\w+)`", row.partition(" | ")[0])}
    assert told == set(REQUESTS)
    for do, one in REQUESTS.items():
        rows = [row for row in tables.splitlines() if f"`{do}`" in row.partition("|")[2].partition("|")[0]]
        assert len(rows) == 1, do
        assert [
            field for field in one.args.__struct_fields__ if f"`{field}`" not in rows[0].split("|")[2]
        ] == []


def test_what_actions_say_of_their_requests_is_what_the_document_says() -> None:
    """To the letter, with their fields in order."""
    rows = list(generated.request_rows())
    assert rows
    assert set(rows) - set(TEXT.splitlines()) == set()


def test_the_programs_are_shown_as_they_are() -> None:
    """The listings are the files, of at most 60 lines."""
    tutorial = (DOCS / "bot-tutorial.md").read_text("utf-8")
    for language, name in (("python", "api_example.py"), ("bash", "bot_example.sh")):
        program_text = (DOCS / name).read_text("utf-8")
        assert f"```{language}\n{program_text}```" in tutorial
        assert program_text.count("\n") <= 60
