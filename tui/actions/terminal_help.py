"""What `ssh HOST help` prints: all that can be typed there, what belongs to a topic, or one command."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from textwrap import wrap
from typing import Any, NamedTuple

from tui.actions.action import Action, Ssh
from tui.actions.catalogue import by_word
from tui.actions.registry import ACTIONS, SSH_FORMS, SSH_WORDS, TOPICS, topic_called
from tui.language.spelling import shown
from tui.language.texts import Texts, Translatable

ALIKE = 0.75
"""How much of a word must be right for a guess at what was meant."""
WIDTH, WIDEST_COMMAND = 78, 28
"""Columns of a line, and of a command that has its sentence beside it."""
_BEHIND_A_SLASH = re.compile(r"(?<![\w/.:])/([^\W\d_]+)( [^\W\d_]+)?")


class Row(NamedTuple):
    """What is typed behind `ssh`, a host and what it does; `in_terminal`: behind `ssh -t` and a host."""

    words: str
    does: str
    in_terminal: bool = False

    def typed(self, host: str) -> str:
        """Return all that is typed."""
        return f"ssh {'-t ' if self.in_terminal else ''}{host} {self.words}".rstrip()


def help_text(texts: Texts, games: Mapping[str, Translatable], host: str, about: str = "") -> str:
    """The answer to `ssh HOST help ABOUT`, with titles of `games` by their words; '': there is none."""
    if not about:
        return "\n".join(_every_word(texts, games, host))
    if topic := topic_called(texts, about):
        how = texts._(
            "Each is typed behind  ssh {host}  or, where it says -t, behind  ssh -t {host}", host=host
        )
        rows = rows_of(texts, games, host, topic)
        return "\n".join([*wrap(how, WIDTH), "", *(line for row in rows for line in _laid_out(row, host))])
    commands = list(_command(texts, host, about))
    width = max((len(command) for command, _ in commands), default=0)
    return "\n".join(f"  {command:<{width}}  {what}" for command, what in commands)


def _every_word(texts: Texts, games: Mapping[str, Translatable], host: str) -> Iterator[str]:
    """Yield the ways in, and the first words of all commands by their topics: one screen."""
    lobby, on, *_ = rows_of(texts, games, host, "play")
    topic = Row("help TOPIC", texts._("what the words of a topic do; help open: what one does"))
    for row in (lobby, on, topic):
        yield from (row.typed(host), f"    {row.does}")
    titles = {name: shown(texts.of(one.word)) for name, one in TOPICS.items()}
    indent = max(map(len, titles.values())) + 2
    for name, title in titles.items():
        rows = rows_of(texts, games, host, name)
        words = dict.fromkeys(row.words.split()[0] for row in rows if row.words)
        yield from wrap(
            ", ".join(words), WIDTH, initial_indent=f"{title:<{indent}}", subsequent_indent=" " * indent
        )


def _laid_out(row: Row, host: str) -> list[str]:
    """Return a row's lines: its sentence beside the command, or under one that is long."""
    command = f"{'-t' if row.in_terminal else '  '} {row.words or row.typed(host)}"
    indent = " " * (WIDEST_COMMAND + len("-t   "))
    told = wrap(row.does, WIDTH, initial_indent=indent, subsequent_indent=indent)
    if len(command) <= len(indent) - 2:
        return [command + told[0][len(command) :], *told[1:]]
    return [command, *told]


def rows_of(texts: Texts, games: Mapping[str, Translatable], host: str, topic: str) -> Iterator[Row]:
    """Yield all that belongs to a topic."""
    _ = texts._
    if topic == "play":
        yield Row("", _("the lobby: who is here, which tables there are"))
        yield Row("play", _("against bots: on with your game, or a new one"), in_terminal=True)
        for key, title in games.items():
            yield Row(key, _("straight to a table of {game}", game=texts.of(title)), in_terminal=True)
        yield Row("plain", _("in sentences, for screen readers and simple terminals"))
    elif topic == "games":
        yield Row("verify.py", _("a program that checks the dice of a record"))
    elif topic == "programs":
        yield Row("api", _("for programs: requests and answers in lines of JSON"))
    for one in TOPICS[topic].actions:
        if one.ssh and one.ssh.usage != "" and not (one.slash and one.slash.for_moderators):
            yield _declared(texts, host, one, one.ssh)


def _declared(texts: Texts, host: str, one: Action[Any, Any], ssh: Ssh) -> Row:
    told = texts.of(Translatable(ssh.help)) if ssh.help or not one.slash else texts.of(one.slash.help)
    return Row(one.terminal_usage(texts), as_typed(texts, told, host), ssh.begins)


def _command(texts: Texts, host: str, about: str) -> Iterator[tuple[str, str]]:
    """A command in a terminal, or the row that tells of it, and behind a slash."""
    name = SSH_WORDS.get(about.casefold(), about.casefold())
    if one := ACTIONS.get(name):
        teller = one
        if one.ssh and not one.ssh.help and not one.slash:
            words = one.terminal_words[0]
            teller = next(other for other in ACTIONS.values() if other.ssh and words in other.ssh.help)
        if teller.ssh:
            row = _declared(texts, host, teller, teller.ssh)
            yield row.typed(host), row.does
        if one.slash:
            yield one.usage_line(texts), texts.of(one.slash.help)


def nearest(typed: str, others: Iterable[str]) -> str:
    """Return the words of an action, or of the `others`, that begin almost as `typed` does; '': none do."""
    words = typed.casefold().split()[:2]
    for begun in (words, words[:1]):
        if found := get_close_matches(" ".join(begun), {*SSH_WORDS, *others}, n=1, cutoff=ALIKE):
            name = SSH_WORDS.get(found[0], "")
            return ACTIONS[name].terminal_words[0] if name else found[0]
    return ""


def as_typed(texts: Texts, said: str, host: str) -> str:
    """Return a sentence with its commands behind a slash as they are typed in a terminal, if they can be."""

    def typed(found: re.Match[str]) -> str:
        name, about = _instead(texts, found[1]), found[2] or ""
        if name == "help" and about:
            about = f" {_instead(texts, about.strip()) or about.strip()}"
        ssh = SSH_FORMS.get(SSH_WORDS.get(f"{name}{about}", SSH_WORDS.get(name, "")), Ssh())
        return Row(f"{name}{about}", "", ssh.begins).typed(host) if name else found[0]

    return _BEHIND_A_SLASH.sub(typed, said)


def _instead(texts: Texts, word: str) -> str:
    """Return what a command in a terminal begins with, by its word behind a slash; '': it is not there."""
    one = ACTIONS.get(by_word(texts.language).get(word.casefold(), ""))
    return one.terminal_words[0] if one and (one.ssh or one.name == "help") else ""
