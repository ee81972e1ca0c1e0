"""What `ssh HOST help` prints: all that can be typed there, what belongs to a topic, or one command."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from tui.actions.action import Action, Ssh
from tui.actions.catalogue import by_word
from tui.actions.registry import ACTIONS, SSH_WORDS, TOPICS, topic_called
from tui.language.spelling import shown
from tui.language.texts import Texts, Translatable

ALIKE = 0.75
"""How much of a word must be right for a guess at what was meant."""
Row = tuple[str, str]
_BEHIND_A_SLASH = re.compile(r"(?<![\w/.:])/([^\W\d_]+)( [^\W\d_]+)?")


def help_text(texts: Texts, games: Mapping[str, Translatable], host: str, about: str = "") -> str:
    """The answer to `ssh HOST help ABOUT`, several lines; '': there is no such topic and no such command.
    `games` are titles by the word that is typed, `host` as in `tui.host.port.Port.ssh_host`.
    """
    if not about:
        every = (row for topic in TOPICS for row in _rows(texts, games, host, topic))
        topics = ", ".join(shown(texts.of(topic.word)) for topic in TOPICS.values())
        rows = [*every, (f"ssh {host} help TOPIC", texts._("one of {topics}; or a command", topics=topics))]
    elif topic := topic_called(texts, about):
        rows = list(_rows(texts, games, host, topic))
    else:
        rows = list(_command(texts, host, about))
    width = max((len(command) for command, _ in rows), default=0)
    return "\n".join(f"  {command:<{width}}  {what}" for command, what in rows)


def _rows(texts: Texts, games: Mapping[str, Translatable], host: str, topic: str) -> Iterator[Row]:
    yield from _ways_in(texts, games, host).get(topic, ())
    for one in TOPICS[topic].actions:
        if one.ssh and one.ssh.usage and not (one.slash and one.slash.for_moderators):
            yield _declared(texts, host, one, one.ssh)


def _ways_in(texts: Texts, games: Mapping[str, Translatable], host: str) -> Mapping[str, Sequence[Row]]:
    return {
        "play": (
            (f"ssh {host}", texts._("the lobby: who is here, which tables there are")),
            (f"ssh -t {host} play", texts._("against bots: on with your game, or a new one")),
            *(
                (f"ssh -t {host} {key}", texts._("straight to a table of {game}", game=texts.of(title)))
                for key, title in games.items()
            ),
            (f"ssh {host} plain", texts._("in sentences, for screen readers and simple terminals")),
        ),
        "games": ((f"ssh {host} verify.py", texts._("a program that checks the dice of a record")),),
        "programs": ((f"ssh {host} api", texts._("for programs: requests and answers in lines of JSON")),),
    }


def _declared(texts: Texts, host: str, one: Action[Any, Any], ssh: Ssh) -> Row:
    told = texts.of(Translatable(ssh.help)) if ssh.help or not one.slash else texts.of(one.slash.help)
    return f"ssh {'-t ' if ssh.begins else ''}{host} {one.terminal_usage(texts)}", as_typed(texts, told, host)


def _command(texts: Texts, host: str, about: str) -> Iterator[Row]:
    """A command as it is typed in a terminal, in another one's row if it has no sentence, and behind a
    slash.
    """
    name = SSH_WORDS.get(about.casefold(), about.casefold())
    if one := ACTIONS.get(name):
        teller = one
        if one.ssh and not one.ssh.help and not one.slash:
            words = one.terminal_words[0]
            teller = next(other for other in ACTIONS.values() if other.ssh and words in other.ssh.help)
        if teller.ssh:
            yield _declared(texts, host, teller, teller.ssh)
        if one.slash:
            yield one.usage_line(texts), texts.of(one.slash.help)


def nearest(typed: str, others: Iterable[str]) -> str:
    """Return the words of an action, or of the `others` that are commands, that begin almost as `typed` does;
    '': none do.
    """
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
        return f"ssh {host} {name}{about}" if name else found[0]

    return _BEHIND_A_SLASH.sub(typed, said)


def _instead(texts: Texts, word: str) -> str:
    """Return what a command in a terminal begins with, by its word behind a slash; '': it is not there."""
    one = ACTIONS.get(by_word(texts.language).get(word.casefold(), ""))
    return one.terminal_words[0] if one and (one.ssh or one.name == "help") else ""
