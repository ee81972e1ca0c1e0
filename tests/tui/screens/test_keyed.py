"""Every action that a screen offers a key for is done by something."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

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
