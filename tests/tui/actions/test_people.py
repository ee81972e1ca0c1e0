"""What actions between people say."""

from __future__ import annotations

from types import SimpleNamespace
from unittest.mock import AsyncMock

import pytest

from tests.tui.scripted_port import Hosted, player, table
from tui.actions.action import Nothing, Place
from tui.actions.registry import ACTIONS
from tui.host.pictures import FollowedPlayer
from tui.language.texts import LANGUAGES, Texts
from tui.presenters.reader import Page


@pytest.mark.parametrize("language", LANGUAGES)
def test_where_nobody_is_here_that_is_said(language: str) -> None:
    """A command in a terminal is no visit; an empty answer would say nothing."""
    place = Place(Hosted().port("Wren"), Texts(language))
    said = ACTIONS["who"].said(place, Nothing(), ())
    assert said
    assert (said == "Nobody is here.") is (language == "en")
    here = ACTIONS["who"].said(place, Nothing(), ("Wren", "Amber"))
    assert isinstance(here, Page)
    assert [name for name, _ in here.rows] == ["Wren", "Amber"]


def test_of_whom_one_follows_it_is_told_where_they_are_and_whether_they_follow_back() -> None:
    place = Place(Hosted(table(1, "KIWI-7", player("Amber"))).port("Wren"), Texts())
    found = [FollowedPlayer(name, name != "Elm", name == "Birch") for name in ("Amber", "Birch", "Elm")]
    page = ACTIONS["following"].said(place, Nothing(), found)
    assert isinstance(page, Page)
    told = [("Amber", "at KIWI-7"), ("Birch", "here, follows you"), ("Elm", "away")]
    assert (page.heading, page.rows) == ("You follow 3 players, 2 here", told)


@pytest.mark.parametrize(
    ("clubs", "invited", "asked", "shown"),
    [
        (("Kronberg",), (), "", "Kronberg"),
        (("Kronberg",), ("Falkenstein",), "", None),
        (("Kronberg", "Falkenstein"), (), "", None),
        ((), (), "", None),
        (("Kronberg",), (), "Falkenstein", "Falkenstein"),
    ],
)
async def test_who_is_in_one_club_alone_reads_it_without_naming_it(
    clubs: tuple[str, ...], invited: tuple[str, ...], asked: str, shown: str | None
) -> None:
    """But where an invitation waits, or with several clubs, there is a list of all."""
    listed = SimpleNamespace(clubs=[SimpleNamespace(name=name) for name in clubs], invitations=invited)
    port = SimpleNamespace(clubs=AsyncMock(return_value=listed), club=AsyncMock(side_effect=str))
    assert await ACTIONS["club"].run(port, asked) == (shown or listed)
