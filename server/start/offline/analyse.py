"""`crownhouse analyse RECORD`: says what each decision of a finished game cost, and what luck brought.

Exit status 0: the game was analysed; 1: it cannot be, or its record is broken; 2: the file is not a record,
or there is no such seat.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.analysis.analyse import analyse, begun
from engine.analysis.findings import Analysis, CurvePoint, Part, SeatDone, with_part
from engine.game import Refused, printable
from engine.records.course import Course, read_course
from engine.records.header import read_header
from engine.records.record import BrokenRecord, NotARecord
from engine.registry import GAMES
from server.analysis.work import chance_of
from server.budget.garbage_collection import paused
from server.telemetry.sentences import complain, record_text, sentence, texts, why_unread
from tui.host.refusals import refused

if TYPE_CHECKING:
    from argparse import _SubParsersAction

IMPOSSIBLE, MISUSED = 1, 2


def add_parser(subparsers: _SubParsersAction[Any]) -> None:
    parser = subparsers.add_parser("analyse", help="say what each decision of a finished game cost")
    parser.add_argument("record", type=Path, metavar="RECORD", help="a game record (see docs/analysis.md)")
    parser.add_argument("--seat", type=int, metavar="N", help="only this seat (default: all of them)")
    parser.add_argument("--json", action="store_true", help="the analysis as one JSON object")
    parser.add_argument("--svg", type=Path, metavar="FILE", help="write the curve of winning chances here")
    parser.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Print the analysis of a record and return the exit status."""
    path = arguments.record
    try:
        text = record_text(path)
        course = read_course(text, GAMES)
        seats = course.end.setup.seats
        if arguments.seat is not None and not 1 <= arguments.seat <= seats:
            return complain(MISUSED, sentence(refused("no-such-seat", seat=arguments.seat, seats=seats)))
        analysis = begun(course)
        if arguments.svg is not None:
            arguments.svg.open("a").close()  # whether it can be written is known before minutes of work
        analysis = _analysed(course, analysis, arguments.seat)
        _tell(analysis, course, arguments)
    except (OSError, UnicodeDecodeError, NotARecord) as error:
        return complain(MISUSED, why_unread(path, error))
    except BrokenRecord as error:
        why = sentence(error.refused, read_header(text).game)
        return complain(IMPOSSIBLE, f"step {error.step}: {why}")
    except Refused as error:
        return complain(IMPOSSIBLE, f"{path}: {sentence(error)}")
    return 0


def _analysed(course: Course, analysis: Analysis, seat: int | None) -> Analysis:
    """The analysis, once it is worked out, with its progress on a terminal; with a seat, as far as that one
    and the curve go.
    """
    with paused():
        for part in _parts(course, seat):
            analysis = with_part(analysis, part)
            _progress(part.done)
    _progress(None)
    return analysis


def _parts(course: Course, seat: int | None) -> Iterator[Part]:
    done = False
    for part in analyse(course, chance_of, () if seat is None else (seat,)):
        if seat is not None and done and not (part.piece is None or isinstance(part.piece, CurvePoint)):
            return
        yield part
        done = done or isinstance(part.piece, SeatDone)


def _progress(done: float | None) -> None:
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K" if done is None else f"\r{round(100 * done):3} %")
        sys.stderr.flush()


def _tell(analysis: Analysis, course: Course, arguments: argparse.Namespace) -> None:
    from tui.replay.analysis_document import document  # it brings the boards, and with them Textual

    names = course.header.seats
    said = texts()
    if arguments.svg is not None:
        arguments.svg.write_text(document(said, analysis, names, "svg") + "\n", encoding="utf-8")
    told = document(said, analysis, names, "json" if arguments.json else "text", arguments.seat)
    sys.stdout.write((told if arguments.json else "\n".join(map(printable, told.split("\n")))) + "\n")
