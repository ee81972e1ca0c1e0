"""Reads the header of a record: the lines before the deal."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any
from urllib.parse import unquote

from engine.records.record import FIRST_WORDS, FORMAT, VERSIONS, Header, NotARecord, RestoredSeed, VoidedDeal

NUMBER = "(?:0|[1-9][0-9]{0,8})"
"""A number of at most nine digits, without leading zeros."""
Line = tuple[int, str]
"""A line's number in the text, and the line without surrounding spaces."""


def read_lines(text: str) -> Iterator[Line]:
    """The lines that are neither empty nor remarks."""
    for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        line = raw.strip()
        if line and not line.startswith("#"):
            yield number, line


def _is_step(line: str) -> bool:
    return line[0].isdecimal() or line.split(maxsplit=1)[0] == "result"


def header_lines(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines before the first step."""
    for number, line in lines:
        if _is_step(line):
            return
        yield number, line


def step_lines(lines: Iterator[Line]) -> Iterator[Line]:
    """The lines from the first step on."""
    begun = False
    for number, line in lines:
        begun = begun or _is_step(line)
        if begun:
            yield number, line


_VERSIONS = {f"{FIRST_WORDS} {version}": version for version in VERSIONS}


def read_header(text: str) -> Header:
    """The header of a record. Raises NotARecord."""
    lines = read_lines(text)
    number, first = next(lines, (1, ""))
    version = _VERSIONS.get(first)
    if version is None:
        found = first[:40] if first.startswith(FIRST_WORDS) else ""
        raise NotARecord("record-version", found=found, wanted=FORMAT) if found else NotARecord("no-record")
    fields: dict[str, Any] = {}
    for number, line in header_lines(lines):
        word, _, value = line.partition(" ")
        field = _FIELDS.get(word, word)
        known = word in _READERS and version >= _SINCE.get(word, 1)
        if not known or (field in fields and word not in _REPEATED):
            raise NotARecord("header-line", line=number, text=line[:80])
        try:
            value = _READERS[word](value.strip())
            fields[field] = _REPEATED[word](fields.get(field), value) if word in _REPEATED else value
        except ValueError:
            raise NotARecord("header-line", line=number, text=line[:80]) from None
    for word in ("game", "seats"):
        if word not in fields:
            raise NotARecord("header-missing", word=word)
    return Header(version=version, **fields)


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
    if not re.fullmatch(NUMBER, text):
        raise ValueError(text)
    return int(text)


def _hash(text: str) -> str:
    if not re.fullmatch("[0-9a-f]{64}", text):
        raise ValueError(text)
    return text


def _key(text: str) -> tuple[int, str]:
    seat, _, fingerprint = text.partition(" ")
    if not re.fullmatch("SHA256:[A-Za-z0-9+/]+", fingerprint):
        raise ValueError(text)
    return _number(seat), fingerprint


def _added(text: str) -> tuple[int, str]:
    seat, _, added = text.partition(" ")
    if not added:
        raise ValueError(text)
    return _number(seat), unquote(added.strip())


def _voided(text: str) -> VoidedDeal:
    seats, commitment, seed = text.split()
    return VoidedDeal(tuple(map(_number, seats.split(","))), _hash(commitment), _hash(seed))


def _restored(text: str) -> RestoredSeed:
    step, time, commitment, *seed = text.split()
    if not re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", time) or len(seed) > 1:
        raise ValueError(text)
    return RestoredSeed(_number(step), time, _hash(commitment), *map(_hash, seed))


def _with_key(
    before: Mapping[int, tuple[str, ...]] | None, one: tuple[int, str]
) -> Mapping[int, tuple[str, ...]]:
    """Nobody sits at two seats: a key stands there once."""
    keys, (seat, fingerprint) = before or {}, one
    if any(fingerprint in others for others in keys.values()):
        raise ValueError(fingerprint)
    return {**keys, seat: (*keys.get(seat, ()), fingerprint)}


def _with_added(before: Mapping[int, str] | None, one: tuple[int, str]) -> Mapping[int, str]:
    seat, added = one
    if seat in (before or {}):
        raise ValueError(seat)
    return {**(before or {}), seat: added}


def _with_voided(before: tuple[VoidedDeal, ...] | None, one: VoidedDeal) -> tuple[VoidedDeal, ...]:
    return (*(before or ()), one)


def _with_restored(before: tuple[RestoredSeed, ...] | None, one: RestoredSeed) -> tuple[RestoredSeed, ...]:
    if before and before[-1].step > one.step:
        raise ValueError(one.step)
    return (*(before or ()), one)


_REPEATED: Mapping[str, Callable[[Any, Any], Any]] = MappingProxyType(
    {"key": _with_key, "added": _with_added, "voided": _with_voided, "restored": _with_restored}
)
"""How lines that may stand more than once in a header are put together: from those before and one more."""
_READERS: Mapping[str, Callable[[str], Any]] = MappingProxyType(
    {
        "game": _word,
        "options": _options,
        "seats": _seats,
        "rules": _number,
        "table": _word,
        "deal": _word,
        "commitment": _hash,
        "seed": _hash,
        "date": str,
        "key": _key,
        "added": _added,
        "voided": _voided,
        "restored": _restored,
    }
)
"""How each line of the header is read; each may occur once, those of `_REPEATED` more often."""
_FIELDS: Mapping[str, str] = MappingProxyType({"key": "keys"})
"""The fields of a header that are called otherwise than their lines."""
_SINCE: Mapping[str, int] = MappingProxyType({"key": 2})
"""The version of the format that a line came with, if that was not the first."""
