"""Reads the text of a record."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.records.header import NUMBER, read_header, read_lines, step_lines
from engine.records.record import DEAL, BrokenRecord, Record, RecordStep, Signature
from engine.refusals import refused


def read(text: str) -> Record:
    """The record in a text. Raises NotARecord, or BrokenRecord if the line of a step is wrong."""
    steps: list[RecordStep] = []
    signatures: list[Signature] = []
    result = None
    for part in read_steps(text):
        if isinstance(part, RecordStep):
            steps.append(part)
        elif isinstance(part, Signature):
            signatures.append(part)
        else:
            result = part
    return Record(read_header(text), tuple(steps), result, tuple(signatures))


def read_steps(text: str) -> Iterator[RecordStep | tuple[int, ...] | Signature]:
    """The steps one by one, the deal first; at the end of a finished game, the places and the signatures.

    Raises BrokenRecord only when it reaches a line that is not a step, so that a caller that plays while
    reading finds the first error.
    """
    expected = 0
    result = None
    for _, line in step_lines(read_lines(text)):
        if result is not None:
            yield _signature(expected, line)
        elif line.split()[0] == "result":
            result = _result(expected, line)
            yield result
        else:
            yield _step(expected, line)
            expected += 1


def _step(expected: int, line: str) -> RecordStep:
    step, colon, drawn = line.partition(":")
    found = re.fullmatch(rf"({NUMBER})\s+(?:({NUMBER})\s+)?(\S.*)", step.strip())
    if found is None or (colon and not drawn.strip()):
        raise BrokenRecord(expected, refused("unreadable-step", text=line[:80]))
    number, seat, notation = found.groups()
    if int(number) != expected:
        raise BrokenRecord(expected, refused("wrong-number", found=int(number)))
    dealt = seat is None and notation == DEAL
    if dealt != (expected == 0) or (seat is None) != dealt:
        raise BrokenRecord(expected, refused("unreadable-step", text=line[:80]))
    return RecordStep(int(seat) if seat else None, notation, tuple(drawn.split()))


def _signature(step: int, line: str) -> Signature:
    found = re.fullmatch(r"signature (0|[1-9][0-9]{0,8}) ([A-Za-z0-9+/]+={0,2})", line)
    if found is None:
        raise BrokenRecord(step, refused("after-result", text=line[:80]))
    return Signature(int(found[1]), found[2])


def _result(step: int, line: str) -> tuple[int, ...]:
    words = line.split()[1:]
    if not words or not all(re.fullmatch(NUMBER, word) for word in words):
        raise BrokenRecord(step, refused("unreadable-step", text=line[:80]))
    return tuple(map(int, words))
