"""What is wrong with a program's request (docs/api.md), one sentence for every code."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engine.game import Param
from tui.language.texts import Texts

Params = Mapping[str, Param]
Sentence = Callable[[Texts, Params], str]

SENTENCES: Mapping[str, Sentence] = MappingProxyType({
    "not-json": lambda texts, params: texts._("This line is not JSON, from byte {byte} on.", **params),
    "not-utf8": lambda texts, _: texts._("This line is not UTF-8."),
    "line-too-long": lambda texts, params: texts._("A line has at most {most} bytes.", **params),
    "no-request": lambda texts, _: texts._("A request is one JSON object on a line."),
    "bad-id": lambda texts, params: texts._(
        "An id is a whole number or a text of at most {most} characters.", **params
    ),
    "do-missing": lambda texts, _: texts._('A request says what to do, such as "do": "list".'),
    "do-unknown": lambda texts, params: texts._("There is no request {do}.", do=params.get("do", "")),
    "field-missing": lambda texts, params: texts._(
        "The request {do} needs {field}.", do=params.get("do", ""), field=params.get("field", "")
    ),
    "field-unknown": lambda texts, params: texts._(
        "The request {do} has no {field}.", do=params.get("do", ""), field=params.get("field", "")
    ),
    "field-wrong": lambda texts, params: texts._(
        "In the request {do}, {field} has to be: {expected}.",
        do=params.get("do", ""), field=params.get("field", ""),
        expected=_kinds(texts, str(params.get("expected", ""))),
    ),
    "too-fast": lambda texts, params: texts.ngettext(
        "Too many requests at once: the next one is read in {number} second.",
        "Too many requests at once: the next one is read in {number} seconds.",
        int(str(params["wait"])),
    ),
    "too-many-watched": lambda texts, params: texts.ngettext(
        "You watch {number} table already.", "You watch {number} tables already.", int(str(params["most"]))
    ),
    "seq-passed": lambda texts, params: texts._("The table is at step {seq} by now.", **params),
    "move-wrong": lambda texts, _: texts._("That is not the JSON of a move of this game."),
})  # fmt: skip


_KINDS: Mapping[str, Callable[[Texts], tuple[str, ...]]] = MappingProxyType({
    "int": lambda texts: (texts._("a whole number"),),
    "str": lambda texts: (texts._("a text"),),
    "object": lambda texts: (texts._("an object"),),
    "array": lambda texts: (texts._("a list"),),
    "bool": lambda _: ("true", "false"),
    "null": lambda _: ("null",),
})  # fmt: skip
"""What JSON calls its kinds of values, in words; what is written as it stands stays."""
_BETWEEN = " | "


def _kinds(texts: Texts, expected: str) -> str:
    """What a field may hold, in words: of `int | null`, a whole number or null. A list of the words
    that may stand there is one already.
    """
    found = [word for kind in expected.split(_BETWEEN) for word in _kind(texts, kind)]
    if len(found) < 2:
        return "".join(found)
    return texts._("{some} or {last}", some=", ".join(found[:-1]), last=found[-1])


def _kind(texts: Texts, kind: str) -> tuple[str, ...]:
    match kind.split():
        case ["int", ">=", number]:
            return (texts._("a whole number from {number} on", number=number),)
        case ["int", "<=", number]:
            return (texts._("a whole number up to {number}", number=number),)
    return _KINDS[kind](texts) if kind in _KINDS else (kind,)
