"""Names are clean, short, of one script, and cannot be mistaken for each other."""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Callable
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from engine.game import Refused
from server.identity import names
from server.identity.look_alikes import LONGEST_TYPED, skeleton
from server.identity.names import MOST_MARKS, UNSEEN, clean_name, clean_start, clean_text, free_name

GOOD = {
    "Ada": "Ada", "  bert ": "bert", "Jörg": "Jörg", "o'Neil": "o'Neil", "Ольга": "Ольга", "Ａｄａ": "Ada",
    "山田さん": "山田さん", "김철수": "김철수", "ab\u202ecd": "abcd",
    "ad\u200ba": "ada", "J\u0301\u0301\u0301\u0301ane": "J\u0301\u0301ane", "anna_2": "anna_2",
}  # fmt: skip
BAD = {
    "ab": "name-length", "a" * 17: "name-length", "山" * 9: "name-length", "": "name-length",
    "/quit": "name-characters", "@ada": "name-characters", "[link=x]": "name-characters",
    "a b c": "name-characters", "a\x1b]52;c;aGk=\x07": "name-characters",
    "1st": "name-characters", "Adа": "name-scripts", "Αda": "name-scripts",
    "admin": "name-reserved", "R00T": "name-reserved", "Ho5t": "name-reserved", "sys-tem": "name-reserved",
    "Garnet": "name-reserved", "Master": "name-reserved", "page-66": "name-reserved",
    "Novice": "name-reserved",
}  # fmt: skip


@pytest.mark.parametrize(("text", "name"), GOOD.items())
def test_a_name_is_cleaned(text: str, name: str) -> None:
    """What no terminal should get is dropped, the rest stays."""
    assert clean_name(text) == name


@pytest.mark.parametrize("clean", [clean_text, names.clean_words])
def test_marks_without_end_are_not_sorted(
    clean: Callable[[str], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """That takes the square of their number: of 8,000 a tenth of a second, in which nobody else is heard."""
    normalize = Mock(side_effect=unicodedata.normalize)
    monkeypatch.setattr(unicodedata, "normalize", normalize)
    assert clean("e" + "\u0301" * 4000 + "\u0323" * 4000 + "!") == "\u00e9\u0301\u0301!"
    assert max(len(call.args[1]) for call in normalize.call_args_list) <= MOST_MARKS + 2


@pytest.mark.parametrize("text", ["\ufdfa" * 5000, "x" * 5000, "Ada" + " " * 5000, "\u200b" * 5000])
def test_a_name_that_is_far_too_long_is_refused_for_that(text: str) -> None:
    with pytest.raises(Refused) as refused:
        clean_name(text)
    assert refused.value.code == "name-length"


@pytest.mark.parametrize("letter", ["a", "\ufdfa", "\u0301", "[@cl\0", "rn"])
def test_what_is_too_long_for_a_name_looks_like_none(letter: str) -> None:
    """Of it no more is looked at, and remembered, than of a name: the rest makes no difference."""
    look = skeleton(letter * LONGEST_TYPED * 50)
    assert look == skeleton(letter * LONGEST_TYPED + "b")
    assert len(look) > LONGEST_TYPED
    assert skeleton(look) == look


def test_a_refusal_quotes_the_beginning() -> None:
    assert clean_start("\u200bAda " + "x" * 9000, 5) == "Ada x"


@pytest.mark.parametrize(("text", "code"), BAD.items())
def test_a_name_is_refused(text: str, code: str) -> None:
    """Each refusal says what is wrong."""
    with pytest.raises(Refused) as refused:
        clean_name(text)
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("one", "other"),
    [("Paul", "paul"), ("paul", "раul"), ("Anna", "Ánna"), ("bill", "b1ll"), ("Ian", "lan"),
     ("modern", "rnodern"), ("vvill", "will"), ("Bob", "B0B"), ("anna", "an-na"), ("cleo", "сleo")],
)  # fmt: skip
def test_look_alikes_have_one_skeleton(one: str, other: str) -> None:
    """Names that can be mistaken for each other are the same name."""
    assert skeleton(one) == skeleton(other)


def test_different_names_have_different_skeletons() -> None:
    """The skeleton does not throw everything together."""
    names = ["Ada", "Bert", "Cleo", "Dora", "Emil", "Fritz", "Ольга", "山田さん"]
    assert len({skeleton(name) for name in names}) == len(names)


@given(st.text())
def test_clean_text_has_nothing_unseen(text: str) -> None:
    """Whatever comes in, no control, format or unassigned character comes out."""
    cleaned = clean_text(text)
    assert not any(unicodedata.category(c) in UNSEEN for c in cleaned)
    assert clean_text(cleaned) == cleaned


@given(st.text(), st.sets(st.text()))
def test_a_free_name_is_found_for_everybody(suggestion: str, taken: set[str]) -> None:
    """Whatever a client suggests, the player gets a clean name that nobody else has."""
    numbers = itertools.count(3)
    name = free_name(suggestion, taken, lambda n: next(numbers) % n)
    assert 3 <= cell_len(name) <= 16
    assert clean_name(name) == name
    assert skeleton(name) not in taken


@pytest.mark.parametrize("sign", ["\u180a", "\u1810", "\u115e", "\ufe10"])
def test_signs_that_can_be_seen_are_kept(sign: str) -> None:
    """They stand next to ones that cannot."""
    assert clean_text(f"a{sign}b") == f"a{sign}b"


@pytest.mark.parametrize(
    "sign", ["\u180b", "\u180f", "\u115f", "\ufe00", "\ufe0f", "\u3164", "\U000e0100", "\U000e01ef"]
)
def test_signs_that_show_nothing_are_removed(sign: str) -> None:
    assert clean_text(f"a{sign}b") == "ab"
