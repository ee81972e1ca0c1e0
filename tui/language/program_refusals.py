"""What is wrong with a program's request (docs/api.md), one sentence for every code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from engine.game import Param
from tui.host.refusals import Code
from tui.language.people_refusals import words_of
from tui.language.texts import N_, NN_, Sentence, Texts, Translatable

Params = Mapping[str, Param]

_KINDS: Mapping[str, Translatable] = MappingProxyType(
    {
        "int": N_("a whole number"),
        "float": N_("a number"),
        "str": N_("text"),
        "object": N_("an object"),
        "array": N_("a list"),
    }
)
"""The words for JSON's kinds of values."""
_BETWEEN = " | "


def _kinds(texts: Texts, expected: str) -> str:
    """What a field may be, in words: for `int | null`, a whole number or null. Lists of words stay."""
    found = [word for kind in expected.split(_BETWEEN) for word in _kind(texts, kind)]
    if len(found) < 2:
        return "".join(found)
    return texts._("{some} or {last}", some=", ".join(found[:-1]), last=found[-1])


def _kind(texts: Texts, kind: str) -> tuple[str, ...]:
    match kind.split():
        case ["int", ">=", number]:
            return (texts._("a whole number of at least {number}", number=number),)
        case ["int", "<=", number]:
            return (texts._("a whole number up to {number}", number=number),)
        case ["str", "of", "length", "<=", number]:
            return (texts._("text of at most {number} characters", number=number),)
        case ["array", "of", "length", "<=", number]:
            return (texts._("a list of at most {number}", number=number),)
        case ["array", "of", "length", ">=", number]:
            return (texts._("a list of at least {number}", number=number),)
        case ["bool"]:
            return ("true", "false")
    return (texts.of(_KINDS[kind]) if kind in _KINDS else kind,)


def _field_unknown(texts: Texts, params: Params) -> str:
    if params.get("known"):
        said = N_("The request {do} has no {field}, but {fields}.")
    else:
        said = N_("The request {do} has no fields, so no {field}.")
    return texts.fill(said, {**params, "fields": words_of(params, "known")})


def _field_wrong(texts: Texts, params: Params) -> str:
    expected = _kinds(texts, str(params["expected"]))
    return texts.fill(
        N_("In the request {do}, {field} has to be: {expected}."), {**params, "expected": expected}
    )


SENTENCES: Mapping[Code, Sentence[Params]] = MappingProxyType(
    {
        "not-json": N_("This line is not JSON, from byte {byte} on."),
        "not-utf8": N_("This line is not UTF-8."),
        "line-too-long": N_("Line too long: {most} bytes at most."),
        "no-request": N_("A request is one JSON object on a line."),
        "bad-id": N_("An id is a whole number or a text of at most {most} characters."),
        "do-missing": N_('A request says what to do, such as "do": "tables".'),
        "do-unknown": N_("There is no {do} request: describe tells which there are."),
        "field-missing": N_("The request {do} needs {field}."),
        "field-unknown": _field_unknown,
        "field-wrong": _field_wrong,
        "too-fast": NN_(
            "Too many requests at once: the next one is read in {number} second.",
            "Too many requests at once: the next one is read in {number} seconds.",
            number="{wait}",
        ),
        "too-many-watched": NN_(
            "You are already watching {number} table.",
            "You are already watching {number} tables.",
            number="{most}",
        ),
        "seq-passed": N_("The table is at position {seq} by now."),
        "move-wrong": N_("That is not the JSON of a move of this game."),
    }
)
