"""Whoever wrote a program for a kept version needs not change it: a kept conversation, held again."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from tests.kept import kept
from tests.kept.kept import DATABASE, FOLDER, Plain
from tests.kept.transcript import Transcript

pytestmark = pytest.mark.e2e


def test_a_kept_conversation_is_answered_as_then(tmp_path: Path) -> None:
    """Every answer and every awaited news has all keys, types, codes, texts and values that it had, but those
    that are drawn or later (`kept.Plain`), on a copy of the database that the conversation was first held on.
    """
    at = kept.host(tmp_path, FOLDER / DATABASE)
    again = Transcript(at, Plain(kept.read("kept.json")))
    sent = None
    try:
        for number, text in enumerate((FOLDER / "api.jsonl").read_text("utf-8").splitlines(), 1):
            line = json.loads(text)
            if "sent" in line:
                sent = line["sent"]
                continue
            said = kept.reworded(line.get("got", line.get("told")))
            assert again.again(line, sent, said) == said, f"line {number} of api.jsonl, after {sent}"
    finally:
        at.close()


@pytest.mark.parametrize("code", ["A1B2-C3D4", "ABCD-1234"])
def test_a_code_that_was_drawn_is_one_whatever_it_looks_like(code: str) -> None:
    plain = Plain({"known": [], "made": 0.0})
    assert plain.of({"code": code, "name": "KIWI-7"}) == {"code": "drawn 1", "name": "another table"}


def test_the_conversation_has_every_request() -> None:
    """What `do-unknown` says is known was asked for, and done at least once."""
    lines = [json.loads(text) for text in (FOLDER / "api.jsonl").read_text("utf-8").splitlines()]
    known = next(
        got["refused"]["params"]["known"]
        for line in lines
        if (got := line.get("got", {})).get("refused", {}).get("code") == "do-unknown"
    )
    done = {
        one["sent"]["do"]
        for one, other in pairwise(lines)
        if isinstance(one.get("sent"), dict) and "ok" in other.get("got", {})
    }
    assert set(known) - done == {"lend"}  # needs somebody who is away for minutes; `test_database` has it
