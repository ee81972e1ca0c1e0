"""What a program is told: options it can choose, and talk that is new to it."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Meta, Struct
from msgspec.structs import replace

from server.sessions.api.messages import greeting
from tests.server.toy import Toy
from tests.tui.scripted_port import Hosted
from tui.actions.answers import account_of
from tui.host.pictures import Account, ChatLine
from tui.presenters.chat_tracker import new_lines


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
        ("abc", "xyz", "xyz"),
        ("abc", "ac", ""),
        ("ac", "abc", "b"),
        ("abc", "", ""),
    ],
)
def test_only_what_was_said_since_is_told(before: str, after: str, new: str) -> None:
    """Whatever else goes, or comes back, in between: as talk of who is banned, or no longer ignored."""
    assert new_lines(lines(*before), lines(*after)) == lines(*new)


@given(st.integers(0, 20), st.integers(1, 5), st.data())
def test_nothing_said_is_told_twice(said: int, kept: int, data: st.DataObject) -> None:
    """However often one looks, lines come in order, once, and the last that are kept always."""
    told: list[ChatLine] = []
    before: tuple[ChatLine, ...] = ()
    for end in range(said + 1):
        if end == said or data.draw(st.booleans()):
            after = lines(*map(str, range(max(0, end - kept), end)))
            told += new_lines(before, after)
            before = after
    numbers = [int(line.text) for line in told]
    assert numbers == sorted(set(numbers))
    assert numbers[-kept:] == list(range(said))[-kept:]


class Options(Struct, frozen=True):
    edition: Literal["de", "en"] = "de"
    rounds: Annotated[int, Meta(ge=1, le=9)] = 5
    quick: bool = False
    goal: int = 6
    pace: Annotated[int, Meta(gt=0, lt=100, multiple_of=10)] = 20
    title: str = ""


class Other(Toy):
    Options = Options  # type: ignore[assignment]


def test_options_say_what_they_can_be() -> None:
    """Words, limits, or just the default."""
    hello = greeting(Hosted().port("Ada"), {"toy": Other()}, {})["hello"]
    assert (hello["home"], hello["now"]) == (None, 1000.0)
    assert hello["games"][0]["options"] == {
        "edition": {"default": "de", "values": ["de", "en"]},
        "rounds": {"default": 5, "least": 1, "most": 9},
        "quick": {"default": False, "values": [False, True]},
        "goal": {"default": 6, "least": None, "most": None},
        "pace": {"default": 20, "least": 1, "most": 99, "step": 10},
        "title": {"default": ""},
    }


def test_an_account_is_told_to_be_provisional_only_where_it_is() -> None:
    """Programs that know nothing of it read what they always read."""
    ada = Account("Ada", guest=False, keys=1)
    assert account_of(ada) == {
        "name": "Ada", "guest": False, "keys": 1, "settings": {}, "ignored": (),
    }  # fmt: skip
    assert account_of(replace(ada, provisional=True))["provisional"] is True


def test_a_refused_name_is_told_only_where_there_is_one() -> None:
    """As `provisional` is."""
    guest = Account("Heron-7", guest=True)
    assert "name_refused" not in account_of(guest)
    assert account_of(replace(guest, name_refused="name-taken"))["name_refused"] == "name-taken"
