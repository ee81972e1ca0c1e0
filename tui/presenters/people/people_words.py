"""People in words: who is here, whom one follows, what one was sent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from msgspec import Struct

from engine.game import Refused
from tui.host.pictures import FollowedPlayer, ReceivedNote, SeatNews
from tui.host.port import Port, TableInfo
from tui.host.table_search import ALL_TABLES
from tui.language.moderation_words import when
from tui.language.texts import Texts
from tui.presenters.reader import Page, Reader
from tui.presenters.seat_news import words as news_words
from tui.presenters.share import on_the_web


class Received(Struct, frozen=True):
    """What waited for a player, and whether a letter of the moderators or the host does."""

    notes: Sequence[ReceivedNote]
    letter: bool


def here(reader: Reader, people: Sequence[str]) -> Page:
    """Returns who is here, and where they play."""
    texts, own = reader.texts, reader.port.name
    places = _places(reader.port)
    heading = texts.ngettext("{number} person here", "{number} people here", len(people))
    return Page(heading, [(name, _where(texts, name, own, places.get(name, ()))) for name in people])


def _where(texts: Texts, name: str, you: str, tables: Iterable[str]) -> str:
    who = [texts._("you")] if name == you else []
    return ", ".join([*who, *(texts._("at {table}", table=table) for table in tables)])


def _places(port: Port) -> Mapping[str, Sequence[str]]:
    places: dict[str, list[str]] = {}
    tables: Iterable[TableInfo] = port.find_tables(ALL_TABLES).tables
    for table in tables:
        for name in {seat.name for seat in table.seats} if table.stage != "over" else ():
            places.setdefault(name, []).append(table.name)
    return places


def following(reader: Reader, found: Sequence[FollowedPlayer]) -> Page:
    """Returns whom one follows, and where they play."""
    texts = reader.texts
    heading = texts.ngettext(
        "You follow {number} player, {here} here",
        "You follow {number} players, {here} here",
        len(found),
        here=sum(one.here for one in found),
    )
    places = _places(reader.port)
    return Page(heading, [(one.name, _about(texts, one, places.get(one.name, ()))) for one in found])


def _about(texts: Texts, one: FollowedPlayer, tables: Iterable[str]) -> str:
    where = [texts._("at {table}", table=table) for table in tables] if one.here else []
    here = texts._("here") if one.here else texts._("away")
    back = [texts._("follows you")] if one.back else []
    return ", ".join([*(where or [here]), *back])


def _seen(port: Port, news: SeatNews) -> str:
    """Return where a window on the web shows the table that the player is invited to; '': nowhere."""
    found = list[str]()
    if news.kind == "invited" and port.web:
        with suppress(Refused):  # it is over by now
            tables = port.look(news.table).tables
            found = [on_the_web(port.web, one) for one in tables if one.id == news.table]
    return "".join(f"  {one}" for one in found if one)


def messages(reader: Reader, found: Received) -> str:
    """Returns what one was sent."""
    said, join = [], f"ssh {reader.port.ssh_host} sit"
    for one in found.notes:
        words = news_words(reader.texts, one.news, join, reader.typed)
        said.append(f"{when(one.sent)}  {words}{_seen(reader.port, one.news)}")
    if found.letter:
        command = reader.command("letters")
        said.append(reader.texts._("A letter to you waits: {command}", command=command))
    return "\n".join(said)
