"""What the process that works courses out is asked, and how it is done there. Messages are MessagePack."""

from __future__ import annotations

import struct
import zlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from time import thread_time
from typing import Any

import msgspec
from msgspec import Struct

from engine import codec
from engine.analysis.rounds import SeenStep, rounds
from engine.game import AnyGame, Refused, with_rules
from engine.records.course import KeptCourse, OpenStretches, opened, read_course
from engine.records.record import BrokenRecord, NotARecord
from server.log import fold, records, table_state
from server.log.entries import Entry, Opening, Outcome
from server.results.trophies import in_a_log
from tui.host.pictures import ReplayedGame
from tui.language.texts import texts_in

LENGTH = struct.Struct(">I")
"""What stands before each message: its length."""
PART = 0.05
"""Seconds of a core after which a part of a cast is told, so that others have their turn."""


class EndedGameTask(Struct, frozen=True, tag="game"):
    """An ended game whose record and course are wanted. `entries` are its log, in pieces that are encoded one
    by one.
    """

    opening: Opening
    outcome: Outcome
    entries: tuple[bytes, ...]


class CastTask(Struct, frozen=True, tag="cast"):
    """A cast of a game that is wanted, with the words of a language."""

    table: str
    course: KeptCourse
    language: str


class RoundsTask(Struct, frozen=True, tag="rounds"):
    """The rounds of a game that are over, but for those before number `since`, with everybody's chance after
    each. `entries` as in EndedGameTask.
    """

    opening: Opening
    entries: tuple[bytes, ...]
    since: int = 0


class TrophiesTask(Struct, frozen=True, tag="trophies"):
    """An ended game whose trophies are wanted. `entries` as in EndedGameTask."""

    opening: Opening
    entries: tuple[bytes, ...]


Task = EndedGameTask | CastTask | RoundsTask | TrophiesTask


class Begin(Struct, frozen=True, tag="begin"):
    """Something else is to be worked out: a task by its number."""

    number: int
    task: Task


class GoOn(Struct, frozen=True, tag="go on"):
    """The next part of a task is wanted."""

    number: int


class Stop(Struct, frozen=True, tag="stop"):
    """Nobody wants more of a task."""

    number: int


class Part(Struct, frozen=True):
    """What came next of a task; nothing comes after its `last` part. Or why none: a refusal, or a trace."""

    number: int
    data: bytes = b""
    last: bool = False
    refused: tuple[str, dict[str, Any]] | None = None
    failed: str = ""


class WorkedOutGame(Struct, frozen=True):
    """An ended game: its record without signatures, packed, and its course."""

    record: bytes
    course: KeptCourse


def encode(message: Any) -> bytes:
    data = msgspec.msgpack.encode(message, enc_hook=dict)  # of mappings, which may be proxies
    return LENGTH.pack(len(data)) + data


async def parts(task: Task, games: Mapping[str, AnyGame]) -> AsyncIterator[bytes]:
    """Yield the parts of a task as they come. Raises Refused."""
    if isinstance(task, EndedGameTask):
        yield msgspec.msgpack.encode(worked_out(task, games), enc_hook=dict)
    elif isinstance(task, RoundsTask):
        for one in rounds(_seen_steps(task, games), task.since):
            yield codec.encode(one)
    elif isinstance(task, TrophiesTask):
        yield msgspec.msgpack.encode(in_a_log(task.opening, _entries(task.entries), games))
    else:
        async for part in _cast(task, games):
            yield part


def worked_out(task: EndedGameTask, games: Mapping[str, AnyGame]) -> WorkedOutGame:
    """Return the record and the course of a game. Raises Refused."""
    log = list(_entries(task.entries))
    record = records.finished(games.get(task.opening.game), task.opening, log, task.outcome)
    try:
        course = read_course(record, games)
    except (NotARecord, BrokenRecord) as why:
        raise why.refused from None
    return WorkedOutGame(zlib.compress(record.encode()), course.kept)


def _entries(pieces: Sequence[bytes]) -> Iterator[Entry]:
    return (one for piece in pieces for one in msgspec.msgpack.decode(piece, type=tuple[Entry, ...]))


def _seen_steps(task: RoundsTask, games: Mapping[str, AnyGame]) -> Iterator[SeenStep]:
    """Yield the steps of a game. Raises BrokenLog."""
    state = table_state.opened(task.opening)
    game = with_rules(games.get(task.opening.game), task.opening.rules_version)
    for entry in _entries(task.entries):
        before = state.playthrough
        state, events, _ = fold.replay(state, (entry,), game)
        after = state.playthrough
        if after is not None and after is not before and not (before and before.steps == after.steps):
            yield SeenStep(before, after, tuple(events), tuple([one.bot for one in state.sitting]))


async def _cast(task: CastTask, games: Mapping[str, AnyGame]) -> AsyncIterator[bytes]:
    from tui.app.cast import asciicast  # this module imports Textual, which courses do not need

    game = ReplayedGame(task.table, opened(task.course, games, OpenStretches()))
    lines, began = list[str](), thread_time()
    async for line in asciicast(texts_in(task.language), game):
        lines.append(line)
        if thread_time() - began > PART:
            yield "".join(f"{one}\n" for one in lines).encode()
            lines, began = [], thread_time()
    yield "".join(f"{one}\n" for one in lines).encode()


def refusal(part: Part) -> Refused | None:
    if part.refused is None:
        return None
    code, params = part.refused
    return Refused(code, {name: tuple(one) if isinstance(one, list) else one for name, one in params.items()})
