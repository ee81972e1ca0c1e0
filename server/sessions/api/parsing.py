"""Cuts the bytes of a program into lines, and parses a line into a request, or says why it is none. A line
that is too long is dropped. Pure; requests and their fields are declared in `tui.actions`.

While enough bytes or lines wait here, the network is not read: `pause` and `resume` stop and continue
reading.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial
from itertools import accumulate
from math import isfinite
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin

import msgspec
from msgspec import Struct

from engine.game import Param
from tui.actions.action import fields_of
from tui.actions.registry import REQUESTS
from tui.host.refusals import Code, refused

MOST_LINES = 16
"""Lines that wait before no more are read."""
Id = str | int | None
LONGEST_ID = 64
LARGEST_ID = 2**53 - 1
DEEPEST = 64
"""The deepest nesting of lists and objects in a line; requests need four at most."""
_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKET = re.compile(rb"[\[{\]}]")
_WRONG = re.compile(
    "Expected (?P<expected>[^,]*).*|Object missing required field `(?P<missing>.*)`"
    "|Object contains unknown field `(?P<unknown>.*)`",
    re.DOTALL,
)
"""What msgspec says of a value that is none of a type, unless it is a word that is none of a list."""
_STEP = re.compile(r"\.(\w+)|\[[^]]*\]")
"""A step into a value: the name of a field, or a place in a list or a mapping, which is all alike."""


class Endless:
    """A number that is too large for any field."""

    def __init__(self, digits: str) -> None:
        self._digits = digits

    def __str__(self) -> str:
        return self._digits


class ApiRequest(NamedTuple):
    """A request. `id` is sent back with the answer; `body` has the type `REQUESTS[do].args`."""

    id: Id
    do: str
    body: Any


class BadRequest(Exception):  # noqa: N818  (an answer, not a fault)
    """A line that is not a request: `refused` says why; `id` is the line's id if it has one."""

    def __init__(self, id: Id, code: Code, **params: Param) -> None:  # noqa: A002
        self.id, self.refused = id, refused(code, **params)
        super().__init__(self.refused)


def parse(line: bytes) -> ApiRequest:
    """Return the request in a line. Raises BadRequest: "not-json" (with byte), "not-utf8", "no-request",
    "bad-id", "do-missing", "do-unknown" (with known), "field-missing", "field-unknown" or "field-wrong" (with
    do, field, expected).
    """
    sent = _object(line)
    number = _id(sent.pop("id", None))
    do = sent.pop("do", None)
    if do is None:
        raise BadRequest(number, "do-missing")
    if not isinstance(do, str) or do not in REQUESTS:
        said = do if isinstance(do, str) else msgspec.json.encode(do, enc_hook=str).decode()
        raise BadRequest(number, "do-unknown", do=said[:LONGEST_ID], known=tuple(REQUESTS))
    return ApiRequest(number, do, _body(number, do, sent))


def id_of(line: bytes) -> Id:
    """The id of a line that is read no further; None if it has none."""
    try:
        return _id(_object(line).get("id"))
    except BadRequest:
        return None


def _object(line: bytes) -> dict[str, Any]:
    if _too_deep(line):
        raise BadRequest(None, "no-request")
    try:
        sent = msgspec.json.decode(line)
    except UnicodeDecodeError:
        raise BadRequest(None, "not-utf8") from None
    except msgspec.ValidationError:  # it has a number beyond all bounds
        sent = _with_endless(line)
    except msgspec.DecodeError as error:
        place = re.search(r"\(byte (\d+)\)", str(error))
        raise BadRequest(None, "not-json", byte=int(place[1]) if place else len(line)) from None
    if not isinstance(sent, dict):
        raise BadRequest(None, "no-request")
    return sent


def _with_endless(line: bytes) -> object:
    """What a line of JSON says; numbers may be too large. Raises BadRequest: "not-json", "not-utf8"."""

    def strange(word: str) -> object:
        raise json.JSONDecodeError(word, text, text.index(word))

    try:
        text = line.decode()
        whole, broken = partial(_number, int), partial(_number, float)
        return json.loads(text, parse_int=whole, parse_float=broken, parse_constant=strange)
    except UnicodeDecodeError:
        raise BadRequest(None, "not-utf8") from None
    except json.JSONDecodeError as error:
        raise BadRequest(None, "not-json", byte=len(error.doc[: error.pos].encode())) from None


def _number(kind: type[int | float], digits: str) -> object:
    with suppress(ValueError):
        number = kind(digits)
        if kind is int or isfinite(number):
            return number
    return Endless(digits)


def _too_deep(line: bytes) -> bool:
    """True if lists and objects are nested deeper than DEEPEST in a line of JSON.

    The depth is counted here because the depth at which msgspec fails depends on the version of Python.
    """
    if line.count(b"[") + line.count(b"{") <= DEEPEST:
        return False
    brackets = _BRACKET.findall(_TEXT.sub(b"", line))
    return max(accumulate(1 if bracket in b"[{" else -1 for bracket in brackets), default=0) > DEEPEST


def _id(sent: object) -> Id:
    if sent is None:
        return None
    if isinstance(sent, str) and len(sent) <= LONGEST_ID:
        return sent
    if isinstance(sent, int) and not isinstance(sent, bool) and abs(sent) <= LARGEST_ID:
        return sent
    raise BadRequest(None, "bad-id", most=LONGEST_ID)


def _body(number: Id, do: str, sent: dict[str, Any]) -> Any:
    kind: type[Struct] = REQUESTS[do].args
    fields = fields_of(kind)
    for name in sent:
        if name not in fields:
            raise BadRequest(number, "field-unknown", do=do, field=name[:LONGEST_ID], known=tuple(fields))
    for name, field in fields.items():
        if field.required and name not in sent:
            raise BadRequest(number, "field-missing", do=do, field=name)
    try:
        return msgspec.convert(sent, kind)
    except msgspec.ValidationError as error:
        complaint, _, path = str(error).removesuffix("`").partition(" - at `$.")
    kinds: Sequence[Any] = (kind,)
    for name in _STEP.findall(f".{path}"):
        kinds = [inner for one in kinds for inner in _inside(one, name)]
    wrong = _WRONG.fullmatch(complaint)
    if wrong is None:
        words = [word for one in kinds for word in get_args(one) if isinstance(word, str)]
        expected = ", ".join(word or '""' for word in words)
    elif wrong["missing"]:
        raise BadRequest(number, "field-missing", do=do, field=f"{path}.{wrong['missing']}")
    elif wrong["unknown"]:
        unknown = f"{path}.{wrong['unknown']}"[:LONGEST_ID]
        known = tuple(name for one in kinds if _is_struct(one) for name in fields_of(one))
        raise BadRequest(number, "field-unknown", do=do, field=unknown, known=known)
    else:
        expected = wrong["expected"].replace("`", "")
    raise BadRequest(number, "field-wrong", do=do, field=path, expected=expected)


def _kinds(of: Any) -> Sequence[Any]:
    """A type, or each of those that are possible."""
    if get_origin(of) is Annotated:
        return _kinds(get_args(of)[0])
    if get_origin(of) in (Union, UnionType):
        return [kind for one in get_args(of) for kind in _kinds(one)]
    return (of,)


def _is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _inside(kind: Any, name: str) -> Sequence[Any]:
    """The types of a field of an object, or without a name those of what a list or a mapping has."""
    if name:
        return _kinds(fields_of(kind)[name].type) if _is_struct(kind) else ()
    values = [one for one in get_args(kind) if one is not Ellipsis]
    return _kinds(values[-1]) if values else ()


class Dropped(Enum):
    """The value for a line that is too long, or for a part of it."""

    BEGINNING = 1
    MORE = 2


class ApiLines:
    """A buffer of bytes that returns lines of at most `most()` bytes, without their line ends."""

    def __init__(
        self, most: Callable[[], int], pause: Callable[[], None], resume: Callable[[], None]
    ) -> None:
        self._most = most
        self._pause = pause
        self._resume = resume
        self._waiting = bytearray()
        self._paused = False
        self._dropping = False
        self._no_more = False

    @property
    def ended(self) -> bool:
        """True once every line was returned and the program sends no more."""
        return self._no_more and not self._waiting

    @property
    def waiting(self) -> bool:
        """True if the program has sent another line without waiting for an answer."""
        return bool(self._waiting)

    def feed(self, data: bytes) -> None:
        """Add bytes from the program; a line may come in any number of parts."""
        self._waiting += data
        if not self._paused and self._is_full:
            self._paused = True
            self._pause()

    @property
    def _is_full(self) -> bool:
        return len(self._waiting) > self._most() or self._waiting.count(b"\n") > MOST_LINES

    def end(self) -> None:
        """Note that the program sends no more; a last line without a line end counts as a line."""
        self._no_more = True

    def take(self) -> bytes | Dropped | None:
        """Return the next line without its end, or None if there is none yet."""
        taken = self._cut()
        if self._paused and not self._is_full:
            self._paused = False
            self._resume()
        return taken

    def _cut(self) -> bytes | Dropped | None:
        end = self._waiting.find(b"\n", 0, self._most() + 1)
        if end < 0 and len(self._waiting) > self._most():
            return self._drop()
        if end < 0 and not (self._no_more and self._waiting):
            return None
        line = bytes(self._waiting if end < 0 else self._waiting[:end])
        del self._waiting[: len(line) + 1]
        if self._dropping:
            self._dropping = False
            return Dropped.MORE
        return line

    def _drop(self) -> Dropped:
        """Drop the bytes of a line that has not ended yet, up to its end."""
        end = self._waiting.find(b"\n")
        del self._waiting[: end if end >= 0 else None]
        before, self._dropping = self._dropping, True
        return Dropped.MORE if before else Dropped.BEGINNING
