"""`crownhouse replay FILE`: plays a record through the rules and prints its course, or shows it (`--watch`).

Exit status 0: every step follows the rules; 1: a step breaks them, and the last line on stderr says which
step and why; 2: the file is not a record.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.cells import cell_len, set_cell_size

from engine.game import printable
from engine.playthrough import Playthrough
from engine.records.course import Course, read_course
from engine.records.header import read_header
from engine.records.record import BrokenRecord, Header, NotARecord, RecordStep
from engine.records.replay import replay
from engine.registry import GAMES
from server.telemetry.sentences import complain, record_text, sentence, texts, why_unread
from tui.host.pictures import ReplayedGame
from tui.language import record_words

if TYPE_CHECKING:
    from argparse import _SubParsersAction

    from server.host.port import HostPort

BROKEN, NO_RECORD = 1, 2
RECORD = "record"
"""What a record is called at the host that shows it; no table has such an id."""


def add_parser(subparsers: _SubParsersAction[Any]) -> None:
    parser = subparsers.add_parser("replay", help="check a game record by playing it through the rules")
    parser.add_argument("file", type=Path, metavar="FILE", help="a game record (see docs/record.md)")
    parser.add_argument("--watch", action="store_true", help="look at the game step by step, on its board")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the course of a record and return the exit status."""
    try:
        text = record_text(arguments.file)
        if arguments.watch:
            return _watch(read_course(text, GAMES))
        for line in describe_record(text):
            sys.stdout.write(f"{printable(line)}\n")
    except (OSError, UnicodeDecodeError, NotARecord) as error:
        return complain(NO_RECORD, why_unread(arguments.file, error))
    except BrokenRecord as error:
        why = sentence(error.refused, read_header(text).game)
        return complain(BROKEN, f"step {error.step}: {why}")
    return 0


def _watch(course: Course) -> int:
    from server.start.local_host import run_session  # Textual is not needed to print a record

    async def begin(port: HostPort) -> None:
        port.take_up(ReplayedGame(RECORD, course))

    return run_session(f"replay {RECORD}", begin)


def describe_record(text: str) -> Iterator[str]:
    """Yield the course of a record line by line. Raises NotARecord at once, BrokenRecord at the step that
    breaks the rules.
    """
    header = read_header(text)
    names = list(map(printable, header.seats))
    steps = replay(text, GAMES)
    playthrough = None
    for number, (entry, applied) in enumerate(steps):
        if playthrough is None:
            yield from _head(header, names)
        yield _step(number, entry, names)
        playthrough = applied.playthrough
    yield from _end(playthrough, names)


def _head(header: Header, names: Sequence[str]) -> Iterator[str]:
    options = " ".join(f"{name}={value}" for name, value in header.options.items())
    yield f"{header.game} {options}".rstrip()
    yield from (f"seat {seat}: {name}" for seat, name in enumerate(names, start=1))
    yield ""


def _step(number: int, entry: RecordStep, names: Sequence[str]) -> str:
    name = "" if entry.seat is None else names[entry.seat - 1]
    column = set_cell_size(name, max(map(cell_len, names)))
    drawn = f" : {' '.join(entry.draws)}" if entry.draws else ""
    return f"{number:4}  {column}  {entry.notation}{drawn}"


def _end(playthrough: Playthrough | None, names: Sequence[str]) -> Iterator[str]:
    words = texts()
    yield ""
    if playthrough is None:
        yield record_words.not_begun(words)
    elif playthrough.over:
        yield record_words.standings(words)
        for standing in playthrough.standings():
            yield "   " + record_words.place(words, standing.place, names[standing.seat - 1], standing.score)
    else:
        yield record_words.to_move(words, [names[ask.seat - 1] for ask in playthrough.asks])
