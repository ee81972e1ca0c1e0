"""The help is made of the declarations: all of it, a topic, one command; in a terminal and behind a slash."""

from __future__ import annotations

import re

import pytest

from tui.actions.catalogue import help_line, help_lines, topic_lines
from tui.actions.registry import ACTIONS, SSH_FORMS, TOPICS
from tui.actions.terminal_help import WIDTH, as_typed, help_text, nearest, rows_of
from tui.boards import BOARDS
from tui.language.texts import LANGUAGES, Texts

TITLES = {key: board.title for key, board in BOARDS.items()}


def told(texts: Texts, about: str = "") -> list[str]:
    return help_text(texts, TITLES, "HOST", about).splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_in_a_terminal_is_told_in_one_topic(language: str) -> None:
    """By the topic's name in English and in the player's language; without a topic all first words are."""
    texts = Texts(language)
    parts = [told(texts, topic) for topic in TOPICS]
    assert parts == [told(texts, texts.of(topic.word).upper()) for topic in TOPICS.values()]
    rows = [row.words for topic in TOPICS for row in rows_of(texts, TITLES, "HOST", topic)]
    shown = [one for one in ACTIONS.values() if not (one.slash and one.slash.for_moderators)]
    usages = [one.terminal_usage(texts) for one in shown if one.ssh and one.ssh.usage != ""]
    assert all(any(f"{row} ".startswith(f"{usage} ") for row in rows) for usage in usages)
    assert len(rows) == len(set(rows))
    assert {row.split()[0] for row in rows if row} <= set(re.findall(r"[a-z.]+", "\n".join(told(texts))))
    assert len(told(texts)) <= 24


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("topic", ["", *TOPICS])
def test_a_terminal_of_80_columns_shows_the_help_without_a_break(language: str, topic: str) -> None:
    """Also of a host with a long name; a sentence stands beside its command or below."""
    lines = help_text(Texts(language), TITLES, "-p 2222 games.of-a-long-name.example.org", topic).splitlines()
    assert [line for line in lines if len(line) > WIDTH] == []


def test_a_command_is_told_as_it_is_typed() -> None:
    """In a terminal, behind a slash, or both."""
    for name in SSH_FORMS:
        texts, one = Texts(), ACTIONS[name]
        words = (SSH_FORMS[name].words or name).split("|")[0]
        if words not in TOPICS:
            assert len(told(texts, words)) == 1 + bool(one.slash)


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("opponets court", "opponents"),
        ("cup entr", "cup enter"),
        ("clubs", "club"),
        ("cuort", "court"),
        ("playn", "play"),
        ("", ""),
        ("xyzzy", ""),
        ("\x1b[2J", ""),
    ],
)
def test_what_was_probably_meant_is_told(typed: str, meant: str) -> None:
    assert nearest(typed, ("court", "play")) == meant


@pytest.mark.parametrize(
    ("language", "said", "typed"),
    [
        (
            "en",
            "There is no cup called x: /cup lists them.",
            "There is no cup called x: ssh h cup lists them.",
        ),
        ("de", "Du bist stumm: /briefe sagt warum.", "Du bist stumm: ssh h letters sagt warum."),
        ("de", "siehe /hilfe nachricht", "siehe ssh h help notify"),
        ("de", "Turniere: /cup open court 20:00", "Turniere: ssh h cup open court 20:00"),
        ("en", "/brief: one sentence. /plain: all", "ssh h brief: one sentence. /plain: all"),
        ("en", "come: /join KIWI-7, /daily results", "come: ssh -t h join KIWI-7, ssh h daily results"),
        ("de", "ansehen: /duplikat results T", "ansehen: ssh h duplicate results T"),
        ("en", "Everything else: /tips, 3/4, a/b, /etc/who", "Everything else: /tips, 3/4, a/b, /etc/who"),
    ],
)
def test_a_terminal_is_told_what_can_be_typed_there(language: str, said: str, typed: str) -> None:
    assert as_typed(Texts(language), said, "h") == typed


def test_what_there_is_not_is_not_told() -> None:
    assert told(Texts(), "nonsense") == []


def test_a_topic_is_told_behind_a_slash() -> None:
    """Moderators' commands to them alone; what is no topic is a command, or nothing."""
    texts = Texts()
    usages = [usage for usage, _ in topic_lines(texts, "Conduct")]
    assert usages == [
        "/report NAME [program|cheating|name] WHY",
        "/letters",
        "/answer TEXT",
        "/conduct [accept]",
    ]
    assert len(topic_lines(texts, "conduct", moderator=True)) == len(usages) + 2
    assert topic_lines(texts, "tell") == topic_lines(texts, "") == ()
    assert help_line(texts, "tell").startswith("/tell NAME TEXT: write to")
    every = [line for topic in TOPICS for line in topic_lines(texts, topic, moderator=True)]
    assert every == list(help_lines(texts, moderator=True))


def test_words_behind_a_command_are_told_in_the_language_of_who_types_them() -> None:
    """In a terminal as behind a slash; where it is written otherwise there, as declared."""
    german = Texts("de")
    assert ACTIONS["away"].terminal_usage(german) == "away [7d|aus]"
    assert ACTIONS["profile"].terminal_usage(german) == "profile [NAME|verbergen|zeigen]"
    assert ACTIONS["cup_open"].terminal_usage(german) == "cup open GAME TIME [WORDS]"
