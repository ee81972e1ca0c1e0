"""Compares the streams of the two games of a pair, byte by byte and frame by frame."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import sha256
from itertools import zip_longest
from typing import Any

from msgspec import Struct

from engine.game import Refused
from tests.simulation.loop import Stuck
from tests.twins.clients import SentFrame
from tests.twins.plan import make_plan
from tests.twins.run import SentStreams, run

DIGITS = 64
EXCERPT = 200
SHORT = 12
"""Digits of a commitment that are shown where there is little room, at least."""


class PairOutcome(Struct, frozen=True):
    """What came of a pair: `problem` is empty if nobody could tell the two games apart."""

    game: str
    number: int
    problem: str
    streams: int = 0
    frames: int = 0
    sent: int = 0
    """Bytes that were compared."""
    digest: str = ""
    """Of everything that was sent in the first game."""

    @property
    def command(self) -> str:
        """Runs this pair again, with everything that was sent."""
        return f"make twins GAME={self.game} PAIR={self.number}"


def compare(game: str, number: int) -> PairOutcome:
    """Play both games of a pair and compare what was sent."""
    try:
        plan = make_plan(game, number)
        first, second = (run(plan, side) for side in (0, 1))
    except (AssertionError, Refused, Stuck) as error:
        return PairOutcome(game, number, f"{type(error).__name__}: {error}")
    problem = next(_differences(first, second), "")
    if plan.begins and not problem and first.commitment == second.commitment:
        problem = "both games have one seed"
    frames = [frame for stream in first.values() for frame in stream if isinstance(frame, SentFrame)]
    sent = sum(len(frame.data) for frame in frames)
    digest = sha256(repr(sorted(first.items())).encode()).hexdigest()[:16]
    return PairOutcome(game, number, problem, len(first), len(frames), sent, digest)


def _differences(first: SentStreams, second: SentStreams) -> Iterator[str]:
    if len(first.commitment) != DIGITS or len(second.commitment) != DIGITS:
        yield f"commitments {first.commitment!r} and {second.commitment!r}"
    for _, line in (*first["log"], *second["log"]):
        if line["level"] in {"error", "critical"}:
            yield f"an error was logged: {line}"
    if list(first) != list(second):
        yield f"clients {list(first)} and {list(second)}"
    for name in sorted(first, key=lambda name: not first[name] or not isinstance(first[name][0], SentFrame)):
        mine, other = (_masked(streams[name], streams.commitment) for streams in (first, second))
        for number, (one, two) in enumerate(zip_longest(mine, other), start=1):
            if one != two:
                yield f"{name}, number {number}:\n" + "\n".join(_excerpts(one, two))
                break


def _excerpts(*pair: Any) -> Iterator[str]:
    """Both, from shortly before the first place where they differ."""
    texts = [str(one) for one in pair]
    start = next((place for place, (one, two) in enumerate(zip(*texts, strict=False)) if one != two), 0)
    for text in texts:
        yield (
            f"  {text[:40]} … {text[max(40, start - 60) : start + 60]}"
            if start > EXCERPT
            else f"  {text[:EXCERPT]}"
        )


def _masked(stream: Sequence[Any], commitment: str) -> Iterator[Any]:
    """What was sent, without the digits of the commitment."""
    for one in stream:
        if isinstance(one, SentFrame):
            data = one.data
            for digits in (DIGITS, SHORT):
                data = data.replace(commitment[:digits].encode(), b"#" * digits)
            yield one._replace(data=data)
        else:
            yield one
