"""Writes the text of a record, which `reading` turns back into it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from urllib.parse import quote

from engine.records.record import FIRST_WORDS, Header, Record, RecordStep


def write(record: Record, remarks: Mapping[int, str] = MappingProxyType({})) -> str:
    """The text of a record, which `reading.read` turns back into it.

    `remarks` are single lines by number of step; they stand before their steps and mean nothing.
    """
    lines = [f"{FIRST_WORDS} {record.header.version}", *_header_lines(record.header)]
    for number, one in enumerate(record.steps):
        lines += [f"# {remarks[number]}"] if number in remarks else []
        lines.append(_step_line(number, one))
    if record.result is not None:
        lines.append(f"result {' '.join(map(str, record.result))}")
    lines += [f"signature {one.seat} {one.base64}" for one in record.signatures]
    return "".join(f"{line}\n" for line in lines)


def _header_lines(header: Header) -> Iterator[str]:
    yield f"game {header.game}"
    if header.options:
        yield "options " + " ".join(f"{name}={value}" for name, value in header.options.items())
    yield "seats " + ", ".join(map(_quoted, header.seats))
    for word in ("rules", "table", "deal", "commitment", "seed", "date"):
        value = getattr(header, word)
        if value is not None:
            yield f"{word} {value}"
    for seat, keys in sorted(header.keys.items()):
        yield from (f"key {seat} {key}" for key in keys)
    for seat in sorted(header.added):
        yield f"added {seat} {_quoted(header.added[seat])}"
    for deal in header.voided:
        yield f"voided {','.join(map(str, deal.seats))} {deal.commitment} {deal.seed}"
    for one in header.restored:
        yield f"restored {one.step} {one.time} {one.commitment}" + (f" {one.seed}" if one.seed else "")


def _step_line(number: int, step: RecordStep) -> str:
    move = step.notation if step.seat is None else f"{step.seat} {step.notation}"
    drawn = f" : {' '.join(step.draws)}" if step.draws else ""
    return f"{number} {move}{drawn}"


def _quoted(name: str) -> str:
    """The name with characters that would end it as %XX, as in a URL."""
    inner = "".join(
        quote(char, errors="replace") if char in ",%" or not char.isprintable() else char for char in name
    )
    return re.sub("^ +| +$", lambda blanks: quote(blanks[0]), inner)
