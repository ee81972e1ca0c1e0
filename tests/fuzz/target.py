"""What a fuzz target is: cases, and a check that raises where one of them breaks a claim.

A case is a Python literal, so that a found one is kept as a line of text (`kept/`). `tests.fuzz` hunts for
cases, `test_fuzz` replays those that were found.
"""

from __future__ import annotations

import asyncio
import signal
from ast import literal_eval
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, AnyStr, NamedTuple

from hypothesis import strategies as st

KEPT = Path(__file__).parent / "kept"
ENDLESS = 30
"""Seconds after which a case is taken to have no end."""


class FuzzTarget(NamedTuple):
    """`check` raises AssertionError, or whatever it met, for a case that breaks the claim."""

    name: str
    cases: st.SearchStrategy[Any]
    check: Callable[[Any], object]

    def run(self, case: Any) -> None:
        """Check one case; it has to end."""
        with _ending():
            self.check(case)

    @property
    def file(self) -> Path:
        """Where the cases are that broke the claim once."""
        return KEPT / f"{self.name}.txt"

    def kept(self) -> list[Any]:
        """Return the cases that broke the claim once."""
        text = self.file.read_text("ascii") if self.file.exists() else ""
        return [literal_eval(line) for line in text.splitlines() if line and not line.startswith("#")]

    def keep(self, case: Any, why: str) -> None:
        """Add a case to those that are replayed by every test."""
        KEPT.mkdir(exist_ok=True)
        with self.file.open("a", encoding="ascii") as file:
            file.write(f"# {ascii(why)[1:100]}\n{case!a}\n")


@contextmanager
def _ending() -> Iterator[None]:
    def ring(*_: object) -> None:
        raise AssertionError(f"no end within {ENDLESS} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(ENDLESS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def on_a_loop(check: Callable[[Any], Awaitable[None]]) -> Callable[[Any], None]:
    """Return the check, run on an event loop of its own whose tasks all end well."""

    def run(case: Any) -> None:
        async def whole() -> None:
            failed: list[Any] = []
            asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))
            await check(case)
            assert not failed, failed

        asyncio.run(whole())

    return run


class _Edit(NamedTuple):
    at: int
    until: int
    piece: Any
    copied: bool


def mutated(corpus: Sequence[AnyStr], pieces: st.SearchStrategy[AnyStr]) -> st.SearchStrategy[AnyStr]:
    """Return texts of a corpus with some edits: parts left out, doubled, moved, or replaced by pieces."""
    place = st.integers(0, 200) | st.integers(0, max(map(len, corpus)))
    edits = st.builds(_Edit, place, place, pieces, st.booleans())
    return st.builds(_edited, st.sampled_from(corpus), st.lists(edits, max_size=8))


def _edited(text: AnyStr, edits: Sequence[_Edit]) -> AnyStr:
    for edit in edits:
        start, end = sorted((edit.at % (len(text) + 1), edit.until % (len(text) + 1)))
        kept = text[start:end] if edit.copied else text[:0]
        text = text[:start] + kept + edit.piece + kept + text[end:]
    return text


def cut(data: AnyStr, lengths: Sequence[int]) -> list[AnyStr]:
    """Return the data in parts of these lengths, and the rest."""
    parts = []
    for length in lengths:
        parts.append(data[:length])
        data = data[length:]
    return [*parts, data]


LENGTHS = st.lists(st.integers(1, 9) | st.integers(1, 3000), max_size=12)
ODD = [
    "\x00", "\x1b", "\x1b]52;c;aGk=\x07", "\x1b[2J", "\x9b", "\x7f", "\u202e", "\u2066", "\u200b", "\u200d",
    "\ufeff",
    "\U000e0041", "\u2028", "\u2029", "\u0301", "\u0301" * 40, "\u034f", "\u3164", "\ufe0f", "\u1100\u1161",
    "\U0001f468\u200d\U0001f469",
    "\U0001f1e9\U0001f1ea", "\ud800", "\ue000", "\uffff", "[/]", "[link=x]", "[@click=app.quit]", "{0}", "%s",
    "ß", "İ", "ﷺ", "漢",
    "ＡＢ", "\r", "\n", "\t", " ", "\xa0", "\u2003", "/", "#", ",", ":", "=", '"', "\\", "'", "-", "0", "-1",
    "9" * 30, "٣", "１", "²",
    "1e999", "nan", "inf", "null",
]  # fmt: skip
"""Texts that have broken programs before."""
ODD_TEXT = st.sampled_from(ODD) | st.text(max_size=12)


def odd_bytes() -> st.SearchStrategy[bytes]:
    """Return the same as bytes, and any bytes."""
    encoded = ODD_TEXT.map(lambda text: text.encode("utf-8", "surrogatepass"))
    return encoded | st.binary(max_size=12)
