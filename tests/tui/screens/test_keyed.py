"""Every action that a screen offers a key for is done by something."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest
from textual.binding import Binding
from textual.dom import DOMNode

import tui
from tui.actions.registry import ACTIONS
from tui.language.actions import Action
from tui.presenters import lobby_actions, table_actions
from tui.replay import actions as replay_actions
from tui.screens.analysis.analysis_screen import ACTIONS as ANALYSIS_ACTIONS
from tui.screens.analysis.analysis_screen import AnalysisScreen
from tui.screens.base.line_screen import LineScreen
from tui.screens.lobby.lobby_screen import LobbyScreen
from tui.screens.people import actions as people_actions
from tui.screens.people.cup_screen import CupScreen
from tui.screens.people.daily_screen import DailyScreen
from tui.screens.people.history_screen import HistoryScreen
from tui.screens.people.opponents_screen import OpponentsScreen
from tui.screens.people.profile_screen import ProfileScreen
from tui.screens.people.queue_screen import QueueScreen
from tui.screens.replay.replay_screen import ReplayScreen
from tui.screens.table.table_screen import TableScreen

LISTS = (CupScreen, DailyScreen, HistoryScreen, OpponentsScreen, ProfileScreen, QueueScreen)
ELSEWHERE = frozenset(("choose", "page", "section", "arrows", "numbered", "take_name", *replay_actions.LEAPS))
"""What screens read themselves: several keys at once, leaps, the name that is offered on arrival."""


def of(module: object) -> list[Action]:
    return [one for one in vars(module).values() if isinstance(one, Action)]


@pytest.mark.parametrize(
    ("screen", "offered"),
    [
        (TableScreen, of(table_actions)),
        (LobbyScreen, of(lobby_actions)),
        (ReplayScreen, of(replay_actions)),
        (AnalysisScreen, ANALYSIS_ACTIONS),
        *((screen, [one for one in screen.actions if one is not people_actions.CHOOSE]) for screen in LISTS),
    ],
)
def test_every_action_with_a_key_is_done(screen: type, offered: Iterable[Action]) -> None:
    commands = ACTIONS.keys() if issubclass(screen, LineScreen) else set()
    assert {one.name for one in offered} - commands - object.__new__(screen).keyed.keys() <= ELSEWHERE


def kinds_of(kind: type) -> Iterator[type]:
    for one in kind.__subclasses__():
        yield from (one, *kinds_of(one))


def test_every_key_of_a_panel_is_bound_to_a_method_that_it_has() -> None:
    """Textual finds it by its name, as text."""
    for module in walk_packages(tui.__path__, "tui."):
        import_module(module.name)
    bound = {
        (kind, one.action.partition("(")[0])
        for kind in kinds_of(DOMNode)
        if kind.__module__.startswith("tui.")
        for one in vars(kind).get("BINDINGS", ())
        if isinstance(one, Binding) and not one.action.startswith("app.")
    }
    assert len(bound) > 40
    assert [(kind, name) for kind, name in bound if not hasattr(kind, f"action_{name}")] == []
