"""The actions of a screen in one table, which feeds its keys, its prompt and its help."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from rich.cells import cell_len
from textual.keys import key_to_character

from tui.language.spelling import spellings
from tui.language.texts import N_, NC_, Texts, Translatable

KEY_NAMES: Mapping[str, Translatable] = MappingProxyType(
    {
        "space": NC_("keys", "space"),
        "Backspace": NC_("keys", "Backspace"),
        "Enter": NC_("keys", "Enter"),
        "Page Up": NC_("keys", "Page Up"),
        "Page Down": NC_("keys", "Page Down"),
        "arrows": NC_("keys", "arrows"),
        "Up, Down": NC_("keys", "Up, Down"),
        "Left, Right": NC_("keys", "Left, Right"),
    }
)


PRESSED: Mapping[str, Translatable] = MappingProxyType(
    {
        "space": NC_("keys", "space"),
        "backspace": NC_("keys", "Backspace"),
        "enter": NC_("keys", "Enter"),
        "up": NC_("keys", "Up"),
        "down": NC_("keys", "Down"),
        "left": NC_("keys", "Left"),
        "right": NC_("keys", "Right"),
        "home": NC_("keys", "Home"),
        "end": NC_("keys", "End"),
        "pageup": NC_("keys", "Page Up"),
        "pagedown": NC_("keys", "Page Down"),
        "insert": NC_("keys", "Insert"),
        "delete": NC_("keys", "Delete"),
        "ctrl": NC_("keys", "Ctrl"),
        "shift": NC_("keys", "Shift"),
        "escape": NC_("keys", "Esc"),
    }
)
"""Keys without a character, by Textual's names."""
CAPS: Mapping[str, str] = MappingProxyType(
    {
        "Tab": "tab", "←": "left", "F1": "f1", "/": "slash", "?": "question_mark", '"': "quotation_mark",
        "+": "plus", "[": "left_square_bracket",
    }
)  # fmt: skip
"""Keys that are called the same in every language, but not as Textual does."""


class Action(NamedTuple):
    """An action with its keys and words."""

    name: str
    keys: tuple[str, ...]
    """The names that Textual has for the keys: enter, escape, question_mark, n."""
    shown: str
    """The key as people call it: a letter, or a name of `KEY_NAMES`."""
    label: Translatable
    """A word or two for the prompt."""
    help: Translatable
    """A sentence for the help page."""
    acts: bool = False
    """It does at once what another key cannot take back: it counts only where its player had seen what is
    asked.
    """


def by_letter(
    letter: str,
    name: str,
    label: Translatable,
    help: Translatable,  # noqa: A002
    *,
    acts: bool = False,
) -> Action:
    """Returns the action of the one key with a letter, which is shown as it is."""
    return Action(name, (letter,), letter, label, help, acts)


def by_key(actions: Iterable[Action]) -> Mapping[str, Action]:
    """Returns the actions by every one of their keys."""
    return {key: action for action in actions for key in action.keys}


@lru_cache(maxsize=1024)
def labels(
    texts: Texts, actions: tuple[Action, ...], resting: frozenset[Action] = frozenset()
) -> tuple[tuple[str, str], ...]:
    """Returns keys and what they do, in a word or two. Those at rest do nothing where the cursor is: their
    places are kept blank, so that no other key moves.
    """
    said = [(key_name(texts, action.shown), texts.of(action.label)) for action in actions]
    return tuple(
        (" " * cell_len(key), " " * cell_len(does)) if action in resting else (key, does)
        for action, (key, does) in zip(actions, said, strict=True)
    )


def help_lines(texts: Texts, actions: Sequence[Action]) -> tuple[tuple[str, str], ...]:
    """Returns keys and what they do, in a sentence."""
    return tuple((key_name(texts, action.shown), texts.of(action.help)) for action in actions)


def answer_keys(texts: Texts, answers: tuple[str, str] = ("", "")) -> tuple[tuple[str, str], ...]:
    """Returns the keys that answer a question; `answers` are the labels of Enter and of any other key."""
    yes, no = answers[0] or texts._("yes"), answers[1] or texts._("no")
    return (key_name(texts, "Enter"), yes), (texts._("any other key"), no)


def key_meant(texts: Texts, keys: Sequence[tuple[str, str]], said: str) -> str:
    """Returns Textual's name for that of the shown keys which is typed: by what it does, by itself, or by its
    number among them; '' if none is.
    """
    if itself := next((cap for cap, _ in keys if said == cap or said in cap.split()), ""):
        return _own_name(texts, said if len(said) == 1 else itself)
    numbered = keys[int(said) - 1 :][:1] if said.isdecimal() and said != "0" else ()
    found = [*(one for one in keys if said.casefold() in spellings(one[1])), *numbered]
    return _own_name(texts, found[0][0]) if found else ""


def _own_name(texts: Texts, shown: str) -> str:
    if shown == texts._("any other key"):
        return "escape"
    named = {texts.of(word): key for key, word in PRESSED.items()}
    return CAPS.get(shown) or named.get(shown, "") or (shown if len(shown) == 1 else "")


def key_name(texts: Texts, shown: str) -> str:
    """Returns a key as people call it, in their language."""
    return texts.of(KEY_NAMES[shown]) if shown in KEY_NAMES else shown


def pressed_name(texts: Texts, key: str) -> str:
    """Returns a key without a character by the name on its cap, with the modifiers: Ctrl+Page Up."""
    return "+".join(
        texts.of(PRESSED[part]) if part in PRESSED else part.capitalize() for part in key.split("+")
    )


def no_such_key(texts: Texts, key: str) -> str:
    """Returns the answer to a key that does nothing, here or anywhere; `key` is Textual's name for it."""
    character = key_to_character(key) or ""
    shown = character if character.strip() and character.isprintable() else pressed_name(texts, key)
    return texts._("{key} does nothing here; F1 lists all keys.", key=shown[:16])


MORE = Action("more", ("space", "down", "pagedown"), "space", N_("more"), N_("read the rest of the page"))
COMMAND = Action("command", ("slash",), "/", N_("type"), N_("type a command or a move"))
TALK = Action("talk", ("quotation_mark", "apostrophe"), '"', N_("chat"), N_("say something to everyone here"))
