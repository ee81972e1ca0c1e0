"""What a form asks a host for."""

from __future__ import annotations

from collections.abc import Mapping
from types import SimpleNamespace
from typing import Any, cast

import pytest

from tui.screens.lobby.form import PROGRAMS, Form

OFFER = cast("Any", SimpleNamespace(choices=()))


@pytest.mark.parametrize(
    ("private", "options", "asks"),
    [(False, {"rated": "on"}, True), (True, {"rated": "on"}, False), (False, {"rated": "off"}, False),
     (True, {}, False)],
)  # fmt: skip
def test_programs_are_a_choice_at_a_public_rated_table(
    private: bool, options: Mapping[str, str], asks: bool
) -> None:
    """Elsewhere they are welcome, and nothing is asked."""
    form = Form(OFFER, 3, options, private=private, programs=True)
    assert (PROGRAMS in form.fields) == asks
    assert form.table_options == ({**options, PROGRAMS: "on"} if asks else options)
