"""What a program is told: options it can choose, and talk that is new to it."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct

from server.api.words import greeting, new_lines
from tests.server.toy import Toy
from tui.pictures import Account, ChatLine


def lines(*texts: str) -> tuple[ChatLine, ...]:
    return tuple(ChatLine("Ada", text, 0.0) for text in texts)


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        ("", "", ""),
        ("", "ab", "ab"),
        ("ab", "ab", ""),
        ("ab", "abc", "c"),
        ("abc", "cd", "d"),
        ("aa", "aaa", "a"),
        ("abc", "xyz", "xyz"),
        ("abc", "ac", "ac"),
        ("abc", "", ""),
    ],
)
def test_only_what_was_said_since_is_told(before: str, after: str, new: str) -> None:
    """A window of talk that moved on tells its end; another window tells everything."""
    assert new_lines(lines(*before), lines(*after)) == lines(*new)


@given(st.lists(st.integers(), unique=True), st.data())
def test_nothing_said_is_told_twice(said: list[int], data: st.DataObject) -> None:
    """However often one looks, and however little is kept, different lines come once, in order."""
    told: list[ChatLine] = []
    before: tuple[ChatLine, ...] = ()
    for end in range(len(said) + 1):
        if data.draw(st.booleans()) or end == len(said):
            after = lines(*map(str, said[:end]))
            told += new_lines(before, after)
            before = after
    assert told == list(lines(*map(str, said)))


class Options(Struct, frozen=True):
    edition: Literal["de", "en"] = "de"
    rounds: Annotated[int, Meta(ge=1, le=9)] = 5
    quick: bool = False
    goal: int = 6
    title: str = ""


class Other(Toy):
    Options = Options  # type: ignore[assignment]


def test_options_say_what_they_can_be() -> None:
    """Words, limits, or just the default."""
    hello = greeting(Account("Ada", guest=True), "t1", {"toy": Other()}, 7.0)["hello"]
    assert (hello["home"], hello["now"]) == ("t1", 7.0)
    assert hello["games"][0]["options"] == {
        "edition": {"default": "de", "values": ["de", "en"]},
        "rounds": {"default": 5, "least": 1, "most": 9},
        "quick": {"default": False, "values": [False, True]},
        "goal": {"default": 6, "least": None, "most": None},
        "title": {"default": ""},
    }
