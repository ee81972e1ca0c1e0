"""All actions that are declared. It imports the boards."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from tui.actions import (
    deals,
    describing,
    fair_dice,
    history,
    keys,
    moderation,
    moves,
    new_games,
    notices,
    people,
    protection,
    records,
    replays,
    results,
    screens,
    settings,
    table_seats,
    tables,
    today,
)
from tui.actions.action import Action, Slash, Ssh

_FAMILIES = (
    *(people, deals, fair_dice, history, keys, moderation, moves, new_games, notices, protection, records),
    *(replays, results, screens, settings, table_seats, tables, today),
)
ACTIONS: Mapping[str, Action[Any, Any]] = MappingProxyType(
    {
        one.name: one
        for actions in (*(family.ACTIONS for family in _FAMILIES), (describing.action(lambda: REQUESTS),))
        for one in actions
    }
)
SLASH_FORMS: Mapping[str, Slash] = MappingProxyType(
    {name: one.slash for name, one in ACTIONS.items() if one.slash}
)
SSH_FORMS: Mapping[str, Ssh] = MappingProxyType({name: one.ssh for name, one in ACTIONS.items() if one.ssh})
SSH_WORDS: Mapping[str, str] = MappingProxyType(
    {words: name for name, one in SSH_FORMS.items() for words in (one.words or name).split("|")}
)
"""The names of actions by the words that a command in a terminal begins with."""
REQUESTS: Mapping[str, Action[Any, Any]] = MappingProxyType(
    {one.api.request or name: one for name, one in ACTIONS.items() if one.api}
)
