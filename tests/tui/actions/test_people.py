"""What actions between people say."""

from __future__ import annotations

import pytest

from tests.tui.scripted_port import Hosted
from tui.actions.action import Nothing, Page, Place
from tui.actions.registry import ACTIONS
from tui.language.texts import LANGUAGES, Texts


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
