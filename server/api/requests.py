"""A program's line as a request, or why it is none. Pure; what requests do is `server.api.handlers`'."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from itertools import accumulate
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple, get_args

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import FieldInfo

from engine.game import Refused

Id = str | int | None
LONGEST_ID = 64
LARGEST_ID = 2**53 - 1
DEEPEST = 64
"""Lists and objects that may be open at once in a line; requests need no more than four."""
MOST_AT_ONCE = 200
"""Tables or moves in one answer."""
_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"?', re.DOTALL)
_BRACKET = re.compile(rb"[\[{\]}]")

Skip = Annotated[int, Meta(ge=0, le=100_000)]
Count = Annotated[int, Meta(ge=1, le=MOST_AT_ONCE)]


class PlainRequest(Struct, frozen=True, kw_only=True):
    """A request without parameters."""


class TableRequest(Struct, frozen=True, kw_only=True):
    """A request about one table: its id, its name in any case, or a private table's code."""

    table: str


class ListRequest(PlainRequest, frozen=True, kw_only=True):
    game: str | None = None
    stage: Literal["open", "running", "over", "frozen"] | None = None
    skip: Skip = 0
    count: Count = 50
    follow: bool | None = None


class OpenRequest(PlainRequest, frozen=True, kw_only=True):
    game: str
    seats: int
    options: Mapping[str, str | int | bool] = {}
    private: bool = False
    clock: str = "none"


class BotRequest(TableRequest, frozen=True, kw_only=True):
    bot: str | None = None


class SeatRequest(TableRequest, frozen=True, kw_only=True):
    seat: int


class LegalRequest(TableRequest, frozen=True, kw_only=True):
    skip: Skip = 0
    count: Count = 50


class OddsRequest(TableRequest, frozen=True, kw_only=True):
    move: str | Mapping[str, Any] | None = None


class PreviewRequest(TableRequest, frozen=True, kw_only=True):
    move: str | Mapping[str, Any]


class MoveRequest(PreviewRequest, frozen=True, kw_only=True):
    ask: int | None = None
    seq: int | None = None


class StandingAnswersRequest(TableRequest, frozen=True, kw_only=True):
    word: str
    on: bool = True


class ChatRequest(PlainRequest, frozen=True, kw_only=True):
    text: str
    table: str | None = None


class NameRequest(PlainRequest, frozen=True, kw_only=True):
    name: str | None = None


class IgnoreRequest(PlainRequest, frozen=True, kw_only=True):
    name: str
    on: bool = True


class SettingRequest(PlainRequest, frozen=True, kw_only=True):
    setting: str
    value: str


class ResumeRequest(PlainRequest, frozen=True, kw_only=True):
    code: str


REQUESTS: Mapping[str, type[Struct]] = MappingProxyType(
    {
        # who is here, who one is
        "who": PlainRequest,
        "name": NameRequest,
        "set": SettingRequest,
        "ignore": IgnoreRequest,
        "chat": ChatRequest,
        # tables
        "list": ListRequest,
        "finished": PlainRequest,
        "open": OpenRequest,
        "join": TableRequest,
        "sit": TableRequest,
        "bot": BotRequest,
        "unbot": TableRequest,
        "kick": SeatRequest,
        "start": TableRequest,
        "leave": TableRequest,
        # games
        "watch": TableRequest,
        "unwatch": TableRequest,
        "view": TableRequest,
        "legal": LegalRequest,
        "preview": PreviewRequest,
        "odds": OddsRequest,
        "move": MoveRequest,
        "undo": TableRequest,
        "beforehand": StandingAnswersRequest,
        "concede": TableRequest,
        "abandon": TableRequest,
        "rematch": TableRequest,
        "lend": SeatRequest,
        "seat": TableRequest,
        "resume": ResumeRequest,
        "record": TableRequest,
    }
)
"""What may be asked for, and what each takes."""


class ApiRequest(NamedTuple):
    """`id` comes back with the answer; `wish` is of `WISHES[do]`."""

    id: Id
    do: str
    wish: Any


class BadRequest(Exception):  # noqa: N818  (an answer, not a fault)
    """Why a line is no request; its id, where it has one."""

    def __init__(self, id: Id, code: str, **params: str | int | tuple[str, ...]) -> None:  # noqa: A002
        self.id, self.refused = id, Refused(code, params)
        super().__init__(self.refused)


def parse(line: bytes) -> ApiRequest:
    """The request in a line. Raises NoRequest: "not-json" (with byte), "not-utf8", "no-request",
    "bad-id", "do-missing" and "do-unknown" (with known), "field-missing", "field-unknown" and
    "field-wrong" (with do, field; expected).
    """
    said = _object(line)
    number = _id(said.pop("id", None))
    do = said.pop("do", None)
    if do is None:
        raise BadRequest(number, "do-missing")
    if not isinstance(do, str) or do not in REQUESTS:
        raise BadRequest(number, "do-unknown", do=str(do)[:LONGEST_ID], known=tuple(REQUESTS))
    return ApiRequest(number, do, _wish(number, do, said))


def id_of(line: bytes) -> Id:
    """The id of a line that is not read any further; None where it has none."""
    try:
        return _id(_object(line).get("id"))
    except BadRequest:
        return None


def _object(line: bytes) -> dict[str, Any]:
    if _too_deep(line):
        raise BadRequest(None, "no-request")
    try:
        said = msgspec.json.decode(line)
    except UnicodeDecodeError:
        raise BadRequest(None, "not-utf8") from None
    except msgspec.DecodeError as error:
        place = re.search(r"\(byte (\d+)\)", str(error))
        raise BadRequest(None, "not-json", byte=int(place[1]) if place else len(line)) from None
    if not isinstance(said, dict):
        raise BadRequest(None, "no-request")
    return said


def _too_deep(line: bytes) -> bool:
    """Whether more than DEEPEST lists and objects are open at once somewhere in a line of JSON.

    Counted here because the depth at which msgspec gives up depends on the version of Python.
    """
    if line.count(b"[") + line.count(b"{") <= DEEPEST:
        return False
    brackets = _BRACKET.findall(_TEXT.sub(b"", line))
    return max(accumulate(1 if bracket in b"[{" else -1 for bracket in brackets), default=0) > DEEPEST


def _id(said: object) -> Id:
    if said is None:
        return None
    if isinstance(said, str) and len(said) <= LONGEST_ID:
        return said
    if isinstance(said, int) and not isinstance(said, bool) and abs(said) <= LARGEST_ID:
        return said
    raise BadRequest(None, "bad-id", most=LONGEST_ID)


def _wish(number: Id, do: str, said: dict[str, Any]) -> Any:
    kind = REQUESTS[do]
    fields = _fields(kind)
    for name in said:
        if name not in fields:
            raise BadRequest(number, "field-unknown", do=do, field=name[:LONGEST_ID], known=tuple(fields))
    for name, field in fields.items():
        if field.required and name not in said:
            raise BadRequest(number, "field-missing", do=do, field=name)
    values = {name: _value(number, do, fields[name], value) for name, value in said.items()}
    return kind(**values)


@cache
def _fields(kind: type[Struct]) -> Mapping[str, FieldInfo]:
    return MappingProxyType({field.name: field for field in msgspec.structs.fields(kind)})


def _value(number: Id, do: str, field: FieldInfo, value: object) -> Any:
    try:
        return msgspec.convert(value, field.type)
    except msgspec.ValidationError as error:
        expected = _expected(field, str(error))
        raise BadRequest(number, "field-wrong", do=do, field=field.name, expected=expected) from None


def _expected(field: FieldInfo, complaint: str) -> str:
    """What would have been right: a type as msgspec names it, or the words that may stand there."""
    found = re.match(r"Expected ([^,]*)", complaint.partition(" - at")[0])
    if found:
        return found[1].replace("`", "")
    words = [word for kind in get_args(field.type) for word in get_args(kind)]
    return ", ".join(map(str, words))
