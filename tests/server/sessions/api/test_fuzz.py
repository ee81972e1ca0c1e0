"""Whatever a program sends that cannot be done gets exactly one refusal, and nothing changes."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tests.server.api_client import ApiClient, api_client
from tests.server.running_host import LIMITS, RunningHost, court_host
from tui.actions.registry import REQUESTS

QUICK = replace(LIMITS, api_burst=100_000)
WRONG_VALUES: tuple[Any, ...] = (
    None,
    True,
    -1,
    1.5,
    10**30,
    "",
    "x" * 300,
    "\u202e",
    [],
    [[]],
    {},
    {"a": {}},
)


def impossible(table: str, open_table: str) -> Iterator[dict[str, Any]]:
    """Requests in good form that cannot be done by somebody who plays at `table`, where it is
    another seat's turn, and owns `open_table`, which is not full.
    """
    yield {"do": "open", "game": "chess", "seats": 2}
    yield {"do": "open", "game": "court", "seats": 6}
    yield {"do": "open", "game": "court", "seats": -(10**20)}
    yield {"do": "open", "game": "court", "seats": 2, "options": {"edition": "fr"}}
    yield {"do": "open", "game": "court", "seats": 2, "options": {"rounds": 0}}
    yield {"do": "open", "game": "court", "seats": 2, "options": {"pace": "quick"}}
    for do, one in REQUESTS.items():
        if one.args.__struct_fields__ == ("table",) and one.needed:
            yield {"do": do, "table": "NOPE-1"}
    for do in ("bot", "unbot", "start", "leave", "undo"):
        yield {"do": do, "table": table}
    yield {"do": "sit", "table": "\x00\x1b[2J"}
    yield {"do": "start", "table": open_table}
    yield {"do": "unbot", "table": open_table}
    yield {"do": "bot", "table": open_table, "bot": "deep blue"}
    yield {"do": "move", "table": open_table, "move": "roll"}
    yield {"do": "legal", "table": open_table}
    moves: tuple[Any, ...] = (
        "roll", "keep 7", "fly", "", "use", "keep 1 1 1", {"type": "roll"}, {"type": "fly"}, {},
        {"type": "keep", "dice": [7]}, {"type": "keep", "dice": [1] * 13},
        {"type": "raise", "face": 1, "by": 10**40},
    )  # fmt: skip
    for move in moves:
        yield {"do": "move", "table": table, "move": move}
        yield {"do": "move", "table": table, "move": move, "ask": 1}
        yield {"do": "preview", "table": table, "move": move}
    yield {"do": "move", "table": table, "move": "roll", "ask": 10**30}
    yield {"do": "move", "table": table, "move": "roll", "seq": -1}


TAGS = (
    "keep",
    "reroll",
    "raise",
    "shift",
    "turn",
    "spread",
    "raise-each",
    "add",
    "take",
    "stand",
    "concede",
    "?",
)
CARDS = ("jester", "maid", "guard", "queen", "king", "alchemist", "merchant", None, "", 3)
NUMBERS = (0, 1, 6, 7, -1, 10**30, None, "1")
DICE = ([], [1], [6, 1], [1] * 13, [0], "11", None)


def no_move(luck: random.Random) -> dict[str, Any]:
    """What looks like a move, and cannot be one before the first roll."""
    numbers = {name: luck.choice(NUMBERS) for name in ("face", "to", "by", "pips", "source", "target")}
    dice = {"dice": luck.choice(DICE), "to": luck.choice((*DICE, *NUMBERS))}
    return {"type": luck.choice(TAGS), "card": luck.choice(CARDS), **numbers, **dice}


def spoilt(request: dict[str, Any], luck: random.Random) -> bytes:
    """The same request with one mistake in it."""
    text = json.dumps(request).encode()
    match luck.randrange(6):
        case 0:
            return text[: luck.randrange(1, len(text) - 1)]
        case 1:
            return text.replace(b":", b"=", 1)
        case 2:
            return json.dumps({**request, "flavour": luck.choice(WRONG_VALUES)}).encode()
        case 3:
            left = luck.choice(["do", *(("table",) if "table" in request else ())])
            return json.dumps({name: value for name, value in request.items() if name != left}).encode()
        case 4 if "table" in request:
            return json.dumps({**request, "table": luck.choice(WRONG_VALUES)}).encode()
    return text.replace(b'"', b"\xfe", 1)


async def snapshot(at: RunningHost, one: ApiClient) -> list[Any]:
    """Everything that a request could change, and the journal."""
    tables = (await one.ask("list"))["tables"]
    logs = [await at.host.dependencies.journal.read(table["id"]) for table in tables]
    return [tables, logs, await one.ask("who"), await one.ask("name")]


async def check_refused(one: ApiClient, line: bytes) -> None:
    one.write(line + b"\n")
    answer = await one.read()
    assert set(answer) == {"id", "refused"}, (line, answer)
    assert set(answer["refused"]) == {"code", "params", "text"}
    assert answer["refused"]["code"] not in {"broken", "busy", "not-saved"}, line
    said = answer["refused"]["text"]
    assert said.endswith((".", "3")), (line, said)
    assert "That was not possible" not in said, line


async def test_nothing_impossible_changes_anything() -> None:
    """Hundreds of mistakes in one session: each gets one refusal in a sentence, and none a fault."""
    luck = random.Random(20261121)
    async with court_host(QUICK) as at, api_client(at) as ada, api_client(at, "Bert") as bert:
        table = (await ada.ask("open", game="court", seats=2))["table"]
        open_table = (await bert.ask("open", game="court", seats=3))["table"]
        await bert.ask("join", table=table)
        await ada.ask("start", table=table)
        (turn,) = (await bert.ask("view", table=table))["waiting_for"]
        waiting, asked = (bert, ada) if turn == 1 else (ada, bert)
        if waiting is ada:
            open_table = (await ada.ask("open", game="court", seats=3))["table"]
        requests = list(impossible(table, open_table))
        lines = [json.dumps({"id": number, **request}).encode() for number, request in enumerate(requests)]
        lines += [spoilt(request, luck) for _ in range(5) for request in requests]
        luck.shuffle(lines)
        before = await snapshot(at, waiting)
        for line in lines:
            await check_refused(waiting, line)
        for _ in range(300):
            move = {"do": "move", "table": table, "move": no_move(luck)}
            await check_refused(asked, json.dumps(move).encode())
        assert await snapshot(at, waiting) == before
        assert waiting.news == asked.news == []
    assert len(lines) > 300
