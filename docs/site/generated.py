"""Parts of the documentation's site that follow from the program: rules, cards, commands, settings.

Each function returns Markdown. A page names where a part goes by a line of its own,
`<!-- site: PART ARGUMENTS -->`, which `docs.site.assembly` replaces.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from babel import Locale
from msgspec.structs import FieldInfo, fields

from engine.registry import GAMES
from server.start import main as program
from server.start.offline.config import sample, schema
from tui.actions.action import Action
from tui.actions.catalogue import topic_lines
from tui.actions.registry import ACTIONS, TOPICS
from tui.actions.terminal_help import rows_of
from tui.boards import BOARDS
from tui.language.spelling import OTHERWISE
from tui.language.texts import LANGUAGES, texts_in
from tui.language.wording import sentence


def rules(game: str, language: str = "en") -> str:
    """The page that `/rules` shows in the lobby: a paragraph for each of its headings."""
    page = BOARDS[game].rules_in(texts_in(language))
    return _table(("", ""), ((f"**{heading}**", text) for heading, text in page))


def cards(game: str, language: str = "en") -> str:
    """What `help CARD` says of every card."""
    texts, speech = texts_in(language), BOARDS[game].speech
    rows = []
    for kind in speech.cards.names:
        name = speech.cards.name(texts, kind)
        said = " ".join(speech.about(texts, None, kind)).removeprefix(name).lstrip(": ")
        rows.append((f"**{name}**", sentence(said)))
    return _table(("", ""), rows)


def moves(game: str, language: str = "en") -> str:
    """How moves are typed, and what they do."""
    forms = BOARDS[game].speech.forms(texts_in(language))
    return _table(("", ""), ((f"`{form}`", does) for form, does in forms))


def languages(game: str) -> str:
    """Links to the rules in the other languages."""
    others = (
        f"[{Locale(language).get_language_name()}](rules-{game}-{language}.md)" for language in LANGUAGES[1:]
    )
    return f"In other languages: {', '.join(others)}."


def slash_commands() -> str:
    """Everything that can be typed behind a slash, by topics."""
    texts, others = texts_in("en"), {}
    for one in ACTIONS.values():
        others[one.usage_line(texts)] = [f"/{word}" for word in one.called.text.split(OTHERWISE)[1:]]
    lines = {topic: topic_lines(texts, topic) for topic in TOPICS}
    return _by_topics(
        {topic: [_marked(*row, others[row[0]]) for row in rows] for topic, rows in lines.items()}
    )


def ssh_commands() -> str:
    """What `ssh HOST help` prints, by topics."""
    titles = {key: BOARDS[key].title for key in GAMES if key in BOARDS}
    rows = {topic: rows_of(texts_in("en"), titles, "HOST", topic) for topic in TOPICS}
    others = {}
    for one in ACTIONS.values():
        words = [word for word in (*one.terminal_words[1:], one.also) if word and one.ssh]
        others[one.terminal_usage(texts_in("en"))] = [f"ssh HOST {word}" for word in words]
    return _by_topics(
        {
            topic: [_marked(row.typed("HOST"), row.does, others.get(row.words, ())) for row in of]
            for topic, of in rows.items()
        }
    )


def _marked(typed: str, does: str, others: Sequence[str]) -> tuple[str, str]:
    """A row that tells what is typed today, and the words that earlier versions had for it."""
    return typed, "; also ".join((does, *(f"`{one}`" for one in others)))


def request_rows() -> Sequence[str]:
    """The rows of docs/api.md that tell of requests."""
    return [
        f"| {_request(one)} | {', '.join(map(_field, fields(one.args)))}{' ' if fields(one.args) else ''}"
        f"| {one.doc} |"
        for one in ACTIONS.values()
        if one.is_request
    ]


def _request(one: Action[Any, Any]) -> str:
    return f"`{one.name}`, once `{one.also}`" if one.also else f"`{one.name}`"


def _field(field: FieldInfo) -> str:
    return f"`{field.name}`{'' if field.required else '?'}"


def _by_topics(lines: Mapping[str, Sequence[tuple[str, str]]]) -> str:
    tables = (
        (topic, _table(("type", "what it does"), ((f"`{command}`", does) for command, does in rows)))
        for topic, rows in lines.items()
        if rows
    )
    return "\n\n".join(f"### {sentence(topic)}\n\n{table}" for topic, table in tables)


def settings() -> str:
    """Every setting with its default and its meaning, by sections."""
    described = schema(sample())
    kinds = described["$defs"]
    root = described["properties"]
    sections = {name: kinds[kind["$ref"].rpartition("/")[2]] for name, kind in root.items() if "$ref" in kind}
    general = {name: kind for name, kind in root.items() if name not in sections}
    parts = ["## The host", _settings(general)]
    for name, section in sections.items():
        parts += [f"## [{name}]", _settings(section["properties"])]
    return "\n\n".join(parts)


def subcommands() -> str:
    """Every subcommand of `crownhouse`, with its arguments."""
    parser = program.make_parser()
    found = next(action.choices for action in parser._subparsers._group_actions)  # noqa: SLF001
    parts = []
    for name, one in found.items():
        one.prog = f"crownhouse {name}"
        parts += [f"## {name}", f"```text\n{one.format_help().strip()}\n```"]
    return "\n\n".join(parts)


PARTS: Mapping[str, Callable[..., str]] = MappingProxyType(
    {
        "rules": rules,
        "cards": cards,
        "moves": moves,
        "languages": languages,
        "slash-commands": slash_commands,
        "ssh-commands": ssh_commands,
        "settings": settings,
        "subcommands": subcommands,
    }
)
"""The parts by the word in their marker."""


def _settings(named: Mapping[str, Mapping[str, Any]]) -> str:
    """Settings that one comment explains stand together above it."""
    groups: dict[str, list[str]] = {}
    for name, kind in named.items():
        line = f"{name} = {_toml(kind['default'])}"
        groups.setdefault(kind["description"], []).append(line)
    return "\n\n".join(
        "```toml\n" + "\n".join(lines) + f"\n```\n\n{_prose(meaning)}" for meaning, lines in groups.items()
    )


def _toml(value: object) -> str:
    """A default as it is written in the file; strings, numbers, truth values and lists look as in JSON."""
    return json.dumps(value, ensure_ascii=False)


def _prose(text: str) -> str:
    """A text without what Markdown would read as markup."""
    return text.replace("[", "\\[").replace("<", "&lt;").replace("*", "\\*")


def _table(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> str:
    lines = [head, ("---", "---"), *rows]
    return "\n".join(f"| {left} | {right} |" for left, right in (map(_cell, line) for line in lines))


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
