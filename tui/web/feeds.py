"""Ended games as a news feed, and open tables with a start time as a calendar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from tui.boards.kit.html import Html, element, feed
from tui.host.history import HistoryGame
from tui.host.pictures import TableInfo
from tui.presenters.offers import title
from tui.web.front import ended_words
from tui.web.page import Asked

OCTETS = 74
"""The most bytes of a line of a calendar, without its end."""


def atom(asked: Asked, games: Sequence[HistoryGame]) -> Html:
    """Return the games that ended lately, for readers of news."""
    web, texts = asked.site.web, asked.texts
    newest = max((game.ended for game in games), default=0.0)
    entries = [
        element(
            "entry",
            element("title", f"{title(texts, game.game)} {game.name}"),
            element("id", f"{web or 'crownhouse:'}/r/{game.id}"),
            element("link", href=f"{web}/r/{game.id}"),
            element("updated", _time(game.ended, "%Y-%m-%dT%H:%M:%SZ")),
            element("author", element("name", "crownhouse")),
            element("summary", ended_words(texts, game)),
        )
        for game in games
    ]
    return feed(
        element("title", "crownhouse"),
        element("id", f"{web or 'crownhouse:'}/"),
        element("link", href=f"{web}/"),
        element("updated", _time(newest, "%Y-%m-%dT%H:%M:%SZ")),
        *entries,
    )


def _time(time: float, form: str) -> str:
    return datetime.fromtimestamp(time, UTC).strftime(form)


def calendar(asked: Asked, tables: Sequence[TableInfo]) -> str:
    """Return the open tables with a start time, for calendars."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//crownhouse//window//EN"]
    for info in tables:
        if info.stage != "open" or info.starts is None:
            continue
        lines += [
            "BEGIN:VEVENT",
            f"UID:{info.id}@crownhouse",
            f"DTSTAMP:{_time(info.since, '%Y%m%dT%H%M%SZ')}",
            f"DTSTART:{_time(info.starts, '%Y%m%dT%H%M%SZ')}",
            f"SUMMARY:{_escaped(f'{title(asked.texts, info.game)} {info.name}')}",
            f"DESCRIPTION:{_escaped(asked.site.command(f'join {info.name}'))}",
            *([f"URL:{asked.site.web}/t/{info.name}"] if asked.site.web else []),
            "END:VEVENT",
        ]
    lines.append("END:VCALENDAR")
    return "".join(f"{line}\r\n" for whole in lines for line in _folded(whole))


def _escaped(text: str) -> str:
    return "".join(f"\\{char}" if char in "\\;," else char for char in text)


def _folded(line: str) -> Iterable[str]:
    """Yield a line in parts that are short enough, without a character cut in two."""
    part = ""
    for char in line:
        if len((part + char).encode()) > OCTETS:
            yield part
            part = " "
        part += char
    yield part
