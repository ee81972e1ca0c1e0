"""What a program sends: each line gets one answer or one refusal, and the session goes on."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from hypothesis import strategies as st

from server.identity.names import LONGEST
from server.sessions.api.parsing import ApiLines, Dropped
from server.sessions.api.session import ApiSession
from server.table.chat import LONGEST as LONGEST_LINE
from tests.fuzz.host import LIMITS, nothing_fails, simulation
from tests.fuzz.target import LENGTHS, FuzzTarget, cut, mutated, odd_bytes, on_a_loop
from tests.fuzz.texts import check_clean
from tests.server.simulation import ADA
from tests.tui.lines import RecordingLine
from tests.waiting import WITHIN
from tui.host.pictures import LobbySnapshot
from tui.host.token_bucket import Rate, TokenBucket
from tui.language.texts import Texts

MOST = 40
TABLE = '"table":"id1x1"'
REQUESTS = [
    *(f'{{"id":{n},"do":"{do}"}}' for n, do in enumerate(("who", "name", "list", "finished"))),
    *(f'{{"id":"{do}","do":"{do}",{TABLE}}}' for do in (
        "join", "sit", "bot", "unbot", "start", "leave", "watch", "unwatch", "view", "legal", "odds", "undo",
        "concede", "abandon", "rematch", "seat", "record",
    )),
    '{"id":5,"do":"open","game":"court","seats":2,"options":{"rounds":9},"clock":"5m"}',
    '{"id":6,"do":"open","game":"laurin","seats":3,"private":true}',
    '{"id":7,"do":"list","game":"court","stage":"open","skip":0,"count":3,"follow":true}',
    '{"id":8,"do":"set","setting":"bell","value":"on"}', '{"id":9,"do":"ignore","name":"Bert","on":false}',
    '{"id":10,"do":"chat","text":"hello"}', f'{{"id":11,"do":"chat","text":"hello",{TABLE}}}',
    f'{{"id":12,"do":"move",{TABLE},"move":"roll","ask":1,"seq":3}}',
    f'{{"do":"preview",{TABLE},"move":{{"type":"keep","dice":[1]}}}}',
    f'{{"id":13,"do":"beforehand",{TABLE},"word":"pass","on":true}}', f'{{"do":"lend",{TABLE},"seat":1}}',
    f'{{"do":"kick",{TABLE},"seat":2}}', '{"do":"resume","code":"ABCD"}',
    '{"id":14,"do":"name","name":"Ada-7"}',
    "", "  ", "[]", "[" * 200, '{"id":1e400}', '{"id":null,"do":null}', '{"do":"who","do":"list"}',
    "x" * 2049, "\r",
]  # fmt: skip
PIECES = odd_bytes() | st.sampled_from(
    [*(text.encode() for text in REQUESTS), b'"', b"\\u0000", b"\\ud834\\udd1e", b"{", b"1e5"]
)
LINE = mutated([text.encode() for text in REQUESTS], PIECES) | st.sampled_from(
    [text.encode() for text in REQUESTS]
)
STREAM = st.lists(LINE, max_size=12).map(b"\n".join)


def _lines(case: tuple[bytes, list[int]]) -> None:
    """Lines are the same in any parts; of one that is too long only its beginning is noted, once."""
    data, lengths = case
    calls: list[str] = []
    lines = ApiLines(lambda: MOST, lambda: calls.append("pause"), lambda: calls.append("resume"))
    found: list[bytes | Dropped] = []
    for part in cut(data, lengths):
        lines.feed(part)
        while (taken := lines.take()) is not None:
            found.append(taken)
    lines.end()
    while (taken := lines.take()) is not None:
        found.append(taken)
    assert lines.ended
    wanted = [line if len(line) <= MOST else Dropped.BEGINNING for line in data.split(b"\n")]
    if wanted[-1] == b"":
        wanted.pop()
    assert [line for line in found if line is not Dropped.MORE] == wanted
    assert calls == ["pause", "resume"] * (len(calls) // 2)


class _Line(RecordingLine):
    def give_up(self) -> None:
        raise AssertionError("the program was given up")


class _Tap:
    def pause_reading(self) -> None:
        """Nothing is read while the host has enough."""

    def resume_reading(self) -> None:
        """It is read again."""


async def _session(case: tuple[bytes, list[int]]) -> None:
    """As many answers as lines, in their order, none of them a fault; then the host still answers."""
    data, lengths = case
    at = simulation()
    line: Any = _Line()
    with nothing_fails():
        port, leave = at.enter(ADA)
        other, leave_other = await at.come(None, "Bert")
        seen: list[Any] = []
        other.follow_lobby(seen.append)
        await other.open_table("court", 2, {})
        bucket = TokenBucket(lambda: Rate(1e9, 1e9), port.now())
        session = ApiSession(
            port, Texts(), line, _Tap(), at.host.dependencies.games, at.host.dependencies.limits, bucket
        )
        task = asyncio.get_running_loop().create_task(session.run())
        for part in cut(data, lengths):
            session.feed(part)
            await asyncio.sleep(0)
        session.feed(b'\n{"id":"last","do":"who"}\n')
        session.end_of_input()
        assert await asyncio.wait_for(task, WITHIN) == 0
        await at.time.pass_by(1.0)
        leave()
        leave_other()
        await at.host.bots.close()
        await at.host.standing_answers.close()
    _check(data, [json.loads(told) for told in line.text.split("\n")[:-1]])
    _check_seen(seen[-1])


def _check_seen(lobby: LobbySnapshot) -> None:
    """What others see of a program is clean."""
    for line in lobby.chat:
        check_clean(line.text, most=LONGEST_LINE)
    for name in lobby.people:
        check_clean(name, most=LONGEST)


def _check(data: bytes, told: list[dict[str, Any]]) -> None:
    answers = [news for news in told if "id" in news]
    assert not any("fault" in news for news in told)
    asked = [line for line in data.split(b"\n") if len(line) > LIMITS.api_line_bytes or line.strip()]
    assert len(answers) == len(asked) + 1
    for answer in answers:
        assert ("ok" in answer) != ("refused" in answer)
        text = answer.get("refused", {}).get("text", "-")
        assert text.strip()
        assert text.isprintable(), text
        assert "That was not possible" not in text
    assert answers[-1]["id"] == "last"
    assert "ok" in answers[-1]


TARGETS = [
    FuzzTarget("api-lines", st.tuples(STREAM | st.lists(odd_bytes()).map(b"".join), LENGTHS), _lines),
    FuzzTarget("api", st.tuples(STREAM, LENGTHS), on_a_loop(_session)),
]
