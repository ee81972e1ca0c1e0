"""The game record: text that people can write by hand, one step a line (`docs/record.md`).

This module reads and writes the text of a `Record`. `engine.records.replay` checks its steps against the
rules; the caller handles files. Errors carry data: `NotARecord` if the header does not say what is
played, `BrokenRecord` with the first wrong step.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import quote, unquote

from msgspec import Struct

from engine.chance import NOTHING_ADDED
from engine.game import AnyGame, Param, Refused, Standing
from engine.playthrough import RESIGN, UNDO
from engine.refusals import Code, refused

FORMAT = "crownhouse record 1"
COMMON_MOVES: Mapping[str, Any] = MappingProxyType({"undo": UNDO, "resign": RESIGN})
"""The moves that every game has, by their notation."""
_FIRST_WORDS = "crownhouse record"
_NUMBER = "(?:0|[1-9][0-9]{0,8})"
"""A number of at most nine digits, without leading zeros."""
_DEAL = "deal"


class VoidedDeal(Struct, frozen=True):
    """A deal that was given up because a seat did not reveal what it had committed to: those seats, and the
    seed that was not used, with its commitment, both in hex.
    """

    seats: tuple[int, ...]
    commitment: str
    seed: str


class Header(Struct, frozen=True, kw_only=True):
    """The lines before the deal. Only game and seats are required."""

    game: str
    seats: tuple[str, ...]
    """The players' names by seat, seat 1 first."""
    options: Mapping[str, str] = {}
    rules: int | None = None
    """The version of the rules it was played with."""
    table: str | None = None
    """The table's id, on which its dice depend."""
    commitment: str | None = None
    """Hex, shown before the game (`engine.chance.commitment`)."""
    seed: str | None = None
    """Hex of 32 bytes, shown after the game; requires `table` and `rules`."""
    date: str | None = None
    added: Mapping[int, str] = NOTHING_ADDED
    """The texts that seats added to the dice, by seat."""
    voided: tuple[VoidedDeal, ...] = ()
    """Deals that were given up before the first draw, oldest first."""


class Signature(Struct, frozen=True):
    """A player's signature of the text before all signatures: the seat, and an OpenSSH signature (what stands
    between the lines of its armor, without line breaks). `server.proofs.signatures` checks it.
    """

    seat: int
    base64: str


class RecordStep(Struct, frozen=True):
    """One step: its seat (None: the deal), its notation, and the tokens of its draws."""

    seat: int | None
    notation: str
    draws: tuple[str, ...] = ()


class Record(Struct, frozen=True):
    """A record. Step number n stands at index n, the deal step 0; `result` are places by seat."""

    header: Header
    steps: tuple[RecordStep, ...] = ()
    result: tuple[int, ...] | None = None
    signatures: tuple[Signature, ...] = ()


class NotARecord(Exception):  # noqa: N818  (an answer, not a fault)
    """A text that does not say what is played, or names something that cannot be played here."""

    def __init__(self, code: Code, **params: Param) -> None:
        self.refused = refused(code, **params)
        super().__init__(self.refused)


class BrokenRecord(Exception):  # noqa: N818  (an answer, not a fault)
    """A record with a wrong step: its number, and what is wrong."""

    def __init__(self, step: int, refused: Refused) -> None:
        super().__init__(step, refused)
        self.step, self.refused = step, refused


def deal_step(draws: Iterable[str]) -> RecordStep:
    """The deal, which is step 0."""
    return RecordStep(None, _DEAL, tuple(draws))


def record_step(game: AnyGame, seat: int, move: Any, draws: Iterable[str] = ()) -> RecordStep:
    """A step of a game from its seat, its move and the tokens of its draws."""
    common = [notation for notation, common_move in COMMON_MOVES.items() if common_move == move]
    return RecordStep(seat, common[0] if common else game.notate(move), tuple(draws))


def places(standings: Iterable[Standing]) -> tuple[int, ...]:
    """Places by seat, as in a record's result."""
    return tuple(standing.place for standing in sorted(standings, key=lambda standing: standing.seat))


# Writing


def write(record: Record, remarks: Mapping[int, str] = MappingProxyType({})) -> str:
    """The text of a record, which `read` turns back into it.

    `remarks` are single lines by number of step; they stand before their steps and mean nothing.
    """
    lines = [FORMAT, *_header_lines(record.header)]
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
    for word in ("rules", "table", "commitment", "seed", "date"):
        value = getattr(header, word)
        if value is not None:
            yield f"{word} {value}"
    for seat in sorted(header.added):
        yield f"added {seat} {_quoted(header.added[seat])}"
    for deal in header.voided:
        yield f"voided {','.join(map(str, deal.seats))} {deal.commitment} {deal.seed}"


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


# Reading

_Line = tuple[int, str]
"""A line's number in the text, and the line without surrounding spaces."""


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


def read_header(text: str) -> Header:
    """The header of a record. Raises NotARecord."""
    lines = _lines(text)
    number, first = next(lines, (1, ""))
    if first != FORMAT:
        found = first[:40] if first.startswith(_FIRST_WORDS) else ""
        raise NotARecord("record-version", found=found, wanted=FORMAT) if found else NotARecord("no-record")
    fields: dict[str, Any] = {}
    for number, line in _head(lines):
        word, _, value = line.partition(" ")
        if word not in _READERS or (word in fields and word not in _REPEATED):
            raise NotARecord("header-line", line=number, text=line[:80])
        try:
            value = _READERS[word](value.strip())
            fields[word] = _REPEATED[word](fields.get(word), value) if word in _REPEATED else value
        except ValueError:
            raise NotARecord("header-line", line=number, text=line[:80]) from None
    for word in ("game", "seats"):
        if word not in fields:
            raise NotARecord("header-missing", word=word)
    return Header(**fields)


def read_steps(text: str) -> Iterator[RecordStep | tuple[int, ...] | Signature]:
    """The steps one by one, the deal first; at the end of a finished game, the places and the signatures.

    Raises BrokenRecord only when it reaches a line that is not a step, so that a caller that plays while
    reading finds the first error.
    """
    expected = 0
    result = None
    for _, line in _body(_lines(text)):
        if result is not None:
            yield _signature(expected, line)
        elif line.split()[0] == "result":
            result = _result(expected, line)
            yield result
        else:
            yield _step(expected, line)
            expected += 1


def _lines(text: str) -> Iterator[_Line]:
    """The lines that are neither empty nor remarks."""
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.strip()
        if line and not line.startswith("#"):
            yield number, line


def _is_step(line: str) -> bool:
    return line[0].isdecimal() or line.split(maxsplit=1)[0] == "result"


def _head(lines: Iterator[_Line]) -> Iterator[_Line]:
    for number, line in lines:
        if _is_step(line):
            return
        yield number, line


def _body(lines: Iterator[_Line]) -> Iterator[_Line]:
    begun = False
    for number, line in lines:
        begun = begun or _is_step(line)
        if begun:
            yield number, line


def _step(expected: int, line: str) -> RecordStep:
    step, colon, drawn = line.partition(":")
    found = re.fullmatch(rf"({_NUMBER})\s+(?:({_NUMBER})\s+)?(\S.*)", step.strip())
    if found is None or (colon and not drawn.strip()):
        raise BrokenRecord(expected, refused("unreadable-step", text=line[:80]))
    number, seat, notation = found.groups()
    if int(number) != expected:
        raise BrokenRecord(expected, refused("wrong-number", found=int(number)))
    dealt = seat is None and notation == _DEAL
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
    if not words or not all(re.fullmatch(_NUMBER, word) for word in words):
        raise BrokenRecord(step, refused("unreadable-step", text=line[:80]))
    return tuple(map(int, words))


def _word(text: str) -> str:
    if not re.fullmatch(r"\S+", text):
        raise ValueError(text)
    return text


def _options(text: str) -> dict[str, str]:
    pairs = [word.partition("=") for word in text.split()]
    options = {name: value for name, _, value in pairs}
    if len(options) < len(pairs) or not all(name and value for name, value in options.items()):
        raise ValueError(text)
    return options


def _seats(text: str) -> tuple[str, ...]:
    return tuple(unquote(name.strip()) for name in text.split(","))


def _number(text: str) -> int:
    if not re.fullmatch(_NUMBER, text):
        raise ValueError(text)
    return int(text)


def _hash(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise ValueError(text)
    return text


def _added(text: str) -> tuple[int, str]:
    seat, _, added = text.partition(" ")
    if not added:
        raise ValueError(text)
    return _number(seat), unquote(added.strip())


def _voided(text: str) -> VoidedDeal:
    seats, commitment, seed = text.split()
    return VoidedDeal(tuple(map(_number, seats.split(","))), _hash(commitment), _hash(seed))


def _with_added(before: Mapping[int, str] | None, one: tuple[int, str]) -> Mapping[int, str]:
    seat, added = one
    if seat in (before or {}):
        raise ValueError(seat)
    return {**(before or {}), seat: added}


def _with_voided(before: tuple[VoidedDeal, ...] | None, one: VoidedDeal) -> tuple[VoidedDeal, ...]:
    return (*(before or ()), one)


_REPEATED: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {"added": _with_added, "voided": _with_voided}
)
"""How lines that may stand more than once in a header are put together: from those before and one more."""
_READERS: Mapping[str, Callable[[str], Any]] = MappingProxyType(
    {
        "game": _word,
        "options": _options,
        "seats": _seats,
        "rules": _number,
        "table": _word,
        "commitment": _hash,
        "seed": _hash,
        "date": str,
        "added": _added,
        "voided": _voided,
    }
)
"""How each line of the header is read; each may occur once, those of `_REPEATED` more often."""
