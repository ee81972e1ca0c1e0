"""All actions that are declared, and what a program may ask for, told to it. It imports the boards."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import json

from tui.actions import (
    account,
    clubs,
    cups,
    deals,
    moderation,
    moves,
    new_games,
    people,
    replays,
    results,
    screens,
    settings,
    tables,
)
from tui.actions.action import Action, Shows, Ssh
from tui.actions.answers import Json
from tui.host.port import Port
from tui.host.refusals import refused
from tui.language.spelling import spellings
from tui.language.texts import NC_, Texts, Translatable
from tui.presenters.reader import in_json

Requests = Mapping[str, Action[Any, Any]]
LONGEST = 64
"""Characters of an unknown name that are told."""


class Topic(NamedTuple):
    """Actions that the help tells together."""

    word: Translatable
    actions: Sequence[Action[Any, Any]]


async def _described(_: Port, request: str | None = None) -> Mapping[str, Json]:
    """The `requests` by their names, or the one called so: what each `does`, its `fields` as JSON schemas,
    those that are `needed`, a name that it has had (`also`), and its `limit`, if it has one: `what` is
    counted by which `setting` of the host in how many `seconds`, and the `code` of the refusal.
    """
    asked = REQUESTS if request is None else (request,)
    found: dict[str, Json] = {}
    for name in asked:
        if name not in REQUESTS:
            raise refused("do-unknown", do=name[:LONGEST], known=tuple(REQUESTS))
        found[REQUESTS[name].name] = _told(REQUESTS[name].name)
        await asyncio.sleep(0)
    return found


@cache
def _told(name: str) -> Json:
    one = REQUESTS[name]
    known = json.schema(one.args)["$defs"]
    fields = known[one.args.__name__]
    told = {"does": one.doc, "fields": _whole(fields["properties"], known), "needed": fields["required"]}
    also = {"also": one.also} if one.also else {}
    return {**told, **also, **({"limit": one.limit._asdict()} if one.limit else {})}


def _whole(schema: Any, known: Mapping[str, Any]) -> Any:
    """Return a schema with the schemas in it that it names."""
    if isinstance(schema, list):
        return [_whole(one, known) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if name := schema.get("$ref"):
        return _whole(known[name.rpartition("/")[2]], known)
    return {key: _whole(value, known) for key, value in schema.items()}


DESCRIBE: Action[Any, Mapping[str, Json]] = Shows(
    name="describe",
    run=_described,
    say=lambda _place, _args, found: in_json({"requests": found}),
    answer="requests",
    ssh=Ssh("what programs may ask for, as JSON", for_guests=True),
)
_TOPICS = (
    Topic(
        NC_("help topic", "play"),
        (*new_games.ACTIONS, *deals.ACTIONS, *cups.ACTIONS, *cups.PARTS, *moves.ACTIONS, *results.TODAY),
    ),
    Topic(NC_("help topic", "tables"), tables.ACTIONS),
    Topic(NC_("help topic", "games"), (*replays.ACTIONS, results.HISTORY)),
    Topic(NC_("help topic", "people"), (*people.ACTIONS, *results.ACTIONS, *clubs.ACTIONS, *clubs.PARTS)),
    Topic(NC_("help topic", "conduct"), moderation.ACTIONS),
    Topic(NC_("help topic", "account"), (*settings.ACTIONS, *settings.SETTINGS, *account.ACTIONS)),
    Topic(NC_("help topic", "screen"), screens.ACTIONS),
    Topic(NC_("help topic", "programs"), (DESCRIBE,)),
)
TOPICS: Mapping[str, Topic] = MappingProxyType({one.word.text: one for one in _TOPICS})
"""All actions, as the help lists them."""
ACTIONS: Mapping[str, Action[Any, Any]] = MappingProxyType(
    {one.name: one for topic in TOPICS.values() for one in topic.actions}
)
SSH_FORMS: Mapping[str, Ssh] = MappingProxyType({name: one.ssh for name, one in ACTIONS.items() if one.ssh})
SSH_WORDS: Mapping[str, str] = MappingProxyType(
    {
        words: name
        for name in SSH_FORMS
        for words in (*ACTIONS[name].terminal_words, ACTIONS[name].also)
        if words
    }
)
"""The names of actions by the words that a command in a terminal begins with."""
REQUESTS: Requests = MappingProxyType(
    {call: one for name, one in ACTIONS.items() if one.is_request for call in (name, one.also) if call}
)
"""Actions by the names of their requests."""


def topic_called(texts: Texts, word: str) -> str:
    """Return the topic that a word means, in English or the player's language; '': none."""
    called = (
        name for name, one in TOPICS.items() if word.casefold() in {name, *spellings(texts.of(one.word))}
    )
    return next(called, "")
