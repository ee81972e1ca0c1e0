"""A line is a request, or it is told why it is none."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, get_args

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.game import Refused
from server.sessions.api.parsing import BadRequest, id_of, parse
from tui.actions.registry import REQUESTS
from tui.language.program_refusals import SENTENCES
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.game_refusals import any_refusal_text

WRONG: dict[str, tuple[bytes, str]] = {
    "nothing": (b"{", "not-json"),
    "two objects": (b'{"do":"who"} {"do":"who"}', "not-json"),
    "python": (b"{'do': 'who'}", "not-json"),
    "not a number": (b'{"do":NaN}', "not-json"),
    "latin-1": (b'{"do":"\xe4"}', "not-utf8"),
    "half a surrogate": (b'{"do":"\\ud800"}', "not-json"),
    "a list": (b'["do","who"]', "no-request"),
    "text": (b'"who"', "no-request"),
    "a number": (b"7", "no-request"),
    "nothing at all in JSON": (b"null", "no-request"),
    "a deep nest": (b"[" * 9000, "no-request"),
    "a deep object": (b'{"a":' * 3000, "no-request"),
    "one list deeper than any request": (b'{"a":' + b"[" * 64 + b"]" * 64 + b"}", "no-request"),
    "as deep as a request may be": (
        b'{"id":1,"do":"who","a":' + b"[" * 63 + b"]" * 63 + b"}",
        "field-unknown",
    ),
    "brackets side by side": (b'{"id":1,"do":"who","a":[' + b"[]," * 99 + b"[]]}", "field-unknown"),
    "brackets in a text": (b'{"id":1,"do":"who","a":"\\"' + b"[" * 99 + b'"}', "field-unknown"),
    "an id that is a list": (b'{"id":[1],"do":"who"}', "bad-id"),
    "an id that is true": (b'{"id":true,"do":"who"}', "bad-id"),
    "an id that is not whole": (b'{"id":1.5,"do":"who"}', "bad-id"),
    "an id that is too large": (b'{"id":123456789012345678901,"do":"who"}', "bad-id"),
    "an id that is too long": (json.dumps({"id": "x" * 65, "do": "who"}).encode(), "bad-id"),
    "nothing to do": (b'{"id":1}', "do-missing"),
    "something unknown to do": (b'{"id":1,"do":"dance"}', "do-unknown"),
    "a number to do": (b'{"id":1,"do":3}', "do-unknown"),
    "a dunder": (b'{"id":1,"do":"__init__"}', "do-unknown"),
    "no table": (b'{"id":1,"do":"sit"}', "field-missing"),
    "a field of another request": (b'{"id":1,"do":"sit","table":"x","seats":3}', "field-unknown"),
    "a table that is a number": (b'{"id":1,"do":"sit","table":7}', "field-wrong"),
    "seats that are a text": (b'{"id":1,"do":"open","game":"court","seats":"3"}', "field-wrong"),
    "an option that is a list": (
        b'{"id":1,"do":"open","game":"court","seats":3,"options":{"a":[]}}',
        "field-wrong",
    ),
    "a stage there is not": (b'{"id":1,"do":"list","stage":"closed"}', "field-wrong"),
    "too many at once": (b'{"id":1,"do":"list","count":201}', "field-wrong"),
    "fewer than none": (b'{"id":1,"do":"legal","table":"x","skip":-1}', "field-wrong"),
    "a move that is a list": (b'{"id":1,"do":"move","table":"x","move":[]}', "field-wrong"),
    "a number beyond all bounds": (b'{"id":1,"do":"history","count":1e5000}', "field-wrong"),
    "one below them": (b'{"id":1,"do":"history","since":-1e5000}', "field-wrong"),
    "a whole number of 5000 digits": (b'{"id":1,"do":"say","text":' + b"9" * 5000 + b"}", "field-wrong"),
    "one in a field there is not": (b'{"id":1,"do":"who","a":[1e5000]}', "field-unknown"),
    "such an id": (b'{"id":1e5000,"do":"who"}', "bad-id"),
    "such a thing to do": (b'{"id":1,"do":1e5000}', "do-unknown"),
    "such a number alone": (b"1e5000", "no-request"),
    "one in a line that breaks off": (b'{"do":1e5000', "not-json"),
    "one beside no number": (b'{"do":1e5000,"id":NaN}', "not-json"),
    "one beside Latin-1": (b'{"do":1e5000,"id":"\xe4"}', "not-utf8"),
    "true for a number": (b'{"id":1,"do":"kick","table":"x","seat":true}', "field-wrong"),
}


@pytest.mark.parametrize(("line", "code"), WRONG.values(), ids=WRONG.keys())
def test_what_is_no_request_is_told_why(line: bytes, code: str) -> None:
    """A code, and a sentence in every language; the id comes back wherever it can be read."""
    with pytest.raises(BadRequest) as wrong:
        parse(line)
    assert wrong.value.refused.code == code
    assert wrong.value.id == (1 if line.startswith(b'{"id":1,') or line == b'{"id":1}' else None)
    for language in LANGUAGES:
        said = any_refusal_text(Texts(language), wrong.value.refused)
        assert said.endswith(".")
        assert "{" not in said


KINDS = {
    '{"id":1,"do":"kick","table":"x","seat":"1"}': "seat sein: eine ganze Zahl.",
    '{"id":1,"do":"sit","table":7}': "table sein: ein Text.",
    '{"id":1,"do":"list","game":7}': "game sein: ein Text oder null.",
    '{"id":1,"do":"list","count":0}': "count sein: eine ganze Zahl ab 1.",
    '{"id":1,"do":"list","count":201}': "count sein: eine ganze Zahl bis 200.",
    '{"id":1,"do":"list","stage":"closed"}': "stage sein: open, running, over, frozen.",
    '{"id":1,"do":"ignore","name":"x","on":1}': "on sein: true oder false.",
    '{"id":1,"do":"open","game":"court","seats":2,"options":7}': "options sein: ein Objekt.",
    '{"id":1,"do":"open","game":"court","seats":2,"options":{"a":[]}}':
        "options[...] sein: true, false, eine ganze Zahl oder ein Text.",
    '{"id":1,"do":"preview","table":"x","move":7}': "move sein: ein Text oder ein Objekt.",
}  # fmt: skip


@pytest.mark.parametrize(("line", "said"), KINDS.items())
def test_kinds_of_values_are_words(line: str, said: str) -> None:
    """What a field has to be is told in the program's language, not as a type of this one."""
    with pytest.raises(BadRequest) as wrong:
        parse(line.encode())
    assert any_refusal_text(Texts("de"), wrong.value.refused).endswith(said)
    english = any_refusal_text(Texts("en"), wrong.value.refused)
    assert not {"int", "str", "bool", "|"} & set(english.replace(".", " ").split())


def test_a_refusal_names_the_mistake() -> None:
    """Which field it is, and what it should be."""
    with pytest.raises(BadRequest) as wrong:
        parse(b'{"id":"a","do":"list","stage":"closed"}')
    assert wrong.value.id == "a"
    assert wrong.value.refused.params == {
        "do": "list", "field": "stage", "expected": "open, running, over, frozen",
    }  # fmt: skip
    said = any_refusal_text(Texts("en"), wrong.value.refused)
    assert said == "In the request list, stage has to be: open, running, over, frozen."
    with pytest.raises(BadRequest) as wrong:
        parse(b'{"do":"move","table":"x","move":"roll","ask":"3"}')
    assert wrong.value.refused.params["expected"] == "int | null"


WRONG_VALUES: tuple[Any, ...] = (
    None, True, -1, 10**30, 1.5, "", "nonsense", "x" * 300, [], [[]], ["a"], [{}], [{"zzz": 1}],
    [{"otherwise": 1}], [{"branches": [{}]}], {}, {"zzz": 1}, {"game": 5}, {"game": "court", "rounds": "x"},
    {"a": []}, {"move": "pass", "end": "nonsense"}, {"move": "pass", "when": {}},
    {"move": "pass", "when": {"events": []}},
)  # fmt: skip


def _wrong_requests() -> Iterator[dict[str, Any]]:
    """Each field of each request, with values of which few can stand there."""
    for name, one in REQUESTS.items():
        for field in one.args.__struct_fields__:
            for value in WRONG_VALUES:
                yield {**dict.fromkeys(one.needed, "x"), "do": name, field: value}


def test_whatever_is_wrong_in_a_field_is_told_with_its_place_and_what_may_stand_there() -> None:
    """No sentence ends where something is to follow, names a type of this language, or is in English where
    its reader is not.
    """
    wrong = [refused for sent in _wrong_requests() if (refused := _refused(sent))]
    assert {one.code for one in wrong} == {"field-wrong", "field-missing", "field-unknown"}
    for one in wrong:
        said = any_refusal_text(Texts("en"), one)
        assert not re.search(r"(: |, |has no |needs |but )[.,]", said), said
        assert not KINDS_OF_PYTHON.intersection(re.split(r"[ .,]", said)), said
        assert str(one.params["field"]) in said
        if str(one.params.get("expected")) in KINDS_OF_PYTHON:
            assert said.rpartition(": ")[2] != any_refusal_text(Texts("de"), one).rpartition(": ")[2]


KINDS_OF_PYTHON = frozenset({"int", "str", "bool", "float", "array", "|", "<=", ">="})


def _refused(sent: dict[str, Any]) -> Refused | None:
    try:
        parse(msgspec.json.encode(sent))
    except BadRequest as wrong:
        return wrong.refused
    return None


INSIDE: Mapping[str, tuple[str, str, object]] = {
    '{"do":"club_event","starts":"","cup":{}}': ("field-missing", "cup.game", None),
    '{"do":"club_event","starts":"","cup":{"game":5}}': ("field-wrong", "cup.game", "str"),
    '{"do":"plan","table":"","until":{"a":1}}': (
        "field-unknown", "until.a", ("move", "when", "end", "every"),
    ),
    '{"do":"plan","table":"","until":{"move":"","end":"a"}}': (
        "field-wrong", "until.end", "turn, phase, round, game",
    ),
    '{"do":"plan","table":"","chain":[{"branches":[{"b":1}]}]}': (
        "field-unknown", "chain[0].branches[0].b", ("when", "move"),
    ),
    '{"do":"history","result":"a"}': ("field-wrong", "result", '"", won, lost, none'),
    '{"do":"history","since":"a"}': ("field-wrong", "since", "float | null"),
}  # fmt: skip


@pytest.mark.parametrize("line", INSIDE)
def test_what_is_wrong_inside_of_a_field_is_told_where_it_is(line: str) -> None:
    """An object, a list, a word of few."""
    code, field, rest = INSIDE[line]
    with pytest.raises(BadRequest) as wrong:
        parse(line.encode())
    params = wrong.value.refused.params
    assert (wrong.value.refused.code, params["field"]) == (code, field)
    assert params.get("known", params.get("expected")) == rest


def test_words_that_a_field_may_be_are_named() -> None:
    """In every request that has such a field, whether it may be null or not."""
    asked = 0
    for name, one in REQUESTS.items():
        for field in msgspec.structs.fields(one.args):
            words = [word for kind in (field.type, *get_args(field.type)) for word in get_args(kind)]
            if not any(isinstance(word, str) for word in words):
                continue
            known = [word for word in words if isinstance(word, str)]
            needed = dict.fromkeys(one.needed, known[0])
            with pytest.raises(BadRequest) as wrong:
                parse(msgspec.json.encode({**needed, "do": name, field.name: "nonsense"}))
            assert wrong.value.refused.params["expected"] == ", ".join(word or '""' for word in known)
            asked += 1
    assert asked > 5


def test_a_request_is_read() -> None:
    """With its id, and with what it leaves out."""
    request = parse(b'{"do": "open", "id": "t-1", "game": "court", "seats": 3, "options": {"rounds": 3}}\r')
    assert (request.id, request.do) == ("t-1", "open")
    assert request.body.options == {"rounds": 3}
    assert request.body.private is False
    assert parse(b'{"do":"who"}').id is None


JSON: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
FIELDS = ["table", "move", "ask", "seq", "game", "seats", "options", "name", "text", "skip", "count", "x"]
REQUEST_LINES = st.dictionaries(st.sampled_from(FIELDS), JSON).flatmap(
    lambda fields: st.builds(
        lambda do, number: json.dumps({**fields, "do": do, "id": number}).encode(),
        st.sampled_from([*REQUESTS, "dance"]) | JSON,
        st.integers() | st.text() | JSON,
    )
)


@given(st.binary() | REQUEST_LINES)
@example(b"")
@example(b"\x00")
@example("\ufeff{}".encode())
def test_no_line_breaks_anything(line: bytes) -> None:
    """Whatever is sent is a request or has a reason that there is a sentence for."""
    id_of(line)
    refused = None
    try:
        parse(line)
    except BadRequest as wrong:
        refused = wrong.refused
    assert refused is None or refused.code in SENTENCES
    assert refused is None or any_refusal_text(Texts("de"), refused).endswith(".")
