"""What can be done on a screen, in one table: it feeds the keys, the prompt and the help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from textual.keys import key_to_character

from tui.language.texts import Texts, Worded

KEY_NAMES: Mapping[str, Worded] = MappingProxyType(
    {
        "space": lambda texts: texts.pgettext("keys", "space"),
        "Backspace": lambda texts: texts.pgettext("keys", "Backspace"),
        "Enter": lambda texts: texts.pgettext("keys", "Enter"),
        "arrows": lambda texts: texts.pgettext("keys", "arrows"),
        "Up, Down": lambda texts: texts.pgettext("keys", "Up, Down"),
        "Left, Right": lambda texts: texts.pgettext("keys", "Left, Right"),
    }
)


class Action(NamedTuple):
    """One thing to do."""

    name: str
    keys: tuple[str, ...]
    """As Textual calls them: enter, escape, question_mark, n."""
    shown: str
    """The key as people call it: a letter, or a name of `KEY_NAMES`."""
    label: Worded
    """A word or two for the prompt."""
    help: Worded
    """A sentence for the help page."""


def by_key(actions: Iterable[Action]) -> Mapping[str, Action]:
    """The actions by every one of their keys."""
    return {key: action for action in actions for key in action.keys}


def labels(texts: Texts, actions: Iterable[Action]) -> tuple[tuple[str, str], ...]:
    """Keys and what they do, in short."""
    return tuple(_label(texts, action) for action in actions)


@lru_cache(maxsize=1024)
def _label(texts: Texts, action: Action) -> tuple[str, str]:
    return key_name(texts, action.shown), action.label(texts)


def help_lines(texts: Texts, actions: Sequence[Action]) -> tuple[tuple[str, str], ...]:
    """Keys and what they do, in a sentence."""
    return tuple((key_name(texts, action.shown), action.help(texts)) for action in actions)


def key_name(texts: Texts, shown: str) -> str:
    """A key as people call it, in their language."""
    return KEY_NAMES[shown](texts) if shown in KEY_NAMES else shown


def no_such_key(texts: Texts, key: str) -> str:
    """The answer to a key that does nothing, here or anywhere; `key` is Textual's name for it."""
    character = key_to_character(key) or ""
    shown = character if character.strip() and character.isprintable() else key_name(texts, key)
    return texts._("{key} does nothing here; F1 lists all keys.", key=shown[:16])


COMMAND = Action(
    "command", ("slash",),
    "/",
    lambda texts: texts._("type"),
    lambda texts: texts._("type a command; at a table, a move as well (keep 3 3)"),
)  # fmt: skip


TALK = Action(
    "talk", ("quotation_mark", "apostrophe"),
    '"',
    lambda texts: texts._("talk"),
    lambda texts: texts._("say something to everybody here"),
)  # fmt: skip
