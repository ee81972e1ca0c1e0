"""What the words of a command in a terminal mean, and how it is written there."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, replace

from engine.game import Refused, quoted
from tui.actions import typed_words
from tui.actions.action import TEXTS, Action, Place, Ssh, Wrong, fields_of, needed
from tui.language.texts import Texts

JSON = "--json"
"""What a terminal's command is given with to be answered as a program is."""
YES = "--yes"
"""What a terminal's command is given with to say yes to what it asks."""
MOST_TRIED = 20
"""Words of which each is left out to find the wrong one."""
_NOT_TYPED = re.compile("--.*|.{121,}")
"""An option, or a word longer than any that means something."""
_CODE = re.compile(r"[A-Za-z0-9][A-Za-z0-9.:_-]{0,63}")
"""A table, or a page of a list."""
_QUOTED = re.compile(r"""(["'])((?:(?!\1).)*)\1""")
"""What the shell of a client may leave of a text: all of it between two quotes."""


class Typed(Struct, frozen=True):
    """Words in a terminal, read when their player's language is known, and the fields of options."""

    words: str
    options: Mapping[str, object] = {}
    table: str = ""
    """Where they are read; '': nowhere."""


def form(action: Action[Any, Any], texts: Texts, host: str, wrong: str = "") -> str:
    """Return how it is written, as a sentence that names a word that is `wrong` there."""
    written = f"ssh {host} {action.terminal_usage(texts)}"
    for option, field in _named_options(action).items():
        if option in wrong.split():
            written += f" {option} {field.name.upper() if 'str' in str(field.type) else 'N'}"
    if wrong:
        word = quoted(wrong)
        return texts._("{word} isn't clear here. Write it like this: {form}", word=word, form=written)
    return texts._("Write it like this: {form}", form=written)


def read(action: Action[Any, Any], place: Place, found: Typed) -> Struct:
    """Return what `split` found once the language of the player is known. Raises Wrong."""
    if not (found.words or found.table or found.options.keys() >= {*needed(action.written)}):
        raise Wrong
    if found.table:
        place = dataclasses.replace(place, table=place.port.look(found.table).tables[0])
    args: Struct = typed_words.read(action, place, found.words, found.options)
    return args


def strange(action: Action[Any, Any], place: Place, found: Typed) -> str:
    """Return the last word without which the others could be read; '': none, or there are too many."""
    words = found.words.split()
    for at in reversed(range(len(words) if len(words) <= MOST_TRIED else 0)):
        with suppress(Wrong, Refused):
            read(action, place, replace(found, words=" ".join(words[:at] + words[at + 1 :])))
            return words[at]
    return ""


def split(action: Action[Any, Any], words: Sequence[str]) -> tuple[Typed, bool]:
    """Return the words of a command, and whether JSON is to answer. Raises Wrong with what is no option."""
    ssh, fields = action.ssh or Ssh(), action.written.__struct_fields__
    words, options = _options(action, words)
    required = [name for name in needed(action.written) if name != ssh.reads]
    texts = TEXTS.intersection(action.several.args.__struct_fields__ if action.several else fields)
    ends_in_text = not action.read and bool(texts.intersection(required[-1:]))
    before = words[: len(required) - 1] if ends_in_text else words
    flags = {one: one.removeprefix("--") for one in ssh.flags if one in before}
    options |= {field: True for field in flags.values() if field in fields and not action.read}
    given = [one for one in before if one != JSON and flags.get(one) not in options]
    wrong = [one for one in given if _NOT_TYPED.fullmatch(one) and one not in flags]
    if wrong and (ends_in_text or not texts):
        raise Wrong(wrong[0])
    table = "".join(given[:1]) if ssh.at_table or required[:1] == ["table"] else ""
    if table and not _CODE.fullmatch(table):
        raise Wrong(table)
    if ssh.at_table:
        given = given[1:]
    said = filter(None, (_unquoted(given), _unquoted(words[len(before) :])))
    return Typed(" ".join(said), options, table if ssh.at_table else ""), JSON in before


def _named_options(action: Action[Any, Any]) -> Mapping[str, FieldInfo]:
    """The options that take a value, with the field that it fills."""
    fields = fields_of(action.written)
    named = [name.partition("=") for name in (action.ssh.options if action.ssh else ())]
    return {f"--{typed}": fields[field or typed] for typed, _, field in named}


def _options(action: Action[Any, Any], words: Sequence[str]) -> tuple[Sequence[str], dict[str, object]]:
    """Return the words but for options, and the fields of those. Raises Wrong with one that is wrong."""
    chosen: dict[str, object] = {}
    for option, field in _named_options(action).items():
        if option in words:
            at = words.index(option)
            value = "".join(words[at + 1 : at + 2])
            try:
                chosen[field.name] = msgspec.convert(value, field.type, strict=False)
            except msgspec.ValidationError:
                value = ""
            if not _CODE.fullmatch(value):
                raise Wrong(" ".join(words[at : at + 2]))
            words = [*words[:at], *words[at + 2 :]]
    return words, chosen


def _unquoted(words: Sequence[str]) -> str:
    text = " ".join(words)
    quotes = _QUOTED.fullmatch(text)
    return quotes[2] if quotes else text


def needs_yes(texts: Texts, question: str) -> str:
    """Return a question as a terminal tells it."""
    return texts._("{question} If so, add {yes}.", question=question, yes=YES)
