"""All actions that are declared. It imports the boards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from tui.actions import (
    clubs,
    cups,
    deals,
    describing,
    history,
    keys,
    moderation,
    moves,
    new_games,
    notices,
    people,
    replays,
    results,
    screens,
    settings,
    table_seats,
    tables,
)
from tui.actions.action import Action, Ssh
from tui.language.spelling import spellings
from tui.language.texts import NC_, Texts, Translatable


class Topic(NamedTuple):
    """Actions that the help tells together."""

    word: Translatable
    actions: Sequence[Action[Any, Any]]


TOPICS: Mapping[str, Topic] = MappingProxyType(
    {
        "play": Topic(
            NC_("help topic", "play"),
            (*new_games.ACTIONS, *deals.ACTIONS, *cups.ACTIONS, *moves.ACTIONS, *results.TODAY),
        ),
        "tables": Topic(NC_("help topic", "tables"), (*tables.ACTIONS, *table_seats.ACTIONS)),
        "games": Topic(NC_("help topic", "games"), (*replays.ACTIONS, *history.ACTIONS)),
        "people": Topic(NC_("help topic", "people"), (*people.ACTIONS, *results.ACTIONS, *clubs.ACTIONS)),
        "conduct": Topic(NC_("help topic", "conduct"), moderation.ACTIONS),
        "account": Topic(NC_("help topic", "account"), (*settings.ACTIONS, *notices.ACTIONS, *keys.ACTIONS)),
        "screen": Topic(NC_("help topic", "screen"), screens.ACTIONS),
        "programs": Topic(NC_("help topic", "programs"), (describing.action(lambda: REQUESTS),)),
    }
)
"""All actions, as the help lists them."""
ACTIONS: Mapping[str, Action[Any, Any]] = MappingProxyType(
    {one.name: one for topic in TOPICS.values() for one in topic.actions}
)
SSH_FORMS: Mapping[str, Ssh] = MappingProxyType({name: one.ssh for name, one in ACTIONS.items() if one.ssh})
SSH_WORDS: Mapping[str, str] = MappingProxyType(
    {words: name for name in SSH_FORMS for words in ACTIONS[name].terminal_words}
)
"""The names of actions by the words that a command in a terminal begins with."""
REQUESTS: Mapping[str, Action[Any, Any]] = MappingProxyType(
    {call: one for name, one in ACTIONS.items() if one.api for call in (name, one.api.also) if call}
)
"""Actions by the names of their requests."""


def topic_called(texts: Texts, word: str) -> str:
    """Return the topic that a word means, in English or the player's language; '': none."""
    called = (
        name for name, one in TOPICS.items() if word.casefold() in {name, *spellings(texts.of(one.word))}
    )
    return next(called, "")
